/**
 * HTTP messages as text: a request line or a status line, fields, and the body after an empty line.
 *
 * @internal
 * @module
 */

import type { HttpSig } from 'countersign/http'
import { misuse } from './misuse.js'

const requestLine = /^([!#$%&'*+.^`|~\w-]+) (\S+) HTTP\/\d(?:\.\d)?$/
const statusLine = /^HTTP\/\d(?:\.\d)? (\d{3})(?: .*)?$/

/** Whether a text is an HTTP message that is signed, or the fields of one. */
export function isSignedHttp(text: string): boolean {
  const [head] = cut(text)
  return /^signature-input:/im.test(head) && /^signature:/im.test(head)
}

/** Whether the line is there that comes before the fields: without it, they do not say which request they are of. */
export function hasFirstLine(text: string): boolean {
  const [first = ''] = text.split(/\r?\n/, 1)
  return requestLine.test(first) || statusLine.test(first)
}

/**
 * The message in a text. `origin` is where it was received, as `https://api.example`; without it, the field `Host` says
 * where its sender wanted it to go, which is no proof of where it went.
 */
export function messageIn(text: string, origin?: string): HttpSig.PlainMessage {
  const [head, body] = cut(text)
  const [first = '', ...rest] = head.split(/\r?\n/)
  const [request, status] = [requestLine.exec(first), statusLine.exec(first)]
  const lines = request || status ? rest : [first, ...rest]
  const headers = lines.filter(Boolean).map(fieldOf)
  const content = body === undefined ? {} : { body }
  if (status) return { kind: 'response', status: Number(status[1]), headers, ...content }
  const [, method = 'GET', target = '/'] = request ?? []
  return { kind: 'request', method, url: urlOf(target, headers, origin), headers, ...content }
}

/** A field of a message in a line. */
export function fieldOf(text: string): readonly [string, string] {
  const end = text.indexOf(':')
  if (end < 1) throw misuse(`a field is written as 'Name: value', and not "${text}"`)
  return [text.slice(0, end).trim(), text.slice(end + 1).trim()]
}

function cut(text: string): readonly [string, string | undefined] {
  const end = /\r?\n\r?\n/.exec(text)
  if (!end) return [text, undefined]
  return [text.slice(0, end.index), text.slice(end.index + end[0].length)]
}

function urlOf(target: string, headers: HttpSig.Fields, origin: string | undefined): string {
  if (/^https?:/i.test(target)) return target
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? 'unknown.invalid'
  return `${origin?.replace(/\/+$/, '') ?? `https://${host}`}${target}`
}
