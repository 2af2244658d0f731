export * as Card from './card.js'
export * as Encoding from './encoding.js'
export { type Code, CountersignError, type HostCode, isCountersignError } from './errors.js'
export * as Keys from './keys.js'
