/**
 * Signed HTTP requests.
 *
 * @internal
 * @module
 */

import { Did } from 'countersign'
import { HttpSig } from 'countersign/http'
import type { Command, Line, Options, Outcome } from '../command.js'
import { readBytes, readText } from '../files.js'
import { fieldOf } from '../httpText.js'
import { readSigner, readTrust, signing, trusting } from '../keys.js'
import { listText, signerText, table, timeText } from '../words.js'

const message: Options = {
  url: { value: 'URL', help: 'absolute, as clients write it' },
  method: { value: 'NAME', help: 'default: GET, or POST where there is a body' },
}

export const commands: readonly Command[] = [
  {
    name: 'http sign',
    summary: 'sign a request (RFC 9421); prints the fields to send',
    operands: '[BODY]',
    options: {
      ...signing,
      ...message,
      header: { value: 'LINE', multiple: true, help: "a field of the request, as 'Accept: */*'" },
      keyid: { value: 'NAME', help: 'name of the key; default: its did:key' },
      tag: { value: 'TEXT', help: 'the application that it is for' },
    },
    notes: ['BODY is a file, or - for standard input. Without it the request has none.'],
    examples: [
      'countersign http sign --key agent.jwk --url https://api.example/orders order.json > fields.txt',
      'curl -H @fields.txt --data-binary @order.json https://api.example/orders',
    ],
    run: sign,
  },
  {
    name: 'http verify',
    summary: 'verify a signed request from its fields and body',
    operands: '[BODY]',
    options: {
      ...trusting,
      ...message,
      fields: { value: 'FILE', help: 'the fields of the request, one a line' },
      tag: { value: 'TEXT', help: 'the tag that the signature must have' },
      'max-age': { value: 'SECONDS', help: 'greatest age of the signature; default: 300' },
    },
    notes: [
      'It does not look for replays: a server does, with a store (see ts/docs/http-servers.md in the package).',
    ],
    examples: [
      'countersign http verify --trust did:key:z6Mk… --url https://api.example/orders --fields fields.txt order.json',
    ],
    run: verify,
  },
]

async function sign(line: Line): Promise<Outcome> {
  using signer = await readSigner(line)
  const own = line.all('header').map(fieldOf)
  const keyid = line.text('keyid') ?? Did.keyId(signer.publicKey)
  const tag = line.text('tag')
  const request = await requestOf(line, own)
  const signed = HttpSig.sign(request, signer, { keyid, ...(tag && { tag }) })
  const headers = signed.headers
  const text = headers.map(([name, value]) => `${name}: ${value}\n`).join('')
  return { text, data: { method: request.method, url: request.url, headers } }
}

async function verify(line: Line): Promise<Outcome> {
  const trust = await readTrust(line)
  const path = line.needed('fields', 'name a file with the fields of the request')
  const fields = (await readText(path)).split(/\r?\n/).filter(Boolean).map(fieldOf)
  const [tag, maxAge] = [line.text('tag'), line.number('max-age')]
  const { content: _, ...found } = await HttpSig.verify(await requestOf(line, fields), trust, {
    ...(tag && { tag }),
    ...(maxAge !== undefined && { maxAge }),
  })
  const text = table([
    ['verified', found.components.join(' ')],
    ['signer', found.signer ? signerText(found.signer) : 'a shared secret'],
    ['created', timeText(found.created)],
    ['not covered', listText(found.uncovered)],
  ])
  return { text: `${text}\n`, data: found }
}

async function requestOf(line: Line, headers: HttpSig.Fields): Promise<HttpSig.PlainRequest> {
  const url = line.needed('url', 'write it as clients do, as https://api.example/orders')
  const path = line.operand
  const body = path === undefined ? undefined : await readBytes(path)
  const method = line.text('method') ?? (body ? 'POST' : 'GET')
  return { kind: 'request', method, url, headers, ...(body && { body }) }
}
