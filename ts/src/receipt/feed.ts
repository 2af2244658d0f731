/**
 * Receipts on their way to a verifier that stays in the engine.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { writeFrames } from '../frames.js'
import type { Input } from './types.js'

/** Texts that cross together, in UTF-16 units. */
const batch = 262_144

/** What takes receipts as they come. */
type Verifier<T> = {
  push(...receipts: readonly Input[]): void
  report(): T
  close(): void
}

/** Sends receipts as text, some at a time. Tells whether a parsed object was among them. */
export function feed(
  receipts: readonly Input[],
  name: string,
  send: (list: Uint8Array) => unknown,
): boolean {
  let [texts, length, parsed]: [string[], number, boolean] = [[], 0, false]
  for (const [index, receipt] of receipts.entries()) {
    const next = textOf(receipt, `${name}[${index}]`)
    parsed ||= next.parsed
    length += next.text.length
    texts.push(next.text)
    if (length < batch) continue
    send(writeFrames(texts, name))
    texts = []
    length = 0
  }
  if (texts.length > 0) send(writeFrames(texts, name))
  return parsed
}

/** Gives every receipt to a verifier and closes it: its report. */
export function feedAll<T>(receipts: Iterable<Input>, verifier: Verifier<T>): T {
  try {
    checkIterable(
      receipts,
      'receipts',
      Symbol.iterator,
      'an iterable (`verifyStream` takes an asynchronous one)',
    )
    for (const some of chunks(receipts)) verifier.push(...some)
    return verifier.report()
  } finally {
    verifier.close()
  }
}

/** As {@link feedAll}, for receipts that come later. */
export async function feedStream<T>(
  receipts: AsyncIterable<Input>,
  verifier: Verifier<T>,
): Promise<T> {
  try {
    checkIterable(receipts, 'receipts', Symbol.asyncIterator, 'an asynchronous iterable')
    for await (const receipt of receipts) verifier.push(receipt)
    return verifier.report()
  } finally {
    verifier.close()
  }
}

/** A text is iterable too, letter by letter, but no letter is a receipt. */
export function checkIterable(value: unknown, name: string, kind: symbol, want: string): void {
  const members = value as Record<symbol, unknown> | null | undefined
  const iterate =
    typeof value === 'string' ? undefined : check.readable(name, () => members?.[kind])
  if (typeof iterate !== 'function') throw check.wrong(name, want, value)
}

/**
 * Text that cannot cross is not JSON. It crosses as a letter that is not JSON either, and so becomes a fact. @internal
 */
export function textOf(receipt: Input, name: string): { text: string; parsed: boolean } {
  const raw = typeof receipt === 'string' || ArrayBuffer.isView(receipt)
  try {
    return receive(receipt, name)
  } catch (error) {
    if (raw) return { text: '\0', parsed: false }
    throw error
  }
}

/** Some at a time: arguments of a call have a limit. */
function* chunks(receipts: Iterable<Input>): Generator<readonly Input[]> {
  let some: Input[] = []
  for (const receipt of receipts) {
    some.push(receipt)
    if (some.length < 256) continue
    yield some
    some = []
  }
  yield some
}
