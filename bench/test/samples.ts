// Result files for tests, and numbers that look drawn but are the same in every run.

import type { Result, Row } from '../result.js'
import { schema } from '../result.js'

/** Numbers from 0 to 1 (Mulberry32), the same for each `seed`. */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A row about a median `p50` whose interval reaches `margin` (a share of it) to both sides. */
export function row(name: string, engine: string, p50: number, margin: number = 0.01): Row {
  return {
    case: name,
    group: 'keys',
    engine,
    state: 'warm',
    batch: 1,
    ofBatchMeans: false,
    p50,
    p75: p50 * 1.02,
    p95: p50 * 1.1,
    p99: p50 * 1.3,
    p999: p50 * 2,
    low: p50 * (1 - margin),
    high: p50 * (1 + margin),
    mean: p50 * 1.03,
    moe: p50 * margin,
    samples: 5_000,
    rounds: 25,
    unit: 'ns',
    opsPerSecond: 1e9 / p50,
  }
}

/** A whole file of `rows`, of one machine unless `environment` says another. */
export function result(
  rows: readonly Row[],
  environment: Partial<Result['environment']> = {},
): Result {
  return {
    schema,
    date: '2026-01-02T03:04:05.000Z',
    environment: {
      platform: 'linux 6.1 x64',
      countersign: '0.1.0',
      cpu: 'Test processor',
      cores: 2,
      node: 'v24.0.0',
      ...environment,
    },
    settings: { quick: false, rounds: 25, milliseconds: 20 },
    rows,
    ratios: [],
    fits: [],
  }
}
