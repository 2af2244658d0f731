/**
 * How results are written for people.
 *
 * @internal
 * @module
 */

import type { Fact, ProvenKey } from 'countersign'

/** Text of a document, which could hold what moves the cursor of a terminal. */
export function plain(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Names and values below each other; what is undefined is left out. */
export function table(
  rows: readonly (readonly [name: string, value: string | undefined])[],
): string {
  const present = rows.filter(([, value]) => value !== undefined)
  const width = Math.max(...present.map(([name]) => name.length))
  return present.map(([name, value]) => `${name.padEnd(width)}  ${plain(value ?? '')}`).join('\n')
}

/** A JSON value, indented. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** Who signed, and why that counts. */
export function signerText({ id, controller, publicKeyMultibase, type, trust }: ProvenKey): string {
  return `${id ?? controller ?? publicKeyMultibase} (${type}, ${trust})`
}

/** A list in one line. */
export function listText(items: readonly string[]): string {
  return items.length === 0 ? 'nothing' : items.join(', ')
}

/** The answers of a report. */
export function factRows(
  facts: Readonly<Record<string, Fact | undefined>>,
): (readonly [string, string])[] {
  return Object.entries(facts).flatMap(([name, fact]) =>
    fact === undefined ? [] : [[name, factText(fact)] as const],
  )
}

function factText(fact: Fact): string {
  return 'code' in fact ? `${fact.state}, ${fact.code} at ${fact.at}: ${fact.why}` : fact.state
}

/** Unix seconds as a time; a number that is no time stays as it is. */
export function timeText(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined
  const time = new Date(seconds * 1000)
  return Number.isNaN(time.getTime()) ? String(seconds) : time.toISOString()
}
