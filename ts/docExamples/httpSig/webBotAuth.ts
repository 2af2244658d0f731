export { unsigned as request } from '../httpSig.ts'

/** The directories that the server has agreed to. */
export const known = new Set(['https://bot.example'])
