/**
 * The server as a process, over the loopback address: it runs the built files, so build first.
 */

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import * as api from 'countersign/all'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '../case.js'
import { type ServeOptions, ServerProcess } from './child.js'
import { percentiles } from './figures.js'
import { requestOf } from './load.js'
import { type Registration, register } from './registration.js'

const script = new URL('../../dist-tools/bench/capacity/serve.js', import.meta.url)
const start = (options: Partial<ServeOptions> = {}) =>
  ServerProcess.start(script, { engine: 'wasm', workers: 1, ...options })

type Challenge = { nonce: string }

async function challenges(origin: string, count: number): Promise<Challenge[]> {
  const answer = await fetch(`${origin}/api/v1/agents/challenges?count=${count}`, {
    method: 'POST',
  })
  return (await answer.json()) as Challenge[]
}

async function post(origin: string, registration: object, nonce: string) {
  const { path, method, body } = requestOf(registration, nonce)
  const answer = await fetch(`${origin}${path}`, { method, body })
  return { status: answer.status, ...((await answer.json()) as { did?: string; code?: string }) }
}

async function made(origin: string): Promise<{ registration: Registration; nonce: string }> {
  const [challenge] = await challenges(origin, 1)
  if (!challenge) throw new Error('no challenge')
  return { registration: register(api as unknown as Api, challenge), nonce: challenge.nonce }
}

describe('one worker', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.stop())

  test('takes a registration once, and counts it', async () => {
    const { registration, nonce } = await made(server.origin)
    const { did } = registration
    expect(await post(server.origin, registration, nonce)).toEqual({ status: 201, did })
    const again = await post(server.origin, registration, nonce)
    expect(again).toEqual({ status: 409, code: 'ERR_REPLAY' })
    const { agents, spent, cpu } = await server.usage()
    expect([agents, spent.length]).toEqual([1, 1])
    expect(cpu).toBeGreaterThan(0)
  })

  test.each<[string, string, (registration: Registration) => object]>([
    [
      'another DID',
      'ERR_POP_DID',
      (registration) => ({ ...registration, did: 'did:web:other.example' }),
    ],
    [
      'a changed card',
      'ERR_CARD_SIGNATURE',
      (registration) => ({ ...registration, card: changed(registration.card) }),
    ],
    [
      'swapped proofs',
      'ERR_POP_DID',
      (registration) => ({ ...registration, proofs: registration.proofs.toReversed() }),
    ],
    [
      'a proof under another signature',
      'ERR_POP_INVALID',
      ({ proofs: [first, second], ...rest }) => ({
        ...rest,
        proofs: [{ ...first, signature: 'A'.repeat(86) }, second],
      }),
    ],
    [
      'one key',
      'ERR_REQUEST',
      (registration) => ({ ...registration, keys: registration.keys.slice(1) }),
    ],
    ['null', 'ERR_REQUEST', () => JSON.parse('[null]')],
  ])('refuses %s, and the challenge is used up', async (_name, code, change) => {
    const { registration, nonce } = await made(server.origin)
    const refused = await post(server.origin, change(registration), nonce)
    expect(refused).toEqual({ status: 422, code })
    expect(await post(server.origin, registration, nonce)).toMatchObject({ status: 409 })
  })

  test('an answer to another challenge is refused', async () => {
    const [first, second] = [await made(server.origin), await made(server.origin)]
    const refused = await post(server.origin, first.registration, second.nonce)
    expect(refused).toMatchObject({ status: 422, code: 'ERR_POP_NONCE' })
  })

  test('a body over the limit, another path and another method', async () => {
    const { origin } = server
    const large = await post(origin, { card: 'x'.repeat(40_000) }, 'n')
    expect(large).toMatchObject({ status: 413 })
    expect((await fetch(`${origin}/else`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(origin)).status).toBe(405)
  })
})

test('over its queue it says 503 at once, and what was refused may come again', async () => {
  const server = await start({ queue: 1, batch: 1 })
  try {
    const ready = await Promise.all(Array.from({ length: 24 }, () => made(server.origin)))
    const send = ({ registration, nonce }: (typeof ready)[number]) =>
      post(server.origin, registration, nonce)
    const answers = await Promise.all(ready.map(send))
    const refused = ready.filter((_, index) => answers[index]?.status === 503)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]))
    for (const registration of refused)
      expect(await send(registration)).toMatchObject({ status: 201 })
  } finally {
    await server.stop()
  }
})

test('it ends by itself, answers what was begun, and listens no more', async () => {
  const server = await start()
  const { registration, nonce } = await made(server.origin)
  const { path, method, body } = requestOf(registration, nonce)
  // The server says that it has begun before it gets the body: only then is it told to end.
  const begun = request(`${server.origin}${path}`, { method, headers: { expect: '100-continue' } })
  const answered = once(begun, 'response')
  begun.flushHeaders()
  await once(begun, 'continue')
  const ended = server.stop()
  begun.end(body)
  const [answer] = (await answered) as [IncomingMessage]
  answer.resume()
  expect([answer.statusCode, await ended]).toEqual([201, 0])
  const { hostname, port } = new URL(server.origin)
  await expect(
    new Promise((resolve, reject) =>
      connect(Number(port), hostname, () => resolve(undefined)).on('error', reject),
    ),
  ).rejects.toThrow(/ECONNREFUSED/)
})

test('percentiles', () => {
  expect(percentiles([3, 1, 2])).toMatchObject({ p50: 2 })
})

/** The card with one word of its description changed. */
function changed(card: string): string {
  return card.replace('is measured', 'was changed')
}
