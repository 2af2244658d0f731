// A host that computes wrongly on fused multiply-add: the engine stops before a wrong result leaves it, and the plain one
// follows.
//
// Codes are compared by `node:assert`: a frozen verdict is one of the plain engine's run too, which leaves this out.

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { canFuse } from '../../src/engine/probe.js'
import type { WasmName } from '../../src/engine/slot.js'
import type { Part } from '../../src/generated/parts.js'
import { read, spoilt } from './spoilt.js'

/** Of `rust/kernels/src/selftest`: a seed and its public key, a scalar of rings, the tag of a text. */
const seed = '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb'
const publicKey = '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'
const ofRings = '95cc0f24dffe604577a24febcc73ad6578721e1c464f7d465138c771fc035600'
const peerSecp256k1 = '6a316f856127dab9ecf55f979e650aa055035110cb7394ee913c4a2d60d22060'
const peerP256 = '307eef925f2d94ae4fa5338d1a4c8a604986c4ca0024e81de417612b749ac81f'
const tag = 'c9ab973933546b6526651f90036323e8'

const name = async () => (await import('../../src/engine/slot.js')).engineName()

/** Gives the engines' files as they are, but for one bit in the `wasm-fma` build of this part. */
const filesWith =
  (part: Part, constant: string) =>
  (file: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(file === `wasm-fma/${part}.wasm` ? spoilt(file, constant) : read(file))

/** Lets the package for Node find them. */
function spoil(part: Part, constant: string): void {
  const bytesOf = filesWith(part, constant)
  vi.doMock('../../src/engine/bytesOfFile.js', () => ({
    findInFiles: (engine: WasmName) => (asked: Part) =>
      new WebAssembly.Module(bytesOf(`${engine}/${asked}.wasm`)),
  }))
}

const { Instance } = WebAssembly

/** Collects the memories of the engines that are made from here on. */
function collectMemories(): WebAssembly.Memory[] {
  const memories: WebAssembly.Memory[] = []
  WebAssembly.Instance = class extends Instance {
    constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
      super(module, imports)
      for (const exported of Object.values(this.exports))
        if (exported instanceof WebAssembly.Memory) memories.push(exported)
    }
  }
  return memories
}

/** Changes a bit of a known answer where the engine has it. */
function flip(memories: readonly WebAssembly.Memory[], constant: string): void {
  const bytes = Buffer.from((memories[0] as WebAssembly.Memory).buffer)
  const place = bytes.indexOf(Buffer.from(constant, 'hex'))
  assert.ok(place > 0, 'the known answer is there')
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
}

describe.runIf(canFuse())('wasm-fma', () => {
  beforeEach(() => vi.resetModules())
  afterEach(() => {
    vi.doUnmock('../../src/engine/bytesOfFile.js')
    WebAssembly.Instance = Instance
  })

  test('what fails when it is loaded gives way to the plain engine', async () => {
    spoil('verify', publicKey)
    const { Keys } = await import('../../src/entry/node.js')
    expect(Keys.generate('Ed25519').sign(new Uint8Array())).toHaveLength(64)
    expect(await name()).toBe('wasm')
  })

  test.each([
    ['verify', publicKey],
    ['sign', seed],
    ['ring', ofRings],
    ['aead', tag],
    ['multiples', peerSecp256k1],
    ['hazmat', peerP256],
  ] as const)('a page gets the plain engine where the part %s fails', async (part, constant) => {
    const { init, Keys } = await import('../../src/entry/browser.js')
    await init({ with: ['ring', 'session', 'hazmat'], wasm: filesWith(part, constant) })
    expect(await name()).toBe('wasm')
    expect(Keys.generate('Ed25519').sign(new Uint8Array())).toHaveLength(64)
  })

  test('a part that comes to a page later and fails costs the engine', async () => {
    const { init, Keys } = await import('../../src/entry/browser.js')
    const wasm = filesWith('ring', ofRings)
    await init({ wasm })
    const signer = Keys.generate('Ed25519')
    expect(await name()).toBe('wasm-fma')
    await assert.rejects(init({ with: ['ring'], wasm }), { code: 'ERR_INTERNAL' })
    assert.throws(() => signer.sign(new Uint8Array()), { code: 'ERR_HANDLE_LOST' })
    await init({ with: ['ring'], wasm })
    expect(await name()).toBe('wasm')
  })

  test('so does one that is read when it is used', async () => {
    spoil('sign', seed)
    const { init, Keys } = await import('../../src/entry/node.js')
    await init()
    expect(await name()).toBe('wasm-fma')
    assert.throws(() => Keys.generate('secp256k1'), { code: 'ERR_INTERNAL' })
    assert.throws(() => Keys.generate('secp256k1'), { code: 'ERR_ENGINE_LOST' })
    await init()
    expect(await name()).toBe('wasm')
    expect(Keys.generate('Ed25519').sign(new Uint8Array())).toHaveLength(64)
  })

  test('what fails in use costs the engine, and the next one is the plain one', async () => {
    const memories = collectMemories()
    const { init, Keys } = await import('../../src/entry/node.js')
    const signer = Keys.generate('Ed25519')
    expect(await name()).toBe('wasm-fma')
    flip(memories, seed)
    const signOften = () => {
      for (let use = 0; use < 20; use += 1) signer.sign(new Uint8Array())
    }
    assert.throws(signOften, { code: 'ERR_INTERNAL' })
    assert.throws(() => signer.sign(new Uint8Array()), { code: 'ERR_HANDLE_LOST' })
    await init()
    expect(await name()).toBe('wasm')
  })
})
