// The lean engine: what it has, what it lacks, and how a page gets the rest.

import { readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { fullOnly, prune } from '../../scripts/lean.mjs'

const full = readFileSync(new URL('../../generated/wasm.wasm', import.meta.url))
const lean = prune(full, fullOnly())
const refusal = (code: string) => expect.objectContaining({ code, name: 'CountersignError' })
const digest = { secret: new Uint8Array(32), info: new Uint8Array(), length: 32 }
const load = async () => ({
  ...(await import('../../src/entry/browser.js')),
  ...(await import('../../src/hazmat.js')),
})

beforeEach(() => vi.resetModules())

test('it is smaller', () => {
  expect(lean.length).toBeLessThan(full.length * 0.95)
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
