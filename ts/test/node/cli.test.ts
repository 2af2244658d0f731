import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Card, Did, Jws, Keys, Receipt } from 'countersign'
import { describe, expect, it } from 'vitest'
import { ledger as card } from '../setup/card.js'
import {
  agent,
  createIdentity,
  did,
  json,
  modeOf,
  read,
  run,
  secretOf,
  write,
} from '../setup/cli.js'

describe('keygen', () => {
  it.each([
    ['jwk', (text: string) => Keys.signerFromJwk(text)],
    ['pem', (text: string) => Keys.signerFromPem(text)],
  ])('writes a secret that its owner alone can read: %s', async (format, open) => {
    const { status, value } = await json(['keygen', '--private', `a.${format}`, '--format', format])
    expect(status).toBe(0)
    expect(modeOf(`a.${format}`)).toBe(0o600)
    const signer = open(read(`a.${format}`))
    expect(value.did).toBe(Did.fromKey(signer.publicKey))
    expect(JSON.stringify(value)).not.toContain(secretOf(signer))
  })

  it.each(['P-256', 'secp256k1', 'X25519', 'ML-DSA-44', 'ed25519+ml-dsa-65'])(
    'makes a key of type %s',
    async (type) => {
      const { status, value } = await json(['keygen', '--private', `${type}.jwk`, '--type', type])
      expect(status).toBe(0)
      expect(value.type.toLowerCase()).toBe(type.toLowerCase())
    },
  )
})

describe('card', () => {
  it('is signed and verified, from files and through pipes', async () => {
    const signed = await run(['card', 'sign', '--key', 'agent.jwk'], JSON.stringify(card))
    expect(signed.status).toBe(0)
    expect(Card.verify(signed.out, { key: agent.publicKey }).card.name).toBe('Ledger')
    write('signed.json', signed.out)
    for (const trust of ['agent.pub.jwk', did, Keys.toMultikey(agent.publicKey)]) {
      const { status, value } = await json(['card', 'verify', '--trust', trust, 'signed.json'])
      expect(status).toBe(0)
      expect(value.signer.trust).toBe('trusted')
    }
    const { status, out } = await run(['card', 'verify', '--trust', did], signed.out)
    expect(status).toBe(0)
    expect(out).toMatch(/^verified +Ledger 1\.0\.0$/m)
  })

  it('begins with one to fill in, which can be signed', async () => {
    const { out } = await run(['card', 'init', '--name', 'Ledger'])
    expect(Card.validate(out)).toMatchObject({ valid: true, version: '1.0' })
    expect((await run(['card', 'sign', '--key', 'agent.jwk'], out)).status).toBe(0)
  })

  it('takes a key from an identity file', async () => {
    expect((await createIdentity()).status).toBe(0)
    expect(modeOf('rec.txt')).toBe(0o600)
    expect((await json(['identity', 'show', 'id.json'])).value).toMatchObject({
      identity: did,
      keys: [{ label: 'signing' }],
    })
    const key = ['--key', 'id.json', '--passphrase-file', 'pass.txt']
    const { out } = await run(['card', 'sign', ...key, 'card.json'])
    expect(Card.verify(out, { key: agent.publicKey }).signer.trust).toBe('trusted')
  })

  it('is fetched, and verified where somebody is trusted', async () => {
    const signed = JSON.stringify(Card.sign(card, agent, { kid: Did.keyId(agent.publicKey) }))
    const server = createServer((request, response) => {
      if (request.url !== Card.wellKnownPath) return response.writeHead(404).end()
      return response.setHeader('Content-Type', 'application/json').end(signed)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const open = ['--allow-http', '--allow-private']
    try {
      expect((await run(['card', 'fetch', origin, ...open])).out).toBe(signed)
      const { value } = await json(['card', 'fetch', origin, ...open, '--trust', did])
      expect(value.signer.controller).toBe(did)
      const refused = await json(['card', 'fetch', origin])
      expect([refused.status, refused.value.error.code]).toEqual([1, 'ERR_FETCH_BLOCKED'])
    } finally {
      server.close()
    }
  })
})

it('jws: signs, and prints the payload of what holds', async () => {
  const { out } = await run(['jws', 'sign', '--key', 'agent.jwk', '--kid', 'a'], 'hello')
  expect(Jws.verify(out.trim(), { key: agent.publicKey }).payload).toEqual(
    new TextEncoder().encode('hello'),
  )
  expect(await run(['jws', 'verify', '--trust', 'agent.pub.jwk'], out)).toEqual({
    status: 0,
    out: 'hello',
    err: '',
  })
})

describe('receipt', () => {
  const issue = ['receipt', 'issue', '--key', 'agent.jwk', '--action', 'tool.call']

  it('is linked to the last one of its file', async () => {
    const chain = ['--chain', 'log.jsonl']
    for (const content of ['1', '"two"'])
      expect((await run([...issue, ...chain], content)).status).toBe(0)
    const verify = ['receipt', 'verify', '--trust', did, 'log.jsonl']
    const open = await json(verify)
    expect([open.status, open.value.error.code]).toEqual([1, 'ERR_FACT_UNCHECKED'])
    expect((await run([...verify, '--allow-unchecked', 'completeness'])).status).toBe(0)
    expect((await run([...issue, ...chain, '--final'], '3')).status).toBe(0)
    const closed = await json(verify)
    expect([closed.status, closed.value.count]).toEqual([0, 3])
    write('cut.jsonl', read('log.jsonl').split('\n').toSpliced(1, 1).join('\n'))
    const cut = await json(['receipt', 'verify', '--trust', did, 'cut.jsonl'])
    expect([cut.status, cut.value.error.code]).toEqual([1, 'ERR_RECEIPT_PREVIOUS'])
  })

  it('is verified by itself', async () => {
    const { out } = await run(issue, '{"tool":"search"}')
    expect(Receipt.verify(out, { key: agent.publicKey }).actor).toBe(did)
    expect((await run(['receipt', 'verify', '--trust', did], out)).status).toBe(0)
  })
})

describe('grant', () => {
  it('is issued, delegated, used and revoked', async () => {
    await run(['keygen', '--private', 'human.jwk', '--out', 'human.pub.jwk'])
    await run(['keygen', '--private', 'helper.jwk', '--out', 'helper.pub.jwk'])
    const helper = (await json(['did', 'show', 'helper.pub.jwk'])).value.did
    const terms = (to: string, what: string) => ['--to', to, '--allow', what]
    const issue = [
      'grant',
      'issue',
      '--key',
      'human.jwk',
      '--delegation',
      '1',
      '--out',
      'grant.json',
    ]
    expect((await run([...issue, ...terms(did, 'read:docs/**')])).status).toBe(0)
    const delegate = [
      'grant',
      'delegate',
      '--key',
      'agent.jwk',
      '--out',
      'chain.json',
      'grant.json',
    ]
    expect((await run([...delegate, ...terms(helper, 'read:docs/a')])).status).toBe(0)
    const verify = ['grant', 'verify', '--trust', 'human.pub.jwk', 'chain.json']
    const ask = (what: string) => ['--capability', what, '--holder', helper, '--none-revoked']
    expect((await run([...verify, ...ask('read:docs/a')])).status).toBe(0)
    const refused = await json([...verify, ...ask('read:docs/b')])
    expect([refused.status, refused.value.error.code]).toEqual([1, 'ERR_GRANT_CAPABILITY'])
    expect((await json(verify)).value.error.code).toBe('ERR_FACT_UNCHECKED')
    await run(['grant', 'revoke', '--key', 'human.jwk', '--out', 'revoked.json', 'grant.json'])
    const revoked = await json([...verify, '--revocation', 'revoked.json'])
    expect([revoked.status, revoked.value.error.code]).toEqual([1, 'ERR_GRANT_REVOKED'])
  })
})

describe('http', () => {
  const url = ['--url', 'https://api.example/orders']

  it('is signed as fields to send, and verified from them', async () => {
    write('order.json', '{"order":7}')
    const field = ['--header', 'Content-Type: application/json']
    const sign = ['http', 'sign', '--key', 'agent.jwk', ...url, ...field, '--out', 'fields.txt']
    expect((await run([...sign, 'order.json'])).status).toBe(0)
    const verify = ['http', 'verify', '--trust', did, '--fields', 'fields.txt']
    expect((await run([...verify, ...url, 'order.json'])).status).toBe(0)
    const other = await json([...verify, '--url', 'https://api.example/other', 'order.json'])
    expect([other.status, other.value.error.code]).toEqual([1, 'ERR_HTTP_SIG_INVALID'])
    const changed = await json([...verify, ...url, '-'], '{"order":8}')
    expect([changed.status, changed.value.error.code]).toEqual([1, 'ERR_HTTP_SIG_DIGEST'])
  })
})

describe('did, peer', () => {
  it('names a key, and makes the document of a did:web', async () => {
    expect((await json(['did', 'show', 'agent.pub.jwk'])).value.did).toBe(did)
    expect((await json(['did', 'show', 'did:web:a.example'])).value.method).toBe('web')
    const id = 'did:web:agent.example'
    const { value } = await json(['did', 'document', '--id', id, 'agent.pub.jwk'])
    const signed = Card.sign(card, agent, { kid: `${id}#key-1` })
    expect(Card.verify(JSON.stringify(signed), { document: value }).signer.controller).toBe(id)
    expect((await json(['did', 'resolve', did])).value.id).toBe(did)
    const peer = (await json(['peer', 'agent.pub.jwk'])).value
    expect((await json(['peer', peer.id])).value.did).toBe(did)
  })
})
