/**
 * Where the values of a JSON text stand in it, so that one can be changed and every other byte stays.
 *
 * @module
 */

/** A value without members: text, number, literal, or an empty list or object. */
export type Place = {
  /** The members and indexes that lead to it. */
  readonly path: readonly (string | number)[]
  readonly start: number
  readonly end: number
  readonly value: unknown
}

/** The places of a JSON text, in its order. The text must be JSON. */
export function places(text: string): Place[] {
  return [...new Scanner(text).value([])]
}

const token = /"(?:[^"\\]|\\.)*"|[^\s,:[\]{}"]+/y

class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  *value(path: readonly (string | number)[]): Iterable<Place> {
    const start = this.#next()
    const open = this.#text.charAt(start)
    if (open !== '[' && open !== '{') {
      yield this.#place(path, start, this.#token())
      return
    }
    this.#at += 1
    let count = 0
    for (; !this.#closes(open); count += 1)
      yield* this.value([...path, open === '[' ? count : this.#name()])
    if (count === 0) yield this.#place(path, start, this.#text.slice(start, this.#at))
  }

  #place(path: readonly (string | number)[], start: number, text: string): Place {
    return { path, start, end: start + text.length, value: JSON.parse(text) }
  }

  /** Skips a comma; takes the closing bracket if there is one. */
  #closes(open: string): boolean {
    if (this.#text.charAt(this.#next()) === ',') this.#at += 1
    const closed = this.#text.charAt(this.#next()) === (open === '[' ? ']' : '}')
    if (closed) this.#at += 1
    return closed
  }

  #name(): string {
    this.#next()
    const name = JSON.parse(this.#token()) as string
    this.#at = this.#next() + 1
    return name
  }

  /** The next character that is not white space. */
  #next(): number {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at += 1
    return this.#at
  }

  #token(): string {
    token.lastIndex = this.#at
    const [found] = token.exec(this.#text) ?? []
    if (found === undefined) throw new Error(`no JSON at ${this.#at}`)
    this.#at += found.length
    return found
  }
}
