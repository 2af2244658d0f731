/**
 * What a fleet of verifiers shares: one object with a store for each thing that has to be remembered.
 *
 * @module
 */

import type { VerifiedRevocation } from '../grant/revoke.js'
import type { Use } from '../grant/types.js'
import type { Tree } from '../log/tree.js'
import type { Verified } from '../receipt/types.js'

/**
 * The stores of one database. All decisions are atomic: however many instances ask at once, one of them gets the yes.
 *
 * Every function rejects with `ERR_STORE_UNAVAILABLE` if the database fails, answers too late or never, or if too many
 * calls wait for it; and with `ERR_STORE_DAMAGED` if its answer makes no sense. Either refuses: nobody may take it for
 * a yes. What was asked may have been done all the same, so a mark of which no answer came may be used up.
 */
export type Stores = {
  /** For `replay` of every verifier. */
  readonly replay: SharedReplayStore
  /** For `uses` of `Grant.authorizeOnce`. */
  readonly uses: SharedUseCounter
  /**
   * A limit for each sender, such as an address or an account: at most `limit` requests in `seconds`, whichever instance
   * gets them. Different limits count for themselves.
   */
  rate(terms: RateLimit): SenderRate
  /** For `store` of `Grant.verifyChainWithStatus` and `Grant.authorizeOnce`. */
  readonly status: RevocationStore
  readonly tickets: TicketStore
  readonly receipts: ReceiptStore
  /** For `cache` of `Did.resolver`. */
  readonly documents: DocumentStore
  /** The tiles and the checkpoint of the log of this origin. */
  log(origin: string): LogStore
  /** Makes the tables, or brings them to the form that this version needs. Instances may call it at the same time. */
  migrate(): Promise<void>
  /** The text of each migration, for those who run their own. None where there are no tables. */
  migrations(): readonly string[]
  /** Deletes what has expired, in small steps; gives how much. Marking and counting do it too, every ten seconds. */
  sweep(): Promise<number>
  /** Asks the database how it is. Never rejects. */
  health(): Promise<Health>
}

/** The logs of a place that keeps nothing else: a folder, or a bucket. What is said of {@link Stores} holds of it too. */
export type LogStores = Pick<Stores, 'log' | 'health'>

/** Whether the database does what the stores promise. */
export type Health = {
  readonly healthy: boolean
  /** What is wrong, in words: a setting that loses what was acknowledged, or what failed in the last ten seconds. */
  readonly reasons: readonly string[]
  /** Calls that wait for the database. */
  readonly waiting: number
  /** Calls that failed since the stores were made. */
  readonly failures: number
}

/** A `ReplayStore` over a database. */
export type SharedReplayStore = {
  /**
   * Marks `nonce` until `expires`, in Unix seconds by the clock of the database. `false` if it was marked before, or if
   * that time is over.
   *
   * @throws `ERR_REPLAY_FULL` if the store is full, or the share of `sender`.
   */
  checkAndMark(nonce: string, expires: number, sender?: string): Promise<boolean>
}

/** A `UseCounter` over a database. */
export type SharedUseCounter = {
  /** Counts one use of each of these grants: of all, or of none, and then gives `false`. */
  take(uses: readonly Use[]): Promise<boolean>
}

/** What a sender may ask for. */
export type RateLimit = {
  readonly limit: number
  /** The time that begins with a sender's first request; at most a day. Around its end, twice `limit` may come in a row. */
  readonly seconds: number
}

/** Counts the requests of each sender. Ask it before a request is verified, which costs more. */
export type SenderRate = {
  /**
   * Counts one request. `false` if there were as many as `limit` allows.
   *
   * @throws `ERR_LIMIT_EXCEEDED` if the store has no room for one more sender, or the name is longer than 512 characters.
   */
  take(sender: string): Promise<boolean>
}

/** A `DocumentCache` over a database. Whoever can write there can give a DID another document: see the guide. */
export type DocumentStore = {
  find(did: string): Promise<string | undefined>
  /** Keeps a document for so many seconds, unless there is no room or it is longer than 65,536 bytes. */
  keep(did: string, text: string, seconds: number): Promise<void>
  forget(did: string): Promise<void>
}

/** A `StatusStore` over a database. */
export type RevocationStore = {
  /** The text of every revocation of these grants. */
  find(ids: readonly string[]): Promise<readonly string[]>
  /**
   * Keeps a revocation that counts: what `Grant.verifyRevocation` gave. Of several of one grant by one key, the one that
   * takes effect first is kept. It is never forgotten, since its grant would be valid again.
   *
   * @throws `ERR_LIMIT_EXCEEDED` if the store is full.
   */
  add(verified: VerifiedRevocation): Promise<void>
}

/** Keeps tickets of sessions by the id of their session. */
export type TicketStore = {
  /**
   * Keeps a ticket until `expires`, in Unix seconds. Gives `false`, and keeps nothing, if there is one of this id.
   *
   * @throws `ERR_LIMIT_EXCEEDED` if the store is full, or the ticket longer than 65,536 bytes.
   */
  put(id: string, ticket: Uint8Array, expires: number): Promise<boolean>
  /** The ticket, which stays: for `Session.answerResumption`, since anybody can name an id. */
  find(id: string): Promise<Uint8Array | undefined>
  /** The ticket, which is gone then: of all who ask, one gets it. */
  take(id: string): Promise<Uint8Array | undefined>
}

/** Keeps receipts by chain. A chain is a name that the caller chooses: an actor, or an actor and a task. */
export type ReceiptStore = {
  /**
   * Keeps a receipt at its sequence number: what `Receipt.verify` gave. They may come in any order. Gives `false` for
   * one that is there already, so that a delivery can be repeated.
   *
   * @throws `ERR_RECEIPT_FORK` if another receipt has its number, or a neighbour names another one; `ERR_LIMIT_EXCEEDED`
   * from the number on that the limit has.
   */
  append(chain: string, verified: Verified): Promise<boolean>
  /** The texts from a sequence number on, in order, for `Receipt.verifyStream`. Gaps are passed over. */
  read(chain: string, from?: number): AsyncIterable<string>
  /** What of a chain is there. */
  state(chain: string): Promise<ChainState>
}

/** What of a chain is there. */
export type ChainState = {
  /** How many receipts. */
  readonly count: number
  /** The one with the highest sequence number, if there is any. */
  readonly last?: { readonly sequence: number; readonly id: string }
  /** First and last sequence numbers of what is missing before it, the first 100 such gaps. */
  readonly gaps: readonly (readonly [number, number])[]
}

/** The tiles of one log, a `TileStore` for `Log.create` and `Log.resume`; and its latest checkpoint. */
export type LogStore = {
  /** The hashes of a tile; of a wider one that is stored, as many as `path` says. */
  read(path: string): Promise<Uint8Array | undefined>
  /** Keeps a tile. @throws `ERR_MERKLE_FORK` unless one of it and the stored tile is the beginning of the other. */
  write(path: string, tile: Uint8Array): Promise<void>
  /**
   * Keeps the checkpoint of a tree if none of a larger tree is kept, and tells whether. For the same tree the note is
   * replaced, so that cosignatures can be added.
   *
   * @param note - A signed checkpoint of `tree`, as `Log.checkpoint` makes it.
   * @throws `ERR_MERKLE_FORK` if the stored one is of a tree of the same size and another root;
   * `ERR_CHECKPOINT_MALFORMED` if the note is of another tree.
   */
  publish(note: string, tree: Tree): Promise<boolean>
  /** The note that was published last. */
  latest(): Promise<string | undefined>
}
