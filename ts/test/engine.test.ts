import { afterEach, describe, expect, test } from 'vitest'
import { compileError } from '../src/engine/compile.js'
import { call, currentGeneration, isReady } from '../src/engine/slot.js'
import { context } from './setup/context.js'

describe('an engine that fails', () => {
  afterEach(() => context.reload())

  test('is dropped, the next call says so, and a fresh one works', async () => {
    const before = currentGeneration()
    const fault = () =>
      call((engine) => {
        if (!engine.testPanic) throw new WebAssembly.RuntimeError('unreachable')
        return engine.testPanic()
      })

    expect(fault).toThrowError(expect.objectContaining({ code: 'ERR_INTERNAL' }))
    expect(isReady()).toBe(false)
    expect(() => call((engine) => engine.engineVersion())).toThrowError(
      expect.objectContaining({ code: 'ERR_ENGINE_LOST' }),
    )

    await context.reload()
    expect(currentGeneration()).toBeGreaterThan(before + 1)
    expect(call((engine) => engine.engineVersion())).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('is not dropped for an error with a code', () => {
    expect(() => call((engine) => engine.encodingHexDecode('0'))).toThrowError(
      expect.objectContaining({ code: 'ERR_ENCODING_MALFORMED', name: 'CountersignError' }),
    )
    expect(isReady()).toBe(true)
  })
})

// What `new WebAssembly.Module` or `Instance` throws in a page whose policy forbids it.
test.each([
  [
    'Chromium',
    "WebAssembly.Module(): Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source of script",
  ],
  ['Firefox', 'call to WebAssembly.compile() blocked by CSP'],
  [
    'WebKit',
    "Refused to create a WebAssembly object because 'unsafe-eval' or 'wasm-unsafe-eval' is not an allowed source",
  ],
])('what %s says about a policy is understood', (_, text) => {
  const code = (cause: unknown) => compileError(cause).code
  expect(code(new WebAssembly.CompileError(text))).toBe('ERR_CSP_BLOCKED')
  expect(code(new WebAssembly.CompileError('expected magic word'))).toBe('ERR_WASM_INVALID')
})
