import { Card, Did } from 'countersign'
import { beforeAll, describe, expect, it } from 'vitest'
import { ledger as card } from '../setup/card.js'
import { agent, createIdentity, did, json, read, run, secretOf, write } from '../setup/cli.js'

beforeAll(createIdentity)

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
