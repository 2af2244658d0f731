/**
 * From the rows of a run to the table of targets: our figure, the best JS or WASM peer, native, the ratio, and
 * whether it is met. Runs in Node and in browsers.
 *
 * @module
 */

import { duration } from './format.js'
import type { Row } from './result.js'
import { type Median, ratioOf } from './stats.js'
import type { Held, Target } from './target.js'
import { targets } from './targets.js'

/** One line of the table. Times are medians, in nanoseconds. */
export type TargetLine = {
  target: Target
  /** The case, and the engine whose figure it is. */
  case: string
  engine: string
  /** What it is held to: `at most 0.45 of libsodium-wrappers`. */
  goal: string
  ours?: number
  /** The fastest peer that is JavaScript or WebAssembly. */
  peer?: { name: string; ns: number }
  native?: number
  /** Of our figure to the one that it is held to, with its 95 % interval. */
  ratio?: { value: number; low: number; high: number }
  /** Whether any engine ran its case. */
  timed: boolean
  /**
   * `about`: the interval holds the limit. `elsewhere`: the figure that it is held to is of another machine, so the
   * ratio orients. `n/a`: a row that it needs is not there.
   */
  verdict: 'met' | 'missed' | 'about' | 'elsewhere' | 'n/a'
  /** What was not there, where the verdict is `n/a`. */
  lacks?: string
}

/** Peers that are compiled for the host, or leave the work to what is: no measure for what runs everywhere. */
const hostBound: readonly string[] = [
  'node:crypto',
  'WebCrypto',
  'secp256k1',
  'pqcrypto-dilithium',
  'pqcrypto-mldsa',
  'jose',
  '@hpke/core',
]
const engines: readonly string[] = ['native', 'wasm-fma', 'wasm']

/** A line for every target, in their order. */
export function targetLines(
  rows: readonly Row[],
  list: readonly Target[] = targets,
): readonly TargetLine[] {
  const timed = rows.filter(({ unit }) => unit === 'ns')
  const of = { warm: timed.filter(isWarm), cold: timed.filter((row) => !isWarm(row)) }
  return list.map((target) => line(target, target.cold ? of.cold : of.warm))
}

function isWarm({ state }: Row): boolean {
  return state === 'warm'
}

function line(target: Target, rows: readonly Row[]): TargetLine {
  const engine = target.engine ?? 'wasm-fma'
  const of = rows.filter((row) => row.case === target.case)
  const find = (name: string) => of.find((row) => row.engine === name)
  const [ours, native, peer] = [find(engine), find('native'), bestPeer(of)]
  const ratio = ours && ratioTo(target.held, ours, rows)
  return {
    target,
    case: target.case,
    engine,
    goal: goal(target),
    timed: of.some((row) => engines.includes(row.engine)),
    ...(ours && { ours: ours.p50 }),
    ...(peer && { peer: { name: peer.engine, ns: peer.p50 } }),
    ...(native && { native: native.p50 }),
    ...(ratio ? { ratio } : { lacks: lacking(target, engine, ours) }),
    verdict: verdict(ratio, target),
  }
}

/** Why there is no ratio. */
function lacking({ held, cold }: Target, engine: string, ours: Row | undefined): string {
  if (!ours) return `no row of ${engine}${cold ? ', cold' : ''}`
  switch (held.to) {
    case 'memory':
      return 'no allocations were counted'
    case 'best peer':
      return `no row of ${held.with}`
    case 'peer':
      return `no row of ${held.peer}`
    case 'case':
      return `no row of ${held.case}`
    default:
      return 'no row of native'
  }
}

function bestPeer(of: readonly Row[]): Row | undefined {
  return of
    .filter((row) => !engines.includes(row.engine) && !hostBound.includes(row.engine))
    .toSorted((a, b) => a.p50 - b.p50)[0]
}

type Ratio = NonNullable<TargetLine['ratio']>

function ratioTo(held: Held, ours: Row, rows: readonly Row[]): Ratio | undefined {
  if (held.to === 'memory') {
    if (ours.allocatedBytes === undefined) return undefined
    return exact(ours.allocatedBytes / held.bytes)
  }
  const other = measure(held, ours, rows)
  return other && ratioOf(ours, other)
}

function exact(value: number): Ratio {
  return { value, low: value, high: value }
}

function measure(
  held: Exclude<Held, { to: 'memory' }>,
  ours: Row,
  rows: readonly Row[],
): Median | undefined {
  const find = (name: string, engine: string) =>
    rows.find((row) => row.case === name && row.engine === engine)
  switch (held.to) {
    case 'time':
      return { p50: held.ns, low: held.ns, high: held.ns }
    case 'native':
      return find(ours.case, 'native')
    case 'peer':
      return find(ours.case, held.peer)
    case 'best peer':
      return find(ours.case, held.with) && bestPeer(rows.filter((row) => row.case === ours.case))
    case 'case': {
      const row = find(held.case, ours.engine)
      return row && multiple(row, held.times ?? 1)
    }
  }
}

function multiple({ p50, low, high }: Median, times: number): Median {
  return { p50: p50 * times, low: low * times, high: high * times }
}

function verdict(ratio: Ratio | undefined, { held, atMost = 1 }: Target): TargetLine['verdict'] {
  if (ratio === undefined) return 'n/a'
  if (held.to === 'time' && held.elsewhere !== undefined) return 'elsewhere'
  if (ratio.high <= atMost) return 'met'
  return ratio.low > atMost ? 'missed' : 'about'
}

/** `at most 0.45 of libsodium-wrappers`, `at most 400 ns`. */
function goal({ held, atMost = 1 }: Target): string {
  if (held.to === 'memory') return `at most ${held.bytes} B allocated`
  if (held.to === 'time') return `at most ${duration(held.ns * atMost)}${whose(held)}`
  const share = atMost === 1 ? 'at most' : `at most ${Number(atMost.toFixed(3))} of`
  return `${share} ${other(held)}`
}

function whose({ elsewhere }: { elsewhere?: string }): string {
  return elsewhere === undefined ? '' : ` (${elsewhere})`
}

function other(held: Exclude<Held, { to: 'memory' | 'time' }>): string {
  switch (held.to) {
    case 'native':
      return 'native'
    case 'peer':
      return held.peer
    case 'best peer':
      return `the best JS or WASM peer, ${held.with} among them`
    case 'case':
      return held.times === undefined ? held.case : `${held.times} times ${held.case}`
  }
}
