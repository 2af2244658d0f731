/**
 * Names of functions in a profile, as their source has them.
 *
 * @module
 */

/** How Rust writes signs that a symbol cannot have. */
const signs: Readonly<Record<string, string>> = {
  LT: '<',
  GT: '>',
  RF: '&',
  BP: '*',
  C: ',',
  LP: '(',
  RP: ')',
  u20: ' ',
  u5b: '[',
  u5d: ']',
  u7b: '{',
  u7d: '}',
}

/** A symbol of Rust, of either scheme, as a path without its hash; any other name as it is. */
export function plainName(symbol: string): string {
  if (symbol.startsWith('_ZN')) return shorten(segments(symbol.slice(3)).slice(0, -1).join('::'))
  if (symbol.startsWith('_R')) return shorten(pathOf(symbol.slice(2)))
  return symbol
}

/** The first scheme: each segment after its length. The last one is a hash. */
function segments(symbol: string): string[] {
  const found: string[] = []
  for (let rest = symbol; ; ) {
    const [digits] = rest.match(/^\d+/) ?? []
    if (digits === undefined) return found
    const end = digits.length + Number(digits)
    found.push(decoded(rest.slice(digits.length, end)))
    rest = rest.slice(end)
  }
}

function decoded(segment: string): string {
  return segment
    .replace(/^_(?=\$)/, '')
    .replace(/\$(\w+?)\$/g, (whole, sign: string) => signs[sign] ?? whole)
    .replaceAll('..', '::')
}

/** The second scheme (RFC 2603): its identifiers, without what tells apart those that are alike. */
function pathOf(symbol: string): string {
  const found: string[] = []
  for (let rest = symbol; rest !== ''; ) {
    const [other] = rest.match(/^(?:C?s[0-9A-Za-z]*_|B[0-9A-Za-z]*_|\D)/) ?? []
    if (other !== undefined) {
      rest = rest.slice(other.length)
      continue
    }
    const [digits] = rest.match(/^\d+_?/) as RegExpMatchArray
    const end = digits.length + Number.parseInt(digits, 10)
    found.push(rest.slice(digits.length, end))
    rest = rest.slice(end)
  }
  return found.join('::')
}

/** Our crates by their short names, and the method without the list of traits around it. */
function shorten(path: string): string {
  return path.replaceAll('countersign_', '')
}
