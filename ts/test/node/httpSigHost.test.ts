import { request as send } from 'node:http'
import { describe, expect, test } from 'vitest'
import { CountersignError, HttpSig, Keys, memoryReplayStore } from '../../src/subpath/all.js'
import {
  captured,
  code,
  type Incoming,
  keyid,
  post,
  refused,
  serve,
  signedFetch,
  text,
  trust,
} from '../setup/httpSigHost.js'

/** Answers with who signed and the body. */
const guarded = (
  options: Partial<HttpSig.handler.Options> = {},
  trusted: HttpSig.TrustSource = trust,
) =>
  serve((origin) => {
    const onRefused = (error: unknown) => refused.push(error)
    const signed = HttpSig.middleware(trusted, { origin, onRefused, ...options })
    return (request, response) =>
      void signed(request as Incoming, response, () => {
        const { signer, content } = (request as Incoming).signature ?? {}
        const controller = signer?.controller
        response.end(JSON.stringify({ controller, body: text(content) }))
      })
  })

describe('a signing fetch and a Node server', () => {
  test('the server knows who called, and gets the bytes that were signed', async () => {
    const origin = await guarded()
    const response = await signedFetch(`${origin}/orders?id=1`, post())
    expect(await response.json()).toEqual({
      controller: 'did:web:agent.example',
      body: '{"order":1}',
    })
    expect((await signedFetch(origin)).status).toBe(200)
  })

  test('a changed body, a replay and another host are refused', async () => {
    const [origin, other] = [await guarded(), await guarded()]
    const request = await captured(`${origin}/orders`)
    const { headers } = request
    const changed = await fetch(request.url, { method: 'POST', headers, body: '{"order":2}' })
    expect([changed.status, await changed.json()]).toEqual([401, { error: 'ERR_HTTP_SIG_DIGEST' }])
    expect(changed.headers.get('accept-signature')).toBe(
      'sig1=("@method" "@target-uri" "content-digest");created;expires;nonce;keyid',
    )
    const aimed = await fetch(`${other}/orders`, { headers, ...post() })
    expect([aimed.status, await aimed.json()]).toEqual([401, { error: 'ERR_HTTP_SIG_INVALID' }])
    const path = await fetch(`${origin}/orders2`, { headers, ...post() })
    expect(path.status).toBe(401)
    expect((await fetch(request.clone())).status).toBe(200)
    const again = await fetch(request)
    expect([again.status, await again.json()]).toEqual([401, { error: 'ERR_REPLAY' }])
    expect(refused).toHaveLength(4)
  })

  test('what is not signed, or by nobody known, is refused', async () => {
    const origin = await guarded()
    const stranger = HttpSig.fetch(Keys.generate('Ed25519'), { keyid })
    const old = await captured(origin, post(), { now: () => new Date(Date.now() - 700_000) })
    const table: [Promise<Response>, string][] = [
      [fetch(origin), 'ERR_HTTP_SIG_MISSING'],
      [stranger(origin), 'ERR_HTTP_SIG_INVALID'],
      [fetch(old), 'ERR_HTTP_SIG_EXPIRED'],
      [
        fetch(origin, { headers: { signature: 'sig1=:', 'signature-input': 'sig1=("x' } }),
        'ERR_STRUCTURED_FIELD_MALFORMED',
      ],
    ]
    for (const [response, want] of table) {
      const answer = await response
      expect(answer.status).toBe(401)
      expect(((await answer.json()) as { error: string }).error).toBe(want)
    }
  })

  test('a Host field and a proxy’s fields decide nothing', async () => {
    const origin = await guarded({ origin: 'https://api.example' })
    const request = await captured('https://api.example/orders')
    const headers = { ...Object.fromEntries(request.headers), host: 'evil.example' }
    const status = (path: string) =>
      new Promise((resolve, reject) => {
        const sent = send(`${origin}${path}`, { method: 'POST', headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        sent.on('error', reject)
        sent.end('{"order":1}')
      })
    expect(await status('/orders')).toBe(200)
  })

  test('a body over the limit is not read to its end', async () => {
    const origin = await guarded({ bodyLimit: 1000 })
    const response = await signedFetch(origin, post('x'.repeat(1000)))
    expect(response.status).toBe(200)
    const long = await signedFetch(origin, post('x'.repeat(1001)))
    expect([long.status, await long.json()]).toEqual([413, { error: 'ERR_LIMIT_EXCEEDED' }])
  })

  test('what is wrong on this side is 500, and says nothing more', async () => {
    const broken = () => {
      throw new Error('the database is gone')
    }
    for (const origin of [
      await guarded({}, broken),
      await guarded({ replay: { checkAndMark: broken } }),
    ]) {
      const response = await signedFetch(origin, post())
      expect([response.status, await response.text()]).toEqual([500, '{"error":"ERR_INTERNAL"}'])
    }
    const throwing = await serve((origin) => {
      const signed = HttpSig.middleware(trust, { origin })
      return (request, response) => void signed(request as Incoming, response, broken)
    })
    expect((await signedFetch(throwing)).status).toBe(500)
    // Somebody read the body before.
    const late = await serve((origin) => {
      const signed = HttpSig.middleware(trust, { origin })
      return (request, response) => {
        request.resume()
        request.on('end', () => void signed(request as Incoming, response, () => response.end()))
      }
    })
    expect((await signedFetch(late, post())).status).toBe(500)
  })

  test('what next throws is 500, whatever it is, and breaks off what had begun', async () => {
    const seen: unknown[] = []
    const failing = (begun: boolean) =>
      serve((origin) => {
        const onRefused = (error: unknown) => refused.push(error)
        const onError = (error: unknown) => {
          seen.push(error)
          throw error
        }
        const signed = HttpSig.middleware(trust, { origin, onRefused, onError })
        return (request, response) =>
          void signed(request as Incoming, response, () => {
            response.setHeader('Content-Length', '1000')
            if (begun) response.write('half')
            throw new CountersignError('ERR_HTTP_SIG_KEY', 'of another message')
          })
      })
    const response = await signedFetch(await failing(false), post())
    expect([response.status, await response.text()]).toEqual([500, '{"error":"ERR_INTERNAL"}'])
    const begun = signedFetch(await failing(true), post()).then((half) => half.text())
    await expect(begun).rejects.toThrow()
    expect(seen).toEqual([code('ERR_HTTP_SIG_KEY'), code('ERR_HTTP_SIG_KEY')])
    expect(refused).toEqual([])
  })

  test('a request that broke off before is answered at once', async () => {
    const signed = HttpSig.middleware(trust, { origin: 'https://api.example' })
    const sent: unknown[] = []
    const request = { destroyed: true, rawHeaders: [], on: () => undefined }
    const response = {
      statusCode: 0,
      headersSent: false,
      setHeader: () => undefined,
      end: (body?: string) => sent.push(body),
    }
    await signed(request, response, () => sent.push('next'))
    expect([response.statusCode, sent]).toEqual([401, ['{"error":"ERR_HTTP_SIG_MESSAGE"}']])
  })

  test('a store without room is 503', async () => {
    const origin = await guarded({ replay: memoryReplayStore({ limit: 1 }) })
    expect((await signedFetch(origin, post())).status).toBe(200)
    const response = await signedFetch(origin, post())
    expect([response.status, await response.json()]).toEqual([503, { error: 'ERR_REPLAY_FULL' }])
  })

  test('a store that fails is 503, with its code', async () => {
    for (const code of ['ERR_STORE_UNAVAILABLE', 'ERR_STORE_DAMAGED'] as const) {
      const checkAndMark = () => Promise.reject(new CountersignError(code, 'a store that fails'))
      const origin = await guarded({ replay: { checkAndMark } })
      const response = await signedFetch(origin, post())
      expect([response.status, await response.json()]).toEqual([503, { error: code }])
    }
  })

  test('options are checked at the start', () => {
    const bad = [
      {},
      { origin: 'api.example' },
      { origin: 1 },
      undefined,
      { origin: 'https://a.example', profile: 'x' },
    ]
    for (const options of bad)
      expect(() => HttpSig.middleware(trust, options as never)).toThrow(code('ERR_ARGUMENT'))
  })
})
