import { describe, expect, test } from 'vitest'
import { HttpSig } from '../../src/subpath/all.js'
import {
  captured,
  code,
  type Incoming,
  keyid,
  post,
  serve,
  signedFetch,
  signer,
  text,
  trust,
} from '../setup/httpSigHost.js'

describe('redirects', () => {
  const redirecting = async (status: number, to: (origin: string) => string) => {
    const seen: string[] = []
    const origin = await serve((origin) => {
      const signed = HttpSig.middleware(trust, { origin })
      return (request, response) =>
        void signed(request as Incoming, response, () => {
          const { content } = (request as Incoming).signature ?? {}
          seen.push(`${request.method} ${request.url} ${text(content)}`)
          if (request.url === '/from') response.writeHead(status, { location: to(origin) })
          response.end('done')
        })
    })
    return { origin, seen }
  }

  test('within the origin each hop has its own signature', async () => {
    for (const [status, want] of [
      [302, 'GET /to '],
      [303, 'GET /to '],
      [307, 'POST /to b'],
      [308, 'POST /to b'],
    ] as const) {
      const { origin, seen } = await redirecting(status, () => '/to')
      const response = await signedFetch(`${origin}/from`, post('b'))
      expect(await response.text()).toBe('done')
      expect(seen).toEqual(['POST /from b', want])
    }
  })

  test('what the caller asked of the host holds at each hop', async () => {
    const sent: Request[] = []
    const send = async (request: unknown) => {
      sent.push(request as Request)
      const headers = { location: '/to' }
      return sent.length === 1 ? new Response(null, { status: 307, headers }) : new Response()
    }
    const own = HttpSig.fetch(signer, { keyid, fetch: send as typeof fetch })
    const asked = {
      mode: 'same-origin',
      cache: 'no-store',
      credentials: 'omit',
      integrity: `sha256-${'A'.repeat(43)}=`,
      keepalive: true,
      referrer: '',
      referrerPolicy: 'no-referrer',
    } as const
    await own('https://api.example/from', { ...post(), ...asked })
    expect(sent.map(({ url }) => url)).toEqual([
      'https://api.example/from',
      'https://api.example/to',
    ])
    for (const request of sent) expect(request).toMatchObject(asked)
  })

  test('to another origin nothing is sent', async () => {
    const { origin: other, seen } = await redirecting(307, () => '/to')
    const { origin } = await redirecting(307, () => `${other}/to`)
    await expect(signedFetch(`${origin}/from`, post())).rejects.toThrow(code('ERR_FETCH_BLOCKED'))
    expect(seen).toEqual([])
    const manual = await signedFetch(`${origin}/from`, { ...post(), redirect: 'manual' })
    expect(manual.status).toBe(307)
    const loop = await redirecting(307, () => '/from')
    await expect(signedFetch(`${loop.origin}/from`)).rejects.toThrow(code('ERR_FETCH_BLOCKED'))
    expect(loop.seen).toHaveLength(21)
  })
})

describe('a request that takes its time', () => {
  const url = 'https://api.example/orders'
  const begin = 1_760_000_000_000
  // It holds for 300 seconds, and clocks may be 60 off.
  const end = begin + 360_000

  test.each(['body', 'keys'] as const)('its %s comes after its end: refused', async (slow) => {
    let time = begin
    const wait = (what: string) => {
      if (what === slow && time === end - 1000) time = end
    }
    const keys = () => {
      wait('keys')
      return trust
    }
    const options = { origin: 'https://api.example', now: () => new Date(time) }
    const handle = HttpSig.handler(() => new Response('done'), keys, options)
    const request = await captured(url, post(), { now: () => new Date(begin) })
    expect((await handle(request.clone())).status).toBe(200)
    const bytes = new Uint8Array(await request.clone().arrayBuffer())
    const slowly = new ReadableStream(
      {
        pull(controller) {
          wait('body')
          controller.enqueue(bytes)
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const copy = { method: 'POST', headers: request.headers, body: slowly, duplex: 'half' }
    time = end - 1000
    const response = await handle(new Request(url, copy as RequestInit))
    expect(time).toBe(end)
    expect([response.status, await response.json()]).toEqual([
      401,
      { error: 'ERR_HTTP_SIG_EXPIRED' },
    ])
  })
})
