/**
 * What is said about attempts, and what is found out about them.
 *
 * @module
 */

import type { Facts, Refused } from '../../facts.js'
import type { ChainFact, ChainSummary } from '../../receipt/chain.js'
import type { Input } from '../../receipt/types.js'

/** How an attempt went; `score` in parts per million, 1 to 999,999. */
export type Outcome =
  | { readonly outcome: 'success' | 'failure'; readonly score?: never }
  | { readonly outcome: 'partial'; readonly score: number }

/** What an agent says about something that it tried. */
export type Attempt = Outcome & {
  /** At what: one action on one resource, in the grammar of `Grant`, as `deploy:web/staging`. */
  readonly domain: string
  /** The id of the receipt that records the work. It counts once. */
  readonly work?: string
}

/** What an agent says about its attempts: at least so many, and at least so good. */
export type Claim = {
  /** A pattern in the grammar of `Grant`, as `deploy:**`. */
  readonly domain: string
  readonly from?: Date
  readonly until?: Date
  readonly attempts: number
  readonly rate: number
  /** Attempts that others judged. */
  readonly validated?: number
  readonly validatedRate?: number
}

/** What counts must reach; rates in parts per million. */
export type Minimum = {
  readonly attempts?: number
  readonly rate?: number
  readonly validated?: number
  readonly validatedRate?: number
  /** Attempts of 500,000 or more in a row, up to the last. */
  readonly streak?: number
}

/** What was counted. */
export type Tally = {
  readonly attempts: number
  readonly successes: number
  readonly failures: number
  readonly partials: number
  /** The mean score, rounded down; null of no attempts. */
  readonly rate: number | null
  readonly streak: number
  readonly bestStreak: number
}

/** Questions that are asked of each chain: `window`, that the receipts cover it, stands for its completeness. */
export type CompetenceFact = Exclude<ChainFact, 'completeness'> | 'window'

/** Questions that somebody asks, or the chain brings up. */
export type AskedFact =
  /** That of the chain. Not there if it is unchecked. */
  | 'completeness'
  /** Every attempt can be read, and counts once. Not there if there is none. */
  | 'attempts'
  /** The counts reach the minimum. */
  | 'thresholds'
  /** Every claim about this domain and window is true of the attempts before it. Not there if there is none. */
  | 'claims'

/** What a chain showed about attempts: facts, not a green light. */
export type Report = {
  /** Each question and its answer. */
  readonly facts: Facts<CompetenceFact, AskedFact>
  /** What was found out about the chain, beside its facts. */
  readonly chain: ChainSummary
  readonly domain: string
  readonly claimCount: number
  /** Attempts in other domains, or outside the window. */
  readonly others: number
  /** What the agent says about itself. */
  readonly reported: Tally
  /** What others say, whatever the agent says. */
  readonly validated: Tally
  readonly validations: {
    readonly count: number
    readonly counted: number
    /** Of attempts that were not shown, or do not count. */
    readonly unused: number
    /** Why some do not count, at most 64. */
    readonly refused: readonly ({ readonly index: number } & Refused)[]
    readonly refusals: number
  }
  /** Whether a parsed object was among the receipts. */
  readonly parsed: boolean
}

/** What an agent hands over. */
export type Proof = {
  /** The receipts of its chain that cover the window, oldest first. */
  readonly receipts: Iterable<Input>
  /** What others said about attempts. */
  readonly validations?: Iterable<Input>
}
