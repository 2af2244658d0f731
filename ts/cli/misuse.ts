/**
 * The error of a command line that cannot be carried out, whatever the documents hold.
 *
 * @internal
 * @module
 */

import { CountersignError, isCountersignError } from 'countersign'

/** An `ERR_ARGUMENT` that says what to type instead. */
export function misuse(message: string, cause?: unknown): CountersignError {
  return new CountersignError('ERR_ARGUMENT', message, cause === undefined ? {} : { cause })
}

/** Whether the caller made a mistake, rather than whoever made the document. */
export function isMisuse(error: unknown): boolean {
  return isCountersignError(error, 'ERR_ARGUMENT')
}
