// The lean engine: what it has, what it lacks, and how a page gets the rest.

import { readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { fullOnly, prune } from '../../scripts/lean.mjs'

const full = readFileSync(new URL('../../generated/wasm.wasm', import.meta.url))
const lean = prune(full, fullOnly())
const refusal = (code: string) => expect.objectContaining({ code, name: 'CountersignError' })
const digest = { secret: new Uint8Array(32), info: new Uint8Array(), length: 32 }
const publicLengths = {
  'ML-DSA-44': 1_312,
  'ML-DSA-65': 1_952,
  'ML-DSA-87': 2_592,
  'Ed25519+ML-DSA-65': 1_984,
}
const algorithms = {
  'ML-DSA-44': 'ml-dsa-44',
  'ML-DSA-65': 'ml-dsa-65',
  'ML-DSA-87': 'ml-dsa-87',
  'Ed25519+ML-DSA-65': 'ed25519+ml-dsa-65',
} as const
const load = async () => ({
  ...(await import('../../src/entry/browser.js')),
  ...(await import('../../src/hazmat.js')),
})

beforeEach(() => vi.resetModules())

test('it is smaller', () => {
  expect(lean.length).toBeLessThan(full.length * 0.7)
})

test('it has what a page needs first', () => {
  const has = new Set(
    WebAssembly.Module.exports(new WebAssembly.Module(Uint8Array.from(lean))).map(
      ({ name }) => name,
    ),
  )
  for (const feature of ['card', 'did', 'grant', 'jws', 'keys', 'pop', 'receipt'])
    expect(has).toContain(feature === 'did' ? 'didDocument' : `${feature}Verify`)
  for (const name of ['handshakeStart', 'sessionSeal', 'receiptChainPush', 'grantVerifyChain'])
    expect(has).toContain(name)
})

test('it signs and verifies, and says what to do for the rest', async () => {
  const { init, Hkdf, isReady, Keys } = await load()
  await init({ wasm: lean })
  using signer = Keys.generate('Ed25519')
  const message = new Uint8Array(3)
  const signature = signer.sign(message)
  expect(Keys.verify({ publicKey: signer.publicKey, message, signature })).toBe(true)
  expect(() => Hkdf.derive(digest)).toThrowError(refusal('ERR_ENGINE_LEAN'))
  expect(isReady()).toBe(true)
})

test('it has no ML-DSA, and never says that a signature of it is wrong', async () => {
  const { init, Did, Keys } = await load()
  await init({ wasm: lean })
  const types = ['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87', 'Ed25519+ML-DSA-65'] as const
  const message = new Uint8Array(3)
  for (const type of types) {
    const publicKey = { type, bytes: new Uint8Array(publicLengths[type]).fill(1) }
    const signature = new Uint8Array(Keys.signatureLengths[algorithms[type]])
    const claim = { publicKey, message, signature }
    const secret = new Uint8Array(type === 'Ed25519+ML-DSA-65' ? 64 : 32)
    for (const use of [
      () => Keys.generate(type),
      () => Keys.fromSecret(type, secret),
      () => Keys.verify(claim),
      () => Keys.verify({ ...claim, context: message }),
      () => Keys.verify({ ...claim, message: new Uint8Array(100_000) }),
      () => Keys.verifyBatch([claim]),
      () => Keys.publicKey(publicKey),
      () => Keys.toJwk(publicKey),
      () => Did.jwkFromKey(publicKey),
    ])
      expect(use).toThrowError(refusal('ERR_ENGINE_LEAN'))
  }
})

test('the full engine takes its place when no handle is open', async () => {
  const { init, Hkdf, Keys } = await load()
  await init({ wasm: lean })
  const signer = Keys.generate('Ed25519')
  await expect(init({ wasm: full, full: true })).rejects.toThrowError(refusal('ERR_ENGINE_LOADED'))
  expect(signer.sign(new Uint8Array())).toHaveLength(64)
  signer.close()
  await init({ wasm: full, full: true })
  expect(Hkdf.derive(digest)).toHaveLength(32)
})

test('who asks for everything gets it, whoever asked first', async () => {
  const { init, Hkdf } = await load()
  await Promise.all([init({ wasm: lean }), init({ wasm: full, full: true })])
  expect(Hkdf.derive(digest)).toHaveLength(32)
})

test('a full engine stays when less is asked for', async () => {
  const { init, Hkdf } = await load()
  await init({ wasm: full })
  await init()
  expect(Hkdf.derive(digest)).toHaveLength(32)
})
