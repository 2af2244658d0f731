// How arguments, results and errors cross to WebAssembly: whole, in every length, and without anything left behind.

import { afterEach, describe, expect, test, vi } from 'vitest'

import { findInFiles } from '../../src/engine/bytesOfFile.js'
import { fillRandom } from '../../src/engine/entries/random.js'
import { instantiate } from '../../src/engine/instance.js'
import { core } from '../../src/engine/parts.js'
import { engineName, type WasmName } from '../../src/engine/slot.js'
import { CountersignError } from '../../src/errors.js'
import type { Part } from '../../src/generated/parts.js'

const native = engineName() === 'native'
const find = findInFiles(native ? 'wasm' : (engineName() as WasmName))
const { engine, exports } = instantiate(find)
const memory = exports['memory'] as WebAssembly.Memory
const codeOf = (use: () => unknown) => {
  try {
    use()
    return 'nothing'
  } catch (error) {
    return (error as { code?: string }).code
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe.skipIf(native)('text', () => {
  // What is written by a loop, and what the host encodes; with one, two, three and four bytes a letter.
  test.each([0, 1, 63, 64, 65, 1_000, 100_000])('of %i letters arrives', (length) => {
    for (const letter of ['a', 'é', '€', '\u{1d306}', '\ufeff']) {
      const text = `"${'a'.repeat(length)}${letter}${'b'.repeat(length)}"`
      expect(engine.encodingJcs(text)).toBe(text)
    }
  })

  test('that is empty arrives', () => {
    expect(engine.encodingHexDecode('')).toEqual(new Uint8Array())
    expect(engine.encodingHexEncode(new Uint8Array())).toBe('')
  })

  test('with a lone surrogate, which no check lets through, is read with U+FFFD', () => {
    expect(engine.encodingJcs('"\ud800"')).toBe('"\ufffd"')
  })
})

describe.skipIf(native)('numbers', () => {
  test('are whole up to 2^32, and handles come back', () => {
    const handle = engine.signerGenerate('Ed25519')
    expect(engine.signerPublic(handle)).toHaveLength(32)
    expect(codeOf(() => engine.signerPublic(2 ** 32 - 1))).toBe(
      codeOf(() => engine.signerPublic(handle + 1)),
    )
    expect(engine.signerClose(handle)).toBe(true)
  })
})

describe.skipIf(native)('memory', () => {
  test('that grows while arguments are put moves none of them', () => {
    const long = new Uint8Array(memory.buffer.byteLength).fill(0xab)
    const before = memory.buffer.byteLength
    const multibase = engine.encodingMultibaseEncode('base16', long)
    expect(memory.buffer.byteLength).toBeGreaterThan(before)
    expect(multibase.length).toBe(1 + 2 * long.length)
    expect(Buffer.compare(engine.encodingMultibaseDecode(multibase), long)).toBe(0)
  })

  test('is given back by calls that throw', () => {
    const refused = () => codeOf(() => engine.peerFromBytes(new Uint8Array(1_000_000)))
    const code = refused()
    const before = memory.buffer.byteLength
    for (let times = 0; times < 100; times += 1) refused()
    expect(memory.buffer.byteLength).toBe(before)
    expect(code).toMatch(/^ERR_/)
  })
})

describe.skipIf(native)('random bytes', () => {
  test('come in pieces that the host gives', () => {
    const bytes = new Uint8Array(200_000)
    expect(fillRandom(bytes)).toBe(true)
    expect(bytes.subarray(-64)).not.toEqual(new Uint8Array(64))
  })

  test('that the host has not are an error', () => {
    vi.stubGlobal('crypto', undefined)
    expect(codeOf(() => engine.signerGenerate('Ed25519'))).toBe('ERR_RANDOM_UNAVAILABLE')
  })
})

describe.skipIf(native)('a function', () => {
  test('is made once', () => {
    expect(engine.didParse).toBe(engine.didParse)
  })

  test('that the engine has not is refused on access, and found when it came', () => {
    const arrived = new Set<Part>([core])
    const { engine } = instantiate((part) => (arrived.has(part) ? find(part) : undefined))
    expect(codeOf(() => engine.encodingHexEncode)).toBe('ERR_PART_MISSING')
    arrived.add('sign')
    expect(engine.encodingHexEncode(new Uint8Array([7]))).toBe('07')
  })

  test('that leads to a part whose file is gone says so, and names a part that is not at hand', () => {
    let isGone = true
    const { engine } = instantiate((part) => {
      if (part !== 'ml-dsa') return find(part)
      if (isGone) throw new CountersignError('ERR_WASM_FETCH', 'the file cannot be read')
      return undefined
    })
    const generate = () => engine.signerGenerate('ML-DSA-44')
    expect(codeOf(generate)).toBe('ERR_WASM_FETCH')
    isGone = false
    expect(codeOf(generate)).toBe('ERR_PART_MISSING')
  })
})
