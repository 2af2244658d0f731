// Engines that compute wrongly without fused multiply-add: they are refused when they are loaded, and stop where a
// kernel is first used after that. Here the engine is changed instead of the host: a known answer has a bit that is not
// so. `fused.test.ts` has the same of `wasm-fma`.
//
// Codes are compared by `node:assert`, as there.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, test, vi } from 'vitest'

import type { Part } from '../../src/generated/parts.js'

/** Of `rust/kernels/src/selftest`, which says whose they are: x of public keys, and secrets that are no secret. */
const p256 = '60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6'
const p256Secret = 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721'
const secp256k1 = '959acfe63af11852e292b5a9c60532be7034a4d2b60df2dfc57e324d41440336'
const secp256k1Secret = '2fec42610afc95c2ebf9d0d95f3127ef96a28ea734e0d5063d3873458aa86f6a'
const x25519 = 'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f'

const generated = new URL('../../generated/', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'countersign-spoilt-'))

/** The file, with another bit wherever the bytes of this known answer are. */
function spoilt(file: string, constant: string): Buffer {
  const [bytes, answer] = [readFileSync(new URL(file, generated)), Buffer.from(constant, 'hex')]
  const first = bytes.indexOf(answer)
  assert.ok(first > 0, 'the known answer is there')
  for (let place = first; place > 0; place = bytes.indexOf(answer, place))
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
  return bytes
}

/** Lets the package find its plain engine, with this part changed. */
function spoil(part: Part, constant: string): void {
  vi.doMock('../../src/engine/probe.js', () => ({ canFuse: () => false }))
  vi.doMock('../../src/engine/bytesOfFile.js', () => ({
    findInFiles: () => (asked: Part) => {
      const file = `wasm/${asked}.wasm`
      const bytes = asked === part ? spoilt(file, constant) : readFileSync(new URL(file, generated))
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
  test.each(Object.entries({ p256, secp256k1 }))(
    'is refused when %s computes wrongly',
    async (_, constant) => {
      spoil('verify', constant)
      const { init, isReady } = await import('../../src/entry/node.js')
      await assert.rejects(init(), { code: 'ERR_WASM_INVALID' })
      assert.equal(isReady(), false)
    },
  )

  test.each([
    ['P-256', p256Secret],
    ['secp256k1', secp256k1Secret],
  ] as const)('stops before a secret of %s is used wrongly', async (type, constant) => {
    spoil('sign', constant)
    const { Keys } = await import('../../src/entry/node.js')
    const signer = Keys.generate('Ed25519')
    assert.throws(() => Keys.generate(type), { code: 'ERR_INTERNAL' })
    assert.throws(() => signer.sign(new Uint8Array()), { code: 'ERR_HANDLE_LOST' })
    assert.throws(() => Keys.generate(type), { code: 'ERR_ENGINE_LOST' })
  })
})

describe('native', () => {
  const answers = { p256, p256Secret, secp256k1, secp256k1Secret, x25519 }
  test.each(Object.entries(answers))('is refused when %s is wrong', async (name, constant) => {
    const path = join(folder, `${name}.node`)
    writeFileSync(path, spoilt('countersign.node', constant))
    const { installAddon } = await import('../../src/engine/addon.js')
    const { isReady } = await import('../../src/engine/slot.js')
    assert.throws(() => installAddon(path), { code: 'ERR_NATIVE_INVALID', message: /self-test/ })
    assert.equal(isReady(), false)
  })
})
