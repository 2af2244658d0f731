// `ts/renamed.tsv`: what became of every function, method, class and error code of 0.1.0. Each line has the name of then,
// the name of now (`Grant.verify`, or `countersign/sage Card.verify` where the entry matters), and why it went if there is
// none.

/** How many names 0.1.0 had. A line of the table is never taken out. */
const NAMES = 903

const callable = / (function|class|static|member|code)$/

/** What can be called, and codes, of the lines of a surface. */
export function callables(lines) {
  return [...new Set(lines.filter((line) => callable.test(line)))]
    .map((line) => line.replace(callable, ''))
    .sort()
}

/** Faults of the table. `found` has each line of the surface with the entries that give it away. */
export function renameFaults(text, found, names = NAMES) {
  const rows = rowsOf(text)
  const present = new Set()
  for (const [line, entries] of found) {
    const [name] = callables([line])
    if (name === undefined) continue
    present.add(name)
    for (const entry of entries) present.add(`${entry} ${name}`)
  }
  const before = rows.map(({ was }) => was)
  const count = new Set(before).size
  return [
    ...(count === names ? [] : [`${count} names of 0.1.0, and it had ${names}`]),
    ...rows.flatMap((row) => faultOf(row, present)),
  ]
}

export function summary(text) {
  const rows = rowsOf(text)
  const kept = rows.filter(({ was, now }) => was === now).length
  const gone = rows.filter(({ now }) => now === '').length
  return `names of 0.1.0: ${kept} kept, ${rows.length - kept - gone} renamed, ${gone} gone`
}

function faultOf({ was, now, why }, present) {
  if (now !== '') return present.has(now) ? [] : [`${was} is said to be ${now}, which is not there`]
  return why === '' ? [`${was} is neither there nor is it said why`] : []
}

function rowsOf(text) {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([was = '', now = '', why = '']) => ({ was, now, why }))
}
