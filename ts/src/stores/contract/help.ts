/**
 * What the cases of the contract share.
 *
 * @internal
 * @module
 */

import type { VerifiedRevocation } from '../../grant/revoke.js'
import type { Verified } from '../../receipt/types.js'
import type { Stores } from '../types.js'
import type { ConnectedStores, Figures, Fleet } from './types.js'

/** A time that no test lives to see: 2100. */
export const later = 4_102_444_800

/** A name that no other case has. */
export function freshName(what: string): string {
  return `${what}-${crypto.randomUUID()}`
}

/** Runs `work` with stores that are closed after it. */
export async function withStores<T>(
  { connect }: Fleet,
  work: (stores: Stores) => Promise<T>,
  options?: Parameters<Fleet['connect']>[0],
): Promise<T> {
  const connection: ConnectedStores = await connect(options)
  try {
    return await work(connection.stores)
  } finally {
    await connection.close()
  }
}

/** Throws what was promised, unless `holds`. */
export function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the store breaks its contract: ${what}`)
}

/** Counts questions, each of which has one right answer. */
export class Tally {
  #asked = 0
  #accepted = 0

  /** Asks, and compares the answer. */
  async expect<T>(answer: Promise<T>, want: T, what: string): Promise<void> {
    const got = await answer
    this.#asked += 1
    if (got === true) this.#accepted += 1
    demand(got === want, `${what}: ${String(got)} instead of ${String(want)}`)
  }

  /** Does what has no answer, and must not be refused. */
  async done(work: Promise<unknown>): Promise<void> {
    await work
    this.#asked += 1
    this.#accepted += 1
  }

  /** Asks for what must be refused with this code. */
  async refused(answer: Promise<unknown>, code: string, what: string): Promise<void> {
    this.#asked += 1
    const got = await answer.then(
      () => 'accepted',
      (error) => (error as { code?: string }).code ?? String(error),
    )
    demand(got === code, `${what}: ${got} instead of ${code}`)
  }

  /** Nothing came twice and nothing was lost, or {@link Tally.expect} had thrown. */
  figures(): Figures {
    return { asked: this.#asked, accepted: this.#accepted, twice: 0, lost: 0 }
  }
}

/** Pairs that are easy to take for each other, and what ends a string, a key or a statement somewhere. */
export const hostileNames: readonly string[] = [
  ...['\u0000', 'a\u0000', 'a\u0000b', 'a', '\u00e9', 'e\u0301', '\ufeffa', '\ud83d\ude00'],
  ...["'; drop table countersign_marks; --", '{a}', '{b}', '}{', '%s', '?1', '$1', '@now@', ':p1'],
  ...['\\x00', '*', '\r\n', ' a', 'a ', 'A', '__proto__', 'constructor'],
]

/** A receipt as a verifier gives it, as far as a store looks. */
export function receiptAt(sequence: number, chain: string): Verified {
  const id = (index: number) => `${chain}#${index}`
  const receipt = {
    type: 'countersign/receipt/v1',
    sequence,
    content: `\u0000 é ${sequence}`,
    ...(sequence > 0 && { previous: id(sequence - 1) }),
  }
  return { id: id(sequence), receipt } as unknown as Verified
}

/** A revocation as a verifier gives it, as far as a store looks. */
export function revocationOf(grant: string, key: string, effective: number): VerifiedRevocation {
  return {
    revocation: { grant, key, effective, reason: '\u0000 é' },
  } as unknown as VerifiedRevocation
}
