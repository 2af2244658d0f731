/**
 * Documents as they are received: text, bytes, or an object that somebody parsed.
 *
 * Text and bytes go to the core unchanged, so that it can refuse a member that
 * appears twice. In an object such a member can no longer be seen, so the result
 * of a verification then says `parsed: true`. A document that is longer than the
 * core accepts is refused here.
 *
 * @module
 */

import * as check from './check.js'
import { plainText, tag } from './document/plain.js'
import { CountersignError, coreError } from './errors.js'
import { jsonSize, jsonUtf8 } from './generated/messages.js'

/** A value that JSON can carry. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined }

/** A JSON object. */
export type JsonObject = { readonly [name: string]: JsonValue | undefined }

/** A document as text, and whether it was an object before. @internal */
export type Received = { readonly text: string; readonly parsed: boolean }

/**
 * The text of a document that was received.
 *
 * @throws `ERR_ARGUMENT` for another type or a value that JSON cannot carry; `ERR_JSON_SIZE` above
 * {@link check.maxDocument} bytes; `ERR_JSON_UTF8` for bytes that are not UTF-8.
 * @internal
 */
export function receive(value: unknown, name: string): Received {
  if (typeof value === 'string') return { text: short(value, name), parsed: false }
  if (ArrayBuffer.isView(value)) return { text: decode(check.bytes(value, name)), parsed: false }
  if (typeof value !== 'object' || value === null) throw unfit(name, 'text, bytes or an object')
  return { text: print(value, name), parsed: true }
}

/**
 * As {@link receive}, for a document that is a list. Of an array no more is printed than the engine needs to refuse it.
 *
 * @internal
 */
export function receiveList(value: unknown, name: string, most: number): Received {
  const list = check.isArray(value, name) ? check.list(value, name).slice(0, most + 1) : value
  return receive(list, name)
}

/** The texts of a list of documents; of none, if there is no list. @internal */
export function texts(documents: unknown, name: string): string[] {
  const list = documents === undefined ? [] : check.list(documents, name)
  return list.map((document, index) => receive(document, `${name}[${index}]`).text)
}

/**
 * The JSON text of a value, or `ERR_ARGUMENT` for what JSON would drop, or turn into something else; `ERR_JSON_SIZE`
 * as of {@link receive}. A member that is `undefined` counts as absent.
 *
 * @internal
 */
export function print(value: unknown, name: string): string {
  let text: string | undefined
  try {
    text = plainText(value) ?? JSON.stringify(value, exact)
  } catch (cause) {
    throw unfit(name, 'a value that JSON can carry', cause)
  }
  if (text === undefined) throw unfit(name, 'a value that JSON can carry')
  return short(text, name)
}

/** A text has at least as many bytes as UTF-16 units, so what passes here may still be too long for the core. */
function short(text: string, name: string): string {
  limit(text.length)
  return check.text(text, name)
}

/** Refuses what the core would refuse, by its bytes: `rust/core/src/encoding/document.rs`. @internal */
export function limit(size: number): void {
  if (size > check.maxDocument) throw coreError(jsonSize, { limit: check.maxDocument, got: size })
}

/** Throws for values that `JSON.stringify` alters in silence: NaN to null, a Map to {}. */
function exact(this: unknown, _name: string, value: unknown): unknown {
  const carried =
    typeof value === 'number'
      ? Number.isFinite(value)
      : typeof value === 'object'
        ? value === null || Array.isArray(value) || tag(value) === '[object Object]'
        : typeof value === 'undefined'
          ? !Array.isArray(this)
          : typeof value === 'string' || typeof value === 'boolean'
  if (!carried) throw new TypeError(`JSON cannot carry ${tag(value)}`)
  return value
}

/** A byte order mark is kept, for the core to refuse. */
function decode(bytes: Uint8Array): string {
  limit(bytes.length)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw coreError(jsonUtf8, { at: badByte(bytes) }, { cause })
  }
}

/** Where bytes cease to be UTF-8: the first letter that comes back as other bytes. */
function badByte(bytes: Uint8Array): number {
  const again = new TextEncoder().encode(
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  )
  let offset = again.findIndex((byte, index) => byte !== bytes[index])
  while (((again[offset] as number) & 0xc0) === 0x80) offset -= 1
  return offset
}

function unfit(name: string, want: string, cause?: unknown): CountersignError {
  return new CountersignError('ERR_ARGUMENT', `${name} must be ${want}`, {
    cause,
    member: name,
    want,
  })
}
