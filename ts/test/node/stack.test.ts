// The stack of a thread that calls the addon: enough of it, and nothing left on it.

import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

import { engineName } from '../../src/engine/slot.js'
import { runProgram } from '../setup/program.js'
import type { Order, Report } from '../stack/child.js'

const addon = fileURLToPath(new URL('../../generated/countersign.node', import.meta.url))

const run = (order: Omit<Order, 'addon'>) =>
  runProgram<Report>(new URL('../stack/child.ts', import.meta.url), { addon, ...order })

describe.skipIf(engineName() !== 'native')('the stack of a worker', () => {
  // Below half a megabyte Node itself may not start. 4 is what it gives unasked.
  test.each([0.5, 1, 4])('of %f MB is enough, where JavaScript has none left', async (size) => {
    expect(Object.keys(await run({ task: 'deep', stackSizeMb: size }))).toHaveLength(14)
  })

  test.skipIf(process.platform !== 'linux')('holds nothing after a secret was used', async () => {
    const { planted, ...left } = await run({ task: 'paint', stackSizeMb: 4 })
    expect(planted, 'what is there is seen').toBe(32)
    expect(Object.keys(left)).toHaveLength(13)
    // An address has six bytes that are not zero.
    expect(Object.entries(left).filter(([, bytes]) => bytes > 8)).toEqual([])
  })
})
