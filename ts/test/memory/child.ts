/**
 * A process that uses secrets on the addon and then looks for them in all of its own memory (Linux).
 *
 * It gets them under a mask, on its standard input, and says what it found. It has them in the clear only where it
 * hands them over, and wipes them there; text that holds a secret is JavaScript's, which nobody can wipe,
 * so this side looks for bytes and not for text.
 */

import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

import { installAddon } from '../../src/engine/addon.js'
import { scenarios } from './all.js'
import { masked, type Scenario, unmask } from './scenario.js'
import { type Found, type Masked, Wanted } from './wanted.js'

/** What the parent sends. */
export type Order = {
  readonly addon: string
  readonly mask: number[]
  readonly runs: readonly {
    readonly name: string
    readonly given: readonly Masked[]
    readonly wanted: readonly Masked[]
  }[]
}

/** What this process says of each run. */
export type Report = {
  readonly name: string
  readonly names: readonly string[]
  readonly found: readonly (Found & { readonly where: string })[]
  /** Bytes that were looked through. */
  readonly searched: number
}

const step = 1 << 20
const page = new Uint8Array(new ArrayBuffer(step))
const overlap = 4_096

type Region = { readonly start: number; readonly end: number; readonly what: string }

/** What this process can write to: heaps, stacks, and what V8 and the allocator have taken. */
function regions(): Region[] {
  return readFileSync('/proc/self/maps', 'utf8')
    .split('\n')
    .map((line) => /^([0-9a-f]+)-([0-9a-f]+) rw\S* \S+ \S+ \S+ *(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, start, end, what]) => ({
      start: Number.parseInt(start as string, 16),
      end: Number.parseInt(end as string, 16),
      what: what || 'anonymous',
    }))
}

function search(wanted: Wanted): { found: Report['found']; searched: number } {
  const file = openSync('/proc/self/mem', 'r')
  const found: (Found & { where: string })[] = []
  let searched = 0
  for (const { start, end, what } of regions())
    for (let position = start; position < end; position += step - overlap) {
      const length = Math.min(step, end - position)
      const read = readOrNothing(file, length, position)
      searched += read
      const here = wanted.find(page.subarray(0, read), position)
      page.fill(0)
      found.push(...here.map((match) => ({ ...match, where: what })))
    }
  closeSync(file)
  return { found, searched }
}

/** A region that is reserved and not there cannot be read. */
function readOrNothing(file: number, length: number, position: number): number {
  try {
    return readSync(file, page, 0, length, position)
  } catch {
    return 0
  }
}

async function run(scenario: Scenario, order: Order, index: number): Promise<Report> {
  const mask = Uint8Array.from(order.mask)
  const { name, given, wanted: known } = order.runs[index] as Order['runs'][number]
  const wanted = new Wanted(mask)
  for (const secret of known) wanted.add(secret, false)
  const { secrets, wipe } = unmask(given, mask)
  await scenario.run(secrets, {
    learn(name, bytes) {
      wanted.add({ name, masked: masked(bytes, mask) }, false)
      bytes.fill(0)
    },
    steady: () => undefined,
    reload: () => installAddon(order.addon),
  })
  wipe()
  return { name, names: wanted.names, ...search(wanted) }
}

const order = JSON.parse(readFileSync(0, 'utf8')) as Order
installAddon(order.addon)
const reports: Report[] = []
for (const [index, { name }] of order.runs.entries()) {
  const scenario = scenarios.find((scenario) => scenario.name === name) as Scenario
  reports.push(await run(scenario, order, index))
}
process.stdout.write(JSON.stringify(reports))
