/**
 * How the command tells of an error.
 *
 * @internal
 * @module
 */

import type { CountersignError } from 'countersign'

import { isMisuse } from './misuse.js'
import { plain } from './words.js'

/** What to do where the package's own words name an option of its API. */
const cures: Partial<Record<CountersignError['code'], string>> = {
  ERR_CARD_FORM_UNSPECIFIED: 'Write the card as one of A2A 1.0, and sign it again.',
  ERR_CARD_READINGS_DIFFER:
    'Fill the empty member that the error names, leave it out if it is optional, or say what is signed with --reading.',
  ERR_CARD_SIGNATURE:
    'It was changed after it was signed, another key signed it, or its signer used another reading: try --reading a2a-sdk. Else get it again from its source.',
  ERR_FACT_UNCHECKED:
    'Give what the fact needs, or name the fact with --allow-unchecked, where the command has that.',
  ERR_FETCH_BLOCKED:
    'Use an https address that is public. `card fetch` takes others with --allow-http and --allow-private.',
}

/** What to do about an error, in words of the command line; undefined where its message says that. */
function cureOf(error: CountersignError): string | undefined {
  return isMisuse(error) ? undefined : (cures[error.code] ?? error.cure)
}

/** An error for people: what is wrong, what to do, and where to read more. */
export function errorText(error: CountersignError): string {
  const cure = cureOf(error)
  const more = cure === undefined ? [] : [cure, `More: ${error.help}`]
  return [`${error.code}: ${plain(error.message)}`, ...more, ''].join('\n  ').trimEnd()
}

/** An error for `--json`. */
export function errorData(error: CountersignError): object {
  const { code, message, member, path, at, want, got, limit, reason, help } = error
  return { code, message, cure: cureOf(error), help, member, path, at, want, got, limit, reason }
}
