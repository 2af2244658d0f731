import { afterEach, describe, expect, test } from 'vitest'
import { HttpSig } from '../src/subpath/all.js'
import { body, code, plain, request, signer, trust, url } from './setup/httpSig.js'

describe('Request and Response', () => {
  test('a signed request holds, and its body can still be read', async () => {
    const signed = await HttpSig.sign(request(), signer, { keyid: 'k' })
    const facts = await HttpSig.verify(signed, trust)
    expect(facts).toMatchObject({
      bodyCovered: true,
      signer: { trust: 'trusted' },
      replay: { state: 'unchecked' },
    })
    expect(new TextDecoder().decode(facts.content)).toBe(body)
    expect(await signed.text()).toBe(body)
  })

  test('what was signed stays as it was', async () => {
    const own = request()
    await HttpSig.sign(own, signer)
    expect([own.bodyUsed, own.headers.has('signature'), await own.text()]).toEqual([
      false,
      false,
      body,
    ])
  })

  test('one changed byte of the body is refused', async () => {
    const signed = await HttpSig.sign(request(), signer)
    const forged = new Request(signed, { body: body.replace('2', '3') })
    await expect(HttpSig.verify(forged, trust)).rejects.toThrowError(code('ERR_HTTP_SIG_DIGEST'))
  })

  test('a body over the limit is not read to its end', async () => {
    const signed = await HttpSig.sign(request(), signer)
    await expect(HttpSig.verify(signed, trust, { bodyLimit: 5 })).rejects.toThrowError(
      code('ERR_LIMIT_EXCEEDED'),
    )
  })

  test('a body over the limit is given up at its source', async () => {
    const stopped = new Promise((resolve) => {
      const source = new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1000)),
        cancel: () => resolve('stopped'),
      })
      const endless = new Response(source)
      const outcome = HttpSig.verify(endless, trust, { bodyLimit: 2000 })
      outcome.catch(() => undefined)
    })
    expect(await stopped).toBe('stopped')
  })

  test('a body that was read is refused', async () => {
    const signed = await HttpSig.sign(request(), signer)
    await signed.text()
    await expect(HttpSig.verify(signed, trust)).rejects.toThrowError(code('ERR_ARGUMENT'))
  })

  test('a response is tied to its request', async () => {
    const asked = await HttpSig.sign(request(), signer)
    const answer = new Response('ok', { status: 201 })
    const signed = await HttpSig.sign(answer, signer, { request: asked })
    expect(await HttpSig.verify(signed, trust, { request: asked })).toMatchObject({
      bodyCovered: true,
      uncovered: ['content-type'],
    })
    const other = await HttpSig.sign(request(), signer)
    await expect(HttpSig.verify(signed, trust, { request: other })).rejects.toThrowError(
      code('ERR_HTTP_SIG_INVALID'),
    )
    await expect(HttpSig.verify(signed, trust)).rejects.toThrowError(
      code('ERR_HTTP_SIG_COMPONENT_MISSING'),
    )
    expect(await signed.text()).toBe('ok')
  })

  test('a response without a body', async () => {
    const signed = await HttpSig.sign(new Response(null, { status: 204 }), signer)
    expect(signed.status).toBe(204)
    expect(await HttpSig.verify(signed, trust)).toMatchObject({ bodyCovered: false })
  })
})

describe('a URL with a fragment', () => {
  const signed = HttpSig.sign(plain(), signer)

  test('is refused where it is received', async () => {
    for (const own of [`${url}#`, `${url}#to=mallory`, 'https://agent.example/rpc#?x=1'])
      await expect(HttpSig.verify({ ...signed, url: own }, trust)).rejects.toThrowError(
        code('ERR_HTTP_SIG_MESSAGE'),
      )
    const { headers } = signed
    const received = new Request(`${url}#x`, { method: 'POST', body, headers: headers as never })
    await expect(HttpSig.verify(received, trust)).rejects.toThrowError(code('ERR_HTTP_SIG_MESSAGE'))
    expect(() => HttpSig.list({ ...signed, url: `${url}#x` })).toThrowError(
      code('ERR_HTTP_SIG_MESSAGE'),
    )
    const target = { ...signed, target: '/rpc?x=1#x' }
    await expect(HttpSig.verify(target, trust)).rejects.toThrowError(code('ERR_HTTP_SIG_MESSAGE'))
  })

  test('is signed without it, as the host never sends it', async () => {
    const own = new Request(`${url}#x`, { method: 'POST', body })
    const sent = await HttpSig.sign(own, signer)
    const received = new Request(url, { method: 'POST', body, headers: sent.headers })
    await expect(HttpSig.verify(received, trust)).resolves.toMatchObject({ bodyCovered: true })
    const answer = await HttpSig.sign(new Response('ok'), signer, { request: received })
    await expect(HttpSig.verify(answer, trust, { request: sent })).resolves.toBeDefined()
    expect(() => HttpSig.sign(plain({ url: `${url}#x` }), signer)).toThrowError(
      code('ERR_HTTP_SIG_MESSAGE'),
    )
  })
})

describe('where a host has no stream of a Request, as Firefox', () => {
  const descriptor = Object.getOwnPropertyDescriptor(Request.prototype, 'body')
  const hide = () =>
    Object.defineProperty(Request.prototype, 'body', { configurable: true, get: () => undefined })
  afterEach(() => {
    if (descriptor) Object.defineProperty(Request.prototype, 'body', descriptor)
    else Reflect.deleteProperty(Request.prototype, 'body')
  })

  test('a body is signed and verified, and can still be read', async () => {
    hide()
    const own = request()
    expect(own.body).toBe(undefined)
    const signed = await HttpSig.sign(own, signer)
    const facts = await HttpSig.verify(signed, trust)
    expect(facts).toMatchObject({ bodyCovered: true })
    expect([
      new TextDecoder().decode(facts.content),
      await signed.text(),
      await own.text(),
    ]).toEqual([body, body, body])
    const forged = new Request(signed.url, { method: 'POST', headers: signed.headers, body: 'x' })
    await expect(HttpSig.verify(forged, trust)).rejects.toThrowError(code('ERR_HTTP_SIG_DIGEST'))
  })

  test('a missing body stays missing', async () => {
    hide()
    for (const method of ['GET', 'POST']) {
      const signed = await HttpSig.sign(new Request(url, { method }), signer)
      expect(signed.headers.has('content-digest')).toBe(false)
      await expect(HttpSig.verify(signed, trust)).resolves.toMatchObject({ bodyCovered: false })
      if (descriptor) Object.defineProperty(Request.prototype, 'body', descriptor)
      if (descriptor) expect(signed.body).toBe(null)
      hide()
    }
  })

  test('the limit holds, and a body that was read is refused', async () => {
    hide()
    const signed = await HttpSig.sign(request(), signer)
    await expect(HttpSig.verify(signed, trust, { bodyLimit: 5 })).rejects.toThrowError(
      code('ERR_LIMIT_EXCEEDED'),
    )
    await signed.text()
    await expect(HttpSig.verify(signed, trust)).rejects.toThrowError(code('ERR_ARGUMENT'))
  })

  test('every profile, the signing fetch and the handler', async () => {
    hide()
    const { tap, webBotAuth } = HttpSig
    const get = () => new Request(url)
    await tap.verify(await tap.sign(get(), signer, { keyid: 'k', intent: 'pay' }), trust, {
      intent: 'pay',
    })
    const bot = await webBotAuth.sign(get(), signer, { agent: 'https://bot.example' })
    await webBotAuth.verify(bot, trust)
    const origin = 'https://agent.example'
    const handle = HttpSig.handler(async (own) => new Response(await own.text()), trust, { origin })
    const seen: string[] = []
    const hop = async (own: unknown) => {
      seen.push((own as Request).url)
      const answer = await handle(own as Request)
      const headers = { location: '/next' }
      return seen.length === 1 ? new Response(null, { status: 307, headers }) : answer
    }
    const signedFetch = HttpSig.fetch(signer, { fetch: hop as typeof fetch })
    expect(await (await signedFetch(url, { method: 'POST', body })).text()).toBe(body)
    expect(seen).toEqual([url, `${origin}/next`])
    const unsigned = await handle(request())
    expect(unsigned.headers.get('accept-signature')).toContain('content-digest')
    expect((await handle(get())).headers.get('accept-signature')).not.toContain('content-digest')
  })
})
