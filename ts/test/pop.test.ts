import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { describe, expect, test } from 'vitest'
import own from '../../rust/vectors/pop/v1.json' with { type: 'json' }
import proofs from '../../rust/vectors/sage/pop.json' with { type: 'json' }
import signatures from '../../rust/vectors/sage/sign.json' with { type: 'json' }
import {
  Did,
  Encoding,
  Keys,
  memoryReplayStore,
  Pop,
  type ReplayStore,
  requireFacts,
  Sage,
} from '../src/subpath/all.js'
import { join } from './setup/bytes.js'

const { decode: hex, encode: toHex } = Encoding.hex
const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const utf8 = (text: string) => new TextEncoder().encode(text)

/** Base64url by the host, so that the tests do not ask the engine about itself. */
const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))

const did = 'did:web:agent.example'
const audience = 'https://registry.example'
const now = new Date(1_760_000_000_000)
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

/** A trust input of the keys of signers, in their order. */
const listed = (...signers: readonly { readonly publicKey: Keys.PublicKey }[]) => ({
  keys: signers.map(({ publicKey: key }) => ({ key })),
})

/** What a call throws, now or later. */
const caught = async (run: () => unknown): Promise<unknown> => {
  try {
    return await run()
  } catch (error) {
    return error
  }
}

/** A case of the vectors as a bag of values. */
type Case = Readonly<Record<string, unknown>> & { readonly ours?: { verdict: string } }
const cases = (file: { cases: unknown[] }, op: string) =>
  (file.cases as Case[]).filter((row) => row['op'] === op)
const text = (row: Case, name: string) => row[name] as string
const accepted = (row: Case) => (row.ours ? row.ours.verdict === 'accept' : row['accept'] === true)

describe('our own vectors, by other implementations', () => {
  // Written from the description in rust/core/src/pop.rs alone.
  const lp = (part: Uint8Array) => {
    const length = new Uint8Array(4)
    new DataView(length.buffer).setUint32(0, part.length)
    return join(length, part)
  }
  const u64 = (value: number) => {
    const out = new Uint8Array(8)
    new DataView(out.buffer).setBigUint64(0, BigInt(value))
    return out
  }
  const key = (multikey: string) => Keys.fromMultikey(multikey)
  const statement = (proof: Pop.Proof) => {
    const proven = key(proof.key)
    const head = [
      lp(utf8(proof.type)),
      lp(utf8(proof.did)),
      lp(utf8(proven.type)),
      lp(proven.bytes),
      lp(utf8(proof.audience)),
      lp(bytes(proof.nonce)),
      u64(proof.issued),
      u64(proof.expires),
      lp(utf8(proof.algorithm)),
    ]
    if (proof.identityKey === undefined || proof.ephemeral === undefined) return join(...head)
    const identity = key(proof.identityKey)
    const tail = [utf8(identity.type), identity.bytes, key(proof.ephemeral).bytes]
    return join(...head, ...tail.map(lp))
  }
  const holds: Record<
    string,
    (signature: Uint8Array, message: Uint8Array, key: Uint8Array) => boolean
  > = {
    ed25519: (signature, message, key) =>
      ed25519.verify(signature, message, key, { zip215: false }),
    'ecdsa-p256-sha256': (signature, message, key) =>
      p256.verify(signature, sha256(message), key, { prehash: false, lowS: true }),
    'ecdsa-secp256k1-sha256': (signature, message, key) =>
      secp256k1.verify(signature, sha256(message), key, { prehash: false, lowS: true }),
    'ecdsa-secp256k1-keccak256': (signature, message, key) =>
      secp256k1.verify(signature, keccak_256(message), key, { prehash: false, lowS: true }),
  }

  test.each(own.cases.map((row) => [row.proof.algorithm, row.proof.type, row] as const))(
    '%s, %s',
    (algorithm, _, row) => {
      const proof = row.proof as Pop.Proof
      const message = statement(proof)
      expect(toHex(message)).toBe(row.statement)
      expect(holds[algorithm]?.(bytes(proof.signature), message, key(row.signerKey).bytes)).toBe(
        true,
      )
      if (proof.mac === undefined) return
      const secret = hex((row as unknown as { ephemeralSecret: string }).ephemeralSecret)
      const shared = x25519.getSharedSecret(secret, key(proof.key).bytes)
      const macKey = hkdf(
        sha256,
        shared,
        sha256(message),
        utf8('countersign/pop-agreement-mac/v1'),
        32,
      )
      expect(toHex(hmac(sha256, macKey, message))).toBe(toHex(bytes(proof.mac)))
    },
  )

  test('the API gives the same proofs and takes them', () => {
    for (const row of own.cases) {
      const proof = row.proof as Pop.Proof
      const time = new Date(own.now * 1000)
      const { type } = key(row.signerKey)
      const signer = Keys.fromSecret(type as 'Ed25519', hex(row.signerSecret), {
        algorithm: proof.algorithm as 'ed25519',
      })
      const [challenge, shared] = [row.challenge, { did: proof.did, now: time }]
      const expected = { ...shared, challenge }
      const secrets = row as unknown as { agreementSecret?: string; ephemeralSecret?: string }
      if (secrets.agreementSecret === undefined || secrets.ephemeralSecret === undefined) {
        expect(Pop.prove(challenge, signer, shared)).toEqual(proof)
        const trust = { key: key(proof.key) }
        expect(Pop.verify(JSON.stringify(proof), trust, expected).did).toBe(did)
      } else {
        const agreement = Keys.fromSecret('X25519', hex(secrets.agreementSecret))
        const ephemeral = Keys.fromSecret('X25519', hex(secrets.ephemeralSecret))
        const options = { ...shared, identity: signer }
        expect(Pop.proveAgreement(challenge, agreement, options)).toEqual(proof)
        const trust = listed(agreement, signer)
        const proven = Pop.verifyAgreement(proof, trust, { ...expected, ephemeral })
        const identity = Keys.toMultikey(signer.publicKey)
        expect(proven).toMatchObject({ signer: { publicKeyMultibase: identity }, parsed: true })
      }
      signer.close()
    }
  })
})

describe('prove and verify', () => {
  const signer = () => Keys.generate('Ed25519')

  test('gives what was proven', () => {
    const prover = signer()
    const challenge = Pop.challenge({ audience, now })
    const proof = Pop.prove(challenge, prover, { did, now })
    const trust = { key: prover.publicKey }
    expect(Pop.verify(JSON.stringify(proof), trust, { did, challenge, now })).toEqual({
      did,
      key: prover.publicKey,
      signer: {
        publicKeyMultibase: Keys.toMultikey(prover.publicKey),
        type: 'Ed25519',
        trust: 'trusted',
      },
      audience,
      nonce: challenge.nonce,
      issued: now,
      expires: later(Pop.defaultLifetime),
      algorithm: 'ed25519',
      parsed: false,
    })
  })

  test('takes a signer outside', async () => {
    const inner = signer()
    const outer = {
      publicKey: inner.publicKey,
      algorithm: inner.algorithm,
      sign: async (message: Uint8Array) => inner.sign(message),
    }
    const challenge = Pop.challenge({ audience, now })
    const proof = await Pop.prove(challenge, outer, { did, now })
    const trust = { key: inner.publicKey }
    expect(Pop.verify(proof, trust, { did, challenge, now }).parsed).toBe(true)
  })

  test('refuses what it did not expect', () => {
    const prover = signer()
    const challenge = Pop.challenge({ audience, now })
    const proof = Pop.prove(challenge, prover, { did, now })
    const expected = { did, challenge, now }
    const rows: [string, { key?: Keys.PublicKey } & Partial<Pop.verify.Options>, string][] = [
      ['DID', { did: 'did:web:other.example' }, 'ERR_POP_DID'],
      ['key', { key: signer().publicKey }, 'ERR_POP_KEY'],
      ['audience', { challenge: { ...challenge, audience: 'x' } }, 'ERR_POP_AUDIENCE'],
      ['nonce', { challenge: Pop.challenge({ audience, now }) }, 'ERR_POP_NONCE'],
      [
        'expiry',
        { challenge: { ...challenge, expires: challenge.expires + 1 } },
        'ERR_POP_CHALLENGE',
      ],
      ['early', { now: later(-61) }, 'ERR_POP_NOT_YET'],
      ['late', { now: later(300 + 60) }, 'ERR_POP_EXPIRED'],
      ['late, without skew', { now: later(300), skew: 0 }, 'ERR_POP_EXPIRED'],
      ['proof as challenge', { challenge: proof }, 'ERR_POP_VERSION'],
    ]
    for (const [name, { key = prover.publicKey, ...other }, want] of rows)
      expect(() => Pop.verify(proof, { key }, { ...expected, ...other }), name).toThrowError(
        code(want),
      )
    const spoilt = { ...proof, signature: 'A'.repeat(86) }
    expect(() => Pop.verify(spoilt, { key: prover.publicKey }, expected)).toThrowError(
      code('ERR_POP_INVALID'),
    )
  })

  test.each([
    ['a number', 5],
    ['null', null],
    ['undefined', undefined],
    ['a lone surrogate', '\ud800'],
    ['shared memory of no text', new Uint16Array(2)],
  ])('refuses %s as proof', (_, value) => {
    const challenge = Pop.challenge({ audience, now })
    const [trust, expected] = [{ key: signer().publicKey }, { did, challenge, now }]
    expect(() => Pop.verify(value as string, trust, expected)).toThrowError(code('ERR_ARGUMENT'))
  })

  test('refuses wrong types in options', () => {
    const prover = signer()
    const challenge = Pop.challenge({ audience, now })
    const proof = Pop.prove(challenge, prover, { did, now })
    const [trust, good] = [{ key: prover.publicKey }, { did, challenge, now }]
    for (const wrong of [{ did: 5 }, { now: 5 }, { skew: -1 }, { skew: 1.5 }])
      expect(() => Pop.verify(proof, trust, { ...good, ...wrong } as typeof good)).toThrowError(
        code('ERR_ARGUMENT'),
      )
    expect(() => Pop.verify(proof, { key: new Uint8Array(32) } as never, good)).toThrowError(
      code('ERR_ARGUMENT'),
    )
    expect(() => Pop.challenge({ audience: 5 } as never)).toThrowError(code('ERR_ARGUMENT'))
    expect(() => Pop.challenge({ audience, lifetime: 0 })).toThrowError(code('ERR_ARGUMENT'))
    expect(() => Pop.challenge({ audience, lifetime: 86_401, now })).toThrowError(
      code('ERR_POP_MALFORMED'),
    )
    expect(() => Pop.challenge({ audience, nonce: new Uint8Array(4) })).toThrowError(
      code('ERR_POP_MALFORMED'),
    )
    expect(() => Pop.challenge({ audience, ephemeral: prover.publicKey })).toThrowError(
      code('ERR_KEY_TYPE_MISMATCH'),
    )
  })
})

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
  test('each has its verdict', async () => {
    const [ed, k1, p] = [
      Keys.generate('Ed25519'),
      Keys.generate('secp256k1'),
      Keys.generate('P-256'),
    ]
    const [x, ephemeral] = [Keys.generate('X25519'), Keys.generate('X25519')]
    const challenge = Pop.challenge({ audience, now, ephemeral: ephemeral.publicKey })
    const proofs = [
      ...[ed, k1, p].map((signer) => Pop.prove(challenge, signer, { did, now })),
      Pop.proveAgreement(challenge, x, { did, now, identity: ed }),
    ]
    const trust = listed(ed, k1, p, x)
    const all = { did, challenge, now, ephemeral }
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
    const [first, second, third, fourth] = proofs as [Pop.Proof, Pop.Proof, Pop.Proof, Pop.Proof]
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

describe('SAGE', () => {
  const types = ['ECDSA', 'Ed25519', 'X25519'] as const
  const stored = (row: Case): Sage.Pop.StoredKey => ({
    type: types[row['key_type_id'] as number] as Sage.Pop.TypeName,
    data: hex(text(row, 'key_data')),
  })
  const keyTypes = { ECDSA: 'secp256k1', Ed25519: 'Ed25519' } as const
  const sageTypes = { ECDSA: 'secp256k1', Ed25519: 'ed25519', X25519: 'x25519' } as const

  test.each(cases(proofs, 'pop').map((row, index) => [index, row] as const))(
    'proof %i',
    (_, row) => {
      const [key, did] = [stored(row), text(row, 'did')]
      expect(Sage.Pop.challenge({ did, data: key.data })).toBe(row['challenge'])
      expect(toHex(Sage.Pop.digest({ did, data: key.data }))).toBe(row['hash'])
      const type = keyTypes[key.type as 'ECDSA' | 'Ed25519']
      const signer = Keys.fromSecret(type, hex(text(row, 'private')))
      const proof = Sage.Pop.prove(key, signer, { did })
      expect(toHex(proof)).toBe(row['signature'])
      const trust = { key: signer.publicKey }
      expect(Sage.Pop.verify(proof, trust, { did, stored: key })).toEqual({
        did,
        signer: {
          publicKeyMultibase: Keys.toMultikey(signer.publicKey),
          type: signer.publicKey.type,
          trust: 'trusted',
        },
        unproven: ['nonce', 'time', 'audience', 'key type'],
      })
      signer.close()
    },
  )

  test.each(cases(proofs, 'verify').map((row) => [text(row, 'name'), row] as const))(
    '%s',
    (_, row) => {
      const good = () => {
        try {
          const { type, data } = stored(row)
          const key = Sage.Keys.unmarshal(sageTypes[type], data)
          const options = { did: text(row, 'did'), stored: { type, data } }
          Sage.Pop.verify(hex(text(row, 'signature')), { key }, options)
          return true
        } catch (error) {
          expect(error).toEqual(expect.objectContaining({ name: 'CountersignError' }))
          return false
        }
      }
      expect(good()).toBe(accepted(row))
    },
  )

  test('sets of keys', () => {
    const rows = cases(proofs, 'pop').filter((row) => text(row, 'did').includes('f39fd6e5'))
    const base64 = (row: Case, name: string) => btoa(String.fromCharCode(...hex(text(row, name))))
    const item = (name: string) => {
      const row = rows.find((row) => row['key'] === name) as Case
      return {
        type: row['key_type_id'],
        key_data: base64(row, 'key_data'),
        signature: base64(row, 'signature'),
      }
    }
    const x = { type: 2, key_data: 'hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=', signature: null }
    const bad = (name: string) => ({ ...item(name), signature: btoa('\x01'.repeat(64)) })
    const sets: Record<string, object[] | null> = {
      'ed+ecdsa+x25519': [item('ed-A'), item('k1-hardhat'), x],
      'x25519 only': [x],
      'one bad of two': [item('ed-A'), bad('ed-B')],
      'two bad': [bad('ed-A'), bad('ed-B')],
      nil: null,
    }
    const did = text(rows[0] as Case, 'did')
    for (const row of cases(proofs, 'verify_all')) {
      const keys = sets[text(row, 'name')] as object[] | null
      const found = keys !== null && Sage.Pop.verifyAll({ did, keys }).facts.proofs.state
      expect(found === 'ok', text(row, 'name')).toBe(accepted(row))
    }
    const facts = Sage.Pop.verifyAll({ did, keys: [item('ed-A'), x, item('ed-A')] })
    expect(facts.unproven).toContain('keys[1]')
    expect(facts.keys.map((row) => (row.state === 'ok' ? undefined : row.code))).toEqual([
      undefined,
      'ERR_POP_UNPROVABLE',
      'ERR_POP_DUPLICATE',
    ])
    expect(() => Sage.Pop.verifyAll({ did, keys: null })).toThrowError(code('ERR_POP_MALFORMED'))
  })

  test('a signer must fit', () => {
    const keccak = Keys.generate('secp256k1', { algorithm: 'ecdsa-secp256k1-keccak256' })
    const key = { type: 'ECDSA', data: keccak.publicKey.bytes } as const
    expect(() => Sage.Pop.prove(key, keccak, { did })).toThrowError(code('ERR_KEY_ALGORITHM'))
    const other = Keys.generate('secp256k1')
    expect(() => Sage.Pop.prove(key, other, { did })).toThrowError(code('ERR_POP_INVALID'))
    const small = { type: 'Ed25519', data: new Uint8Array([1, ...new Uint8Array(31)]) } as const
    const proof = new Uint8Array([1, ...new Uint8Array(63)])
    const trust = { key: other.publicKey }
    expect(() => Sage.Pop.verify(proof, trust, { did, stored: small })).toThrowError(
      code('ERR_KEY_SMALL_ORDER'),
    )
    expect(() => Sage.Pop.verify(proof, trust, { did, stored: key })).toThrowError(
      code('ERR_POP_KEY'),
    )
    expect(() => Sage.Pop.verify(proof, trust, { did })).toThrowError(code('ERR_POP_INVALID'))
  })

  test('signatures of key pairs', () => {
    const kinds = { ed: 'Ed25519', k1: 'secp256k1', p256: 'P-256', x: 'X25519' } as const
    for (const row of signatures.cases as Case[]) {
      const type = kinds[text(row, 'key').split('-')[0] as keyof typeof kinds]
      const publicKey = Keys.publicKey({ type, bytes: hex(text(row, 'public')) })
      const [message, signature] = [hex(text(row, 'message')), hex(text(row, 'signature'))]
      const good = Sage.Keys.verify({ publicKey, message, signature })
      if (row['op'] === 'verify') {
        expect(good, text(row, 'name')).toBe(accepted(row))
        continue
      }
      expect(good).toBe(row['error'] === null)
      if (type === 'X25519') continue
      const options =
        type === 'secp256k1' ? { algorithm: 'ecdsa-secp256k1-keccak256' as const } : {}
      const signer = Keys.fromSecret(type, hex(text(row, 'private')), options)
      const made = Sage.Keys.sign(message, signer)
      expect(Sage.Keys.verify({ publicKey, message, signature: made })).toBe(true)
      if (row['deterministic'] === true) expect(toHex(made)).toBe(row['signature'])
      signer.close()
    }
    const sha = Keys.generate('secp256k1')
    expect(() => Sage.Keys.sign(new Uint8Array(1), sha)).toThrowError(code('ERR_ARGUMENT'))
  })
})
