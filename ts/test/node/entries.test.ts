// How the entries of the package share one engine. Each test has modules of its own.

import { readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { canFuse } from '../../src/engine/probe.js'

const bytesOf = (part: string, build = 'wasm') =>
  readFileSync(new URL(`../../generated/${build}/${part}.wasm`, import.meta.url))
const moduleOf = (part: string) => new WebAssembly.Module(bytesOf(part))
const [core, sign] = [moduleOf('verify'), moduleOf('sign')]
const sources = { core, parts: { sign } }
const attempt = { signal: new AbortController().signal }
/** What stands in a file, by its path. */
const fileOf = (path: string) => Uint8Array.from(bytesOf(/([\w-]+)\.wasm$/.exec(path)?.[1] ?? ''))
const refusal = (code: string) => expect.objectContaining({ code, name: 'CountersignError' })
const name = async () => (await import('../../src/engine/slot.js')).engineName()

beforeEach(() => vi.resetModules())

test('an engine that comes late does not replace one that is in use', async () => {
  const { init, initSync, Keys } = await import('../../src/entry/slim.js')
  const loading = init({ core: Promise.resolve(core), parts: { sign } })
  initSync(sources)
  const signer = Keys.generate('Ed25519')
  await loading
  expect(signer.sign(new Uint8Array())).toHaveLength(64)
})

// Node 20 runs no relaxed SIMD.
const builds = canFuse() ? ['wasm', 'wasm-fma'] : ['wasm']
test.each(builds)(
  'what is fetched for a %s engine that was given is of that build',
  async (build) => {
    const { initSync } = await import('../../src/entry/slim.js')
    initSync({ core: Uint8Array.from(bytesOf('verify', build)) })
    expect(await name()).toBe(build)
    const { init, Keys } = await import('../../src/entry/browser.js')
    const fetched: string[] = []
    await init({
      with: ['http'],
      wasm(file) {
        fetched.push(file)
        return Uint8Array.from(readFileSync(new URL(`../../generated/${file}`, import.meta.url)))
      },
    })
    expect(fetched).toEqual(['sign', 'http'].map((part) => `${build}/${part}.wasm`))
    expect(Keys.generate('Ed25519').sign(new Uint8Array())).toHaveLength(64)
  },
)

test('native stays native when another entry is imported after it', async () => {
  const { Keys } = await import('../../src/entry/native.js')
  await import('../../src/entry/nodeLoader.js')
  const { init } = await import('../../src/entry/node.js')
  Keys.generate('Ed25519')
  expect(await name()).toBe('native')
  await init()
  expect(await name()).toBe('native')
})

test('native does not pass for loaded when WebAssembly is', async () => {
  const { Keys } = await import('../../src/entry/node.js')
  Keys.generate('Ed25519')
  const native = await import('../../src/entry/native.js')
  await expect(native.init()).rejects.toThrowError(refusal('ERR_ENGINE_LOADED'))
})

test('main and native may be imported together', async () => {
  const native = await import('../../src/entry/native.js')
  await import('../../src/entry/node.js')
  await native.init()
  expect(await name()).toBe('native')
})

test('an engine that fails its self-test gives way to the plain one', async () => {
  let count = 0
  vi.doMock('../../src/engine/probe.js', () => ({ canFuse: () => true }))
  vi.doMock('../../src/engine/instance.js', async (original) => {
    const real = await original<typeof import('../../src/engine/instance.js')>()
    return {
      ...real,
      instantiate() {
        const made = real.instantiate(moduleOf)
        if (count++ === 0) Object.assign(made.engine, { engineSelfTest: () => false })
        return made
      },
    }
  })
  const { init, Keys } = await import('../../src/entry/node.js')
  await init()
  expect([count, await name()]).toEqual([2, 'wasm'])
  expect(Keys.generate('Ed25519').sign(new Uint8Array())).toHaveLength(64)
  vi.doUnmock('../../src/engine/probe.js')
  vi.doUnmock('../../src/engine/instance.js')
})

test('what is inlined is a file of wasm, in rows that an error may show', async () => {
  const { text } = await import('../../generated/inlined/verify.js')
  const { decode, inflate } = await import('../../src/engine/inlined.js')
  expect(Buffer.compare(await inflate(decode(text)), bytesOf('verify'))).toBe(0)
  const rows = text.split('\n').map(({ length }) => length)
  expect(Math.max(...rows)).toBe(160)
})

test('what is inlined loads at first use in Node, whatever else is imported', async () => {
  vi.doMock('../../src/engine/bytesOfFile.js', () => ({}))
  const { Keys } = await import('../../src/entry/inlineNode.js')
  await import('../../src/entry/nodeLoader.js')
  expect(Keys.generate('Ed25519').sign(new Uint8Array())).toHaveLength(64)
  expect(await name()).toBe('wasm')
  vi.doUnmock('../../src/engine/bytesOfFile.js')
})

test('a response that says it is WebAssembly is compiled while it arrives', async () => {
  const { fromSource } = await import('../../src/engine/source.js')
  const headers = { 'content-type': 'application/wasm' }
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)
  const response = new Response(empty, { headers })
  await expect(fromSource(() => response, attempt)).resolves.toBeInstanceOf(WebAssembly.Module)
  await expect(fromSource(() => response, attempt)).rejects.toThrowError(refusal('ERR_WASM_FETCH'))
  const page = new Response('<!doctype html>', { headers })
  await expect(fromSource(() => page, attempt)).rejects.toThrowError(refusal('ERR_WASM_INVALID'))
})

const entries = {
  browser: () => import('../../src/entry/browser.js'),
  inline: () => import('../../src/entry/inline.js'),
  inlineNode: () => import('../../src/entry/inlineNode.js'),
  inlineVerify: () => import('../../src/entry/inlineVerify.js'),
  inlineVerifyNode: () => import('../../src/entry/inlineVerifyNode.js'),
  native: () => import('../../src/entry/native.js'),
  node: () => import('../../src/entry/node.js'),
}

test.each(Object.keys(entries) as (keyof typeof entries)[])(
  'init of %s refuses options that are none',
  async (name) => {
    const { init } = await entries[name]()
    const parts = [{ with: 'sign' }, { with: ['sing'] }, { with: [5] }]
    for (const wrong of [{ wit: [] }, ...parts, Object.create({ wit: [] }), null, 5, []])
      await expect(init(wrong as never)).rejects.toThrowError(refusal('ERR_ARGUMENT'))
    await expect(init({ wit: [] } as never)).rejects.toThrowError('did you mean "with"?')
    const thorny = Object.defineProperty({}, 'with', {
      enumerable: true,
      get: () => {
        throw new Error('code of the caller')
      },
    })
    await expect(init(thorny)).rejects.toThrowError(refusal('ERR_ARGUMENT'))
  },
)

test.each(['inlineVerify', 'inlineVerifyNode'] as const)(
  '%s carries the core alone',
  async (name) => {
    const { Keys, init } = await entries[name]()
    expect((await import('../../src/engine/carried.js')).carriedParts()).toEqual(['verify'])
    await expect(init({ with: ['sign'] })).rejects.toThrowError('import countersign/inline,')
    expect(Object.keys(Keys)).not.toContain('generate')
  },
)

test.each(['inline', 'inlineNode', 'native'] as const)(
  'init of %s has an engine already',
  async (name) => {
    const { init, isReady } = await entries[name]()
    const started = init({ wasm: () => core } as never)
    const entry = name === 'native' ? name : 'inline'
    await expect(started).rejects.toThrowError(`wasm has no meaning in countersign/${entry}`)
    expect(isReady()).toBe(false)
    await init({ with: ['sign'] })
    if (name !== 'native')
      await expect(init({ with: ['session'] })).rejects.toThrowError(refusal('ERR_PART_MISSING'))
    expect(isReady()).toBe(true)
  },
)

test('init of browsers reads each option once, and an inherited one too', async () => {
  const { init, isReady } = await import('../../src/entry/browser.js')
  const read: string[] = []
  class Options {
    get with(): [] {
      read.push('with')
      return []
    }
    get wasm() {
      read.push('wasm')
      return fileOf
    }
  }
  await init(new Options())
  expect(isReady()).toBe(true)
  expect(read.sort()).toEqual(['wasm', 'with'])
})

test('init of browsers takes nothing from Object.prototype', async () => {
  const { init, isReady } = await import('../../src/entry/browser.js')
  const headers = { 'content-type': 'application/wasm' }
  vi.stubGlobal('fetch', async (url: URL) => new Response(fileOf(url.pathname), { headers }))
  Object.assign(Object.prototype, { wasm: 5 })
  let loading: Promise<void>
  try {
    loading = init()
  } finally {
    Reflect.deleteProperty(Object.prototype, 'wasm')
  }
  await loading
  expect(isReady()).toBe(true)
  vi.unstubAllGlobals()
})
