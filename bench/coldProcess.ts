// One cold start of one engine, in this process; prints the nanoseconds of each step as JSON.
//
// What Node needs for itself before it runs a line of this is a row too, and no part of the sum.
//
// Run: node coldProcess.js native|wasm-fma|wasm

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const before = performance.now()
const [, , engine = 'wasm'] = process.argv
const steps: Record<string, number> = {}

/** Times one step. */
async function timed<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const start = process.hrtime.bigint()
  const value = await work()
  steps[name] = Number(process.hrtime.bigint() - start)
  return value
}

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
// RFC 8032, section 7.1, test 2.
const claim = {
  publicKey: {
    type: 'Ed25519' as const,
    bytes: bytes('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'),
  },
  message: bytes('72'),
  signature: bytes(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ),
}

const { Keys } = engine === 'native' ? await native() : await wasm()
assert(await timed('first verify', () => Keys.verify(claim)))
steps['from nothing to the first verify'] = Object.values(steps).reduce((sum, ns) => sum + ns, 0)
steps['Node itself, before that'] = Math.round(before * 1e6)
console.log(JSON.stringify(steps))

/** JavaScript and addon; the addon is loaded and linked as one. */
async function native() {
  const api = await timed('load JavaScript', () => import('countersign/native'))
  await timed('load the engine', () => api.init())
  return api
}

/** `compile` is the host's part, `instantiate` has the engine's own tests at load. */
async function wasm() {
  const api = await timed('load JavaScript', () => import('countersign/slim'))
  const path = createRequire(import.meta.url).resolve(`countersign/${engine}/verify.wasm`)
  const file = await timed('load the engine', () => readFileSync(path))
  const core = await timed('compile', () => WebAssembly.compile(file))
  await timed('instantiate', () => api.initSync({ core }))
  return api
}
