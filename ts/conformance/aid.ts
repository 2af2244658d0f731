/**
 * What the schemas of AgenticIdentity share (specs of its formats: the profile `aid`).
 *
 * A file is `{ description, source, cases }`; every case must be of a kind that one schema knows.
 * The recorded verdict is AgenticIdentity's own. Where the case has a note, `successor_should`, its
 * first word decides; else the recorded verdict holds, unless a rule of `rules.ts` refuses.
 *
 * @module
 */

import type { Keys } from 'countersign'
import { type Api, type Case, isRecord } from './case.js'
import { applied, type Expected, overridden, type Rule } from './rules.js'
import { hex, list, type Schema } from './schema.js'
import type { Row } from './schemas/wycheproof.js'
import type { Folder, VectorFile } from './vectors.js'

/** Where a case stands: its file, for what cases share. */
export type Place = {
  readonly file: VectorFile
  readonly folder: Folder
  readonly rows: readonly Row[]
  readonly index: number
}

/** A kind of case: how it is known, and how it is judged. */
export type Kind = {
  /** Members that it has; `a.b` is a member of a member. */
  readonly has: readonly string[]
  readonly run: (api: Api, row: Row, place: Place) => void | Promise<void>
}

/** A schema of kinds. Each case is of the first kind whose members it has. */
export function aidSchema(
  name: string,
  kinds: readonly Kind[],
  expectations: readonly string[],
): Schema {
  const kindOf = (row: Row) => kinds.find(({ has }) => has.every((path) => hasPath(row, path)))
  return {
    name: `AgenticIdentity ${name}`,
    matches: ({ json }) =>
      isRecord(json) &&
      Array.isArray(json['cases']) &&
      json['cases'].length > 0 &&
      json['cases'].every((row) => isRecord(row) && kindOf(row)),
    *cases(file, folder): Iterable<Case> {
      const rows = list(file.json as Row, 'cases')
      for (const [index, row] of rows.entries()) {
        const label = String(row['name'] ?? row['path'] ?? row['pattern'] ?? '')
        yield {
          name: `[${index}] ${label}`,
          run: (api) => kindOf(row)?.run(api, row, { file, folder, rows, index }),
        }
      }
    },
    expectations,
    // What is refused has no output.
    settled: (row, member) =>
      /_utf8$/.test(member) &&
      (isRefused(row['upstream']) || /^reject\b/.test(String(row['successor_should']))),
  }
}

function isRefused(upstream: unknown): boolean {
  return isRecord(upstream) && upstream['is_valid'] === false
}

function hasPath(row: Row, path: string): boolean {
  let value: unknown = row
  for (const name of path.split('.')) {
    if (!isRecord(value) || !(name in value)) return false
    value = value[name]
  }
  return true
}

/** What ours must do: the override, the note, a rule, or the recorded verdict. */
export function due(row: Row, accepted: boolean, refusing: Rule | false = false): Expected {
  const ours = overridden(row)
  if (ours) return ours
  const note = row['successor_should']
  if (note === undefined) {
    if (refusing) applied.add(refusing)
    if (accepted && refusing) return { verdict: 'reject', why: refusing }
    return { verdict: accepted ? 'accept' : 'reject', why: '' }
  }
  const text = String(note)
  const [first = ''] = text.split(/[\s:;,]/)
  if (!/^[a-z]+$/.test(first)) throw new Error(`no note: ${text}`)
  if (/\b(accept|reject) or (accept|reject)\b/.test(text)) return { verdict: 'either', why: text }
  if (first === 'accept' || first === 'reject') return { verdict: first, why: text }
  return { verdict: accepted ? 'accept' : 'reject', why: text }
}

/** Whether a recorded result is `{ ok: … }`. */
export function isOk(result: unknown): boolean {
  return isRecord(result) && 'ok' in result
}

export const embedded = { allowEmbeddedKey: true } as const

/** Microseconds of a number in a vector. */
export function micros(value: unknown): bigint {
  return BigInt(Number(value))
}

/** A member that is an object, whatever its content. */
export function part(row: Row, name: string): Row {
  const value = row[name]
  if (!isRecord(value)) throw new Error(`the vector has no object "${name}"`)
  return value
}

/** A list of objects, empty too. */
export function parts(row: Row, name: string): Row[] {
  const value = row[name]
  if (!Array.isArray(value) || !value.every(isRecord))
    throw new Error(`the vector has no list "${name}"`)
  return value
}

/** Uses the key of a seed. */
export function withSeed<T>(
  api: Api,
  seed: unknown,
  use: (signer: ReturnType<typeof signerOf>) => T,
): T {
  const signer = signerOf(api, hex(seed))
  try {
    return use(signer)
  } finally {
    signer.close()
  }
}

function signerOf(api: Api, seed: Uint8Array): Keys.LocalSigner {
  return api.Keys.fromSecret('Ed25519', seed)
}

/** The keys of the seeds 01, 02, … in which these vectors sign, as a trust input. */
export function knownKeys(api: Api): { keys: Known[] } {
  const seeds = Array.from({ length: 16 }, (_, index) => new Uint8Array(32).fill(index + 1))
  return { keys: [...seeds, new Uint8Array(32).fill(42)].map((seed) => keyOf(api, seed)) }
}

type Known = { key: ReturnType<Api['Keys']['publicKey']> }

function keyOf(api: Api, seed: Uint8Array): Known {
  const signer = signerOf(api, seed)
  const key = { key: signer.publicKey }
  signer.close()
  return key
}

/** `prefix ‖ base58` of half of a SHA-256, which a vector states of an id input. */
export async function idOf(api: Api, prefix: string, input: string): Promise<string> {
  const bytes = new TextEncoder().encode(input)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return prefix + api.Encoding.base58.encode(digest.subarray(0, 16))
}
