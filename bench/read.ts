/**
 * Readers for JSON from elsewhere: each checks one value and gives a copy, or says where what was expected.
 *
 * @module
 */

/** Gives `value` as a `T`, or throws with `place`, the place in the file. */
export type Read<T> = (value: unknown, place: string) => T

type Shape<T> = { [Name in keyof T]-?: Read<Exclude<T[Name], undefined>> }
type RequiredNames<T> = {
  [Name in keyof T]-?: object extends Pick<T, Name> ? never : Name
}[keyof T]
type OptionalNames<T> = Exclude<keyof T, RequiredNames<T>>

/** A text of at most `length` UTF-16 units. */
export function text(length: number = 300): Read<string> {
  return (value, place) => {
    if (typeof value !== 'string') return fail(place, 'a text', value)
    if (value.length > length)
      throw new Error(`${place}: a text of ${value.length} is over ${length}`)
    return value
  }
}

/** A finite number of at least `least`. */
export function number(least: number = Number.NEGATIVE_INFINITY): Read<number> {
  return (value, place) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return fail(place, 'a number', value)
    if (value < least) throw new Error(`${place}: ${value} is too small`)
    return value
  }
}

/** A finite number of at most `most`. */
export function atMost(most: number): Read<number> {
  const any = number()
  return (value, place) => {
    const read = any(value, place)
    if (read > most) throw new Error(`${place}: ${read} is over ${most}`)
    return read
  }
}

/** True or false. */
export const yes: Read<boolean> = (value, place) =>
  typeof value === 'boolean' ? value : fail(place, 'true or false', value)

/** One of `words`. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Read<Word> {
  return (value, place) =>
    words.find((word) => word === value) ??
    fail(place, words.map((word) => `"${word}"`).join(' or '), value)
}

/** A list of at most `length`. */
export function list<T>(item: Read<T>, length: number): Read<T[]> {
  return (value, place) => {
    if (!Array.isArray(value)) return fail(place, 'a list', value)
    if (value.length > length) throw new Error(`${place}: ${value.length} items are over ${length}`)
    return value.map((each, index) => item(each, `${place}[${index}]`))
  }
}

/** An object with the members of `required`, perhaps those of `optional`, and no others. */
export function object<T extends object>(
  required: Pick<Shape<T>, RequiredNames<T>>,
  optional: Pick<Shape<T>, OptionalNames<T>>,
): Read<T> {
  const members = new Map<string, Read<unknown>>(Object.entries({ ...required, ...optional }))
  return (value, place) => {
    const found = entries(value, place)
    for (const name of Object.keys(required))
      if (!found.some(([known]) => known === name)) throw new Error(`${place}.${name} is missing`)
    const read = found.map(([name, each]) => {
      const reader = members.get(name)
      if (!reader)
        throw new Error(`${place}: no member ${JSON.stringify(name.slice(0, 60))} is known`)
      return [name, reader(each, `${place}.${name}`)]
    })
    return Object.fromEntries(read) as T
  }
}

/** An object with the members of `required`, and others that are scalars or one level of scalars. */
export function record<T extends object>(
  required: Readonly<Record<string, Read<unknown>>>,
): Read<T> {
  const free: Read<unknown> = (value, place) => {
    if (Array.isArray(value)) return list(scalar, 1_000)(value, place)
    if (typeof value !== 'object' || value === null) return scalar(value, place)
    return Object.fromEntries(
      entries(value, place).map(([name, each]) => [name, scalar(each, `${place}.${name}`)]),
    )
  }
  return (value, place) => {
    const found = entries(value, place)
    for (const name of Object.keys(required))
      if (!found.some(([known]) => known === name)) throw new Error(`${place}.${name} is missing`)
    const read = found.map(([name, each]) => [
      name,
      (Object.hasOwn(required, name) ? (required[name] as Read<unknown>) : free)(
        each,
        `${place}.${name.slice(0, 60)}`,
      ),
    ])
    return Object.fromEntries(read) as T
  }
}

const scalar: Read<unknown> = (value, place) => {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return number()(value, place)
  return text(1_000)(value, place)
}

function entries(value: unknown, place: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail(place, 'an object', value)
  const found = Object.entries(value)
  if (found.length > 1_000) throw new Error(`${place}: ${found.length} members are too many`)
  return found
}

function fail(place: string, expected: string, value: unknown): never {
  const shown = value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60)
  throw new Error(`${place}: expected ${expected}, got ${shown}`)
}
