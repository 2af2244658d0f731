export { remote } from '../worker/remote.ts'
