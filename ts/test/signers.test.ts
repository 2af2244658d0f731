import { describe, expect, expectTypeOf, test } from 'vitest'
import { call, currentGeneration } from '../src/engine/slot.js'
import type { Handle } from '../src/handle.js'
import { signStep } from '../src/signing/unsigned.js'
import { handleOf, type Signed } from '../src/signing.js'
import { Keys } from '../src/subpath/all.js'
import { context } from './setup/context.js'
import { refusal } from './setup/help.js'

const message = new TextEncoder().encode('message')
const open = () => call((engine) => engine.signerCount())

/** Signs a step that is a message alone. */
function signBytes<S extends Keys.Signer, T>(
  signer: S,
  message: Uint8Array,
  finish: (signature: Uint8Array) => T,
): Signed<S, T> {
  const here = (own: Handle) =>
    finish(own.use((engine, key) => engine.signerSign(key, signer.algorithm, message)))
  return signStep(signer, { here, message: () => message, finish })
}

describe('a local signer', () => {
  test('is closed once, and then says so', () => {
    const before = open()
    const signer = Keys.generate('Ed25519')
    expect(open()).toBe(before + 1)
    signer.close()
    signer.close()
    expect(open()).toBe(before)
    for (const use of [
      () => signer.sign(message),
      () => signer.signRecoverable(message),
      () => Keys.sign(message, signer),
      () => Keys.dangerouslyExportSecret(signer),
    ])
      expect(use).toThrowError(refusal('ERR_HANDLE_CLOSED'))
    expect(signer.publicKey.type).toBe('Ed25519')
  })

  test('is closed by `using`', () => {
    const before = open()
    {
      using signer = Keys.generate('P-256')
      using agreement = Keys.generate('X25519')
      expect(signer.sign(message).length).toBe(64)
      expect(agreement.publicKey.bytes.length).toBe(32)
      expect(open()).toBe(before + 2)
    }
    expect(open()).toBe(before)
  })

  // WebKit has no `Symbol.dispose`; esbuild, Babel, SWC and Oxc compile `using` to this one there.
  test('is closed by what compilers make of `using`', () => {
    const before = open()
    const dispose = Symbol.for('Symbol.dispose')
    for (const handle of [Keys.generate('Ed25519'), Keys.generate('X25519')])
      (handle as unknown as Record<symbol, () => void>)[dispose]?.()
    expect(open()).toBe(before)
  })

  test('does not revive another key under its number', () => {
    const [first, second] = [Keys.generate('Ed25519'), Keys.generate('Ed25519')]
    first.close()
    const third = Keys.generate('Ed25519')
    const signature = second.sign(message)
    expect(Keys.verify({ publicKey: second.publicKey, message, signature })).toBe(true)
    expect(() => first.sign(message)).toThrowError(refusal('ERR_HANDLE_CLOSED'))
    third.close()
    second.close()
  })

  test('hands out copies of its public key', () => {
    const signer = Keys.generate('Ed25519')
    signer.publicKey.bytes.fill(0)
    expect(signer.publicKey.bytes.some((byte) => byte !== 0)).toBe(true)
  })

  test('shows no secret', () => {
    const signer = Keys.fromSecret('Ed25519', new Uint8Array(32).fill(0xab))
    expect(Object.keys(signer)).toEqual(['algorithm'])
    expect(JSON.stringify(signer)).toBe('{"algorithm":"ed25519"}')
  })

  test('cannot be made or imitated outside', () => {
    const Class = Keys.generate('Ed25519').constructor as new (...args: unknown[]) => unknown
    expect(() => new Class(Symbol('countersign'), 'Ed25519', 'ed25519', () => 1)).toThrowError(
      refusal('ERR_ARGUMENT'),
    )
    for (const value of [undefined, {}, { sign: () => message }, Object.create(Class.prototype)])
      expect(() => Keys.sign(message, value as Keys.LocalSigner)).toThrow()
    expect(() => handleOf({} as Keys.LocalSigner)).toThrowError(refusal('ERR_ARGUMENT'))
  })

  test.each([
    ['a string', 'message'],
    ['null', null],
    ['a number', 7],
    ['an array', [1]],
  ])('refuses %s for a message', (_, value) => {
    const signer = Keys.generate('Ed25519')
    expect(() => signer.sign(value as never)).toThrowError(refusal('ERR_ARGUMENT'))
  })
})

describe('signBytes', () => {
  const local = Keys.generate('P-256')
  const { publicKey, algorithm } = local
  const length = (signature: Uint8Array) => signature.length

  test('is immediate for a local signer', () => {
    const signed = signBytes(local, message, length)
    expectTypeOf(signed).toEqualTypeOf<number>()
    expect(signed).toBe(64)
  })

  test('is a promise for any other', async () => {
    const external = { publicKey, algorithm, sign: async (bytes: Uint8Array) => local.sign(bytes) }
    const signed = signBytes(external, message, length)
    expectTypeOf(signed).toEqualTypeOf<Promise<number>>()
    expect(signed).toBeInstanceOf(Promise)
    expect(await signed).toBe(64)

    const immediate = { publicKey, algorithm, sign: (bytes: Uint8Array) => local.sign(bytes) }
    expect(await signBytes(immediate, message, length)).toBe(64)
    expectTypeOf(signBytes(local as Keys.Signer, message, length)).toEqualTypeOf<
      number | Promise<number>
    >()
  })

  test('brings S down', async () => {
    const low = local.sign(message)
    const high = highS(low)
    expect(Keys.verify({ publicKey, message, signature: high })).toBe(false)
    const signed = await signBytes({ publicKey, algorithm, sign: () => high }, message, (s) =>
      s.slice(),
    )
    expect(signed).toEqual(low)
  })

  test.each([
    ['a signature of another message', () => local.sign(new Uint8Array(1))],
    ['a signature of another key', (bytes: Uint8Array) => Keys.generate('P-256').sign(bytes)],
    ['DER', (bytes: Uint8Array) => Keys.signatureToDer(local.sign(bytes), 'P-256')],
    ['nothing', () => new Uint8Array()],
    [
      'a signature of what it changed',
      (bytes: Uint8Array) => {
        bytes.fill(0)
        return local.sign(bytes)
      },
    ],
  ])('refuses %s', async (_, sign) => {
    const signer = { publicKey, algorithm, sign }
    await expect(signBytes(signer, message, length)).rejects.toThrowError(
      refusal('ERR_SIGNER_INVALID'),
    )
  })

  test.each([
    ['no signer', undefined],
    ['no function', { publicKey, algorithm }],
    ['no algorithm', { publicKey, sign: () => message }],
    ['no key', { algorithm, sign: () => message }],
    ['text for a signature', { publicKey, algorithm, sign: () => 'a'.repeat(64) }],
  ])('refuses %s', async (_, signer) => {
    const sign = async () => signBytes(signer as Keys.Signer, message, length)
    await expect(sign()).rejects.toThrowError(refusal('ERR_ARGUMENT'))
  })

  test('passes on what the signer throws', async () => {
    const error = new Error('the HSM is away')
    const signer = { publicKey, algorithm, sign: () => Promise.reject(error) }
    await expect(signBytes(signer, message, length)).rejects.toBe(error)
  })
})

describe('fromCryptoKey: keys that cannot leave WebCrypto', () => {
  test.each([
    ['Ed25519', { name: 'Ed25519' }],
    ['P-256', { name: 'ECDSA', namedCurve: 'P-256' }],
  ] as const)('%s', async (type, parameters) => {
    const pair = (await crypto.subtle.generateKey(parameters, false, [
      'sign',
      'verify',
    ])) as CryptoKeyPair
    const signer = await Keys.fromCryptoKey(pair)
    expect(pair.privateKey.extractable).toBe(false)
    expect(signer.publicKey.type).toBe(type)
    // WebCrypto gives a high S half of the time; what reaches a document never has one.
    for (let round = 0; round < 16; round += 1) {
      const text = new TextEncoder().encode(`round ${round}`)
      const signature = await signBytes(signer, text, (s) => s)
      expect(Keys.verify({ publicKey: signer.publicKey, message: text, signature })).toBe(true)
    }
  })

  test('refuses other keys', async () => {
    const ecdh = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
      'deriveBits',
    ])
    const p384 = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, false, [
      'sign',
    ])
    const p256 = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ])
    const swapped = { privateKey: p256.publicKey, publicKey: p256.privateKey }
    for (const pair of [ecdh, p384, swapped, {}, null, { privateKey: {}, publicKey: {} }])
      await expect(Keys.fromCryptoKey(pair as CryptoKeyPair)).rejects.toThrowError(
        refusal('ERR_ARGUMENT'),
      )
  })
})

// Last: it takes the engine away from every key of this file.
describe('an engine that is gone', () => {
  test('takes its keys along, for good', async () => {
    const signer = Keys.generate('Ed25519')
    const agreement = Keys.generate('X25519')
    const { publicKey } = agreement
    const before = currentGeneration()
    expect(() =>
      call(() => {
        throw new WebAssembly.RuntimeError('unreachable')
      }),
    ).toThrowError(refusal('ERR_INTERNAL'))
    expect(() => signer.sign(message)).toThrowError(refusal('ERR_HANDLE_LOST'))

    await context.reload()
    expect(currentGeneration()).toBeGreaterThan(before)
    // In WebAssembly the first handle of the fresh engine has the number of an old one.
    const left = open()
    const fresh = Keys.generate('Ed25519')
    expect(() => signer.sign(message)).toThrowError(refusal('ERR_HANDLE_LOST'))
    expect(() => agreement.sharedSecret(publicKey)).toThrowError(refusal('ERR_HANDLE_LOST'))
    signer.close()
    agreement.close()
    expect(open()).toBe(left + 1)
    expect(fresh.sign(message).length).toBe(64)
  })
})

/** The other signature of the same message: `n - s` for P-256. */
function highS(signature: Uint8Array): Uint8Array {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const s = signature.subarray(32).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const high = signature.slice()
  let rest = order - s
  for (let index = 63; index >= 32; index -= 1, rest >>= 8n) high[index] = Number(rest & 0xffn)
  return high
}
