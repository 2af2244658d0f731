import { argon2id } from '@noble/hashes/argon2.js'
import { afterEach, describe, expect, test } from 'vitest'
import rfc from '../../rust/vectors/argon2id/rfc9106.json' with { type: 'json' }
import { call, callApart, install, isReady } from '../src/engine/slot.js'
import type { Engine } from '../src/generated/contract.js'
import { Argon2id } from '../src/hazmat.js'
import { Encoding, Keys } from '../src/subpath/all.js'
import { context } from './setup/context.js'
import { refusal } from './setup/help.js'

const { decode: hex, encode: toHex } = Encoding.hex
const password = new TextEncoder().encode('correct horse')
const salt = new Uint8Array(16).fill(7)
const small = { memory: 64, iterations: 2, parallelism: 1 }

describe('derive', () => {
  test('RFC 9106, with secret and associated data', () => {
    for (const row of rfc)
      expect(
        toHex(
          Argon2id.derive({
            memory: row.memory_kib,
            iterations: row.iterations,
            parallelism: row.parallelism,
            password: hex(row.password_hex),
            salt: hex(row.salt_hex),
            secret: hex(row.secret_hex),
            associated: hex(row.ad_hex),
          }),
        ),
      ).toBe(row.tag_hex)
  })

  test('is what another implementation gives', () => {
    for (const parallelism of [1, 2, 4]) {
      const ours = Argon2id.derive({ ...small, parallelism, password, salt, length: 48 })
      expect(ours).toEqual(argon2id(password, salt, { m: 64, t: 2, p: parallelism, dkLen: 48 }))
    }
  })

  test.each([
    ['1 TiB', { memory: 2 ** 30 }, 'ERR_ARGON2ID_COST'],
    ['too many passes', { iterations: 2 ** 31 }, 'ERR_ARGON2ID_COST'],
    ['no lane', { parallelism: 0 }, 'ERR_ARGON2ID_COST'],
    ['a short salt', { salt: new Uint8Array(7) }, 'ERR_ARGON2ID_INPUT'],
    ['a short output', { length: 3 }, 'ERR_ARGON2ID_INPUT'],
    ['a fraction', { memory: 64.5 }, 'ERR_ARGUMENT'],
    ['text for a passphrase', { password: 'x' as never }, 'ERR_ARGUMENT'],
  ])('refuses %s', (_, change, code) => {
    expect(() => Argon2id.derive({ ...small, password, salt, ...change })).toThrowError(
      refusal(code),
    )
  })
})

describe('hash and verify', () => {
  test('round trip, with a fresh salt', () => {
    const stored = Argon2id.hash({ ...small, password })
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(Argon2id.hash({ ...small, password })).not.toBe(stored)
    expect(Argon2id.verify({ hash: stored, password })).toBe(true)
    expect(Argon2id.verify({ hash: stored, password: salt })).toBe(false)
    expect(Argon2id.verify({ hash: stored, password, secret: salt })).toBe(false)
  })

  test('refuses another text, and a cost over the limits before it allocates', () => {
    const verify = (hash: string) => () => Argon2id.verify({ hash, password })
    expect(verify('$argon2i$v=19$m=64,t=2,p=1$AAECAwQFBgc$AAAA')).toThrowError(
      refusal('ERR_ARGON2ID_PHC'),
    )
    expect(verify('$argon2id$v=19$m=1073741824,t=1,p=1$AAECAwQFBgc$AAECAwQF')).toThrowError(
      refusal('ERR_ARGON2ID_COST'),
    )
  })
})

test('the estimate grows with the cost', () => {
  const once = Argon2id.estimate({ memory: 8_192, iterations: 1 })
  expect(once).toBeGreaterThan(0)
  expect(Argon2id.estimate({ memory: 8_192, iterations: 3 })).toBeCloseTo(3 * once)
})

describe('an instance of its own', () => {
  afterEach(() => context.reload())

  test('leaves handles and memory of the engine alone', () => {
    using signer = Keys.generate('Ed25519')
    Argon2id.derive({ ...small, password, salt })
    expect(signer.sign(salt)).toHaveLength(64)
  })

  test('is lost alone when it fails', () => {
    const broken = { argon2idDerive: () => raise() } as unknown as Engine
    const raise = (): never => {
      throw new WebAssembly.RuntimeError('unreachable')
    }
    const engine = call((loaded) => loaded)
    install(engine, 'wasm', { spare: () => broken })
    expect(() => Argon2id.derive({ ...small, password, salt })).toThrowError(
      refusal('ERR_INTERNAL'),
    )
    expect(isReady()).toBe(true)
    expect(callApart((spare) => spare)).toBe(broken)
  })
})
