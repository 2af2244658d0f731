export { passphrase } from '../common.ts'
export { file } from '../identity.ts'
export { remote } from './remote.ts'
export const bar = { value: 0 }
