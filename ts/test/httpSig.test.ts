import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { afterEach, describe, expect, expectTypeOf, test } from 'vitest'
import components from '../../rust/vectors/http-signatures/rfc9421_components.json' with {
  type: 'json',
}
import examples from '../../rust/vectors/http-signatures/rfc9421_examples.json' with {
  type: 'json',
}
import {
  Did,
  Encoding,
  Grant,
  HttpSig,
  Keys,
  memoryReplayStore,
  requireFacts,
  Sage,
} from '../src/subpath/all.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const utf8 = (text: string) => new TextEncoder().encode(text)
const { encode: base64, decode: fromBase64 } = Encoding.base64

const url = 'https://agent.example/rpc?x=1'
const body = '{"jsonrpc":"2.0"}'
const now = new Date(1_760_000_000_000)
const signer = Keys.fromSecret('Ed25519', new Uint8Array(32).fill(7))
const trust = { key: signer.publicKey }
const shared = { secret: new Uint8Array(32).fill(9) }

const plain = (extra: Partial<HttpSig.PlainRequest> = {}): HttpSig.PlainRequest => ({
  kind: 'request',
  method: 'POST',
  url,
  headers: [['Content-Type', 'application/json']],
  body,
  ...extra,
})
const request = (init: RequestInit = {}) => new Request(url, { method: 'POST', body, ...init })
const header = (message: HttpSig.PlainMessage, name: string) =>
  message.headers
    .filter(([own]) => own === name)
    .map(([, value]) => value)
    .join(', ')

describe('the base, made independently', () => {
  test('is what is signed', () => {
    const signed = HttpSig.sign(plain(), signer, { keyid: 'k', nonce: 'n', created: now })
    const digest = `sha-256=:${base64(sha256(utf8(body)))}:`
    const parameters =
      '("@method" "@target-uri" "content-digest");created=1760000000;keyid="k";nonce="n"'
    const base = [
      '"@method": POST',
      `"@target-uri": ${url}`,
      `"content-digest": ${digest}`,
      `"@signature-params": ${parameters}`,
    ].join('\n')
    expect(header(signed, 'Content-Digest')).toBe(digest)
    expect(header(signed, 'Signature-Input')).toBe(`sig1=${parameters}`)
    const [, signature] = /^sig1=:(.*):$/.exec(header(signed, 'Signature')) as unknown as string[]
    expect(
      ed25519.verify(fromBase64(signature as string), utf8(base), signer.publicKey.bytes),
    ).toBe(true)
    expect(HttpSig.base(signed, parameters)).toBe(base)
  })

  test('of a shared secret', () => {
    const signed = HttpSig.sign(plain({ body: '' }), shared, { created: now, nonce: false })
    const base = `"@method": POST\n"@target-uri": ${url}\n"@signature-params": ("@method" "@target-uri");created=1760000000`
    expect(header(signed, 'Signature')).toBe(
      `sig1=:${base64(hmac(sha256, shared.secret, utf8(base)))}:`,
    )
  })

  test('digests', () => {
    expect(HttpSig.contentDigest(body, { hash: 'sha-512' })).toBe(
      `sha-512=:${base64(sha512(utf8(body)))}:`,
    )
    HttpSig.verifyContentDigest(HttpSig.contentDigest(body), utf8(body))
    expect(() => HttpSig.verifyContentDigest(HttpSig.contentDigest(body), '')).toThrowError(
      code('ERR_HTTP_SIG_DIGEST'),
    )
  })

  test('the components of the RFC', () => {
    for (const { message, expected_lines } of components) {
      const lines = expected_lines.map((line) => line.slice(0, line.indexOf(': ')))
      const own = rfc(message as Row)
      expect(
        HttpSig.base(own, `(${lines.join(' ')})`)
          .split('\n')
          .slice(0, -1),
      ).toEqual(expected_lines)
    }
  })
})

type Row = Record<string, unknown>

function rfc(message: Row): HttpSig.PlainMessage {
  const headers = (message['headers'] as [string, string][]).filter(
    ([name]) => !name.startsWith('Signature'),
  )
  const content = message['body'] === null ? {} : { body: message['body'] as string }
  if (message['type'] === 'response')
    return { kind: 'response', status: message['status'] as number, headers, ...content }
  const address = `https://${headers[0]?.[1]}${message['target']}`
  return {
    kind: 'request',
    method: message['method'] as string,
    url: address,
    headers,
    ...content,
  }
}

describe('the examples of the RFC', () => {
  test.each(examples.cases.filter(({ alg }) => alg !== 'rsa-pss-sha512'))('$id', async (row) => {
    const related = row.request && { request: rfc(row.request as Row) as HttpSig.PlainRequest }
    const message = { ...rfc(row.message as Row), ...related } as HttpSig.PlainMessage
    if (row.expect === 'valid')
      expect(HttpSig.base(message, row.signature_input_member)).toBe(row.signature_base)
    const fields: [string, string][] = [
      ['Signature-Input', `${row.label}=${row.signature_input_member}`],
      ['Signature', `${row.label}=:${row.signature_b64}:`],
    ]
    const keys = examples.keys_jwk as Record<string, Row>
    const who =
      row.alg === 'hmac-sha256'
        ? { secret: fromBase64(examples.shared_secret_b64) }
        : { key: publicOf(keys[row.keyid] as Row) }
    const verdict = HttpSig.verify({ ...message, headers: [...message.headers, ...fields] }, who, {
      required: [],
      allowUncoveredBody: true,
      maxAge: 1e9,
    })
    if (row.expect === 'valid') await expect(verdict).resolves.toMatchObject({ label: row.label })
    else await expect(verdict).rejects.toThrowError(code('ERR_HTTP_SIG_INVALID'))
  })
})

function publicOf({ d: _, ...jwk }: Row) {
  return Keys.publicKeyFromJwk(jwk as never)
}

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

describe('who signs, and who is trusted', () => {
  test('message and signer say whether a promise is given', async () => {
    expectTypeOf(HttpSig.sign(plain(), signer)).toEqualTypeOf<HttpSig.PlainRequest>()
    expectTypeOf(HttpSig.sign(plain(), shared)).toEqualTypeOf<HttpSig.PlainRequest>()
    const { algorithm, publicKey } = signer
    const sign = async (bytes: Uint8Array) => signer.sign(bytes)
    const later = HttpSig.sign(plain(), { algorithm, publicKey, sign })
    expectTypeOf(later).toEqualTypeOf<Promise<HttpSig.PlainRequest>>()
    const fetched = HttpSig.sign(request(), signer, { keyid: 'k' })
    expectTypeOf(fetched).toEqualTypeOf<Promise<Request>>()
    expect([await later, await fetched]).toEqual([expect.anything(), expect.any(Request)])
  })

  test('an external signer', async () => {
    const external = { ...signer, publicKey: signer.publicKey, algorithm: signer.algorithm }
    const signing = { ...external, sign: async (bytes: Uint8Array) => signer.sign(bytes) }
    const signed = await HttpSig.sign(plain(), signing)
    await expect(HttpSig.verify(signed, trust)).resolves.toMatchObject({ label: 'sig1' })
    const liar = { ...external, sign: () => new Uint8Array(64) }
    await expect(HttpSig.sign(plain(), liar)).rejects.toThrowError(code('ERR_SIGNER_INVALID'))
  })

  test('P-256 and secp256k1', async () => {
    for (const type of ['P-256', 'secp256k1'] as const) {
      const own = Keys.generate(type)
      const signed = HttpSig.sign(plain(), own, { includeAlgorithm: true })
      const facts = await HttpSig.verify(signed, { key: own.publicKey })
      expect(facts.algorithm).toBe(own.algorithm)
      own.close()
    }
  })

  test('a shared secret is never a key', async () => {
    const signed = HttpSig.sign(plain(), shared, { keyid: 's' })
    expect(await HttpSig.verify(signed, shared)).toMatchObject({
      signer: null,
      algorithm: 'hmac-sha256',
    })
    await expect(HttpSig.verify(signed, trust)).rejects.toThrowError(code('ERR_HTTP_SIG_INVALID'))
    expect(() => HttpSig.sign(plain(), { secret: new Uint8Array(31) })).toThrowError(
      code('ERR_HTTP_SIG_SECRET'),
    )
  })

  test('a DID finds its key, whole or by its URL', async () => {
    const did = Did.fromKey(signer.publicKey)
    const keys = HttpSig.didKeys(Did.resolver())
    for (const keyid of [did, `${did}#${did.slice('did:key:'.length)}`]) {
      const signed = HttpSig.sign(plain(), signer, { keyid })
      expect(await HttpSig.verify(signed, keys)).toMatchObject({
        keyid,
        signer: { controller: did },
      })
    }
    const signed = HttpSig.sign(plain(), signer, { keyid: `${did}#other` })
    await expect(HttpSig.verify(signed, keys)).rejects.toThrowError(code('ERR_HTTP_SIG_KEY'))
    const unnamed = HttpSig.sign(plain(), signer)
    await expect(HttpSig.verify(unnamed, keys)).rejects.toThrowError(code('ERR_HTTP_SIG_KEY'))
  })

  test('a request counts once', async () => {
    const replay = memoryReplayStore()
    for (const options of [{}, { nonce: false as const }]) {
      const signed = HttpSig.sign(plain(), signer, options)
      expect(await HttpSig.verify(signed, trust, { replay })).toMatchObject({
        replay: { state: 'ok' },
      })
      await expect(HttpSig.verify(signed, trust, { replay })).rejects.toThrowError(
        code('ERR_REPLAY'),
      )
    }
  })

  test('what does not hold is not marked', async () => {
    let marks = 0
    const replay = {
      checkAndMark: () => {
        marks += 1
        return true
      },
    }
    const signed = HttpSig.sign(plain(), signer)
    await HttpSig.verify({ ...signed, body: 'x' }, trust, { replay }).catch(() => undefined)
    expect(marks).toBe(0)
  })
})

describe('where a request was sent', () => {
  const signed = HttpSig.sign(plain(), signer)

  test('the origin is given, never taken from the message', async () => {
    const inside = { ...signed, url: 'http://10.0.0.1:8080/rpc?x=1' }
    await expect(HttpSig.verify(inside, trust)).rejects.toThrowError(code('ERR_HTTP_SIG_INVALID'))
    for (const origin of ['https://agent.example', 'https://AGENT.example:443/'])
      await expect(HttpSig.verify(inside, trust, { origin })).resolves.toBeDefined()
    const path = { ...signed, url: '/rpc?x=1' }
    await expect(
      HttpSig.verify(path, trust, { origin: 'https://agent.example' }),
    ).resolves.toBeDefined()
    await expect(HttpSig.verify(path, trust)).rejects.toThrowError(code('ERR_HTTP_SIG_MESSAGE'))
  })

  test.each(['evil.example/', '*', '.example/rpc', '@evil.example/', ':80/rpc'])(
    'what is no path cannot change the origin: %s',
    async (target) => {
      const moved = { ...signed, url: target }
      await expect(
        HttpSig.verify(moved, trust, { origin: 'https://agent.example' }),
      ).rejects.toThrowError(code('ERR_HTTP_SIG_MESSAGE'))
    },
  )

  test('another host', async () => {
    await expect(
      HttpSig.verify(signed, trust, { origin: 'https://other.example' }),
    ).rejects.toThrowError(code('ERR_HTTP_SIG_INVALID'))
  })
})

describe('refusals', () => {
  const signed = HttpSig.sign(plain(), signer, { created: now, expires: new Date(+now + 60_000) })

  test.each([
    ['ERR_HTTP_SIG_EXPIRED', {}, { now: new Date(+now + 120_000) }],
    ['ERR_HTTP_SIG_NOT_YET', {}, { now: new Date(+now - 61_000) }],
    ['ERR_HTTP_SIG_TOO_OLD', {}, { now: new Date(+now + 80_000), maxAge: 10 }],
    ['ERR_HTTP_SIG_NONCE', { nonce: false as const }, { requireNonce: true }],
    ['ERR_HTTP_SIG_TAG', {}, { tag: 'x' }],
    ['ERR_HTTP_SIG_TIME', {}, { maxLifetime: 10 }],
    ['ERR_HTTP_SIG_UNCOVERED', { components: ['@method'] }, {}],
    ['ERR_HTTP_SIG_UNCOVERED', {}, { required: ['content-type'] }],
    ['ERR_HTTP_SIG_ALGORITHM', {}, { algorithms: ['hmac-sha256'] }],
    ['ERR_HTTP_SIG_MISSING', {}, { label: 'other' }],
    ['ERR_ARGUMENT', {}, { now: 5 as never }],
    ['ERR_ARGUMENT', {}, {}, null as never],
  ])('%s', async (want, how, options, whom: HttpSig.TrustSource = trust) => {
    const made =
      Object.keys(how).length === 0
        ? signed
        : HttpSig.sign(plain(), signer, { created: now, ...how })
    await expect(HttpSig.verify(made, whom, { now, ...options } as never)).rejects.toThrowError(
      code(want),
    )
  })

  test.each([
    ['ERR_HTTP_SIG_MESSAGE', [['X', 'a\r\nSignature: b']]],
    ['ERR_HTTP_SIG_MESSAGE', [['X', 'folded\r\n value']]],
    [
      'ERR_STRUCTURED_FIELD_MALFORMED',
      [
        ['Signature-Input', 'sig1=()'],
        ['Signature', 'sig1=:'],
      ],
    ],
    ['ERR_HTTP_SIG_MISSING', [['Signature-Input', 'sig1=()']]],
    ['ERR_ARGUMENT', [['X']]],
  ])('hostile fields: %s', async (want, headers) => {
    await expect(HttpSig.verify(plain({ headers: headers as never }), trust)).rejects.toThrowError(
      code(want),
    )
  })

  test('unverified claims are listed', () => {
    expect(HttpSig.list(signed)).toEqual([
      {
        label: 'sig1',
        components: ['"@method"', '"@target-uri"', '"content-digest"'],
        created: 1_760_000_000,
        expires: 1_760_000_060,
        nonce: expect.stringMatching(/^[\w-]{32}$/),
      },
    ])
  })
})

describe('profiles', () => {
  const agent = Keys.generate('Ed25519')
  const known = { key: agent.publicKey }
  const own = ['@authority', '"signature-agent";key="sig1"']

  test('Web Bot Auth', async () => {
    const signed = await HttpSig.webBotAuth.sign(new Request(url), agent, {
      agent: 'https://bot.example',
    })
    const facts = await HttpSig.webBotAuth.verify(signed, known)
    expect(facts).toMatchObject({
      tag: 'web-bot-auth',
      keyid: Keys.thumbprint(agent.publicKey),
      components: ['"@authority"', '"signature-agent";key="sig1"'],
    })
    const moved = new Request(signed)
    moved.headers.set('signature-agent', 'sig1="https://evil.example"')
    await expect(HttpSig.webBotAuth.verify(moved, known)).rejects.toThrowError(
      code('ERR_HTTP_SIG_INVALID'),
    )
  })

  test('a directory is asked only where the caller allows it', async () => {
    const signed = await HttpSig.webBotAuth.sign(new Request(url), agent, {
      agent: 'https://bot.example',
    })
    const asked: string[] = []
    const allow = (agent: HttpSig.webBotAuth.Agent) => {
      asked.push(agent.uri)
      return false
    }
    const keys = HttpSig.webBotAuth.agentKeys({ allow })
    await expect(HttpSig.webBotAuth.verify(signed, keys)).rejects.toThrowError(
      code('ERR_HTTP_SIG_KEY'),
    )
    expect(asked).toEqual(['https://bot.example'])
  })

  test('of several lines that name agents the covered one counts', async () => {
    const asked: string[] = []
    const allow = (agent: HttpSig.webBotAuth.Agent) => asked.push(agent.uri) < 0
    const signed = HttpSig.webBotAuth.sign(
      plain({ headers: [['Signature-Agent', 'proxy="https://proxy.example"']] }),
      agent,
      { agent: 'https://bot.example', components: own },
    )
    const keys = HttpSig.webBotAuth.agentKeys({ allow })
    await expect(HttpSig.webBotAuth.verify(signed, keys)).rejects.toThrowError(
      code('ERR_HTTP_SIG_KEY'),
    )
    expect(asked).toEqual(['https://bot.example'])
  })

  test('a directory of keys', async () => {
    const { webBotAuth } = HttpSig
    const second = Keys.generate('P-256')
    const asked = new Request(`https://bot.example${webBotAuth.directoryPath}`)
    const answer = await webBotAuth.serveDirectory(asked, [agent, second])
    const keys = await webBotAuth.readDirectory(answer, { request: asked })
    expect(keys.map(({ keyid }) => keyid)).toEqual(
      [agent, second].map(({ publicKey }) => Keys.thumbprint(publicKey)),
    )
    const response = new Response(answer.body, { headers: answer.headers as [string, string][] })
    expect(await webBotAuth.readDirectory(response, { request: asked })).toEqual(keys)
    const elsewhere = new Request(`https://evil.example${webBotAuth.directoryPath}`)
    await expect(webBotAuth.readDirectory(answer, { request: elsewhere })).rejects.toThrowError(
      code('ERR_HTTP_SIG_INVALID'),
    )
    const foreign = { ...answer, body: webBotAuth.directory([signer.publicKey]) }
    await expect(webBotAuth.readDirectory(foreign, { request: asked })).rejects.toThrowError(
      code('ERR_HTTP_SIG_KEY'),
    )
    expect(
      await webBotAuth.readDirectory(foreign, { request: asked, allowUnsigned: true }),
    ).toHaveLength(1)
    second.close()
  })

  test('an agent that is not signed is refused', async () => {
    const signed = await HttpSig.webBotAuth.sign(new Request(url), agent)
    signed.headers.set('signature-agent', '"https://bot.example"')
    await expect(HttpSig.webBotAuth.verify(signed, known)).rejects.toThrowError(
      code('ERR_HTTP_SIG_UNCOVERED'),
    )
  })

  test('the keys of the RFC are nobody’s', async () => {
    const jwk = examples.keys_jwk['test-key-ed25519']
    const own = Keys.signerFromJwk(jwk as never)
    const signed = await HttpSig.webBotAuth.sign(new Request(url), own)
    await expect(HttpSig.webBotAuth.verify(signed, { key: own.publicKey })).rejects.toThrowError(
      code('ERR_HTTP_SIG_TEST_KEY'),
    )
    own.close()
  })

  test('Trusted Agent Protocol', async () => {
    const signed = await HttpSig.tap.sign(new Request(url), agent, { keyid: 'k', intent: 'pay' })
    const verify = (intent: 'pay' | 'browse') => HttpSig.tap.verify(signed, known, { intent })
    expect(await verify('pay')).toMatchObject({ tag: 'agent-payer-auth', alg: 'ed25519' })
    await expect(verify('browse')).rejects.toThrowError(code('ERR_HTTP_SIG_TAG'))
    const long = { keyid: 'k', intent: 'pay' as const, created: now }
    await expect(
      HttpSig.tap.sign(new Request(url), agent, { ...long, expires: new Date(+now + 481_000) }),
    ).rejects.toThrowError(code('ERR_HTTP_SIG_TIME'))
  })

  test('Model Context Protocol', async () => {
    const headers = { 'mcp-session-id': 's', 'mcp-protocol-version': '2025-06-18' }
    const signed = await HttpSig.mcp.sign(request({ headers }), agent, { keyid: 'k' })
    const facts = await HttpSig.mcp.verify(signed, known)
    expect(facts.components).toContain('"mcp-session-id"')
    const without = await HttpSig.sign(request({ headers }), agent, { keyid: 'k' })
    await expect(HttpSig.mcp.verify(without, known)).rejects.toThrowError(
      code('ERR_HTTP_SIG_UNCOVERED'),
    )
  })

  test('SAGE', async () => {
    const signed = Sage.HttpSig.sign(plain(), agent, { keyid: 'did:sage:ethereum:0x1' })
    expect(await Sage.HttpSig.verify(signed, known)).toMatchObject({
      components: ['"@method"', '"@path"', '"@query"', '"content-digest"'],
      uncovered: ['@authority', 'content-type'],
    })
    const newline = plain({ url: 'https://a.example/x%0Ay' })
    expect(() => Sage.HttpSig.sign(newline, agent)).toThrowError(code('ERR_HTTP_SIG_COMPONENT'))
    const quote = () => Sage.HttpSig.sign(plain(), agent, { keyid: 'a";alg="x' })
    expect(quote).toThrowError(code('ERR_HTTP_SIG_PARAMETER'))
    const standard = HttpSig.sign(plain(), agent, { keyid: 'k' })
    await expect(Sage.HttpSig.verify(standard, known)).rejects.toThrowError(
      code('ERR_HTTP_SIG_PARAMETER'),
    )
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

describe('a signature whose S is high', () => {
  const orders = { 'P-256': p256.Point.Fn.ORDER, secp256k1: secp256k1.Point.Fn.ORDER }

  test.each(['P-256', 'secp256k1'] as const)('%s', async (type) => {
    const own = Keys.generate(type)
    const replay = memoryReplayStore()
    const known = { key: own.publicKey }
    type Sign = (options: HttpSig.sign.Options) => HttpSig.PlainRequest
    type Verify = (message: HttpSig.PlainRequest, options?: object) => Promise<HttpSig.Verified>
    const kinds: [Sign, Verify][] = [
      [
        (options) => HttpSig.sign(plain(), own, options),
        (message, options) => HttpSig.verify(message, known, options),
      ],
      [
        (options) => Sage.HttpSig.sign(plain(), own, { ...options }),
        (message, options) => Sage.HttpSig.verify(message, known, { ...options }),
      ],
    ]
    for (const [sign, verify] of kinds)
      for (const options of [{}, { nonce: false as const }]) {
        const low = sign(options)
        const bytes = fromBase64(header(low, 'Signature').slice('sig1=:'.length, -1))
        const s = BigInt(`0x${Encoding.hex.encode(bytes.subarray(32))}`)
        const turned = (orders[type] - s).toString(16).padStart(64, '0')
        const both = new Uint8Array([...bytes.subarray(0, 32), ...Encoding.hex.decode(turned)])
        const headers = low.headers.map(([name, value]): [string, string] =>
          name === 'Signature' ? [name, `sig1=:${base64(both)}:`] : [name, value],
        )
        expect(await verify({ ...low, headers }, { replay })).toMatchObject({ highS: true })
        // The mark is not of the bytes of the signature.
        await expect(verify(low, { replay })).rejects.toThrowError(code('ERR_REPLAY'))
        const facts = await verify(low)
        expect(Object.hasOwn(facts, 'highS')).toBe(false)
      }
    own.close()
  })
})

describe('work and room that a sender chooses', () => {
  test('a bare DID costs 16 signature checks unless the verifier says more', async () => {
    const did = 'did:web:agent.example'
    const signers = Array.from({ length: 17 }, () => Keys.generate('Ed25519'))
    const verificationMethod = signers.map(({ publicKey }, index) => ({
      id: `${did}#${index}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: Keys.toMultikey(publicKey),
    }))
    const ids = verificationMethod.map(({ id }) => id)
    const document = { id: did, verificationMethod, authentication: ids }
    const signed = HttpSig.sign(plain(), signers[16] as typeof signer, { keyid: did })
    const trust = { document }
    await expect(HttpSig.verify(signed, trust)).rejects.toThrowError(code('ERR_TRUST_CHECKS'))
    await expect(HttpSig.verify(signed, trust, { maxChecks: 17 })).resolves.toMatchObject({
      signer: { id: `${did}#16`, controller: did },
    })
    for (const maxChecks of [0, 4097])
      await expect(HttpSig.verify(signed, trust, { maxChecks })).rejects.toThrowError(
        code('ERR_ARGUMENT'),
      )
    const named = HttpSig.sign(plain(), signers[16] as typeof signer, { keyid: `${did}#16` })
    await expect(HttpSig.verify(named, trust, { maxChecks: 1 })).resolves.toBeDefined()
    const uncalled = () => {
      throw new Error('called')
    }
    const handle = HttpSig.handler(uncalled, trust, { origin: 'https://agent.example' })
    const { headers } = signed
    const asked = await handle(request({ headers: headers as [string, string][] }))
    expect([asked.status, await asked.json()]).toEqual([401, { error: 'ERR_TRUST_CHECKS' }])
    for (const signer of signers) signer.close()
  })

  test('a sender of web-bot-auth cannot have its mark live for good', async () => {
    const marks: number[] = []
    const replay = {
      checkAndMark: (_: string, expires: number) => {
        marks.push(expires)
        return true
      },
    }
    const made = (lifetime: number) =>
      HttpSig.sign(plain(), signer, {
        keyid: Keys.thumbprint(signer.publicKey),
        tag: 'web-bot-auth',
        created: now,
        expires: new Date(+now + lifetime),
      })
    const day = 86_400_000
    const verify = (message: HttpSig.PlainRequest, more = {}) =>
      HttpSig.webBotAuth.verify(message, trust, { replay, now, ...more })
    for (const lifetime of [day + 1000, 8.64e15 - +now])
      await expect(verify(made(lifetime))).rejects.toThrowError(code('ERR_HTTP_SIG_TIME'))
    await verify(made(day))
    await verify(made(day + 1000), { maxLifetime: 86_401 })
    expect(marks).toEqual([1_760_000_000 + 86_460, 1_760_000_000 + 86_460])
  })

  test('nor can one that leaves out created, where that is allowed', async () => {
    const expires = new Date(8.64e15)
    const signed = HttpSig.sign(plain(), signer, { created: false, expires })
    const options = { allowMissingCreated: true, replay: memoryReplayStore() }
    await expect(HttpSig.verify(signed, trust, options)).rejects.toThrowError(
      code('ERR_HTTP_SIG_TIME'),
    )
  })

  test('one sender cannot fill the store of a service', async () => {
    const other = Keys.generate('Ed25519')
    const keys = [{ key: signer.publicKey }, { key: other.publicKey }]
    const options = { replay: memoryReplayStore({ limit: 8, perSender: 2 }) }
    const send = (own: typeof signer) =>
      HttpSig.verify(HttpSig.sign(plain(), own), { keys }, options)
    await send(signer)
    await send(signer)
    await expect(send(signer)).rejects.toThrowError(code('ERR_REPLAY_FULL'))
    await expect(send(other)).resolves.toMatchObject({ replay: { state: 'ok' } })
    other.close()
  })
})

describe('options', () => {
  const signed = HttpSig.sign(plain(), signer)
  const origin = 'https://agent.example'
  const { mcp, tap, webBotAuth } = HttpSig
  const sage = Sage.HttpSig
  const asked = new Request(url)

  test.each([
    ['verify', () => HttpSig.verify(signed, trust, { maxage: 1 } as never), 'maxAge'],
    ['sign', () => HttpSig.sign(plain(), signer, { keyId: 'k' } as never), 'keyid'],
    ['fetch', () => HttpSig.fetch(signer, { lifeTime: 1 } as never), 'lifetime'],
    [
      'handler',
      () => HttpSig.handler(String as never, trust, { origin, repaly: 1 } as never),
      'replay',
    ],
    ['hono', () => HttpSig.hono(trust, { origin, requiredNonce: true } as never), 'requireNonce'],
    ['fastify', () => HttpSig.fastify(trust, { origin, boddyLimit: 1 } as never), 'bodyLimit'],
    ['middleware', () => HttpSig.middleware(trust, { origin, onerror: 1 } as never), 'onError'],
    ['mcp.sign', () => mcp.sign(plain(), signer, { keyid: 'k', nonze: 'x' } as never), 'nonce'],
    ['mcp.verify', () => mcp.verify(signed as never, trust, { skews: 1 } as never), 'skew'],
    ['sage.sign', () => sage.sign(plain(), signer, { labels: 'x' } as never), 'label'],
    ['sage.verify', () => sage.verify(signed as never, trust, { skews: 1 } as never), 'skew'],
    ['tap.sign', () => tap.sign(plain(), signer, { keyid: 'k', intend: 'pay' } as never), 'intent'],
    ['tap.verify', () => tap.verify(signed as never, trust, { intend: 'pay' } as never), 'intent'],
    ['webBotAuth.sign', () => webBotAuth.sign(plain(), signer, { agents: 'x' } as never), 'agent'],
    [
      'webBotAuth.verify',
      () => webBotAuth.verify(signed as never, trust, { maxage: 1 } as never),
      'maxAge',
    ],
    ['agentKeys', () => webBotAuth.agentKeys({ alow: () => true } as never), 'allow'],
    [
      'readDirectory',
      () =>
        webBotAuth.readDirectory(new Response(), { request: asked, allowUnsinged: true } as never),
      'allowUnsigned',
    ],
    ['fetchDirectory', () => webBotAuth.fetchDirectory(origin, { polices: {} } as never), 'policy'],
  ])('a misspelt member is refused by name: %s', async (_, run, meant) => {
    await expect((async () => run())()).rejects.toThrowError(
      expect.objectContaining({
        code: 'ERR_ARGUMENT',
        message: expect.stringContaining(`did you mean "${meant}"?`),
      }),
    )
  })

  test('what options inherit from a class counts', async () => {
    const strict = Object.create({ requireNonce: true })
    const bare = HttpSig.sign(plain(), signer, { nonce: false })
    await expect(HttpSig.verify(bare, Object.create(trust), strict)).rejects.toThrowError(
      code('ERR_HTTP_SIG_NONCE'),
    )
    const uncalled = () => {
      throw new Error('called')
    }
    const handle = HttpSig.handler(uncalled, trust, Object.create({ origin, requireNonce: true }))
    const { headers } = bare
    const answer = await handle(request({ headers: headers as [string, string][] }))
    expect(await answer.json()).toEqual({ error: 'ERR_HTTP_SIG_NONCE' })
    const named = HttpSig.sign(plain(), signer, Object.create({ keyid: 'k' }))
    expect(header(named, 'Signature-Input')).toContain('keyid="k"')
  })

  test('a shared secret stands alone, and either trust or keys is given', async () => {
    const made = HttpSig.sign(plain(), shared)
    const both = { ...shared, key: signer.publicKey }
    const keys = () => shared
    for (const input of [both, () => both, { ...trust, keys }, { ...shared, keys }, {}])
      await expect(HttpSig.verify(made, input as never)).rejects.toThrowError(code('ERR_ARGUMENT'))
    await expect(HttpSig.verify(made, keys)).resolves.toMatchObject({ signer: null })
    const signers = { ...shared, publicKey: signer.publicKey, algorithm: signer.algorithm }
    expect(() => HttpSig.sign(plain(), signers)).toThrowError(code('ERR_ARGUMENT'))
  })

  const services: readonly [name: string, (trust: never, options: never) => unknown][] = [
    ['handler', (whom, options) => HttpSig.handler(() => new Response(), whom, options)],
    ['hono', (whom, options) => HttpSig.hono(whom, options)],
    ['fastify', (whom, options) => HttpSig.fastify(whom, options)],
    ['middleware', (whom, options) => HttpSig.middleware(whom, options)],
  ]

  test.each([
    ['neither trust nor keys', undefined, {}],
    ['both trust and keys', { ...trust, keys: () => trust }, {}],
    ['a store that is none', trust, { replay: {} }],
    ['a store whose method is no function', trust, { replay: { checkAndMark: true } }],
    ['true for a store', trust, { replay: true }],
    ['null for a store', trust, { replay: null }],
  ])('a service is refused when it is made: %s', (_, whom, options) => {
    for (const [, make] of services)
      expect(() => make(whom as never, { origin, ...options } as never)).toThrowError(
        code('ERR_ARGUMENT'),
      )
    for (const replay of [false as const, memoryReplayStore()])
      expect(() => HttpSig.hono(trust, { origin, replay })).not.toThrow()
  })

  const verifiers: readonly [name: string, (trust: never, options: never) => unknown][] = [
    ...services,
    ['verify', (whom, options) => HttpSig.verify(signed, whom, options)],
    ['mcp.verify', (whom, options) => mcp.verify(signed, whom, options)],
    ['tap.verify', (whom, options) => tap.verify(signed, whom, options)],
    ['webBotAuth.verify', (whom, options) => webBotAuth.verify(signed, whom, options)],
  ]
  const keys = HttpSig.didKeys(Did.resolver())

  test.each(verifiers)('%s says where who is trusted belongs', async (_, run) => {
    for (const [whom, said] of [
      [undefined, 'trust must be a trust input, a shared secret, or a function that finds one'],
      ['did:web:agent.example', 'trust must be a trust input'],
      [[trust], 'trust must be a trust input'],
      [{ keys }, 'pass a function that finds keys as trust itself'],
      [{ keys, origin }, 'pass a function that finds keys as trust itself'],
      [{ trust }, 'trust has no member "trust": pass its content itself as this argument'],
      [{ trust, origin }, 'trust has no member "trust": pass its content itself as this argument'],
    ] as const)
      await expect((async () => run(whom as never, undefined as never))()).rejects.toThrowError(
        expect.objectContaining({ code: 'ERR_ARGUMENT', message: expect.stringContaining(said) }),
      )
  })

  test('a request under a grant needs a trust input, before its signature counts', async () => {
    const options = { capability: 'read:rpc', replay: { checkAndMark: () => true } }
    for (const whom of [undefined, keys, { keys }, { trust }, { trust, ...options }])
      await expect(HttpSig.authorize(signed, whom as never, options)).rejects.toThrowError(
        expect.objectContaining({
          code: 'ERR_ARGUMENT',
          message: expect.stringMatching(/^trust[. ]/),
        }),
      )
  })

  test.each<[string, (signer: never) => unknown]>([
    ['sign', (own) => HttpSig.sign(plain(), own)],
    ['mcp.sign', (own) => mcp.sign(plain(), own, { keyid: 'k' })],
    ['tap.sign', (own) => tap.sign(plain(), own, { keyid: 'k', intent: 'pay' })],
    ['webBotAuth.sign', (own) => webBotAuth.sign(plain(), own)],
    ['serveDirectory', (own) => webBotAuth.serveDirectory(asked, [own])],
    ['fetch', (own) => HttpSig.fetch(own)(url)],
  ])('%s needs a signer', async (_, run) => {
    for (const own of [undefined, null, 'k', {}, { signer }])
      await expect((async () => run(own as never))()).rejects.toThrowError(
        expect.objectContaining({
          code: 'ERR_ARGUMENT',
          message: expect.stringMatching(/^signer[. ]/),
        }),
      )
  })

  test('a message is read once, and comes back as it was signed', async () => {
    const bytes = utf8(body)
    class Message {
      reads = 0
      kind = 'request' as const
      get method() {
        return 'POST'
      }
      get url() {
        this.reads += 1
        return this.reads === 1 ? url : 'https://evil.example/'
      }
      get headers(): [string, string][] {
        return [['Content-Type', 'application/json']]
      }
      get body() {
        return bytes
      }
    }
    const slow = {
      publicKey: signer.publicKey,
      algorithm: signer.algorithm,
      sign: async (all: Uint8Array) => signer.sign(all),
    }
    const plain = HttpSig.sign(new Message(), slow)
    const tagged = webBotAuth.sign(new Message(), slow, { agent: 'https://bot.example' })
    bytes.fill(0)
    for (const made of [await plain, await tagged] as HttpSig.PlainRequest[])
      expect(made).toMatchObject({ kind: 'request', method: 'POST', url, body: utf8(body) })
    await expect(HttpSig.verify(await plain, trust)).resolves.toMatchObject({ bodyCovered: true })
  })

  describe('Object.prototype changes nothing', () => {
    const before = Object.keys(Object.prototype)
    afterEach(() => {
      for (const name of Object.keys(Object.prototype))
        if (!before.includes(name)) Reflect.deleteProperty(Object.prototype, name)
    })
    const pollute = (fields: object) => Object.assign(Object.prototype, fields)

    test.each([
      ['a secret', { secret: shared.secret }, 'ERR_HTTP_SIG_INVALID'],
      ['who is trusted', { trust: shared, keys: () => shared }, 'ERR_HTTP_SIG_INVALID'],
      ['an age', { maxAge: 1e9, maxLifetime: 1e9, now }, 'ERR_HTTP_SIG_INVALID'],
    ])('%s', async (_, fields, want) => {
      const forged = HttpSig.sign(plain(), shared)
      pollute(fields)
      await expect(HttpSig.verify(forged, trust)).rejects.toThrowError(code(want))
    })

    test('what must be covered, the body, and how old it may be', async () => {
      const old = HttpSig.sign(plain(), signer, { created: now })
      const bare = HttpSig.sign(plain(), signer, { components: ['@method', '@target-uri'] })
      const empty = HttpSig.sign({ kind: 'request', method: 'POST', url, headers: [] }, signer)
      pollute({ maxAge: 1e10, required: [], allowUncoveredBody: true, now, body: utf8('x') })
      await expect(HttpSig.verify(old, trust)).rejects.toThrowError(code('ERR_HTTP_SIG_TOO_OLD'))
      await expect(HttpSig.verify(bare, trust)).rejects.toThrowError(code('ERR_HTTP_SIG_UNCOVERED'))
      expect((await HttpSig.verify(empty, trust)).content).toHaveLength(0)
    })

    test('a fragment, and the origin of a message', async () => {
      const { headers } = signed
      const pairs = headers as [string, string][]
      const received = new Request(`${url}#x`, { method: 'POST', body, headers: pairs })
      const text = HttpSig.base(plain(), '("@target-uri")')
      pollute({ sent: true, origin: 'https://evil.example', request: plain() })
      for (const options of [{}, { origin }])
        await expect(HttpSig.verify(received, trust, options)).rejects.toThrowError(
          code('ERR_HTTP_SIG_MESSAGE'),
        )
      expect(() => HttpSig.list(received)).toThrowError(code('ERR_HTTP_SIG_MESSAGE'))
      expect(HttpSig.base(plain(), '("@target-uri")')).toBe(text)
      expect(sage.base(plain(), '("@authority")')).toContain('agent.example')
    })

    test('a request under a grant', async () => {
      const agent = Keys.generate('Ed25519')
      const grant = Grant.issue(
        {
          issuer: Did.fromKey(signer.publicKey),
          subject: Did.fromKey(agent.publicKey),
          subjectKey: agent.publicKey,
          capabilities: ['read:rpc'],
        },
        signer,
      )
      const sent = HttpSig.sign(
        { ...plain(), headers: [[Grant.headerName, Grant.toHeader([grant])]] },
        agent,
        { tag: Grant.signatureTag, components: [...Grant.signatureComponents, 'content-digest'] },
      )
      pollute({ keys: () => shared, label: 'sig2', requireExpires: true, request: plain() })
      const options = { capability: 'read:rpc', revocations: [] }
      const { authorization } = await HttpSig.authorize(sent, trust, options)
      expect(() => requireFacts(authorization)).not.toThrow()
      agent.close()
    })

    test('a directory', async () => {
      const from = new Request(`https://bot.example${webBotAuth.directoryPath}`)
      const answer = await webBotAuth.serveDirectory(from, [signer])
      const mark = { checkAndMark: () => false }
      pollute({
        origin: 'https://evil.example',
        keys: () => shared,
        replay: mark,
        request: plain(),
      })
      expect(await webBotAuth.readDirectory(answer, { request: from })).toHaveLength(1)
    })

    test('which signature is that of a directory', async () => {
      const from = new Request(`https://bot.example${webBotAuth.directoryPath}`)
      const answer = await webBotAuth.serveDirectory(from, [signer])
      const keyid = Keys.thumbprint(signer.publicKey)
      const bare = { kind: 'response', status: 200, headers: [] } as const
      const { headers } = HttpSig.sign(bare, signer, { keyid, label: 'first', request: from })
      pollute({ tag: 'http-message-signatures-directory' })
      const both = { ...answer, headers: [...headers, ...answer.headers] }
      expect(await webBotAuth.readDirectory(both, { request: from })).toHaveLength(1)
    })

    test('what is signed', async () => {
      pollute({ tag: 'other', nonce: 'theirs', origin: 'https://evil.example', request: plain() })
      const paid = tap.sign(plain(), signer, { keyid: 'k', intent: 'pay' })
      expect(header(paid, 'Signature-Input')).toContain(';tag="agent-payer-auth"')
      const seen = webBotAuth.sign(plain(), signer)
      expect(header(seen, 'Signature-Input')).toContain(';tag="web-bot-auth"')
      const untagged = sage.sign(plain(), signer, { keyid: 'k' })
      expect(header(untagged, 'Signature-Input')).not.toContain('tag=')
      const sent: Request[] = []
      const send = async (request: RequestInfo | URL) => {
        sent.push(request as Request)
        return new Response()
      }
      await HttpSig.fetch(signer, { fetch: send })(url, { method: 'POST', body })
      const [request] = sent as [Request]
      expect(request.headers.get('Signature-Input')).not.toContain('theirs')
      await expect(HttpSig.verify(request, trust)).resolves.toMatchObject({ bodyCovered: true })
    })

    test('whether a request was refused', async () => {
      const handle = HttpSig.handler(() => new Response('done'), trust, { origin })
      const { headers } = HttpSig.sign(plain(), signer)
      pollute({ status: 200, kind: 'request', label: 'sig2' })
      const good = await handle(request({ headers: headers as [string, string][] }))
      expect(await good.text()).toBe('done')
      expect((await handle(request())).status).toBe(401)
    })
  })
})

test('a directory in another encoding, or with a key a thousand times', async () => {
  const { webBotAuth } = HttpSig
  const asked = new Request(`https://bot.example${webBotAuth.directoryPath}`)
  const answer = await webBotAuth.serveDirectory(asked, [signer])
  const wide = answer.headers.map(([name, value]): [string, string] =>
    name === 'Content-Type' ? [name, `${value}; charset=utf-16`] : [name, value],
  )
  await expect(
    webBotAuth.readDirectory({ ...answer, headers: wide }, { request: asked }),
  ).rejects.toThrowError(code('ERR_FETCH_TYPE'))
  const [key] = JSON.parse(answer.body).keys
  const { kid: _, ...unnamed } = key
  const many = JSON.stringify({ keys: Array.from({ length: 1000 }, () => unnamed) })
  expect(
    await webBotAuth.readDirectory(
      { ...answer, body: many },
      { request: asked, allowUnsigned: true },
    ),
  ).toHaveLength(1)
  for (const lifetime of [86_401, 0, -1, 1.5])
    await expect(webBotAuth.serveDirectory(asked, [signer], { lifetime })).rejects.toThrowError(
      code('ERR_ARGUMENT'),
    )
})
