// What `npm run docs` writes into a page: all that stands between two marks.

import { Stop } from '../setup/shell.mjs'

const begin = '<!-- written by `npm run docs` -->'
const end = '<!-- end -->'

/** `text` with `part` between its marks. */
export function between(text, part) {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Stop(`there are no lines ${begin} and ${end}`)
  return `${text.slice(0, from)}${begin}\n\n${part}\n\n${text.slice(to)}`
}
