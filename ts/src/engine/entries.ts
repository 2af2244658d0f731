/**
 * The functions of an engine, made from the exports of its WebAssembly by the table of their signatures.
 *
 * An export takes nothing and gives a status. Its arguments and what it gives stand in the memory of the engine:
 * `rust/bindings/src/host_wasm.rs` is the other side. From the first argument that is put to the last result that is
 * taken no code of the caller runs.
 *
 * @internal
 * @module
 */

import { CountersignError, fromEngine } from '../errors.js'
import type { Code } from '../generated/codes.js'
import type { Engine } from '../generated/contract.js'
import { signatures } from '../generated/entries.js'
import type { Part } from '../generated/parts.js'
import { tableOf } from '../lines.js'
import type { Memory } from './entries/memory.js'

/** An export: 0, or what it refused is told by {@link readError}. */
type Raw = () => number

type Entry = (...values: unknown[]) => unknown

/** The export of a name, which `part` has; none where that is not there. */
export type Lookup = (name: string, part: Part) => Raw | undefined

/** Every function of the boundary, each made when it is used for the first time. */
export function entriesOf(memory: Memory, lookup: Lookup): Engine {
  const get = (_: object, name: string | symbol): Entry | undefined => {
    const part = partOf(name)
    if (part === undefined) return undefined
    const raw = lookup(name as string, part)
    if (!raw) throw missing(name as string, part)
    const entry = entryOf(memory, raw, signaturesOf(part).get(name as string) as string)
    Object.defineProperty(engine, name, { value: entry, writable: true })
    return entry
  }
  const engine: Engine = Object.create(new Proxy({}, { get }))
  return engine
}

const tables = new Map<Part, ReadonlyMap<string, string>>()

/** The entries of a part, with their signatures. A start waits for those that it calls. */
export function signaturesOf(part: Part): ReadonlyMap<string, string> {
  const table = tables.get(part) ?? tableOf(signatures[part])
  tables.set(part, table)
  return table
}

/** The part that has an entry. */
function partOf(name: string | symbol): Part | undefined {
  const parts = Object.keys(signatures) as Part[]
  return parts.find((part) => signaturesOf(part).has(name as string))
}

const put: Readonly<Record<string, (memory: Memory, place: number, value: never) => void>> = {
  b: (memory, place, value: boolean) => memory.putWord(place, value),
  d: (memory, place, value: Uint8Array) => memory.putBytes(place, value),
  n: (memory, place, value: number) => memory.putNumber(place, value),
  t: (memory, place, value: string) => memory.putText(place, value),
  u: (memory, place, value: number) => memory.putWord(place, value),
}

const take: Readonly<Record<string, (memory: Memory) => unknown>> = {
  b: (memory) => memory.takeWord() === 1,
  d: (memory) => memory.takeBytes(),
  n: (memory) => memory.takeNumber(),
  t: (memory) => memory.takeText(),
  u: (memory) => memory.takeWord(),
}

/** A function of `signature`, such as `tu>t`. */
function entryOf(memory: Memory, raw: Raw, signature: string): Entry {
  const [kinds, result] = signature.split('>') as [string, string]
  const puts = Array.from(kinds, (kind) => put[kind] as (typeof put)[string])
  const takeResult = take[result] as (typeof take)[string]
  return (...values) => {
    for (let place = 0; place < puts.length; place += 1)
      (puts[place] as (typeof puts)[number])(memory, place, values[place] as never)
    if (raw() !== 0) throw readError(memory)
    return takeResult(memory)
  }
}

/** What an export refused: all that crosses of an error is read here, and written by `raise` of the other side. */
function readError(memory: Memory): CountersignError {
  const told = memory.takeText()
  return fromEngine(memory.constant(2) as Code, told)
}

/** Says that an entry stands in a part that is not loaded, and what loads it. */
function missing(name: string, part: Part): CountersignError {
  return new CountersignError(
    'ERR_PART_MISSING',
    `${name} is in the part ${part} of the engine, which is not loaded: \`await init({ with: ['${part}'] })\` loads it, and beside countersign/inline an import of countersign/inline/all`,
    { member: part },
  )
}
