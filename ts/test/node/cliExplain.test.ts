import { Did, Jws, Keys, Receipt } from 'countersign'
import { HttpSig } from 'countersign/http'
import { describe, expect, it } from 'vitest'
import { readResult } from '../../../bench/result.js'
import { ledger as card } from '../setup/card.js'
import { agent, did, json, run } from '../setup/cli.js'

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
