// What the hot lane leaves in the memory of the engine.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createGlue } from '../../generated/glue.js'
import { withHotLane } from '../../src/engine/scratch.js'
import { compile } from '../../src/engine/wasm.js'

const glue = createGlue()
const file = new URL('../../generated/wasm.wasm', import.meta.url)
const exports = glue.initSync({ module: compile(readFileSync(file)) })
const raw = exports as unknown as {
  readonly memory: WebAssembly.Memory
  scratchAddress(): number
  scratchCapacity(): number
}
const engine = withHotLane(glue, exports)
const [none, now, long] = [new Uint8Array(), 1_760_000_000, 0xffff_ffff]
const secret = new Uint8Array(32).fill(7)
const text = 'nobody may find this in the memory'
const plaintext = new TextEncoder().encode(text)
const associated = new TextEncoder().encode('for the other side only')

const session = (initiator: boolean, confirmed = true) =>
  engine.sessionCreate(secret, none, initiator, confirmed, none, now)

/** Whether the buffer holds it. */
function holds(words: string): boolean {
  const { buffer } = raw.memory
  const bytes = new Uint8Array(buffer, raw.scratchAddress(), raw.scratchCapacity())
  return new TextDecoder('latin1').decode(bytes).includes(words)
}

test('a message that was opened, and its associated data', () => {
  const [a, b] = [session(true), session(false)]
  const message = engine.sessionSeal(a, associated, plaintext, long, now)
  expect(holds(text)).toBe(false)
  expect(engine.sessionOpen(b, associated, message, now)).toEqual(plaintext)
  expect(holds(text)).toBe(false)
  expect(holds('for the other side only')).toBe(false)
  const [into, output] = [engine.sessionSeal(a, none, plaintext, long, now), new Uint8Array(99)]
  expect(engine.sessionOpenInto(b, none, into, output, now)).toBe(plaintext.length)
  expect(output.subarray(0, plaintext.length)).toEqual(plaintext)
  expect(holds(text)).toBe(false)
})

test('a plaintext that was not sealed', () => {
  const silent = session(false, false)
  expect(() => engine.sessionSeal(silent, associated, plaintext, long, now)).toThrowError()
  expect(holds(text)).toBe(false)
  expect(engine.sessionSealInto(silent, none, plaintext, new Uint8Array(99), now)).toBeUndefined()
  expect(holds(text)).toBe(false)
})

test('what was signed and verified', () => {
  const signer = engine.signerGenerate('Ed25519')
  const signature = engine.signerSign(signer, 'ed25519', plaintext)
  expect(holds(text)).toBe(false)
  const key = Uint8Array.of(0xed, 0x01, ...engine.signerPublic(signer))
  expect(engine.keysVerify('ed25519', key, plaintext, signature, false)).toBe(true)
  expect(holds(text)).toBe(false)
})
