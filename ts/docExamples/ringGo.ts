export { digest, other } from './subpath/ring-go.ts'
