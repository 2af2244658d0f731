// Compares a value with how an example shows it.

import assert from 'node:assert/strict'
import { inspect } from 'node:util'

/** Gives `value`; throws unless it prints as `text`, in which `…` stands for anything, and white space does not count. */
export function shows<T>(value: T, text: string): T {
  const printed = inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null })
  const pattern = squeeze(text).split('…').map(literal).join('.*')
  assert.match(squeeze(printed), new RegExp(`^${pattern}$`), `shown: ${text}, is: ${printed}`)
  return value
}

function squeeze(text: string): string {
  return text.replace(/Uint8Array\(\d+\)/g, 'Uint8Array').replace(/\s/g, '')
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
