/**
 * What a target is, and short forms to write one.
 *
 * @module
 */

import type { Peer } from './peers.js'

/** What a figure is compared with, on the same machine in the same run, unless it is a figure of its own. */
export type Held =
  /** The fastest of the peers that are JavaScript or WebAssembly, of which `with` must have run. */
  | { to: 'best peer'; with: Peer }
  | { to: 'peer'; peer: Peer }
  /** Our native engine, at the same case. */
  | { to: 'native' }
  /** Another case, `times` over, on the same engine. */
  | { to: 'case'; case: string; times?: number }
  /** Nanoseconds for one operation. `elsewhere` says whose they are, where another machine took them. */
  | { to: 'time'; ns: number; elsewhere?: string }
  /** Bytes that one operation allocates in the engine. */
  | { to: 'memory'; bytes: number }

/** A target: the figure is at most `atMost` of what it is held to. */
export type Target = {
  case: string
  /** Default: `wasm-fma`. */
  engine?: 'native' | 'wasm'
  /** Of a cold row: once in each of several fresh processes. Default: warm. */
  cold?: true
  held: Held
  /** Default: 1. */
  atMost?: number
  source: 'design' | 'report 001'
  /** Why it is no longer a target, and still shown. */
  dropped?: string
}

/** The share that is `factor` times as fast. */
export const times = (factor: number): number => 1 / factor

/** The same target of the design for several cases. */
export const list = (
  cases: readonly string[],
  rest: Omit<Target, 'case' | 'source'>,
): readonly Target[] => cases.map((name) => ({ case: name, source: 'design', ...rest }))

export const best = (peer: Peer): Held => ({ to: 'best peer', with: peer })
export const peer = (name: Peer): Held => ({ to: 'peer', peer: name })
export const native: Held = { to: 'native' }
