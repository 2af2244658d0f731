/**
 * What a command writes into a document: all that stands between two marks.
 *
 * @module
 */

const begin = '<!-- bench: written by `npm run readme` -->'
const end = '<!-- bench: end -->'

/** `text` with `parts` between its marks. Throws where a mark is missing. */
export function between(text: string, parts: readonly string[]): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`there are no lines ${begin} and ${end}`)
  return `${text.slice(0, from)}${begin}\n\n${parts.join('\n')}\n${text.slice(to)}`
}
