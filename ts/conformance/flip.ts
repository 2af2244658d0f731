/**
 * Changes one decisive byte or verdict of a vector, so that a test can see the tool fail.
 *
 * A place is decisive if its schema names a member on the path to it, and nothing else in the row settles the case
 * earlier: what must be refused stays refused, whatever its other members say.
 *
 * @module
 */

import { isRecord } from './case.js'
import { type Place, places } from './places.js'
import type { Schema } from './schema.js'
import { Folder, type VectorFile, vectorFile } from './vectors.js'

/** A place that decides: where, and what stands there. */
export type Decisive = {
  readonly file: VectorFile
  /** The member that the schema names, or `line`. */
  readonly member: string
  /** Members and indexes, or the number of the line. */
  readonly path: readonly (string | number)[]
  readonly start: number
  readonly end: number
}

/** One changed file in an otherwise equal folder. */
export type Flip = {
  readonly place: Decisive
  readonly file: VectorFile
  readonly folder: Folder
  /** What stood there, and what stands there now. */
  readonly from: string
  readonly to: string
}

/** Gives numbers from 0 up to, not including, a bound. */
export type Random = (bound: number) => number

/** The decisive places of a file. */
export function decisive(file: VectorFile, folder: Folder, schema: Schema): Decisive[] {
  if (file.json !== undefined) return members(file, schema)
  return lines(file, (line) => schema.lines?.(line, file, folder))
}

/** Changes a place. */
export function flip(place: Decisive, folder: Folder, random: Random): Flip {
  const { file, start, end } = place
  const from = file.text.slice(start, end)
  const word = opposites[from] ?? otherLetter(from, random)
  const to = place.member === 'line' ? word : turned(from, random)
  const text = swapped(file.text, place) ?? file.text.slice(0, start) + to + file.text.slice(end)
  const changed = vectorFile(file.path, new TextEncoder().encode(text), file.area)
  const files = folder.files.map((other) => (other === file ? changed : other))
  return { place, file: changed, folder: new Folder(files), from, to }
}

function lines(file: VectorFile, partOf: (line: string) => string | undefined): Decisive[] {
  const found: Decisive[] = []
  let start = 0
  for (const [index, line] of file.text.split('\n').entries()) {
    const part = partOf(line) ?? ''
    const from = start + line.indexOf(part)
    if (/[0-9A-Za-z]/.test(part))
      found.push({ file, member: 'line', path: [index + 1], start: from, end: from + part.length })
    start += line.length + 1
  }
  return found
}

function members(file: VectorFile, schema: Schema): Decisive[] {
  const wanted = new Set([...schema.expectations, 'verdict'])
  return places(file.text).flatMap((place) => {
    const member = place.path.find((step) => wanted.has(String(step)))
    if (typeof member !== 'string' || !canTurn(place) || isSettled(file.json, place, schema))
      return []
    return [{ file, member, path: place.path, start: place.start, end: place.end }]
  })
}

/** Members that say whether a row must be accepted, and their values if it must not. */
const refusals: Readonly<Record<string, readonly unknown[]>> = {
  result: ['invalid', 'acceptable'],
  accept: [false],
  valid: [false],
  expect: ['invalid'],
  must_fail: [true],
  disposition: ['MUST-REJECT'],
}

/** Whether another member of the row settles the case, whatever stands here. */
function isSettled(json: unknown, { path }: Place, schema: Schema): boolean {
  const last = String(path.filter((step) => typeof step === 'string').at(-1))
  // A list of what must be refused.
  if (path.includes('invalid')) return true
  let value = json
  for (const step of path) {
    if (isRecord(value) && (settles(value, last) || schema.settled?.(value, last))) return true
    value = (value as Record<string | number, unknown>)[step]
  }
  return false
}

function settles(row: Record<string, unknown>, member: string): boolean {
  const ours = isRecord(row['ours']) ? row['ours']['verdict'] : undefined
  if (ours !== undefined) return member !== 'verdict'
  const refusing = Object.entries(refusals).find(([name, said]) => said.includes(row[name]))
  return refusing !== undefined && refusing[0] !== member
}

const opposites: Readonly<Record<string, string>> = {
  valid: 'invalid',
  invalid: 'valid',
  accept: 'reject',
  reject: 'accept',
  'MUST-ACCEPT': 'MUST-REJECT',
  'MUST-REJECT': 'MUST-ACCEPT',
}

/** A value that leaves the verdict open has no opposite, and only the first word of a note is a verdict. */
function canTurn({ path, value }: Place): boolean {
  if (path.at(-1) === 'successor_should') return /^(accept|reject)\b(?! or )/.test(String(value))
  return typeof value !== 'string' || (/[0-9A-Za-z]/.test(value) && !open.has(value))
}

const open: ReadonlySet<string> = new Set(['acceptable', 'either'])

/** Another JSON value of the same kind. */
function turned(json: string, random: Random): string {
  const value: unknown = JSON.parse(json)
  if (typeof value === 'boolean') return String(!value)
  if (typeof value === 'number') return String(value === 0 ? 1 : value - Math.sign(value))
  if (typeof value !== 'string') return Array.isArray(value) ? '["1"]' : '"1"'
  const [word = ''] = /^\w[\w-]*/.exec(value) ?? []
  const other = word === value || /^(accept|reject)$/.test(word) ? opposites[word] : undefined
  if (other !== undefined) return JSON.stringify(other + value.slice(word.length))
  return JSON.stringify(otherLetter(value, random))
}

/** One letter or digit becomes another of its kind: hex stays hex, and small letters stay small. */
function otherLetter(text: string, random: Random): string {
  const spots = [...text.matchAll(/[0-9A-Za-z]/g)].map(({ index }) => index)
  const spot = spots[random(spots.length)] ?? 0
  const next: Readonly<Record<string, string>> = { '9': '0', f: 'e', F: 'E', z: 'y', Z: 'Y' }
  const letter = text.charAt(spot)
  const other = next[letter] ?? String.fromCharCode(letter.charCodeAt(0) + 1)
  return text.slice(0, spot) + other + text.slice(spot + 1)
}

/** The readings that accept and those that refuse change places. */
function swapped(text: string, { member }: Decisive): string | undefined {
  if (member !== 'accept_under' || !text.includes('"reject_under"')) return undefined
  return text.replace(/"(accept|reject)_under"/g, (_, name) => `"${opposites[name]}_under"`)
}
