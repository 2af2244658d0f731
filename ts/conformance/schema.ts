/**
 * What a schema is, and how members of a vector are read.
 *
 * @module
 */

import { type Case, isRecord } from './case.js'
import type { Folder, VectorFile } from './vectors.js'

export type Schema = {
  readonly name: string
  /** Whether a file has this shape. Its place and its name decide only if the shape is that of a folder. */
  matches(file: VectorFile, folder: Folder): boolean
  /** The cases of the file. A file that only serves others has none. */
  cases(file: VectorFile, folder: Folder): Iterable<Case>
  /** Members that hold expectations, at any depth: a test changes what they hold and must see a failure. */
  readonly expectations: readonly string[]
  /** Whether a row decides its case whatever this member of `expectations` says. */
  settled?(row: Record<string, unknown>, member: string): boolean
  /** For text that is not JSON: the part of a line that holds an expectation, if there is one. */
  lines?(line: string, file: VectorFile, folder: Folder): string | undefined
}

/** Bytes of a hex string. */
export function hex(text: unknown): Uint8Array {
  if (typeof text !== 'string' || !/^([0-9a-fA-F]{2})*$/.test(text))
    throw new Error(`not hex: ${String(text)}`)
  return new Uint8Array(Buffer.from(text, 'hex'))
}

/** Hex of bytes. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** UTF-8 of a text. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** A member that must be text. */
export function text(record: Record<string, unknown>, name: string): string {
  const value = record[name]
  if (typeof value !== 'string') throw new Error(`the vector has no text "${name}"`)
  return value
}

/** Whether a row gives a member. One that is `null` is not given. */
export function has(row: Record<string, unknown>, name: string): boolean {
  return row[name] !== undefined && row[name] !== null
}

/** The members that an object gives, without those that are `null`. */
export function withoutNulls(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

/** A JWS as text, whether the vector has it as text or as an object. */
export function jwsText(value: unknown): string {
  if (typeof value === 'string') return value
  if (!isRecord(value)) throw new Error('the vector has no JWS')
  return JSON.stringify(value)
}

/** The object that a text of the vector holds; nothing where it holds none. */
export function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A member that must be an object. */
export function object(record: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = record[name]
  if (!isRecord(value)) throw new Error(`the vector has no object "${name}"`)
  return value
}

/** A member that must be a list of objects. */
export function list(record: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const value = record[name]
  if (!Array.isArray(value) || !value.every(isRecord))
    throw new Error(`the vector has no list "${name}"`)
  return value
}

/** Whether a value is a list of objects that all have these members. */
export function isTable(value: unknown, ...members: string[]): value is Record<string, unknown>[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((row) => isRecord(row) && members.every((name) => name in row))
  )
}
