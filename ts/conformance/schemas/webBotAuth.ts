/**
 * Vectors of cloudflare/web-bot-auth: requests, `Signature-Agent` fields, registries, cards, and the
 * answer with a directory.
 *
 * Their keys are the test keys of RFC 9421, which ours refuses by a rule under this profile; the
 * signature itself is verified without it.
 *
 * @module
 */

import { type Api, attempt, type Case, judge, Skip, same } from '../case.js'
import { type PlainRequest, refusal } from '../httpMessage.js'
import { findExpected } from '../rules.js'
import { isTable, object, type Schema, text } from '../schema.js'
import { importJwk, importJwkSigner, thumbprint } from '../subject.js'
import type { Row } from './wycheproof.js'

type Judge = (api: Api, row: Row) => void | Promise<void>

function table(
  name: string,
  members: readonly string[],
  judgeRow: Judge,
  expectations: readonly string[],
): Schema {
  return {
    name: `Web Bot Auth ${name}`,
    matches: ({ json }) => isTable(json, ...members),
    *cases({ json }): Iterable<Case> {
      for (const [index, row] of (json as Row[]).entries())
        yield {
          name: String(row['name'] ?? row['label'] ?? index),
          run: (api) => judgeRow(api, row),
        }
    },
    expectations,
  }
}

export const botSchemas: readonly Schema[] = [
  table('requests', ['target_url', 'signature_input', 'key'], request, [
    'signature_input',
    'signature',
  ]),
  table('agents', ['header', 'entries'], agents, ['entries']),
  table('registries', ['registry_txt', 'signature_agent_cards'], registry, [
    'signature_agent_cards',
  ]),
  table('cards', ['card', 'url', 'valid'], card, ['valid']),
  table('directories', ['response', 'public_key', 'signature_base'], directory, ['signature_base']),
]

async function request(api: Api, row: Row): Promise<void> {
  const { HttpSig } = api
  const key = object(row, 'key')
  same(
    text(row, 'signature_input').includes(`keyid="${thumbprint(api, key)}"`),
    true,
    'keyid named',
  )
  const plain = plainRequest(row)
  if (key['kty'] === 'RSA') {
    judge('value' in attempt(() => api.Keys.signerFromJwk(key as never)), 'reject')
    throw new Skip('algorithm not offered')
  }
  const created = new Date(Number(row['created_ms']))
  const options = {
    created,
    expires: new Date(Number(row['expires_ms'])),
    nonce: text(row, 'nonce'),
    label: text(row, 'label'),
  }
  const made = importJwkSigner(api, key, (signer) =>
    HttpSig.webBotAuth.sign(plain, signer, options),
  )
  const field = (name: string) => made.headers.find(([own]) => own === name)?.[1]
  same(field('Signature-Input'), row['signature_input'], 'input')
  same(field('Signature'), row['signature'], 'signature')
  const trust = { key: importJwk(api, publicHalf(key)) }
  // Some of them hold for a century.
  const century = { now: created, maxLifetime: Number.MAX_SAFE_INTEGER }
  const wide = { ...century, required: ['@authority'] }
  judge((await refusal(() => HttpSig.verify(made, trust, wide))) === undefined, 'accept')
  const { verdict, why } = findExpected(row, true, ['test key refused'])
  const code = await refusal(() => HttpSig.webBotAuth.verify(made, trust, century))
  judge(code === undefined, verdict, why)
}

/** The request before it was signed. */
function plainRequest(row: Row): PlainRequest {
  const agent = typeof row['signature_agent'] === 'string' ? row['signature_agent'] : undefined
  const headers = agent === undefined ? [] : [['Signature-Agent', agent] as const]
  return { kind: 'request', method: 'GET', url: text(row, 'target_url'), headers }
}

function publicHalf({ d: _, ...jwk }: Row): Row {
  return jwk
}

function agents(api: Api, row: Row): void {
  same(api.HttpSig.webBotAuth.readAgents(text(row, 'header')), row['entries'], 'entries')
}

function registry(api: Api, row: Row): void {
  const urls = api.HttpSig.webBotAuth.readRegistry(text(row, 'registry_txt'))
  same(urls, row['signature_agent_cards'], 'cards')
}

function card(api: Api, row: Row): void {
  const read = attempt(() =>
    api.HttpSig.webBotAuth.readCard(JSON.stringify(row['card']), { url: text(row, 'url') }),
  )
  judge('value' in read, row['valid'] === true ? 'accept' : 'reject')
}

async function directory(api: Api, row: Row): Promise<void> {
  const [asked, answer] = [object(row, 'request'), object(row, 'response')]
  const pairs = (of: Row) => Object.entries(object(of, 'headers')) as [string, string][]
  const plain = {
    kind: 'response',
    status: Number(answer['status']),
    headers: pairs(answer),
    body: text(answer, 'body'),
    request: {
      kind: 'request',
      method: text(asked, 'method'),
      url: text(asked, 'target_url'),
      headers: pairs(asked),
    },
  } as const
  const input = plain.headers.find(([name]) => name === 'Signature-Input')?.[1] ?? ''
  const list = input.slice(input.indexOf('=') + 1)
  same(api.HttpSig.base(plain, list), row['signature_base'], 'base')
  const now = new Date(Number(/;created=(\d+)/.exec(list)?.[1]) * 1000)
  const trust = { key: importJwk(api, publicHalf(object(row, 'public_key'))) }
  const wide = { now, required: ['"@authority";req'] }
  judge((await refusal(() => api.HttpSig.verify(plain, trust, wide))) === undefined, 'accept')
  const read = () => api.HttpSig.webBotAuth.readDirectory(plain, { request: plain.request, now })
  const { verdict, why } = findExpected(row, true, ['test key refused'])
  judge((await refusal(read)) === undefined, verdict, why)
}
