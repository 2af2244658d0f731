import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, test } from 'vitest'
import { Keys, Receipt } from '../src/subpath/all.js'
import {
  action,
  actor,
  code,
  keyId,
  named,
  now,
  seed,
  signer,
  trust,
  utf8,
} from './setup/receipt.js'

describe('one receipt', () => {
  test('gives what was proven', () => {
    const issuer = signer()
    const receipt = Receipt.issue(action, issuer, { actor, keyId, now })
    const text = JSON.stringify(receipt)
    const facts = Receipt.verify(text, trust, { now })
    expect(facts).toEqual({
      id: Receipt.id(receipt),
      actor,
      signer: {
        publicKeyMultibase: Keys.toMultikey(issuer.publicKey),
        type: 'Ed25519',
        id: keyId,
        trust: 'trusted',
      },
      unproven: [],
      witnesses: [],
      uncovered: [],
      receipt,
      parsed: false,
    })
    expect(Receipt.verify(utf8(text), { key: issuer.publicKey }, { now }).unproven).toEqual([
      'actor',
    ])
    expect(Receipt.verify(receipt, trust, { now, content: action.content }).parsed).toBe(true)
  })

  test('a signer is its own did:key, self-asserted unless pinned', () => {
    const issuer = signer()
    const receipt = Receipt.issue(action, issuer)
    expect(receipt.actor).toBe(`did:key:${Keys.toMultikey(issuer.publicKey)}`)
    const own = Receipt.verify(receipt, { allowEmbeddedKey: true })
    expect(own.signer.trust).toBe('self-asserted')
    const pinned = Receipt.verify(receipt, { key: issuer.publicKey })
    expect(pinned).toMatchObject({ signer: { trust: 'trusted' }, unproven: [] })
    expect(() => Receipt.verify(receipt, { keys: [] })).toThrow(code('ERR_RECEIPT_KEY'))
  })

  test('trust is read anew when it changes', () => {
    const receipt = Receipt.issue(action, signer(), { actor, keyId, now })
    const verify = (fill: number) =>
      Receipt.verify(receipt, { key: signer(fill).publicKey }, { now })
    for (let round = 0; round < 2; round += 1) {
      expect(verify(1).actor).toBe(actor)
      expect(() => verify(2)).toThrow(code('ERR_RECEIPT_SIGNATURE'))
    }
  })

  test.each([
    ['content', { content: 'other' }, 'ERR_RECEIPT_SIGNATURE'],
    ['actor', { actor: 'did:web:b.example', keyId: 'did:web:b.example#key-1' }, 'ERR_RECEIPT_KEY'],
    ['version', { type: 'countersign/receipt/v2' }, 'ERR_RECEIPT_VERSION'],
    ['unknown member', { id: 'sha256:0' }, 'ERR_RECEIPT_MALFORMED'],
    ['time', { time: now.getTime() + 61_000 }, 'ERR_RECEIPT_NOT_YET'],
  ])('refuses another %s', (_, change, reason) => {
    const receipt = Receipt.issue(action, signer(), { actor, keyId, now })
    const altered = JSON.stringify({ ...receipt, ...change })
    expect(() => Receipt.verify(altered, trust, { now })).toThrow(code(reason))
  })

  test('refuses rewritten content under a kept id, and a member twice', () => {
    const receipt = Receipt.issue(action, signer(), { actor, keyId, now })
    const id = Receipt.id(receipt)
    const rewritten = Receipt.issue({ ...action, content: 7 }, signer(), { actor, keyId, now })
    expect(Receipt.verify(receipt, trust, { now, id }).id).toBe(id)
    expect(() => Receipt.verify(rewritten, trust, { now, id })).toThrow(code('ERR_RECEIPT_ID'))
    const content = { now, content: 8 }
    expect(() => Receipt.verify(rewritten, trust, content)).toThrow(code('ERR_RECEIPT_CONTENT'))
    const twice = JSON.stringify(receipt).replace('{', '{"action":"x",')
    expect(() => Receipt.verify(twice, trust, { now })).toThrow(code('ERR_JSON_DUPLICATE'))
  })

  test('witnesses are reported, and needed where asked for', () => {
    const both = { keys: [...trust.keys, named('did:web:notary.example#k', 2)] }
    const receipt = Receipt.issue(action, signer(), { actor, keyId, now })
    const notary = {
      now,
      witness: 'did:web:notary.example',
      keyId: 'did:web:notary.example#k',
    }
    const once = Receipt.countersign(receipt, signer(2), trust, notary)
    const many = Receipt.countersign(once, signer(3), trust, { now })
    const facts = Receipt.verify(many, both, { now, witnesses: 1 })
    expect(facts.id).toBe(Receipt.id(receipt))
    expect(facts.uncovered).toEqual(['/witnesses'])
    expect(facts.witnesses).toMatchObject([
      { state: 'ok', witness: 'did:web:notary.example' },
      { state: 'unchecked', code: 'ERR_RECEIPT_KEY' },
    ])
    const two = { now, witnesses: 2 }
    expect(() => Receipt.verify(many, both, two)).toThrow(code('ERR_RECEIPT_WITNESSES'))
    const forged = { ...receipt, content: 0 }
    expect(() => Receipt.countersign(forged, signer(2), trust, notary)).toThrow(
      code('ERR_RECEIPT_SIGNATURE'),
    )
  })

  test('a witness counts once, and only under a key that is its own', () => {
    const who = 'did:web:notary.example'
    const keys = [named(`${who}#k`, 2), named(`${who}#l`, 3)]
    const receipt = Receipt.issue(action, signer(), { actor, keyId, now })
    const seen = (text: object, fill: number, key: string) =>
      Receipt.countersign(text, signer(fill), trust, { now, witness: who, keyId: `${who}#${key}` })
    const twice = seen(seen(receipt, 2, 'k'), 3, 'l')
    const both = { keys: [...trust.keys, ...keys] }
    expect(Receipt.verify(twice, both, { now }).witnesses[1]).toMatchObject({
      code: 'ERR_RECEIPT_WITNESS_DUPLICATE',
    })
    const bare = { keys: [...trust.keys, { key: signer(2).publicKey }] }
    const once = seen(receipt, 2, 'k')
    expect(Receipt.verify(once, bare, { now }).witnesses).toMatchObject([
      { state: 'ok', unproven: ['witness'] },
    ])
    const verify = () => Receipt.verify(once, bare, { now, witnesses: 1 })
    expect(verify).toThrow(code('ERR_RECEIPT_WITNESSES'))
  })

  test('strangers among the witnesses shut out none that is known', () => {
    const who = 'did:web:notary.example'
    const receipt = Receipt.issue(action, signer(), { actor, keyId, now })
    const options = { now, witness: who, keyId: `${who}#k` }
    const [known] = Receipt.countersign(receipt, signer(2), trust, options).witnesses ?? []
    if (known === undefined) throw new Error('no witness')
    const stranger = 'did:web:nobody.example'
    const strange = { ...known, witness: stranger, keyId: `${stranger}#k` }
    // Keys that any name may mean, as many as a receipt may cost checks.
    const bare = Array.from({ length: 20 }, (_, index) => ({ key: signer(100 + index).publicKey }))
    const keys = [...bare, ...trust.keys, named(`${who}#k`, 2)]
    const witnesses = [...Array.from({ length: 63 }, () => strange), known]
    const asked = { now, witnesses: 1 }
    expect(Receipt.verify({ ...receipt, witnesses }, { keys }, asked).witnesses[63]).toMatchObject({
      state: 'ok',
      unproven: [],
    })
    const none = { ...receipt, witnesses: witnesses.slice(0, 63) }
    expect(() => Receipt.verify(none, { keys }, asked)).toThrow(code('ERR_RECEIPT_WITNESSES'))
  })

  test('many by themselves get a verdict each', () => {
    const receipt = Receipt.issue(action, signer(), { actor, keyId, now })
    const stranger = Receipt.issue(action, signer(2), { now })
    const verdicts = Receipt.verifyBatch(
      [JSON.stringify(receipt), stranger, '{\u001e}', receipt],
      trust,
      { now },
    )
    expect(verdicts).toMatchObject([
      { state: 'ok', id: Receipt.id(receipt), receipt, parsed: false },
      { state: 'unchecked', code: 'ERR_RECEIPT_KEY' },
      { state: 'failed', code: 'ERR_JSON_MALFORMED' },
      { state: 'ok', id: Receipt.id(receipt), parsed: true },
    ])
    expect(Receipt.verifyBatch([], trust)).toEqual([])
    // What cannot cross is wrong by itself, and takes no other with it.
    const text = JSON.stringify(receipt)
    const unfit = [`${text}${' '.repeat(2 ** 20)}`, '\ud800', new Uint8Array([0xff])]
    const mixed = Receipt.verifyBatch([...unfit, text], trust, { now })
    expect(mixed.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'ok'])
    expect(() => Receipt.verifyBatch('x' as never, trust)).toThrow(code('ERR_ARGUMENT'))
  })

  test('any signer fits', async () => {
    const sign = (fill: number) => async (message: Uint8Array) => ed25519.sign(message, seed(fill))
    const external = {
      publicKey: signer().publicKey,
      algorithm: 'ed25519' as const,
      sign: sign(1),
    }
    const receipt = await Receipt.issue(action, external, { actor, keyId, now })
    expect(receipt).toEqual(Receipt.issue(action, signer(), { actor, keyId, now }))
    const rotation = { nextKeyId: `${actor}#key-2` }
    const place = { actor, keyId, now, previous: receipt }
    const rotated = await Receipt.rotate(rotation, external, signer(2), place)
    expect(rotated).toEqual(Receipt.rotate(rotation, signer(), signer(2), place))
    const other = { ...external, publicKey: signer(2).publicKey, sign: sign(2) }
    expect(await Receipt.rotate(rotation, signer(), other, place)).toEqual(rotated)
    const jws = await Receipt.toJws(receipt, external)
    expect(Receipt.fromJws(jws, { key: external.publicKey }, { now }).receipt).toEqual(receipt)
    const liar = { ...external, sign: () => new Uint8Array(64) }
    await expect(Receipt.issue(action, liar)).rejects.toThrow(code('ERR_SIGNER_INVALID'))
  })
})
