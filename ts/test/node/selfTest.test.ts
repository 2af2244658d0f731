// Engines that compute wrongly without fused multiply-add: they are refused when they are loaded, and stop where a part
// comes to one in use. `fused.test.ts` has the same of `wasm-fma`.
//
// Codes are compared by `node:assert`, as there.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, test, vi } from 'vitest'

import type { Part } from '../../src/generated/parts.js'
import { read, spoilt } from './spoilt.js'

/** Of `rust/kernels/src/selftest`, which says whose they are: x of public keys, and secrets that are no secret. */
const p256 = '60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6'
const p256Secret = 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721'
const secp256k1 = '959acfe63af11852e292b5a9c60532be7034a4d2b60df2dfc57e324d41440336'
const secp256k1Secret = '2fec42610afc95c2ebf9d0d95f3127ef96a28ea734e0d5063d3873458aa86f6a'
const ed25519 = '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'
const ed25519Seed = '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb'
const peerSecp256k1 = '6a316f856127dab9ecf55f979e650aa055035110cb7394ee913c4a2d60d22060'
const peerP256 = '307eef925f2d94ae4fa5338d1a4c8a604986c4ca0024e81de417612b749ac81f'
const x25519 = 'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f'
const montgomery = '25c704c594b88afc00a76b69d1ed2b984d7e22550f3ed0802d04fbcd07d38d47'
const tag = 'c9ab973933546b6526651f90036323e8'
const cipherKey = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const ofRings = '95cc0f24dffe604577a24febcc73ad6578721e1c464f7d465138c771fc035600'

const message = new Uint8Array(3)
const folder = mkdtempSync(join(tmpdir(), 'countersign-spoilt-'))

/** Lets the package find its plain engine, with this part changed. */
function spoil(part: Part, constant: string): void {
  vi.doMock('../../src/engine/probe.js', () => ({ canFuse: () => false }))
  vi.doMock('../../src/engine/bytesOfFile.js', () => ({
    findInFiles: () => (asked: Part) => {
      const file = `wasm/${asked}.wasm`
      const bytes = asked === part ? spoilt(file, constant) : read(file)
      return new WebAssembly.Module(new Uint8Array(bytes))
    },
  }))
}

beforeEach(() => vi.resetModules())
afterEach(() => {
  vi.doUnmock('../../src/engine/probe.js')
  vi.doUnmock('../../src/engine/bytesOfFile.js')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('wasm', () => {
  test.each(Object.entries({ ed25519, montgomery, p256, secp256k1 }))(
    'is refused when %s computes wrongly',
    async (_, constant) => {
      spoil('verify', constant)
      const { init, isReady } = await import('../../src/entry/node.js')
      await assert.rejects(init(), { code: 'ERR_WASM_INVALID' })
      assert.equal(isReady(), false)
    },
  )

  const secrets = Object.entries({
    Ed25519: ed25519Seed,
    X25519: x25519,
    'P-256': p256Secret,
    secp256k1: secp256k1Secret,
  })
  test.each(secrets)('stops before a secret of %s is used wrongly', async (_, constant) => {
    spoil('sign', constant)
    const { init, Keys } = await import('../../src/entry/node.js')
    await init()
    assert.throws(() => Keys.generate('Ed25519'), { code: 'ERR_INTERNAL' })
    assert.throws(() => Keys.generate('Ed25519'), { code: 'ERR_ENGINE_LOST' })
  })

  const hazmat = ['multiples', 'aead', 'aes', 'http', 'hazmat'] as const
  const others = [
    ['rings', ofRings, 'ring'],
    ['tags', tag, 'aead'],
    ['subkeys', cipherKey, 'aead'],
    ['multiples, for rings', peerSecp256k1, 'multiples', ['multiples', 'ring']],
    ['multiples, for agreements', peerSecp256k1, 'multiples', hazmat],
    ['agreements on P-256', peerP256, 'hazmat', hazmat],
  ] as const
  test.each([...secrets, ...others])(
    'is refused with a part that has %s wrong',
    async (_, constant, part: Part = 'sign', others: readonly Part[] = [
      'multiples',
      'ring',
      'aead',
    ]) => {
      const { initSync, isReady } = await import('../../src/entry/slim.js')
      const names = ['sign', ...others]
      const parts = Object.fromEntries(names.map((name) => [name, read(`wasm/${name}.wasm`)]))
      parts[part] = spoilt(`wasm/${part}.wasm`, constant)
      const init = () => initSync({ core: read('wasm/verify.wasm'), parts })
      assert.throws(init, { code: 'ERR_WASM_INVALID', message: /self-test/ })
      assert.equal(isReady(), false)
    },
  )

  test('stops where a key in a signature brings a part that computes wrongly', async () => {
    const { Keys } = await import('../../src/entry/node.js')
    const signer = Keys.generate('ML-DSA-44')
    const claim = { publicKey: signer.publicKey, message, signature: signer.sign(message) }
    vi.resetModules()
    spoil('sign', ed25519Seed)
    const spoiltKeys = (await import('../../src/entry/node.js')).Keys
    assert.throws(() => spoiltKeys.verify(claim), { code: 'ERR_INTERNAL' })
    assert.throws(() => spoiltKeys.verify(claim), { code: 'ERR_ENGINE_LOST' })
  })
})

describe('native', () => {
  const peers = { peerP256, peerSecp256k1 }
  const curves = { p256, p256Secret, secp256k1, secp256k1Secret, ...peers }
  const cipher = process.arch === 'x64' ? { cipherKey } : {}
  const answers = { ed25519, ed25519Seed, montgomery, ofRings, x25519, ...curves, ...cipher }
  test.each(Object.entries(answers))('is refused when %s is wrong', async (name, constant) => {
    const path = join(folder, `${name}.node`)
    writeFileSync(path, spoilt('countersign.node', constant))
    const { installAddon } = await import('../../src/engine/addon.js')
    const { isReady } = await import('../../src/engine/slot.js')
    assert.throws(() => installAddon(path), { code: 'ERR_NATIVE_INVALID', message: /self-test/ })
    assert.equal(isReady(), false)
  })
})
