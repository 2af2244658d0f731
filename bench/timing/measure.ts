/**
 * Times one operation on secrets of two classes, in a random order.
 *
 * What is timed is made beforehand, many at once: making it differs between the classes, and may not be near the clock.
 *
 * @module
 */

import { randomFillSync } from 'node:crypto'
import { now } from '../clock.js'
import type { Timed } from './statistics.js'

/** One call, ready to be timed. */
export type Ready = {
  readonly run: () => unknown
  /** Gives back what it holds. */
  readonly close?: () => void
}

/** Makes a call on a secret of the fixed class, or of the random one. */
export type Make = (fixed: boolean) => Ready

/** Calls that are made, then timed, then closed. */
const CHUNK = 128

/** What the last call gave: a result that nobody holds might not be computed. */
export let last: unknown

/** Times `samples` calls after a tenth of that, unseen, so that code is compiled. */
export function measure(make: Make, samples: number): Timed {
  const fixed: number[] = []
  const random: number[] = []
  let unseen = samples / 10
  while (fixed.length + random.length < samples) {
    const classes = coins()
    const durations = chunk(classes.map(make))
    if (unseen > 0) unseen -= CHUNK
    else
      for (const [index, isFixed] of classes.entries())
        (isFixed ? fixed : random).push(durations[index] ?? 0)
  }
  return { fixed, random }
}

/** The class of each call of a chunk. */
function coins(): boolean[] {
  const bits = randomFillSync(new Uint8Array(CHUNK))
  return Array.from(bits, (byte) => (byte & 1) === 1)
}

/** Nanoseconds of each call. */
function chunk(calls: readonly Ready[]): number[] {
  const durations = calls.map(({ run }) => {
    const before = now()
    last = run()
    return now() - before
  })
  for (const { close } of calls) close?.()
  return durations
}

/** A leak to plant: four steps for each bit of `secret` that is one, about half a microsecond for a random one. */
export function plant(secret: Uint8Array): number {
  let state = 1
  for (const byte of secret)
    for (let bit = 0; bit < 8; bit += 1)
      if (((byte >> bit) & 1) === 1)
        for (let step = 0; step < 4; step += 1)
          state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
  return state
}
