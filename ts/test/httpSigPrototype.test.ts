import { afterEach, describe, expect, test } from 'vitest'
import { Did, Grant, HttpSig, Keys, requireFacts, Sage } from '../src/subpath/all.js'
import {
  body,
  code,
  header,
  now,
  plain,
  request,
  shared,
  signer,
  trust,
  url,
  utf8,
} from './setup/httpSig.js'

describe('options', () => {
  const signed = HttpSig.sign(plain(), signer)
  const origin = 'https://agent.example'
  const { tap, webBotAuth } = HttpSig
  const sage = Sage.HttpSig

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
