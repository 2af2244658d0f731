import { ed25519 } from '@noble/curves/ed25519.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import components from '../../rust/vectors/http-signatures/rfc9421_components.json' with {
  type: 'json',
}
import examples from '../../rust/vectors/http-signatures/rfc9421_examples.json' with {
  type: 'json',
}
import { Did, Encoding, HttpSig, Keys, memoryReplayStore } from '../src/index.js'

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
    const signed = HttpSig.sign(plain(), { signer, keyid: 'k', nonce: 'n', created: now })
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
    const signed = HttpSig.sign(plain({ body: '' }), { signer: shared, created: now, nonce: false })
    const base = `"@method": POST\n"@target-uri": ${url}\n"@signature-params": ("@method" "@target-uri");created=1760000000`
    expect(header(signed, 'Signature')).toBe(
      `sig1=:${base64(hmac(sha256, shared.secret, utf8(base)))}:`,
    )
  })

  test('digests', () => {
    expect(HttpSig.contentDigest(body, 'sha-512')).toBe(`sha-512=:${base64(sha512(utf8(body)))}:`)
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
  test.each(examples.cases.filter(({ alg }) => alg !== 'rsa-pss-sha512'))('$id', async (one) => {
    const related = one.request && { request: rfc(one.request as Row) as HttpSig.PlainRequest }
    const message = { ...rfc(one.message as Row), ...related } as HttpSig.PlainMessage
    if (one.expect === 'valid')
      expect(HttpSig.base(message, one.signature_input_member)).toBe(one.signature_base)
    const fields: [string, string][] = [
      ['Signature-Input', `${one.label}=${one.signature_input_member}`],
      ['Signature', `${one.label}=:${one.signature_b64}:`],
    ]
    const keys = examples.keys_jwk as Record<string, Row>
    const who =
      one.alg === 'hmac-sha256'
        ? { secret: fromBase64(examples.shared_secret_b64) }
        : { key: publicOf(keys[one.keyid] as Row) }
    const verdict = HttpSig.verify(
      { ...message, headers: [...message.headers, ...fields] },
      { trust: who, required: [], allowUncoveredBody: true, maxAge: 1e9 },
    )
    if (one.expect === 'valid') await expect(verdict).resolves.toMatchObject({ label: one.label })
    else await expect(verdict).rejects.toThrowError(code('ERR_HTTP_SIG_INVALID'))
  })
})

function publicOf({ d: _, ...jwk }: Row) {
  return Keys.publicKeyFromJwk(jwk as never)
}

describe('Request and Response', () => {
  test('a signed request holds, and its body can still be read', async () => {
    const signed = await HttpSig.sign(request(), { signer, keyid: 'k' })
    const facts = await HttpSig.verify(signed, { trust })
    expect(facts).toMatchObject({ bodyCovered: true, trust: 'trusted', replay: 'unchecked' })
    expect(new TextDecoder().decode(facts.content)).toBe(body)
    expect(await signed.text()).toBe(body)
  })

  test('what was signed stays as it was', async () => {
    const own = request()
    await HttpSig.sign(own, { signer })
    expect([own.bodyUsed, own.headers.has('signature'), await own.text()]).toEqual([
      false,
      false,
      body,
    ])
  })

  test('one changed byte of the body is refused', async () => {
    const signed = await HttpSig.sign(request(), { signer })
    const forged = new Request(signed, { body: body.replace('2', '3') })
    await expect(HttpSig.verify(forged, { trust })).rejects.toThrowError(
      code('ERR_HTTP_SIG_DIGEST'),
    )
  })

  test('a body over the limit is not read to its end', async () => {
    const signed = await HttpSig.sign(request(), { signer })
    await expect(HttpSig.verify(signed, { trust, bodyLimit: 5 })).rejects.toThrowError(
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
      const outcome = HttpSig.verify(endless, { trust, bodyLimit: 2000 })
      outcome.catch(() => undefined)
    })
    expect(await stopped).toBe('stopped')
  })

  test('a body that was read is refused', async () => {
    const signed = await HttpSig.sign(request(), { signer })
    await signed.text()
    await expect(HttpSig.verify(signed, { trust })).rejects.toThrowError(code('ERR_ARGUMENT'))
  })

  test('a response is tied to its request', async () => {
    const asked = await HttpSig.sign(request(), { signer })
    const answer = new Response('ok', { status: 201 })
    const signed = await HttpSig.sign(answer, { signer, request: asked })
    expect(await HttpSig.verify(signed, { trust, request: asked })).toMatchObject({
      bodyCovered: true,
      uncovered: ['content-type'],
    })
    const other = await HttpSig.sign(request(), { signer })
    await expect(HttpSig.verify(signed, { trust, request: other })).rejects.toThrowError(
      code('ERR_HTTP_SIG_INVALID'),
    )
    await expect(HttpSig.verify(signed, { trust })).rejects.toThrowError(
      code('ERR_HTTP_SIG_COMPONENT_MISSING'),
    )
    expect(await signed.text()).toBe('ok')
  })

  test('a response without a body', async () => {
    const signed = await HttpSig.sign(new Response(null, { status: 204 }), { signer })
    expect(signed.status).toBe(204)
    expect(await HttpSig.verify(signed, { trust })).toMatchObject({ bodyCovered: false })
  })
})

describe('who signs, and who is trusted', () => {
  test('an external signer', async () => {
    const external = { ...signer, publicKey: signer.publicKey, algorithm: signer.algorithm }
    const signing = { ...external, sign: async (bytes: Uint8Array) => signer.sign(bytes) }
    const signed = await HttpSig.sign(plain(), { signer: signing })
    await expect(HttpSig.verify(signed, { trust })).resolves.toMatchObject({ label: 'sig1' })
    const liar = { ...external, sign: () => new Uint8Array(64) }
    await expect(HttpSig.sign(plain(), { signer: liar })).rejects.toThrowError(
      code('ERR_SIGNER_INVALID'),
    )
  })

  test('P-256 and secp256k1', async () => {
    for (const type of ['P-256', 'secp256k1'] as const) {
      const own = Keys.generate(type)
      const signed = HttpSig.sign(plain(), { signer: own, includeAlgorithm: true })
      const facts = await HttpSig.verify(signed, { trust: { key: own.publicKey } })
      expect(facts.algorithm).toBe(own.algorithm)
      own.close()
    }
  })

  test('a shared secret is never a key', async () => {
    const signed = HttpSig.sign(plain(), { signer: shared, keyid: 's' })
    expect(await HttpSig.verify(signed, { trust: shared })).toMatchObject({
      trust: 'shared-secret',
      algorithm: 'hmac-sha256',
    })
    await expect(HttpSig.verify(signed, { trust })).rejects.toThrowError(
      code('ERR_HTTP_SIG_INVALID'),
    )
    expect(() => HttpSig.sign(plain(), { signer: { secret: new Uint8Array(31) } })).toThrowError(
      code('ERR_HTTP_SIG_SECRET'),
    )
  })

  test('a DID finds its key, whole or by its URL', async () => {
    const did = Did.fromKey(signer.publicKey)
    const keys = HttpSig.didKeys(Did.resolver())
    for (const keyid of [did, `${did}#${did.slice('did:key:'.length)}`]) {
      const signed = HttpSig.sign(plain(), { signer, keyid })
      expect(await HttpSig.verify(signed, { keys })).toMatchObject({ keyid, controller: did })
    }
    const signed = HttpSig.sign(plain(), { signer, keyid: `${did}#other` })
    await expect(HttpSig.verify(signed, { keys })).rejects.toThrowError(code('ERR_HTTP_SIG_KEY'))
    const unnamed = HttpSig.sign(plain(), { signer })
    await expect(HttpSig.verify(unnamed, { keys })).rejects.toThrowError(code('ERR_HTTP_SIG_KEY'))
  })

  test('a request counts once', async () => {
    const replay = memoryReplayStore()
    for (const options of [{ signer }, { signer, nonce: false as const }]) {
      const signed = HttpSig.sign(plain(), options)
      expect(await HttpSig.verify(signed, { trust, replay })).toMatchObject({ replay: 'marked' })
      await expect(HttpSig.verify(signed, { trust, replay })).rejects.toThrowError(
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
    const signed = HttpSig.sign(plain(), { signer })
    await HttpSig.verify({ ...signed, body: 'x' }, { trust, replay }).catch(() => undefined)
    expect(marks).toBe(0)
  })
})

describe('where a request was sent', () => {
  const signed = HttpSig.sign(plain(), { signer })

  test('the origin is given, never taken from the message', async () => {
    const inside = { ...signed, url: 'http://10.0.0.1:8080/rpc?x=1' }
    await expect(HttpSig.verify(inside, { trust })).rejects.toThrowError(
      code('ERR_HTTP_SIG_INVALID'),
    )
    for (const origin of ['https://agent.example', 'https://AGENT.example:443/'])
      await expect(HttpSig.verify(inside, { trust, origin })).resolves.toBeDefined()
    const path = { ...signed, url: '/rpc?x=1' }
    await expect(
      HttpSig.verify(path, { trust, origin: 'https://agent.example' }),
    ).resolves.toBeDefined()
    await expect(HttpSig.verify(path, { trust })).rejects.toThrowError(code('ERR_HTTP_SIG_MESSAGE'))
  })

  test.each(['evil.example/', '*', '.example/rpc', '@evil.example/', ':80/rpc'])(
    'what is no path cannot change the origin: %s',
    async (target) => {
      const moved = { ...signed, url: target }
      await expect(
        HttpSig.verify(moved, { trust, origin: 'https://agent.example' }),
      ).rejects.toThrowError(code('ERR_HTTP_SIG_MESSAGE'))
    },
  )

  test('another host', async () => {
    await expect(
      HttpSig.verify(signed, { trust, origin: 'https://other.example' }),
    ).rejects.toThrowError(code('ERR_HTTP_SIG_INVALID'))
  })
})

describe('refusals', () => {
  const signed = HttpSig.sign(plain(), { signer, created: now, expires: new Date(+now + 60_000) })

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
    ['ERR_ARGUMENT', {}, { trust: undefined }],
  ])('%s', async (want, how, options) => {
    const made =
      Object.keys(how).length === 0
        ? signed
        : HttpSig.sign(plain(), { signer, created: now, ...how })
    await expect(HttpSig.verify(made, { trust, now, ...options } as never)).rejects.toThrowError(
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
    await expect(
      HttpSig.verify(plain({ headers: headers as never }), { trust }),
    ).rejects.toThrowError(code(want))
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
    const signed = await HttpSig.webBotAuth.sign(new Request(url), {
      signer: agent,
      agent: 'https://bot.example',
    })
    const facts = await HttpSig.webBotAuth.verify(signed, { trust: known })
    expect(facts).toMatchObject({
      tag: 'web-bot-auth',
      keyid: Keys.thumbprint(agent.publicKey),
      components: ['"@authority"', '"signature-agent";key="sig1"'],
    })
    const moved = new Request(signed)
    moved.headers.set('signature-agent', 'sig1="https://evil.example"')
    await expect(HttpSig.webBotAuth.verify(moved, { trust: known })).rejects.toThrowError(
      code('ERR_HTTP_SIG_INVALID'),
    )
  })

  test('a directory is asked only where the caller allows it', async () => {
    const signed = await HttpSig.webBotAuth.sign(new Request(url), {
      signer: agent,
      agent: 'https://bot.example',
    })
    const asked: string[] = []
    const allow = (one: HttpSig.webBotAuth.Agent) => {
      asked.push(one.uri)
      return false
    }
    const keys = HttpSig.webBotAuth.agentKeys({ allow })
    await expect(HttpSig.webBotAuth.verify(signed, { keys })).rejects.toThrowError(
      code('ERR_HTTP_SIG_KEY'),
    )
    expect(asked).toEqual(['https://bot.example'])
  })

  test('of several lines that name agents the covered one counts', async () => {
    const asked: string[] = []
    const allow = (one: HttpSig.webBotAuth.Agent) => asked.push(one.uri) < 0
    const signed = HttpSig.webBotAuth.sign(
      plain({ headers: [['Signature-Agent', 'proxy="https://proxy.example"']] }),
      { signer: agent, agent: 'https://bot.example', components: own },
    )
    const keys = HttpSig.webBotAuth.agentKeys({ allow })
    await expect(HttpSig.webBotAuth.verify(signed, { keys })).rejects.toThrowError(
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
    const signed = await HttpSig.webBotAuth.sign(new Request(url), { signer: agent })
    signed.headers.set('signature-agent', '"https://bot.example"')
    await expect(HttpSig.webBotAuth.verify(signed, { trust: known })).rejects.toThrowError(
      code('ERR_HTTP_SIG_UNCOVERED'),
    )
  })

  test('the keys of the RFC are nobody’s', async () => {
    const jwk = examples.keys_jwk['test-key-ed25519']
    const own = Keys.signerFromJwk(jwk as never)
    const signed = await HttpSig.webBotAuth.sign(new Request(url), { signer: own })
    await expect(
      HttpSig.webBotAuth.verify(signed, { trust: { key: own.publicKey } }),
    ).rejects.toThrowError(code('ERR_HTTP_SIG_TEST_KEY'))
    own.close()
  })

  test('Trusted Agent Protocol', async () => {
    const signed = await HttpSig.tap.sign(new Request(url), {
      signer: agent,
      keyid: 'k',
      intent: 'pay',
    })
    const verify = (intent: 'pay' | 'browse') =>
      HttpSig.tap.verify(signed, { trust: known, intent })
    expect(await verify('pay')).toMatchObject({ tag: 'agent-payer-auth', alg: 'ed25519' })
    await expect(verify('browse')).rejects.toThrowError(code('ERR_HTTP_SIG_TAG'))
    const long = { signer: agent, keyid: 'k', intent: 'pay' as const, created: now }
    await expect(
      HttpSig.tap.sign(new Request(url), { ...long, expires: new Date(+now + 481_000) }),
    ).rejects.toThrowError(code('ERR_HTTP_SIG_TIME'))
  })

  test('Model Context Protocol', async () => {
    const headers = { 'mcp-session-id': 's', 'mcp-protocol-version': '2025-06-18' }
    const signed = await HttpSig.mcp.sign(request({ headers }), { signer: agent, keyid: 'k' })
    const facts = await HttpSig.mcp.verify(signed, { trust: known })
    expect(facts.components).toContain('"mcp-session-id"')
    const without = await HttpSig.sign(request({ headers }), { signer: agent, keyid: 'k' })
    await expect(HttpSig.mcp.verify(without, { trust: known })).rejects.toThrowError(
      code('ERR_HTTP_SIG_UNCOVERED'),
    )
  })

  test('SAGE', async () => {
    const signed = HttpSig.sage.sign(plain(), { signer: agent, keyid: 'did:sage:ethereum:0x1' })
    expect(await HttpSig.sage.verify(signed, { trust: known })).toMatchObject({
      components: ['"@method"', '"@path"', '"@query"', '"content-digest"'],
      uncovered: ['@authority', 'content-type'],
    })
    const newline = plain({ url: 'https://a.example/x%0Ay' })
    expect(() => HttpSig.sage.sign(newline, { signer: agent })).toThrowError(
      code('ERR_HTTP_SIG_COMPONENT'),
    )
    const quote = () => HttpSig.sage.sign(plain(), { signer: agent, keyid: 'a";alg="x' })
    expect(quote).toThrowError(code('ERR_HTTP_SIG_PARAMETER'))
    const standard = HttpSig.sign(plain(), { signer: agent, keyid: 'k' })
    await expect(HttpSig.sage.verify(standard, { trust: known })).rejects.toThrowError(
      code('ERR_HTTP_SIG_PARAMETER'),
    )
  })
})
