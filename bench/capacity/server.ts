/**
 * A registry of agents over HTTP/1.1: report 000's `POST /api/v1/agents/register`.
 *
 * | Request | Answer |
 * | --- | --- |
 * | `POST /api/v1/agents/challenges?count=N` | 200, N challenges (at most 10,000); each can be answered once |
 * | `POST /api/v1/agents/register?nonce=N` | 201 with the DID; 409 `ERR_REPLAY` for a nonce that is used or not ours; 422 with the code of what was refused; 409 `ERR_REGISTERED` for a DID that is there |
 * | a body over 32 KiB | 413 |
 * | more than fits the queue | 503 `ERR_BUSY`, `Retry-After: 1`; the challenge is not used up |
 * | more open challenges than there is room for | 503 `ERR_BUSY` |
 *
 * A challenge is used up by the first attempt, so that nobody tries twice on one. The store is in memory: the cost of a
 * database comes on top.
 *
 * @module
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Api } from '../case.js'
import { Pool, type PoolOptions } from './pool.js'
import type { Agent, Spent, Verdict } from './registration.js'

export const audience = 'https://registry.example'

const bodyLimit = 32 * 1024
const cutOff = 8 * bodyLimit
const batchLimit = 10_000
const openLimit = 1_000_000
/** Seconds in which a challenge must be answered: a load test makes its answers beforehand. */
const lifetime = 3_600

type Answer = { status: number; value: object; retry?: boolean }

const busy: Answer = { status: 503, value: { code: 'ERR_BUSY' }, retry: true }
const tooLarge: Answer = { status: 413, value: { code: 'ERR_LIMIT_EXCEEDED' } }

export class Registry {
  readonly agents: Map<string, Agent> = new Map()
  /** Times of what was verified since the last look. */
  spent: Spent[] = []
  readonly #api: Api
  readonly #pool: Pool
  /** Challenges that nobody has answered yet, by nonce. */
  readonly #open = new Map<string, string>()
  readonly #server: Server
  #closing = false

  private constructor(api: Api, pool: Pool) {
    this.#api = api
    this.#pool = pool
    this.#server = createServer((request, response) => {
      this.#answer(request).then(
        (answer) => send(response, answer, this.#closing),
        // The client went away, or did not send a request.
        () => response.destroy(),
      )
    })
    this.#server.headersTimeout = 5_000
    this.#server.requestTimeout = 10_000
    this.#server.keepAliveTimeout = 30_000
  }

  /** Serves on the loopback address, on a free port. */
  static async listen(api: Api, options: PoolOptions): Promise<Registry> {
    const registry = new Registry(api, await Pool.start(options))
    await new Promise<void>((done) => registry.#server.listen(0, '127.0.0.1', done))
    return registry
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Takes no more connections, answers what is begun, and ends the threads. */
  async close(): Promise<void> {
    this.#closing = true
    const closed = new Promise((done) => this.#server.close(done))
    this.#server.closeIdleConnections()
    await closed
    await this.#pool.close()
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', 'http://registry')
    if (request.method !== 'POST') return refuse(405, 'ERR_METHOD')
    if (url.pathname === '/api/v1/agents/challenges')
      return this.#challenges(Number(url.searchParams.get('count') ?? 1))
    if (url.pathname !== '/api/v1/agents/register') return refuse(404, 'ERR_PATH')
    const body = await read(request)
    if (body === undefined) return tooLarge
    return this.#register(body, url.searchParams.get('nonce') ?? '')
  }

  #challenges(count: number): Answer {
    if (!Number.isInteger(count) || count < 1 || count > batchLimit)
      return refuse(400, 'ERR_ARGUMENT')
    if (this.#open.size + count > openLimit) return busy
    const made = Array.from({ length: count }, () =>
      this.#api.Pop.challenge({ audience, lifetime }),
    )
    for (const challenge of made) this.#open.set(challenge.nonce, JSON.stringify(challenge))
    return { status: 200, value: made }
  }

  async #register(body: Uint8Array, nonce: string): Promise<Answer> {
    const challenge = this.#open.get(nonce)
    if (challenge === undefined) return refuse(409, 'ERR_REPLAY')
    const verdict = this.#pool.verify({ body, challenge })
    if (verdict === undefined) return busy
    this.#open.delete(nonce)
    return this.#store(await verdict)
  }

  #store(verdict: Verdict): Answer {
    if (!verdict.ok) return refuse(422, verdict.code)
    const { agent, spent } = verdict
    this.spent.push(spent)
    if (this.agents.has(agent.did)) return refuse(409, 'ERR_REGISTERED')
    this.agents.set(agent.did, agent)
    return { status: 201, value: { did: agent.did } }
  }
}

function refuse(status: number, code: string): Answer {
  return { status, value: { code } }
}

/**
 * The body, or undefined if it is over the limit. What is over the limit is read and thrown away, so that the client
 * gets the answer; a body that goes on for long is cut off.
 */
async function read(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length <= bodyLimit) chunks.push(chunk)
    if (length > cutOff) throw new RangeError('the body does not end')
  }
  if (length > bodyLimit) return undefined
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
}

function send(response: ServerResponse, answer: Answer, closing: boolean): void {
  const text = JSON.stringify(answer.value)
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(answer.retry && { 'retry-after': '1' }),
    ...(closing && { connection: 'close' }),
  })
  response.end(text)
}
