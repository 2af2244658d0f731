import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Card, Did, Encoding, Jws, Keys, Receipt } from 'countersign'
import { HttpSig } from 'countersign/http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readResult } from '../../../bench/result.js'
import { ledger as card } from '../setup/card.js'

const bin = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'countersign-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string, mode = 0o644) => {
  writeFileSync(join(folder, name), text)
  chmodSync(join(folder, name), mode)
}
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

type Answer = { readonly status: number | null; readonly out: string; readonly err: string }

/** Runs the built command. Input is sent through a pipe, so it never has a terminal. */
function run(args: readonly string[], input = ''): Promise<Answer> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd: folder })
    let [out, err] = ['', '']
    child.stdout.on('data', (text) => (out += text))
    child.stderr.on('data', (text) => (err += text))
    child.on('close', (status) => resolve({ status, out, err }))
    // A command that reads nothing may be gone by now.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

const json = async (args: readonly string[], input = '') => {
  const { status, out } = await run([...args, '--json'], input)
  return { status, value: JSON.parse(out) }
}

const agent = Keys.generate('Ed25519')
/** As it stands in a JWK. */
const secretOf = (signer: Keys.LocalSigner) =>
  Encoding.base64url.encode(Keys.dangerouslyExportSecret(signer))
const did = Did.fromKey(agent.publicKey)

beforeAll(() => {
  write('agent.jwk', JSON.stringify(Keys.dangerouslyExportJwk(agent)), 0o600)
  write('agent.pub.jwk', JSON.stringify(Keys.toJwk(agent.publicKey)))
  write('card.json', JSON.stringify(card))
  write('pass.txt', 'correct horse\n', 0o600)
})

describe('keygen', () => {
  it.each([
    ['jwk', (text: string) => Keys.signerFromJwk(text)],
    ['pem', (text: string) => Keys.signerFromPem(text)],
  ])('writes a secret that its owner alone can read: %s', async (format, open) => {
    const { status, value } = await json(['keygen', '--private', `a.${format}`, '--format', format])
    expect(status).toBe(0)
    expect(statSync(join(folder, `a.${format}`)).mode & 0o777).toBe(0o600)
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
    const identity = ['--key', 'agent.jwk', '--passphrase-file', 'pass.txt', '--out', 'id.json']
    expect((await run(['identity', 'create', ...identity, '--recovery', 'rec.txt'])).status).toBe(0)
    expect(statSync(join(folder, 'rec.txt')).mode & 0o777).toBe(0o600)
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

/** As it travels. */
function signedRequest(): string {
  const fields = [['Host', 'api.example']] as const
  const url = 'https://api.example/orders'
  const request = { kind: 'request', method: 'POST', url, headers: fields, body: '{}' } as const
  const { headers } = HttpSig.sign(request, agent, { keyid: did })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST /orders HTTP/1.1\r\n${lines.join('')}\r\n{}`
}

/** As `http sign` prints them: they do not say which method and URL they are for. */
function fieldsAlone(): string {
  return signedRequest().split('\r\n').slice(1, -2).join('\n')
}

describe('explain', () => {
  it.each([
    ['a card', () => JSON.stringify(card), /an agent card of A2A 1\.0/],
    [
      'a receipt',
      () => JSON.stringify(Receipt.issue({ action: 'a', content: 1 }, agent)),
      /a receipt/,
    ],
    ['a signed request', signedRequest, /a signed HTTP request[\s\S]+sig1 covers +"@method"/],
    ['its fields alone', fieldsAlone, /^this is +a signed HTTP request\nsig1 covers/],
    ['a JWS', () => Jws.sign(new Uint8Array(), agent, { header: { kid: 'a' } }), /a JWS/],
    ['a DID document', () => JSON.stringify(Did.document(did)), /a DID document/],
    ['a public key', () => Keys.toPem(agent.publicKey), /a public key in PEM/],
    ['a secret key', () => JSON.stringify(Keys.dangerouslyExportJwk(agent)), /a secret key/],
    ['an escape of the terminal', () => `{"type":"x","a":"\\u001b[2J"}`, /\\u001b\[2J/],
  ])('%s, and says that nothing is verified', async (_, text, shown) => {
    const { status, out } = await run(['explain'], text())
    expect(status).toBe(0)
    expect(out).toMatch(shown)
    expect(out).toMatch(/^verified +no$/m)
  })

  it('says what to do after an error', async () => {
    const { status, err } = await run(['card', 'verify', '--trust', 'agent.pub.jwk', 'card.json'])
    expect(status).toBe(1)
    expect(err.split('\n')).toEqual([
      'ERR_CARD_UNSIGNED: the card has no signature',
      '  Ask whoever serves the card to sign it.',
      '  More: countersign/ts/docs/errors.md#err_card_unsigned',
      '',
    ])
  })

  it('speaks of options of the command, not of the API, and says the same to scripts', async () => {
    const { value } = await json(['card', 'fetch', 'http://agent.example'])
    expect(value.error.cure).toContain('--allow-http')
    expect(value.error.help).toMatch(/#err_fetch_blocked$/)
    const { status, err } = await run(['card', 'sign', '--key', 'agent.jwk', '--reading', 'x'])
    expect(status).toBe(2)
    expect(err).toContain('--reading takes default, a2a-sdk, a2a-go, not "x"')
  })

  it('says what a code means, and where to read more', async () => {
    const { out } = await run(['explain', 'ERR_CARD_UNSIGNED'])
    expect(out).toMatch(/^means +A card has no signature/m)
    expect(out).toMatch(/^more +countersign\/ts\/docs\/errors\.md#err_card_unsigned$/m)
  })

  it('says what to do about a code', async () => {
    const { value } = await json(['explain', 'ERR_CARD_UNSIGNED'])
    expect(value.cure).toContain('sign it')
  })
})

describe('bench', () => {
  const tiny = ['bench', '--filter', 'parse did:key', '--rounds', '1']

  it('times the engines side by side', async () => {
    const { status, out } = await run(tiny)
    expect(status).toBe(0)
    expect(out).toMatch(/^one call, median +native +wasm-fma +wasm /)
    expect(out).toMatch(/^ {2}parse did:key( +[\d.]+ (ns|µs|ms)| +n\/a){3}/m)
  })

  it('gives a result that the repository takes', async () => {
    const { status, value } = await json([...tiny, '--peers'])
    expect(status).toBe(0)
    const { rows, settings } = readResult(JSON.stringify(value))
    expect(rows.map((row) => row.case)).toContain('parse did:key')
    expect(rows.map((row) => row.engine)).toEqual(expect.arrayContaining(['native', 'wasm']))
    expect(settings.rounds).toBe(1)
  })
})

describe('help', () => {
  it.each([
    [[], /^ {2}card +sign, verify and fetch/m],
    [['--help'], /Exit codes: 0 done and verified, 1 refused, 2/],
    [['card', '--help'], /^ {2}card verify +verify the signatures/m],
    [['card', 'sign', '--help'], /^ {2}--key FILE/m],
    [['--version'], /^\d+\.\d+\.\d+$/m],
  ])('%j', async (args, shown) => {
    const { status, out } = await run(args)
    expect(status).toBe(0)
    expect(out).toMatch(shown)
  })
})

describe('refuses', () => {
  const signed = () => JSON.stringify(Card.sign(card, agent, { kid: Did.keyId(agent.publicKey) }))

  it.each([
    [
      'a changed card',
      ['card', 'verify', '--trust', did],
      () => signed().replace('Ledger', 'L'),
      'ERR_CARD_SIGNATURE',
    ],
    [
      'another key',
      ['card', 'verify', '--trust', 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'],
      signed,
      'ERR_CARD_UNVERIFIABLE',
    ],
    [
      'a card without signature',
      ['card', 'verify', '--trust', did],
      () => JSON.stringify(card),
      'ERR_CARD_UNSIGNED',
    ],
    ['what is no JSON', ['card', 'verify', '--trust', did], () => 'hello', 'ERR_JSON_MALFORMED'],
    [
      'a member twice',
      ['card', 'verify', '--trust', did],
      () => signed().replace('{', '{"name":"x",'),
      'ERR_JSON_DUPLICATE',
    ],
    [
      'a card that is not valid',
      ['card', 'sign', '--key', 'agent.jwk'],
      () => '{}',
      'ERR_CARD_INVALID',
    ],
    ['a DID that is none', ['did', 'show', 'did:Web:a.example'], () => '', 'ERR_DID_SYNTAX'],
    [
      'a wrong passphrase',
      ['card', 'sign', '--key', 'id.json', '--passphrase-file', 'agent.jwk'],
      () => JSON.stringify(card),
      'ERR_IDENTITY_FILE_LOCKED',
    ],
  ])('%s', async (_, args, input, code) => {
    const { status, value } = await json(args, input())
    expect([status, value.error.code]).toEqual([1, code])
    const { out, err } = await run(args, input())
    expect(out).toBe('')
    const [wrong, cure, more, ...rest] = err.split('\n')
    expect(wrong).toMatch(new RegExp(`^${code}: .`))
    expect(cure).toMatch(/^ {2}\S/)
    expect(more).toMatch(new RegExp(`^  More: .+#${code.toLowerCase()}$`))
    expect(rest).toEqual([''])
  })

  it.each([
    ['an unknown command', ['crad'], /there is no command "crad"; there are keygen/],
    ['an unknown word', ['card', 'sing'], /there are card init, card sign, card verify/],
    ['an unknown option', ['card', 'sign', '--secret', 'x'], /countersign card sign --help/],
    ['a missing trust', ['card', 'verify', 'card.json'], /--trust is missing/],
    ['a missing key', ['card', 'sign', 'card.json'], /countersign keygen makes one/],
    [
      'a file that is not there',
      ['card', 'verify', '--trust', did, 'gone.json'],
      /gone\.json cannot be read: there is no such file/,
    ],
    [
      'two files',
      ['card', 'verify', '--trust', did, 'card.json', 'b.json'],
      /one operand too many/,
    ],
    ['a file that is there', ['keygen', '--private', 'agent.jwk'], /never overwritten/],
    [
      'a type of key that is none',
      ['keygen', '--private', 'x.jwk', '--type', 'RSA'],
      /--type is one of Ed25519/,
    ],
    [
      'a number that is none',
      ['card', 'sign', '--key', 'agent.jwk', '--days', 'x', 'card.json'],
      /--days takes a whole number/,
    ],
    [
      'a public key that signs',
      ['card', 'sign', '--key', 'card.json', 'card.json'],
      /can be read by other users: run chmod 600/,
    ],
    ['a code that is none', ['explain', 'ERR_CARD_'], /there is no code/],
    ['a case that is none', ['bench', '--filter', 'nothing'], /no case has "nothing"/],
    ['too many rounds', ['bench', '--rounds', '501'], /--rounds takes 1 to 500/],
    ['a file to time', ['bench', 'card.json'], /--filter "card.json"/],
    [
      'a field without name',
      ['http', 'sign', '--key', 'agent.jwk', '--url', 'https://a.example', '--header', 'x'],
      /'Name: value'/,
    ],
  ])('a command line with %s', async (_, args, shown) => {
    const { status, err } = await run(args)
    expect(status).toBe(2)
    expect(err).toMatch(shown)
    expect(err).toMatch(/^ERR_ARGUMENT: /)
    const { value } = await json(args)
    expect(value.error.code).toBe('ERR_ARGUMENT')
  })

  it('a secret key that others may read', async () => {
    write('open.jwk', read('agent.jwk'), 0o644)
    const { status, err } = await run(['card', 'sign', '--key', 'open.jwk', 'card.json'])
    expect(status).toBe(2)
    expect(err).toContain('chmod 600 open.jwk')
    expect(err).not.toContain(secretOf(agent))
  })
})
