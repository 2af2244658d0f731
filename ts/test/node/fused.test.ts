// A host that computes wrongly on fused multiply-add: the engine stops before a wrong result leaves it, and the plain one
// follows. Here the engine is changed instead of the host: a known answer has a bit that is not so.
//
// Codes are compared by `node:assert`: a frozen verdict is one of the plain engine's run too, which leaves this out.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { canFuse } from '../../src/engine/probe.js'
import type { WasmName } from '../../src/engine/slot.js'
import type { Part } from '../../src/generated/parts.js'

/** RFC 8032, section 7.1, test 2. */
const seed = '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb'
const publicKey = '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'

const name = async () => (await import('../../src/engine/slot.js')).engineName()

/** Lets the package find its engines as they are, but for one bit in the `wasm-fma` build of this part. */
function spoil(part: Part, constant: string): void {
  vi.doMock('../../src/engine/bytesOfFile.js', () => ({
    findInFiles: (engine: WasmName) => (asked: Part) => {
      const path = new URL(`../../generated/${engine}/${asked}.wasm`, import.meta.url)
      const bytes = readFileSync(path)
      if (engine === 'wasm-fma' && asked === part) flip(bytes, Buffer.from(constant, 'hex'))
      return new WebAssembly.Module(bytes)
    },
  }))
}

function flip(bytes: Buffer, constant: Buffer): void {
  const place = bytes.indexOf(constant)
  expect(place, 'the known answer').toBeGreaterThan(0)
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
}

describe.runIf(canFuse())('wasm-fma', () => {
  beforeEach(() => vi.resetModules())
  afterEach(() => vi.doUnmock('../../src/engine/bytesOfFile.js'))

  test('what fails when it is loaded gives way to the plain engine', async () => {
    spoil('verify', publicKey)
    const { Keys } = await import('../../src/entry/node.js')
    expect(Keys.generate('Ed25519').sign(new Uint8Array())).toHaveLength(64)
    expect(await name()).toBe('wasm')
  })

  test('what fails later costs the engine, and the next one is the plain one', async () => {
    spoil('sign', seed)
    const { init, Keys } = await import('../../src/entry/node.js')
    const signer = Keys.generate('secp256k1')
    expect(await name()).toBe('wasm-fma')
    assert.throws(() => Keys.generate('Ed25519'), { code: 'ERR_INTERNAL' })
    assert.throws(() => signer.sign(new Uint8Array()), { code: 'ERR_HANDLE_LOST' })
    assert.throws(() => Keys.generate('Ed25519'), { code: 'ERR_ENGINE_LOST' })
    await init()
    expect(await name()).toBe('wasm')
    expect(Keys.generate('Ed25519').sign(new Uint8Array())).toHaveLength(64)
  })
})
