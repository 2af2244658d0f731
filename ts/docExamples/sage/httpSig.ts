export { unsigned as request } from '../httpSig.ts'
