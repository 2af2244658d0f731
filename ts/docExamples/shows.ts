// Compares a value with how an example shows it.

import assert from 'node:assert/strict'
import { inspect } from 'node:util'

/** Throws unless `value` prints as `text`, in which `…` stands for anything, and white space does not count. */
export function shows(value: unknown, text: string): void {
  const printed = inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null })
  const pattern = squeeze(text).split('…').map(literal).join('.*')
  assert.match(squeeze(printed), new RegExp(`^${pattern}$`), `shown: ${text}, is: ${printed}`)
}

function squeeze(text: string): string {
  return text.replace(/Uint8Array\(\d+\)/g, 'Uint8Array').replace(/\s/g, '')
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
