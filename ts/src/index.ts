export { type Code, CountersignError, type HostCode, isCountersignError } from './errors.js'
