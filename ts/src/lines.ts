/**
 * Tables that are written as text, which a host reads faster than an object when a program starts.
 *
 * @internal
 * @module
 */

/** The table of a text whose lines are a name, a space, and what belongs to it. */
export function tableOf(lines: string): ReadonlyMap<string, string> {
  const rows = lines.split('\n').filter((line) => line !== '')
  return new Map(rows.map((line) => split(line)))
}

function split(line: string): [string, string] {
  const end = line.indexOf(' ')
  return [line.slice(0, end), line.slice(end + 1)]
}
