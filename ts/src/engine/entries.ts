/**
 * The functions of an engine, made from the exports of its WebAssembly.
 *
 * An export takes nothing and gives a status. Its arguments and what it gives stand in the memory of the engine, and
 * its name has their types: `rust/bindings/src/host_wasm.rs` is the other side. From the first argument that is put to
 * the last result that is taken no code of the caller runs.
 *
 * @internal
 * @module
 */

import { type CountersignError, fromEngine } from '../errors.js'
import type { Code } from '../generated/codes.js'
import type { Engine } from '../generated/contract.js'
import type { Memory } from './entries/memory.js'

/** An export: 0, or what it refused is told by {@link readError}. */
type Raw = () => number

/** An export, and the types of what it takes; that of what it gives comes last. */
export type Export = { readonly raw: Raw; readonly types: readonly string[] }

type Entry = (...values: unknown[]) => unknown

/** The functions among the exports of a part, by name: behind it stand types, as in `didKeyId &[u8] String`. */
export function exportedBy(exports: WebAssembly.Exports): [string, Export][] {
  const named = Object.entries(exports).map(([name, raw]) => [name.split(' '), raw] as const)
  return named.flatMap(([[name, ...types], raw]) =>
    types.length > 0 ? [[name as string, { raw: raw as Raw, types }]] : [],
  )
}

/** Every function that `lookup` finds, each made when it is used for the first time. They throw what `explain` gives. */
export function entriesOf(
  memory: Memory,
  lookup: (name: string) => Export | undefined,
  explain: (refused: CountersignError) => unknown,
): Engine {
  const get = (_: object, name: string | symbol): Entry | undefined => {
    const found = typeof name === 'string' ? lookup(name) : undefined
    if (!found) return undefined
    const entry = entryOf(memory, found, explain)
    Object.defineProperty(engine, name, { value: entry, writable: true })
    return entry
  }
  const engine: Engine = Object.create(new Proxy({}, { get }))
  return engine
}

const putBytes = (memory: Memory, place: number, value: Uint8Array) => memory.putBytes(place, value)
const takeBytes = (memory: Memory) => memory.takeBytes()

const put: Readonly<Record<string, (memory: Memory, place: number, value: never) => void>> = {
  String: (memory, place, value: string) => memory.putText(place, value),
  '&[u8]': putBytes,
  bool: (memory, place, value: boolean) => memory.putWord(place, value),
  f64: (memory, place, value: number) => memory.putNumber(place, value),
  u32: (memory, place, value: number) => memory.putWord(place, value),
}

const take: Readonly<Record<string, (memory: Memory) => unknown>> = {
  String: (memory) => memory.takeText(),
  'host::Bytes': takeBytes,
  'host::Public': takeBytes,
  bool: (memory) => memory.takeWord() === 1,
  f64: (memory) => memory.takeNumber(),
  u32: (memory) => memory.takeWord(),
}

function entryOf(
  memory: Memory,
  { raw, types }: Export,
  explain: (refused: CountersignError) => unknown,
): Entry {
  const puts = types.slice(0, -1).map((type) => put[type] as (typeof put)[string])
  const takeResult = take[types.at(-1) as string] as (typeof take)[string]
  return (...values) => {
    for (let place = 0; place < puts.length; place += 1)
      (puts[place] as (typeof puts)[number])(memory, place, values[place] as never)
    if (raw() !== 0) throw explain(readError(memory))
    return takeResult(memory)
  }
}

/** What an export refused: all that crosses of an error is read here, and written by `raise` of the other side. */
function readError(memory: Memory): CountersignError {
  const told = memory.takeText()
  return fromEngine(memory.constant(2) as Code, told)
}
