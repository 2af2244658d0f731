// Secrets do not stay. Every scenario of `test/memory` uses secrets that are known here and closes all; then the
// whole memory of the engine is searched for them: that of WebAssembly from here, and natively that of a
// process of its own, by itself.

import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'

import { afterAll, describe, expect, test } from 'vitest'

import { engineName } from '../../src/engine/slot.js'
import { Keys } from '../../src/index.js'
import { scenarios } from '../memory/all.js'
import type { Order, Report } from '../memory/child.js'
import { masked, prepare, type Scenario, type Tools, unmask } from '../memory/scenario.js'
import { type Found, Wanted } from '../memory/wanted.js'
import { context } from '../setup/context.js'
import { runProgram } from '../setup/program.js'

const mask = new Uint8Array(randomBytes(8_192))
const native = engineName() === 'native'
const minutes = 60_000

/** The stack is at the bottom of the memory (`rust/xtask/src/build.rs`), and grows down. At rest nothing of it is in use. */
const stackSize = 640 << 10
/** The frames of the entries themselves, which cannot wipe what they stand on: no secret is there. */
const entryFrame = 1_024

/** Memories of all engines that are made while this class stands in. */
const memories: WebAssembly.Memory[] = []
const { Instance } = WebAssembly

class Watched extends Instance {
  constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
    super(module, imports)
    if ('memory' in this.exports) memories.push(this.exports['memory'] as WebAssembly.Memory)
  }
}

const bytesOf = (memory: WebAssembly.Memory) => new Uint8Array(memory.buffer)

function search(wanted: Wanted): Found[] {
  return memories.flatMap((memory) => wanted.find(bytesOf(memory)))
}

/** How far down the stack was left as it is. */
function deepest(): number {
  const stack = memories.map((memory) => bytesOf(memory).subarray(0, stackSize))
  const lowest = stack.map((bytes) => bytes.findIndex((byte) => byte !== 0))
  return Math.max(...lowest.map((address) => (address < 0 ? 0 : stackSize - address)))
}

async function run(scenario: Scenario): Promise<{ wanted: Wanted; found: Found[] }> {
  // The throw-away instances of others.
  memories.splice(1)
  for (const memory of memories) bytesOf(memory).fill(0, 0, stackSize)
  const { given, wanted: known } = prepare(scenario, mask)
  const wanted = new Wanted(mask)
  for (const secret of known) wanted.add(secret, true)
  const { secrets, wipe } = unmask(given, mask)
  let before: number | undefined
  const tools: Tools = {
    learn(name, bytes) {
      wanted.add({ name, masked: masked(bytes, mask) }, true)
      bytes.fill(0)
    },
    steady() {
      const places = search(wanted).length
      before ??= places
      expect(places, 'places where the secrets are').toBe(before)
    },
    reload: () => undefined,
  }
  await scenario.run(secrets, tools)
  wipe()
  return { wanted, found: search(wanted) }
}

const places = (found: readonly Found[]) =>
  found.map(
    ({ name, form, address }) =>
      `${name}, as ${form}, at ${address < stackSize ? 'stack' : 'heap'} ${address}`,
  )

describe.skipIf(native)('the memory of WebAssembly', () => {
  afterAll(() => {
    WebAssembly.Instance = Instance
  })

  test('a secret that is there is found, in every form', async () => {
    WebAssembly.Instance = Watched as typeof Instance
    await context.reload()
    // The frame of an entry is at the top of the stack, so it ends where these tests think.
    for (const memory of memories) bytesOf(memory).fill(0, 0, stackSize)
    Keys.generate('Ed25519').close()
    expect(deepest()).toBeGreaterThan(0)
    const { given } = prepare({ name: '', given: { secret: 32 }, run() {} }, mask)
    const { secrets } = unmask(given, mask)
    const wanted = new Wanted(mask)
    wanted.add(given[0] as never, true)
    const secret = Buffer.from(secrets['secret'] as Uint8Array)
    const memory = bytesOf(memories[0] as WebAssembly.Memory)
    const key = [...secret].map((byte) => byte ^ 0x36)
    const forms = [secret, secret.toReversed(), key].map((bytes) => Uint8Array.from(bytes))
    const texts = ['hex', 'base64', 'base64url'].map((form) => secret.toString(form as 'hex'))
    for (const planted of [...forms, ...texts.map((text) => new TextEncoder().encode(text))]) {
      expect(search(wanted)).toEqual([])
      const was = memory.slice(5_000, 5_000 + planted.length)
      memory.set(planted, 5_000)
      expect(search(wanted).length).toBeGreaterThan(2)
      memory.set(was, 5_000)
    }
  })

  test.each(scenarios.filter(({ native }) => !native))(
    '$name',
    { timeout: 5 * minutes },
    async (scenario) => {
      const { wanted, found } = await run(scenario)
      const sizes = memories.map((memory) => `${memory.buffer.byteLength >> 10} KiB`)
      console.log(
        `${scenario.name}: ${found.length} places in ${sizes.join(' + ')}; stack left ${deepest()} bytes; looked for ${wanted.names.join(', ')}`,
      )
      expect(places(found)).toEqual([])
      expect(deepest()).toBeLessThan(entryFrame)
    },
  )
})

describe.skipIf(!native || process.platform !== 'linux')(
  'the memory of a process with the addon',
  () => {
    test('holds no secret after use', { timeout: 25 * minutes }, async () => {
      const runs = scenarios.map((scenario) => ({
        name: scenario.name,
        ...prepare(scenario, mask),
      }))
      const addon = fileURLToPath(new URL('../../generated/countersign.node', import.meta.url))
      const program = new URL('../memory/child.ts', import.meta.url)
      const order: Order = { addon, mask: [...mask], runs }
      const reports = await runProgram<Report[]>(program, order)
      expect(reports).toHaveLength(scenarios.length)
      for (const { name, names, found, searched } of reports)
        console.log(
          `${name}: ${found.length} places in ${searched >> 20} MiB; looked for ${names.join(', ')}`,
        )
      const left = reports.flatMap(({ name, found }) =>
        found.map(
          (finding) =>
            `${name}: ${finding.name}, as ${finding.form}, in ${finding.where} at ${finding.address.toString(16)}`,
        ),
      )
      expect(left).toEqual([])
    })
  },
)
