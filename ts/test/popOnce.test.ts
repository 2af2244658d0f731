import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import { Keys, memoryReplayStore, Pop, type ReplayStore, requireFacts } from '../src/subpath/all.js'
import { audience, code, did, later, listed, now, utf8 } from './setup/pop.js'

describe('once', () => {
  test('a challenge is answered once', async () => {
    const signer = Keys.generate('Ed25519')
    const challenge = Pop.challenge({ audience, now })
    const proof = Pop.prove(challenge, signer, { did, now })
    const options = { did, challenge, now, replay: memoryReplayStore({ now: () => now }) }
    const answer = (proof: Pop.Proof) => Pop.verifyOnce(proof, { key: signer.publicKey }, options)
    const spoilt = { ...proof, signature: 'A'.repeat(86) }
    await expect(answer(spoilt)).rejects.toThrowError(code('ERR_POP_INVALID'))
    expect((await answer(proof)).did).toBe(did)
    await expect(answer(proof)).rejects.toThrowError(code('ERR_REPLAY'))
  })

  test('uses up the challenge of nobody else', async () => {
    const [alice, mallory] = [Keys.generate('Ed25519'), Keys.generate('Ed25519')]
    const challenge = Pop.challenge({ audience, now })
    const replay = memoryReplayStore({ now: () => now })
    const answer = (signer: typeof alice, did: string) => {
      const proof = Pop.prove(challenge, signer, { did, now })
      return Pop.verifyOnce(proof, { key: signer.publicKey }, { did, challenge, now, replay })
    }
    // Mallory answers the challenge that she saw first, as herself.
    await answer(mallory, 'did:web:mallory.example')
    await expect(answer(mallory, 'did:web:mallory.example')).rejects.toThrow(code('ERR_REPLAY'))
    expect((await answer(alice, did)).did).toBe(did)
    await expect(answer(alice, did)).rejects.toThrow(code('ERR_REPLAY'))
  })

  test('a mark is of label, verifier, holder and nonce', async () => {
    const signer = Keys.generate('Ed25519')
    const nonce = new Uint8Array(16).fill(7)
    const challenge = Pop.challenge({ audience, now, nonce })
    const proof = Pop.prove(challenge, signer, { did, now })
    const marked: [string, number][] = []
    const replay = {
      checkAndMark: (mark: string, until: number) => marked.push([mark, until]) > 0,
    }
    const expected = { challenge, now, did, replay, skew: 5 }
    await Pop.verifyOnce(proof, { key: signer.publicKey }, expected)
    await Pop.verifyAllOnce([proof], { key: signer.publicKey }, expected)
    // Written from the description in rust/core/src/replay.rs alone.
    const parts = ['countersign/replay-mark/v1', 'countersign/pop-challenge/v1', audience, did]
    const framed = [...parts.map(utf8), nonce].flatMap((part) => [0, 0, 0, part.length, ...part])
    const mark = btoa(String.fromCharCode(...sha256(Uint8Array.from(framed))))
    const row = [
      mark.replaceAll('+', '-').replaceAll('/', '_').replace('=', ''),
      challenge.expires + 5,
    ]
    expect(marked).toEqual([row, row])
  })

  test('one proven key uses the challenge up, whatever became of the others', async () => {
    const [first, second] = [Keys.generate('Ed25519'), Keys.generate('Ed25519')]
    const challenge = Pop.challenge({ audience, now })
    const trust = listed(first, second)
    const replay = memoryReplayStore({ now: () => now })
    const answer = (proofs: (Pop.Proof | null)[]) =>
      Pop.verifyAllOnce(proofs, trust, { did, challenge, now, replay })
    const proof = Pop.prove(challenge, first, { did, now })
    const { facts, keys: rows } = await answer([proof, null])
    expect(facts.proofs).toMatchObject({ state: 'unchecked', at: 1, code: 'ERR_POP_MISSING' })
    expect(rows[0]?.state).toBe('ok')
    await expect(answer([proof, null])).rejects.toThrow(code('ERR_REPLAY'))
    const key = first.publicKey
    const again = Pop.verifyOnce(proof, { key }, { did, challenge, now, replay })
    await expect(again).rejects.toThrow(code('ERR_REPLAY'))
  })

  test('a store that gives anything but true refuses', async () => {
    const signer = Keys.generate('Ed25519')
    const challenge = Pop.challenge({ audience, now })
    const proof = Pop.prove(challenge, signer, { did, now })
    const replay = { checkAndMark: () => 'yes' as unknown as boolean }
    const trust = { key: signer.publicKey }
    const verified = Pop.verifyOnce(proof, trust, { did, challenge, now, replay })
    await expect(verified).rejects.toThrowError(code('ERR_REPLAY'))
  })

  test('a full store forgets only what is over', () => {
    let time = now
    const store = memoryReplayStore({ limit: 2, now: () => time })
    const end = (seconds: number) => later(seconds).getTime() / 1000
    expect(store.checkAndMark('a', end(10))).toBe(true)
    expect(store.checkAndMark('a', end(10))).toBe(false)
    expect(store.checkAndMark('b', end(1))).toBe(true)
    expect(() => store.checkAndMark('c', end(10))).toThrow(code('ERR_REPLAY_FULL'))
    // What is known is a replay, and not a want of room.
    expect(store.checkAndMark('b', end(1))).toBe(false)
    time = later(1)
    expect(store.checkAndMark('c', end(10))).toBe(true)
    expect(store.checkAndMark('a', end(10))).toBe(false)
  })

  test('a store marks nothing whose time is over', () => {
    let time = now
    const store = memoryReplayStore({ now: () => time })
    const end = later(10).getTime() / 1000
    expect(store.checkAndMark('a', end)).toBe(true)
    // The mark has ended: what was judged before that and asks now may be a copy.
    time = later(10)
    expect(store.checkAndMark('a', end)).toBe(false)
    expect(store.checkAndMark('b', end)).toBe(false)
    expect(store.checkAndMark('a', end + 1)).toBe(true)
  })

  test('a full store refuses as fast as a small one', () => {
    let time = now
    const end = (seconds: number) => later(seconds).getTime() / 1000
    const filled = (limit: number) => {
      const store = memoryReplayStore({ limit, now: () => time })
      for (let index = 0; index < limit; index += 1)
        store.checkAndMark(`n${index}`, end(10 + (index % 2)))
      return store
    }
    const timed = (store: ReplayStore) => {
      const begin = performance.now()
      for (let turn = 0; turn < 500; turn += 1)
        try {
          store.checkAndMark('more', end(30))
        } catch {
          // Full.
        }
      return performance.now() - begin
    }
    const [small, large] = [filled(10), filled(100_000)]
    timed(small)
    expect(timed(large)).toBeLessThan(50 * timed(small) + 50)
    time = later(10)
    expect(large.checkAndMark('more', end(30))).toBe(true)
    expect(large.checkAndMark('n1', end(30))).toBe(false)
  })
})

describe('many keys', () => {
  /** Proofs of four keys, and what verifies them. */
  function fourKeys() {
    const signers = (['Ed25519', 'secp256k1', 'P-256'] as const).map((type) => Keys.generate(type))
    const [x, ephemeral] = [Keys.generate('X25519'), Keys.generate('X25519')]
    const challenge = Pop.challenge({ audience, now, ephemeral: ephemeral.publicKey })
    const proofs = [
      ...signers.map((signer) => Pop.prove(challenge, signer, { did, now })),
      Pop.proveAgreement(challenge, x, { did, now, identity: signers[0]! }),
    ] as [Pop.Proof, Pop.Proof, Pop.Proof, Pop.Proof]
    return { proofs, trust: listed(...signers, x), all: { did, challenge, now, ephemeral } }
  }

  test('each has its verdict', async () => {
    const { proofs, trust, all } = fourKeys()
    expect(Pop.verifyAll(proofs, trust, all)).toEqual({
      facts: { proofs: { state: 'ok' } },
      keys: trust.keys.map(({ key }) => ({
        key,
        state: 'ok',
        signer: { publicKeyMultibase: Keys.toMultikey(key), type: key.type, trust: 'trusted' },
      })),
    })
    const codes = (list: (Pop.Input | null)[]) =>
      Pop.verifyAll(list, trust, all).keys.map((key) => (key.state === 'ok' ? '' : key.code))
    const [first, second, third, fourth] = proofs
    expect(codes([null, '{', '{"did":"a","did":"b"}', fourth])).toEqual([
      'ERR_POP_MISSING',
      'ERR_JSON_MALFORMED',
      'ERR_JSON_DUPLICATE',
      'ERR_POP_IDENTITY',
    ])
    expect(codes([second, first, third, fourth])).toEqual([
      'ERR_POP_KEY',
      'ERR_POP_KEY',
      '',
      'ERR_POP_IDENTITY',
    ])
    const { ephemeral: _, ...without } = all
    expect(Pop.verifyAll(proofs, trust, without).keys[3]).toMatchObject({
      code: 'ERR_POP_EPHEMERAL',
    })
    expect(() => Pop.verifyAll([], trust, all)).toThrowError(code('ERR_POP_MALFORMED'))
    const replay = memoryReplayStore({ now: () => now })
    const answer = (list: (Pop.Input | null)[]) =>
      Pop.verifyAllOnce(list, trust, { ...all, replay })
    const strange = await answer([null, '{', null, null])
    expect(strange.keys.map(({ state }) => state)).not.toContain('ok')
    requireFacts(await answer(proofs))
    await expect(answer(proofs)).rejects.toThrowError(code('ERR_REPLAY'))
  })
})
