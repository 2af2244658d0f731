// Many marks, of which every process asks for each, while something happens to the store.
//
// A question without an answer is asked again, as a client would send its request again.

import type { Stores } from 'countersign/stores/contract'
import { insist } from './insist.js'

export type Storm = {
  readonly kind: 'storm'
  readonly name: string
  /** How many different marks. */
  readonly marks: number
}

/** 2100: no mark ends meanwhile. */
const later = 4_102_444_800
const lanes = 16
/** Progress is told in steps of so many. */
const step = 50

/** The marks that this process got, by their number. */
export async function runStorm(
  { replay }: Stores,
  { name, marks }: Storm,
  onProgress: (asked: number) => void,
): Promise<readonly number[]> {
  const won: number[] = []
  let next = 0
  const lane = async () => {
    for (let mark = next++; mark < marks; mark = next++) {
      if (await insist(() => replay.checkAndMark(`${name}-${mark}`, later))) won.push(mark)
      if (mark % step === 0) onProgress(mark)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return won
}

/** What came of a storm: marks that several got, and marks that somebody got and the store no longer knows. */
export async function judgeStorm(
  { replay }: Stores,
  { name, marks }: Storm,
  won: readonly (readonly number[])[],
): Promise<{ asked: number; accepted: number; twice: number; lost: number }> {
  const all = won.flat()
  const known = new Set(all)
  let lost = 0
  for (const mark of known) if (await replay.checkAndMark(`${name}-${mark}`, later)) lost += 1
  return { asked: marks, accepted: known.size, twice: all.length - known.size, lost }
}
