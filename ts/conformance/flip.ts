/**
 * Turns an expectation of a vector into its opposite, so that a test can see the tool fail.
 *
 * @module
 */

import { isRecord } from './case.js'
import { Folder, type VectorFile, vectorFile } from './vectors.js'

/** One changed file in an otherwise equal folder. */
export type Flip = { readonly member: string; readonly file: VectorFile; readonly folder: Folder }

/** Changes each expectation of a JSON file, at most `limit` places for each member. */
export function flips(
  file: VectorFile,
  folder: Folder,
  members: readonly string[],
  limit: number,
): Flip[] {
  return members.flatMap((member) => {
    const count = places(file.json, member)
    const step = Math.max(1, Math.floor(count / limit))
    return Array.from({ length: Math.min(count, limit) }, (_, index) =>
      flip(file, folder, member, index * step),
    )
  })
}

function flip(file: VectorFile, folder: Folder, member: string, place: number): Flip {
  const json = structuredClone(file.json)
  let seen = 0
  walk(json, member, (record) => {
    if (seen === place) turn(record, member)
    seen += 1
  })
  return replaced(member, file, folder, JSON.stringify(json))
}

/** Changes the first or the last letter or digit of one line of a text file. */
export function flipLine(file: VectorFile, folder: Folder, line: number, first: boolean): Flip {
  const lines = file.text.split('\n')
  const turned = first ? otherStart : otherEnd
  lines[line] = turned(lines[line] ?? '')
  return replaced(`line ${line + 1}`, file, folder, lines.join('\n'))
}

/** Members that say the opposite of each other change places. */
const swaps: Readonly<Record<string, string>> = { accept_under: 'reject_under' }

function turn(record: Record<string, unknown>, member: string): void {
  const other = swaps[member]
  if (other === undefined) record[member] = opposite(record[member])
  else [record[member], record[other]] = [record[other], record[member]]
}

function replaced(member: string, file: VectorFile, folder: Folder, text: string): Flip {
  const changed = vectorFile(file.path, new TextEncoder().encode(text), file.area)
  const files = folder.files.map((one) => (one === file ? changed : one))
  return { member, file: changed, folder: new Folder(files) }
}

function places(json: unknown, member: string): number {
  let count = 0
  walk(json, member, () => {
    count += 1
  })
  return count
}

/** Calls `visit` for each object that has the member with a value that can be flipped. */
function walk(
  value: unknown,
  member: string,
  visit: (record: Record<string, unknown>) => void,
): void {
  if (Array.isArray(value)) for (const inner of value) walk(inner, member, visit)
  if (!isRecord(value)) return
  if (member in value && opposite(value[member]) !== value[member]) visit(value)
  for (const inner of Object.values(value))
    if (typeof inner === 'object') walk(inner, member, visit)
}

const opposites: Readonly<Record<string, string>> = {
  valid: 'invalid',
  invalid: 'valid',
  'MUST-ACCEPT': 'MUST-REJECT',
  'MUST-REJECT': 'MUST-ACCEPT',
}

/** Another value of the same kind. A value that stays as it is cannot be flipped. */
function opposite(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return value.length === 0 ? ['low_order_R'] : []
  if (typeof value !== 'string' || value === '' || value === 'acceptable') return value
  return opposites[value] ?? otherEnd(value)
}

function otherEnd(text: string): string {
  const at = text.search(/[0-9A-Za-z][^0-9A-Za-z]*$/)
  if (at < 0) return text
  return `${text.slice(0, at)}${text.charAt(at) === '1' ? '2' : '1'}${text.slice(at + 1)}`
}

function otherStart(text: string): string {
  return text.replace(/[0-9A-Za-z]/, (letter) => (letter === '1' ? '2' : '1'))
}
