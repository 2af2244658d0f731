import { describe, expect, test } from 'vitest'
import { Did, Keys, memoryReplayStore, Pop, Sage } from '../src/subpath/all.js'
import { caught } from './setup/help.js'
import { audience, code, did, listed, now } from './setup/pop.js'

describe('what nobody may forget', () => {
  const [signer, agreement] = [Keys.generate('Ed25519'), Keys.generate('X25519')]
  const ephemeral = Keys.generate('X25519')
  const { publicKey } = signer
  const challenge = Pop.challenge({ audience, now, ephemeral: ephemeral.publicKey })
  const proof = Pop.prove(challenge, signer, { did, now })
  const expected = { did, challenge, now }
  const agreed = { ...expected, ephemeral }
  const replay = memoryReplayStore({ now: () => now })
  const none = undefined as never

  test.each([
    ['prove', /^signer must be/, () => Pop.prove(challenge, none, { did })],
    [
      'proveAgreement',
      /^identity must be/,
      () => Pop.proveAgreement(challenge, agreement, { did, identity: none }),
    ],
    ['verify', /^trust must be/, () => Pop.verify(proof, none, expected)],
    ['verify', /^trust must be/, () => Pop.verify(proof, {} as never, expected)],
    ['verifyOnce', /^trust must be/, () => Pop.verifyOnce(proof, none, { ...expected, replay })],
    ['verifyAgreement', /^trust must be/, () => Pop.verifyAgreement(proof, none, agreed)],
    [
      'verifyAgreement',
      /^trust has no member "identity"/,
      () => Pop.verifyAgreement(proof, { key: publicKey, identity: publicKey } as never, agreed),
    ],
    [
      'verifyAgreementOnce',
      /^trust must be/,
      () => Pop.verifyAgreementOnce(proof, none, { ...agreed, replay }),
    ],
    ['verifyAll', /^trust must be/, () => Pop.verifyAll([proof], none, expected)],
    ['verifyAll', /^trust must be/, () => Pop.verifyAll([proof], {} as never, expected)],
    [
      'verifyAllOnce',
      /^trust must be/,
      () => Pop.verifyAllOnce([proof], none, { ...expected, replay }),
    ],
  ] as const)('%s names it: %s', async (_, message, run) => {
    const error = await caught(run)
    expect(error).toEqual(code('ERR_ARGUMENT'))
    expect((error as Error).message).toMatch(message)
  })

  test('a store belongs to the calls that give promises, and is needed there', async () => {
    const [pinned, both] = [{ key: publicKey }, listed(agreement, signer)]
    const stored = { ...agreed, replay } as never
    for (const run of [
      () => Pop.verify(proof, pinned, { ...expected, replay } as never),
      () => Pop.verifyAgreement(proof, both, stored),
      () => Pop.verifyAll([proof], pinned, stored),
    ])
      expect(run).toThrow(/there is no option "replay"/)
    for (const run of [
      () => Pop.verifyOnce(proof, pinned, expected as never),
      () => Pop.verifyAgreementOnce(proof, both, agreed as never),
      () => Pop.verifyAllOnce([proof], pinned, agreed as never),
    ])
      await expect(run()).rejects.toThrow(/^replay must be an object/)
  })

  test('an agreement key counts once too', async () => {
    const proof = Pop.proveAgreement(challenge, agreement, { did, now, identity: signer })
    const trust = listed(agreement, signer)
    const answer = () => Pop.verifyAgreementOnce(proof, trust, { ...agreed, replay })
    const publicKeyMultibase = Keys.toMultikey(publicKey)
    expect((await answer()).signer).toMatchObject({ publicKeyMultibase, trust: 'trusted' })
    await expect(answer()).rejects.toThrow(code('ERR_REPLAY'))
  })
})

describe('a DID that is a key', () => {
  // Fixed, since the tests are named after the DIDs.
  const own = Keys.fromSecret('Ed25519', new Uint8Array(32).fill(3))
  const other = Keys.fromSecret('Ed25519', new Uint8Array(32).fill(4))
  const agreement = Keys.generate('X25519')
  const ephemeral = Keys.generate('X25519')
  const challenge = Pop.challenge({ audience, now, ephemeral: ephemeral.publicKey })

  test.each([Did.fromKey(own.publicKey), Did.jwkFromKey(own.publicKey)])(
    'is proven by that key alone: %s',
    (did) => {
      const expected = { did, challenge, now }
      const judge = (signer: typeof own) =>
        Pop.verify(Pop.prove(challenge, signer, { did, now }), { key: signer.publicKey }, expected)
          .did
      expect(judge(own)).toBe(did)
      expect(() => judge(other)).toThrow(code('ERR_POP_KEY'))
      const all = Pop.verifyAll(
        [own, other].map((signer) => Pop.prove(challenge, signer, { did, now })),
        listed(own, other),
        expected,
      )
      expect(all.keys.map((key) => (key.state === 'ok' ? 'ok' : key.code))).toEqual([
        'ok',
        'ERR_POP_KEY',
      ])
      const vouch = (identity: typeof own) =>
        Pop.verifyAgreement(
          Pop.proveAgreement(challenge, agreement, { did, now, identity }),
          listed(agreement, identity),
          { ...expected, ephemeral },
        ).did
      expect(vouch(own)).toBe(did)
      expect(() => vouch(other)).toThrow(code('ERR_POP_IDENTITY'))
      const sage = (signer: typeof own) => {
        const stored = { type: 'Ed25519', data: signer.publicKey.bytes } as const
        const proof = Sage.Pop.prove(stored, signer, { did })
        return Sage.Pop.verify(proof, { key: signer.publicKey }, { did }).did
      }
      expect(sage(own)).toBe(did)
      expect(() => sage(other)).toThrow(code('ERR_POP_KEY'))
    },
  )
})
