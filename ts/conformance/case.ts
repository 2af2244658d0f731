/**
 * What a schema makes of a file: cases, each of which calls the public API and compares.
 *
 * A case ends in one of four ways: it returns (passed), throws a `Mismatch`
 * (failed), throws a `Skip` (not judged, with a listed reason), or throws
 * anything else (failed: the vector or the tool is broken).
 *
 * @module
 */

import type { skips } from './skips.js'
import { note } from './watch.js'

/** The public API of one engine, with the entry of dangerous parts. */
export type Api = typeof import('countersign/all') & typeof import('countersign/hazmat')

export type Case = {
  /** Name in the file: its number, id or description. */
  readonly name: string
  run(api: Api): void | Promise<void>
}

/** The library gave something else than the vector expects. */
export class Mismatch extends Error {}

/** The case is not judged; `reason` is a row of the table in README.md. */
export class Skip extends Error {
  readonly reason: keyof typeof skips

  constructor(reason: keyof typeof skips) {
    super(reason)
    this.reason = reason
  }
}

/** A verdict that ours must give. `either` is left open by the vector's own source. */
export type Verdict = 'accept' | 'reject' | 'either'

/** What came of an operation that may refuse its input. */
export type Outcome<T> = { readonly value: T } | { readonly refused: string }

/** Errors that say that the library or this tool is broken, not that an input was refused. */
const faults = /^ERR_(INTERNAL|ENGINE_|NOT_READY|HANDLE_|WASM_|NATIVE_)/

/**
 * Runs `use`; a `CountersignError` is a refusal, everything else a failure of the case.
 *
 * A wrong argument is this tool's fault, except where the vector chose it (`argument`).
 */
export function attempt<T>(use: () => T, argument = false): Outcome<T> {
  try {
    return { value: use() }
  } catch (error) {
    const code = (error as { code?: unknown }).code
    const refusal = typeof code === 'string' && code.startsWith('ERR_') && !faults.test(code)
    if (!refusal || (code === 'ERR_ARGUMENT' && !argument)) throw error
    // Methods of handles refuse too, and only here is that seen.
    note(error)
    return { refused: code }
  }
}

/** Whether a primitive said yes: `false` and a refusal are both no. */
export function accepts(use: () => boolean): boolean {
  const outcome = attempt(use)
  return 'value' in outcome && outcome.value
}

/** Whether an operation gave something. */
export function gives(use: () => unknown): boolean {
  return 'value' in attempt(use)
}

/** Compares a verdict. */
export function judge(accepted: boolean, expected: Verdict, why = ''): void {
  if (expected === 'either' || accepted === (expected === 'accept')) return
  const rule = why === '' ? '' : ` (${why})`
  throw new Mismatch(`${accepted ? 'accepted' : 'refused'}, expected ${expected}${rule}`)
}

/** Compares values: bytes by content, the rest by JSON with sorted members. */
export function same(actual: unknown, expected: unknown, what = 'value'): void {
  const [left, right] = [show(actual), show(expected)]
  if (left !== right) throw new Mismatch(`${what} is ${short(left)}, expected ${short(right)}`)
}

function show(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (typeof value === 'string') return value
  return (
    JSON.stringify(value, (_, inner) => (isRecord(inner) ? sorted(inner) : inner)) ?? String(value)
  )
}

function sorted(value: Record<string, unknown>): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function short(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
