/**
 * Names of functions in a profile, as their source has them.
 *
 * @module
 */

/** How Rust writes signs that a symbol cannot have; others are `u` and their number in hex. */
const signs: Readonly<Record<string, string>> = {
  LT: '<',
  GT: '>',
  RF: '&',
  BP: '*',
  C: ',',
  LP: '(',
  RP: ')',
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
    .replace(/\$u([0-9a-f]+)\$/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replace(/\$([A-Z]+)\$/g, (whole, sign: string) => signs[sign] ?? whole)
    .replaceAll('..', '::')
}

/** The second scheme (RFC 2603): its identifiers, without constants and what tells apart those that are alike. */
function pathOf(symbol: string): string {
  const found: string[] = []
  for (let rest = symbol; rest !== ''; ) {
    const [other] = rest.match(/^(?:C?s[0-9A-Za-z]*_|B[0-9A-Za-z]*_|K[a-z]n?[0-9a-f]*_|\D)/) ?? []
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

/** Our crates by their short names. */
function shorten(path: string): string {
  return path.replaceAll('countersign_', '')
}
