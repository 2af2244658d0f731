/**
 * What to do about each error, for pages: importing it gives every error its `cure`. Elsewhere errors have it anyway.
 *
 * @module
 */

export { codes, cureOf, helpOf, isCode } from '../cures.js'
