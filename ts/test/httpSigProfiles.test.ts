import { describe, expect, test } from 'vitest'
import examples from '../../rust/vectors/http-signatures/rfc9421_examples.json' with {
  type: 'json',
}
import { HttpSig, Keys, Sage } from '../src/subpath/all.js'
import { code, now, plain, request, signer, url } from './setup/httpSig.js'

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
