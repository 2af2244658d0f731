/**
 * What a benchmark case is.
 *
 * A case is written once and runs on every engine. It says what the job gives,
 * so that the engines are compared before they are timed.
 *
 * @module
 */

import type { Peer } from './peers.js'
import type { Reference } from './result.js'

export type { Reference }

/** The package as one engine offers it, with the entry of dangerous parts. */
export type Api = typeof import('countersign') & typeof import('countersign/hazmat')

/** One job, ready to run. */
export type Job = {
  /** Does the work once. */
  run: () => unknown
  /** Whether `run` gives a promise, to be waited for before the next call. */
  later?: true
  /**
   * What every engine must give alike: the deterministic result of the job, or
   * of checking it where the job draws random numbers.
   */
  agree: () => unknown
}

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
  reference?: readonly Reference[]
  /** Where the job can be done, if not everywhere. */
  only?: 'node'
  /** Makes the job. Not timed. */
  prepare: (api: Api) => Job | Promise<Job>
  /** The same job by other packages, with what it agrees on. */
  peers?: Readonly<Partial<Record<Peer, () => Job | Promise<Job>>>>
}

/** The machine of the reports' own figures. */
export const m2Max = 'Apple M2 Max, Go 1.22'

/** A row of `000_656f9a9c71a2d414.txt`, SAGE's DID benchmark. */
export function sageDid(ns: number): readonly Reference[] {
  return [{ report: '000_656f9a9c71a2d414.txt', platform: m2Max, ns }]
}

/** A row of `002_36c147d64abcb478.txt`, AgenticIdentity's benchmark. */
export function agenticIdentity(ns: number): readonly Reference[] {
  const platform = 'x86_64 or Apple Silicon, Rust'
  return [{ report: '002_36c147d64abcb478.txt', platform, ns }]
}

/** A row of `001_4db5d9ee404b110d.txt`, SAGE's baseline benchmark. */
export function sageBaseline(ns: number): readonly Reference[] {
  return [{ report: '001_4db5d9ee404b110d.txt', platform: m2Max, ns }]
}
