/**
 * What a database has to do for {@link Stores}: a few decisions, each of them atomic. Everything else is done once, in
 * `open.ts`.
 *
 * Times are Unix seconds. An answer that is none of those that are named here counts as damage.
 *
 * @internal
 * @module
 */

/**
 * `new`: done now. `known`: it was so before. `full`: no room. `crowded`: none for this sender. `fork`: there is something
 * else in its place.
 */
export type Verdict = 'new' | 'known' | 'full' | 'crowded' | 'fork'

/** Mark once until a time. A time that is over is `known`. An empty sender has all the room that there is. */
export type Marks = { mark(mark: string, until: number, sender: string): Promise<unknown> }

/** Count up to a number: of all these, or of none. Whatever is not `new` is a no. */
export type Counts = { count(uses: readonly Count[]): Promise<unknown> }

/** A use of a grant: of at most `most`, not forgotten before `until`. */
export type Count = { readonly id: string; readonly most: number; readonly until: number }

/** Count up to a number in a window of time, which begins with the first. */
export type Rates = { count(sender: string, rate: CountedRate): Promise<unknown> }

/** At most `most` in so many seconds. */
export type CountedRate = { readonly most: number; readonly seconds: number }

/** Keep for so many seconds, if there is room. */
export type Documents = {
  find(did: string): Promise<unknown>
  keep(did: string, text: string, seconds: number): Promise<unknown>
  /** Whatever it answers, there is none of this DID then. */
  forget(did: string): Promise<unknown>
}

/** Keep the earliest of each grant and signer. */
export type Revocations = {
  add(revocation: StoredRevocation): Promise<unknown>
  find(grants: readonly string[]): Promise<unknown>
}

export type StoredRevocation = {
  readonly grant: string
  readonly signer: string
  readonly effective: number
  readonly text: string
}

/** Keep until taken. */
export type Tickets = {
  put(id: string, ticket: Uint8Array, until: number): Promise<unknown>
  find(id: string): Promise<unknown>
  take(id: string): Promise<unknown>
}

/** Put at an index, which nobody can put twice. */
export type Chains = {
  append(chain: string, receipt: StoredReceipt): Promise<unknown>
  /** At most `count` texts and their indices, from `from` on. */
  read(chain: string, from: number, count: number): Promise<unknown>
  /** At most `count` indices, from `from` on. */
  indices(chain: string, from: number, count: number): Promise<unknown>
  /** How many there are; of the last, its index and id. */
  summary(chain: string): Promise<unknown>
}

export type StoredReceipt = {
  readonly index: number
  readonly id: string
  /** Empty for the first. */
  readonly previous: string
  readonly text: string
}

/** Tiles, of which only the widest stays; and the latest checkpoint. */
export type Tiles = {
  read(log: string, place: string): Promise<unknown>
  write(log: string, place: string, hashes: Uint8Array): Promise<unknown>
  publish(log: string, checkpoint: StoredCheckpoint): Promise<unknown>
  latest(log: string): Promise<unknown>
}

export type StoredCheckpoint = {
  readonly size: number
  readonly root: string
  readonly note: string
}

/** A database. */
export type Backend = {
  readonly marks: Marks
  readonly uses: Counts
  readonly rates: Rates
  readonly revocations: Revocations
  readonly tickets: Tickets
  readonly receipts: Chains
  readonly tiles: Tiles
  readonly documents: Documents
  /** Makes the tables. */
  migrate(): Promise<unknown>
  migrations(): readonly string[]
  /** Deletes some of what has expired; gives how many. */
  sweep(): Promise<unknown>
  /** What is wrong with it, in words. */
  inspect(): Promise<readonly string[]>
}

/** What every backend is told. */
export type Settings = {
  readonly timeout: number
  readonly limit: number
  /** Most marks of one sender. */
  readonly share: number
  /** Most documents. */
  readonly documents: number
  /** The clock, if it is not that of the database. */
  readonly now: (() => number) | undefined
}

/**
 * For how many seconds what expired is kept longer, so that a clock that is set back by less than that makes nothing new
 * that was known.
 */
export const grace = 60
