// A line for each store and fault, with its figures; a fault that breaks the contract has failed.

import type { Figures } from 'countersign/stores/contract'

let [passed, failed] = [0, 0]

/** Runs a check, and prints what came of it. */
export async function line(
  store: string,
  fault: string,
  run: () => Promise<object & { readonly note?: string }>,
): Promise<void> {
  const name = `${store.padEnd(9)} ${fault}`
  try {
    const { note, ...figures } = await run()
    const counted = Object.entries(figures).map(([what, count]) => `${what} ${count}`)
    console.log(`${name}: ${[...counted, ...(note ? [note] : [])].join(', ')}`)
    passed += 1
  } catch (error) {
    console.log(`${name}: FAILED: ${error instanceof Error ? error.stack : error}`)
    failed += 1
  }
}

/** Says what did not run, why, and the cure. */
export function notRun(why: string): void {
  console.log(`!! ${why}`)
}

export function end(): void {
  console.log(`${passed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}

/** Throws unless nothing was accepted twice, and nothing that was acknowledged is lost. */
export function sound<F extends Figures>(figures: F): F {
  if (figures.twice > 0 || figures.lost > 0)
    throw new Error(`${figures.twice} accepted twice, ${figures.lost} lost`)
  return figures
}

export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}
