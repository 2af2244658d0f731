import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { Did, Encoding, HttpSig, Keys, memoryReplayStore, Sage } from '../src/subpath/all.js'
import {
  base64,
  code,
  fromBase64,
  header,
  now,
  plain,
  request,
  shared,
  signer,
  trust,
} from './setup/httpSig.js'

describe('who signs, and who is trusted', () => {
  test('message and signer say whether a promise is given', async () => {
    expectTypeOf(HttpSig.sign(plain(), signer)).toEqualTypeOf<HttpSig.PlainRequest>()
    expectTypeOf(HttpSig.sign(plain(), shared)).toEqualTypeOf<HttpSig.PlainRequest>()
    const { algorithm, publicKey } = signer
    const sign = async (bytes: Uint8Array) => signer.sign(bytes)
    const later = HttpSig.sign(plain(), { algorithm, publicKey, sign })
    expectTypeOf(later).toEqualTypeOf<Promise<HttpSig.PlainRequest>>()
    const fetched = HttpSig.sign(request(), signer, { keyid: 'k' })
    expectTypeOf(fetched).toEqualTypeOf<Promise<Request>>()
    expect([await later, await fetched]).toEqual([expect.anything(), expect.any(Request)])
  })

  test('an external signer', async () => {
    const external = { ...signer, publicKey: signer.publicKey, algorithm: signer.algorithm }
    const signing = { ...external, sign: async (bytes: Uint8Array) => signer.sign(bytes) }
    const signed = await HttpSig.sign(plain(), signing)
    await expect(HttpSig.verify(signed, trust)).resolves.toMatchObject({ label: 'sig1' })
    const liar = { ...external, sign: () => new Uint8Array(64) }
    await expect(HttpSig.sign(plain(), liar)).rejects.toThrowError(code('ERR_SIGNER_INVALID'))
  })

  test('P-256 and secp256k1', async () => {
    for (const type of ['P-256', 'secp256k1'] as const) {
      const own = Keys.generate(type)
      const signed = HttpSig.sign(plain(), own, { includeAlgorithm: true })
      const facts = await HttpSig.verify(signed, { key: own.publicKey })
      expect(facts.algorithm).toBe(own.algorithm)
      own.close()
    }
  })

  test('a shared secret is never a key', async () => {
    const signed = HttpSig.sign(plain(), shared, { keyid: 's' })
    expect(await HttpSig.verify(signed, shared)).toMatchObject({
      signer: null,
      algorithm: 'hmac-sha256',
    })
    await expect(HttpSig.verify(signed, trust)).rejects.toThrowError(code('ERR_HTTP_SIG_INVALID'))
    expect(() => HttpSig.sign(plain(), { secret: new Uint8Array(31) })).toThrowError(
      code('ERR_HTTP_SIG_SECRET'),
    )
  })

  test('a DID finds its key, whole or by its URL', async () => {
    const did = Did.fromKey(signer.publicKey)
    const keys = HttpSig.didKeys(Did.resolver())
    for (const keyid of [did, `${did}#${did.slice('did:key:'.length)}`]) {
      const signed = HttpSig.sign(plain(), signer, { keyid })
      expect(await HttpSig.verify(signed, keys)).toMatchObject({
        keyid,
        signer: { controller: did },
      })
    }
    const signed = HttpSig.sign(plain(), signer, { keyid: `${did}#other` })
    await expect(HttpSig.verify(signed, keys)).rejects.toThrowError(code('ERR_HTTP_SIG_KEY'))
    const unnamed = HttpSig.sign(plain(), signer)
    await expect(HttpSig.verify(unnamed, keys)).rejects.toThrowError(code('ERR_HTTP_SIG_KEY'))
  })

  test('a request counts once', async () => {
    const replay = memoryReplayStore()
    for (const options of [{}, { nonce: false as const }]) {
      const signed = HttpSig.sign(plain(), signer, options)
      expect(await HttpSig.verify(signed, trust, { replay })).toMatchObject({
        replay: { state: 'ok' },
      })
      await expect(HttpSig.verify(signed, trust, { replay })).rejects.toThrowError(
        code('ERR_REPLAY'),
      )
    }
  })

  test('what does not hold is not marked', async () => {
    let marks = 0
    const replay = {
      checkAndMark: () => {
        marks += 1
        return true
      },
    }
    const signed = HttpSig.sign(plain(), signer)
    await HttpSig.verify({ ...signed, body: 'x' }, trust, { replay }).catch(() => undefined)
    expect(marks).toBe(0)
  })
})

describe('where a request was sent', () => {
  const signed = HttpSig.sign(plain(), signer)

  test('the origin is given, never taken from the message', async () => {
    const inside = { ...signed, url: 'http://10.0.0.1:8080/rpc?x=1' }
    await expect(HttpSig.verify(inside, trust)).rejects.toThrowError(code('ERR_HTTP_SIG_INVALID'))
    for (const origin of ['https://agent.example', 'https://AGENT.example:443/'])
      await expect(HttpSig.verify(inside, trust, { origin })).resolves.toBeDefined()
    const path = { ...signed, url: '/rpc?x=1' }
    await expect(
      HttpSig.verify(path, trust, { origin: 'https://agent.example' }),
    ).resolves.toBeDefined()
    await expect(HttpSig.verify(path, trust)).rejects.toThrowError(code('ERR_HTTP_SIG_MESSAGE'))
  })

  test.each(['evil.example/', '*', '.example/rpc', '@evil.example/', ':80/rpc'])(
    'what is no path cannot change the origin: %s',
    async (target) => {
      const moved = { ...signed, url: target }
      await expect(
        HttpSig.verify(moved, trust, { origin: 'https://agent.example' }),
      ).rejects.toThrowError(code('ERR_HTTP_SIG_MESSAGE'))
    },
  )

  test('another host', async () => {
    await expect(
      HttpSig.verify(signed, trust, { origin: 'https://other.example' }),
    ).rejects.toThrowError(code('ERR_HTTP_SIG_INVALID'))
  })
})

describe('a signature whose S is high', () => {
  const orders = { 'P-256': p256.Point.Fn.ORDER, secp256k1: secp256k1.Point.Fn.ORDER }

  test.each(['P-256', 'secp256k1'] as const)('%s', async (type) => {
    const own = Keys.generate(type)
    const replay = memoryReplayStore()
    const known = { key: own.publicKey }
    type Sign = (options: HttpSig.sign.Options) => HttpSig.PlainRequest
    type Verify = (message: HttpSig.PlainRequest, options?: object) => Promise<HttpSig.Verified>
    const kinds: [Sign, Verify][] = [
      [
        (options) => HttpSig.sign(plain(), own, options),
        (message, options) => HttpSig.verify(message, known, options),
      ],
      [
        (options) => Sage.HttpSig.sign(plain(), own, { ...options }),
        (message, options) => Sage.HttpSig.verify(message, known, { ...options }),
      ],
    ]
    for (const [sign, verify] of kinds)
      for (const options of [{}, { nonce: false as const }]) {
        const low = sign(options)
        const bytes = fromBase64(header(low, 'Signature').slice('sig1=:'.length, -1))
        const s = BigInt(`0x${Encoding.hex.encode(bytes.subarray(32))}`)
        const turned = (orders[type] - s).toString(16).padStart(64, '0')
        const both = new Uint8Array([...bytes.subarray(0, 32), ...Encoding.hex.decode(turned)])
        const headers = low.headers.map(([name, value]): [string, string] =>
          name === 'Signature' ? [name, `sig1=:${base64(both)}:`] : [name, value],
        )
        expect(await verify({ ...low, headers }, { replay })).toMatchObject({ highS: true })
        // The mark is not of the bytes of the signature.
        await expect(verify(low, { replay })).rejects.toThrowError(code('ERR_REPLAY'))
        const facts = await verify(low)
        expect(Object.hasOwn(facts, 'highS')).toBe(false)
      }
    own.close()
  })
})

describe('work and room that a sender chooses', () => {
  test('a bare DID costs 16 signature checks unless the verifier says more', async () => {
    const did = 'did:web:agent.example'
    const signers = Array.from({ length: 17 }, () => Keys.generate('Ed25519'))
    const verificationMethod = signers.map(({ publicKey }, index) => ({
      id: `${did}#${index}`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: Keys.toMultikey(publicKey),
    }))
    const ids = verificationMethod.map(({ id }) => id)
    const document = { id: did, verificationMethod, authentication: ids }
    const signed = HttpSig.sign(plain(), signers[16] as typeof signer, { keyid: did })
    const trust = { document }
    await expect(HttpSig.verify(signed, trust)).rejects.toThrowError(code('ERR_TRUST_CHECKS'))
    await expect(HttpSig.verify(signed, trust, { maxChecks: 17 })).resolves.toMatchObject({
      signer: { id: `${did}#16`, controller: did },
    })
    for (const maxChecks of [0, 4097])
      await expect(HttpSig.verify(signed, trust, { maxChecks })).rejects.toThrowError(
        code('ERR_ARGUMENT'),
      )
    const named = HttpSig.sign(plain(), signers[16] as typeof signer, { keyid: `${did}#16` })
    await expect(HttpSig.verify(named, trust, { maxChecks: 1 })).resolves.toBeDefined()
    const uncalled = () => {
      throw new Error('called')
    }
    const handle = HttpSig.handler(uncalled, trust, { origin: 'https://agent.example' })
    const { headers } = signed
    const asked = await handle(request({ headers: headers as [string, string][] }))
    expect([asked.status, await asked.json()]).toEqual([401, { error: 'ERR_TRUST_CHECKS' }])
    for (const signer of signers) signer.close()
  })

  test('a sender of web-bot-auth cannot have its mark live for good', async () => {
    const marks: number[] = []
    const replay = {
      checkAndMark: (_: string, expires: number) => {
        marks.push(expires)
        return true
      },
    }
    const made = (lifetime: number) =>
      HttpSig.sign(plain(), signer, {
        keyid: Keys.thumbprint(signer.publicKey),
        tag: 'web-bot-auth',
        created: now,
        expires: new Date(+now + lifetime),
      })
    const day = 86_400_000
    const verify = (message: HttpSig.PlainRequest, more = {}) =>
      HttpSig.webBotAuth.verify(message, trust, { replay, now, ...more })
    for (const lifetime of [day + 1000, 8.64e15 - +now])
      await expect(verify(made(lifetime))).rejects.toThrowError(code('ERR_HTTP_SIG_TIME'))
    await verify(made(day))
    await verify(made(day + 1000), { maxLifetime: 86_401 })
    expect(marks).toEqual([1_760_000_000 + 86_460, 1_760_000_000 + 86_460])
  })

  test('nor can one that leaves out created, where that is allowed', async () => {
    const expires = new Date(8.64e15)
    const signed = HttpSig.sign(plain(), signer, { created: false, expires })
    const options = { allowMissingCreated: true, replay: memoryReplayStore() }
    await expect(HttpSig.verify(signed, trust, options)).rejects.toThrowError(
      code('ERR_HTTP_SIG_TIME'),
    )
  })

  test('one sender cannot fill the store of a service', async () => {
    const other = Keys.generate('Ed25519')
    const keys = [{ key: signer.publicKey }, { key: other.publicKey }]
    const options = { replay: memoryReplayStore({ limit: 8, perSender: 2 }) }
    const send = (own: typeof signer) =>
      HttpSig.verify(HttpSig.sign(plain(), own), { keys }, options)
    await send(signer)
    await send(signer)
    await expect(send(signer)).rejects.toThrowError(code('ERR_REPLAY_FULL'))
    await expect(send(other)).resolves.toMatchObject({ replay: { state: 'ok' } })
    other.close()
  })
})
