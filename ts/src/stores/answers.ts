/**
 * Reads what a database answered. `undefined` is an answer that makes no sense.
 *
 * @internal
 * @module
 */

import type { Verdict } from './backend.js'

/** One of these verdicts. */
export function verdictOf<const V extends Verdict>(...allowed: readonly V[]) {
  return (answer: unknown): V | undefined => allowed.find((verdict) => verdict === answer)
}

/** A list, each of its items as `read` takes it. */
export function listOf<T>(read: (item: unknown) => T | undefined) {
  return (answer: unknown): readonly T[] | undefined => {
    if (!Array.isArray(answer)) return undefined
    const items = answer.map(read)
    return items.includes(undefined) ? undefined : (items as T[])
  }
}

/** What may not be there: a list of one or none. A database says `null` of it too. */
export function maybe<T>(read: (answer: unknown) => T | undefined) {
  return (answer: unknown): readonly T[] | undefined => {
    if (answer === undefined || answer === null) return []
    const found = read(answer)
    return found === undefined ? undefined : [found]
  }
}

export function textOf(answer: unknown): string | undefined {
  return typeof answer === 'string' ? answer : undefined
}

export function bytesOf(answer: unknown): Uint8Array | undefined {
  return answer instanceof Uint8Array ? new Uint8Array(answer) : undefined
}

export function wholeOf(answer: unknown): number | undefined {
  return Number.isSafeInteger(answer) && (answer as number) >= 0 ? (answer as number) : undefined
}

/** Two items, each by its reader. */
export function pairOf<A, B>(
  first: (item: unknown) => A | undefined,
  second: (item: unknown) => B | undefined,
) {
  return (answer: unknown): readonly [A, B] | undefined => {
    if (!Array.isArray(answer) || answer.length !== 2) return undefined
    const [a, b] = [first(answer[0]), second(answer[1])]
    return a === undefined || b === undefined ? undefined : [a, b]
  }
}
