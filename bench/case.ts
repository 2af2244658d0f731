/**
 * What a benchmark case is.
 *
 * A case is written once and runs on every engine. It says what the job gives,
 * so that the engines are compared before they are timed.
 *
 * @module
 */

import type { Peer } from './peerNames.js'
import type { Reference } from './result.js'

export type { Reference }

/** The package as one engine offers it, with the entry of dangerous parts. */
export type Api = typeof import('countersign/all') & typeof import('countersign/hazmat')

/** One job, ready to run. */
export type Job = {
  /** Does the work once. */
  run: () => unknown
  /** Whether `run` gives a promise, to be waited for before the next call. */
  later?: true
  /**
   * What must be the same on every engine: the deterministic result of the job, or the result of checking it if the job
   * draws random numbers.
   */
  agree: () => unknown
}

/** What makes the jobs of a peer, by the names of their cases. */
export type Jobs = Readonly<Record<string, () => Job | Promise<Job>>>

/** The job of a peer; nothing where this host lacks what it needs. */
export type Peered = Job | undefined

/** One row of the table. */
export type Case = {
  name: string
  group: string
  /** Message size in bytes, where the case has one. */
  bytes?: number
  /** Number of keys, members or documents, where the case has one. */
  n?: number
  /** `bytes`: a size, which `agree` gives and nobody times. */
  unit?: 'bytes'
  /** Each sample is one call, however short: its percentiles are of calls. */
  single?: true
  /** Set for every case from `reports/`, by its name. */
  reference?: readonly Reference[]
  /** Where the job can be done, if not everywhere. */
  only?: 'node'
  /** Makes the job. Not timed. */
  prepare: (api: Api) => Job | Promise<Job>
  /** The same job by other packages, with what it agrees on; those of `peers/table.ts` come by themselves. */
  peers?: Readonly<Partial<Record<Peer, () => Peered | Promise<Peered>>>>
}
