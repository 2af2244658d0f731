/**
 * Judges a folder: one schema for each file, every case against the API.
 *
 * @module
 */

import { type Api, type Case, isRecord, Mismatch, Skip } from './case.js'
import { applied } from './rules.js'
import type { Schema } from './schema.js'
import type { Folder, VectorFile } from './vectors.js'
import { noted, watched } from './watch.js'

export type Failure = { readonly case: string; readonly message: string }

export type FileResult = {
  readonly path: string
  readonly area: string
  /** Name of the schema; `undefined` for a file of unknown shape, which is a failure. */
  readonly schema: string | undefined
  readonly passed: number
  readonly failures: readonly Failure[]
  /** Reason to number of cases. */
  readonly skipped: Readonly<Record<string, number>>
  /** Rule to number of cases in which it decided, whatever was recorded. */
  readonly ruled: Readonly<Record<string, number>>
  /** Each case with what the public API gave in it: codes, booleans, states of facts; `ok` where none of them. */
  readonly verdicts: readonly (readonly [name: string, words: readonly string[]])[]
}

/** Judges every file of the folder, or those of some areas. */
export async function judgeFolder(
  folder: Folder,
  api: Api,
  schemas: readonly Schema[],
  areas: readonly string[] = [],
): Promise<FileResult[]> {
  const results: FileResult[] = []
  const all = watched(api)
  for (const file of folder.files)
    if (areas.length === 0 || areas.includes(file.area))
      results.push(await judgeFile(file, folder, all, schemas))
  return results
}

/** Judges one file. */
export async function judgeFile(
  file: VectorFile,
  folder: Folder,
  api: Api,
  schemas: readonly Schema[],
): Promise<FileResult> {
  const schema = schemas.find((schema) => schema.matches(file, folder))
  const failures: Failure[] = []
  const skipped: Record<string, number> = {}
  const ruled: Record<string, number> = {}
  const verdicts: [string, string[]][] = []
  let passed = 0
  const fail = (name: string, error: unknown) => failures.push({ case: name, message: say(error) })
  if (!schema) fail('(file)', new Mismatch(`no schema knows this file: ${kindOf(file)}`))
  for (const row of schema ? list(schema, file, folder, fail) : []) {
    applied.clear()
    noted.length = 0
    let end: string | undefined
    try {
      await row.run(api)
      passed += 1
    } catch (error) {
      if (error instanceof Skip) skipped[error.reason] = (skipped[error.reason] ?? 0) + 1
      else fail(row.name, error)
      end = error instanceof Skip ? `skipped: ${error.reason}` : 'FAILED'
    }
    verdicts.push([row.name, end === undefined ? wordsOrOk() : [end, ...noted]])
    for (const rule of applied) ruled[rule] = (ruled[rule] ?? 0) + 1
  }
  return {
    path: file.path,
    area: file.area,
    schema: schema?.name,
    passed,
    failures,
    skipped,
    ruled,
    verdicts,
  }
}

function wordsOrOk(): string[] {
  return noted.length === 0 ? ['ok'] : [...noted]
}

/** What a file of unknown shape is. */
function kindOf({ bytes, json }: VectorFile): string {
  if (isRecord(json))
    return `JSON object of ${Object.keys(json).slice(0, 8).join(', ') || 'nothing'}`
  if (Array.isArray(json)) return `JSON list of ${json.length}`
  if (json !== undefined) return 'JSON'
  return bytes.includes(0) ? `${bytes.length} bytes` : 'text'
}

/** A file that a schema claims and cannot read is a failure, not the end of the run. */
function list(
  schema: Schema,
  file: VectorFile,
  folder: Folder,
  fail: (name: string, error: unknown) => void,
): Case[] {
  try {
    return [...schema.cases(file, folder)]
  } catch (error) {
    fail('(file)', error)
    return []
  }
}

function say(error: unknown): string {
  if (error instanceof Mismatch) return error.message
  if (error instanceof Error) return `${error.name}: ${error.message}`
  return String(error)
}
