// A real panic inside the engine: the process goes on, the engine is dropped, and a fresh one works.
//
// It loads engines of its own, built with an entry that panics on purpose, on both hosts.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { installAddon } from '../../src/engine/addon.js'
import { instantiate } from '../../src/engine/instance.js'
import { call, install, isReady } from '../../src/engine/slot.js'
import { context } from '../setup/context.js'
import { findUnsplit, Unsplit } from '../setup/unsplit.js'

const folder = new URL('../../generated/test-panic/', import.meta.url)

const engines = {
  wasm: async (): Promise<void> => {
    const file = new URL('wasm/engine.wasm', folder)
    const { Instance } = WebAssembly
    WebAssembly.Instance = Unsplit
    const { engine } = instantiate(findUnsplit(new WebAssembly.Module(readFileSync(file))))
    WebAssembly.Instance = Instance
    install(engine, 'wasm')
  },
  native: async (): Promise<void> =>
    installAddon(fileURLToPath(new URL('native/countersign.node', folder))),
}

afterAll(() => context.reload())

describe.each(Object.entries(engines))('a panic in %s', (name, load) => {
  test('has an engine to happen in', () => {
    expect(existsSync(new URL(name, folder)), 'built by `npm test` and `npm run build:dev`').toBe(
      true,
    )
  })

  test('drops the engine, wipes its keys, and a fresh one works', async () => {
    await load()
    call((engine) => engine.signerGenerate('Ed25519'))
    const panic = () => call((engine) => engine.testPanic?.())
    expect(panic).toThrowError(expect.objectContaining({ code: 'ERR_INTERNAL' }))
    expect(isReady()).toBe(false)
    expect(panic).toThrowError(expect.objectContaining({ code: 'ERR_ENGINE_LOST' }))

    await load()
    expect(call((engine) => engine.engineVersion())).toMatch(/^\d/)
    expect(call((engine) => engine.signerCount())).toBe(0)
  })
  test('that is loaded again has no key of before', async () => {
    await load()
    call((engine) => engine.signerGenerate('Ed25519'))
    await load()
    expect(call((engine) => engine.signerCount())).toBe(0)
  })

  test('and a fault on this side of the boundary too', async () => {
    await load()
    call((engine) => engine.signerGenerate('Ed25519'))
    const fault = () =>
      call(() => {
        throw new TypeError('not of the engine')
      })
    expect(fault).toThrowError(expect.objectContaining({ code: 'ERR_INTERNAL' }))
    expect(isReady()).toBe(false)

    await load()
    expect(call((engine) => engine.signerCount())).toBe(0)
  })
})
