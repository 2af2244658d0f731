// How `init` ends: with an engine, with an error of its list, or with the reason of a signal.

import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const bytesOf = (path: string) => {
  const [file] = /wasm\/[\w-]+\.wasm/.exec(path.replace('wasm-fma', 'wasm')) ?? ['']
  return Uint8Array.from(readFileSync(new URL(`../../generated/${file}`, import.meta.url)))
}
const moduleOf = (file: string) => new WebAssembly.Module(bytesOf(file))
const modules = {
  core: moduleOf('wasm/verify.wasm'),
  parts: { sign: moduleOf('wasm/sign.wasm') },
}
const refusal = (code: string) => expect.objectContaining({ code, name: 'CountersignError' })
const load = () => import('../../src/entry/browser.js')
const never = new Promise<never>(() => {})
const engine = (url: URL) =>
  new Response(bytesOf(url.pathname), { headers: { 'content-type': 'application/wasm' } })

/** Answers what `init` fetches. Gives the calls, each with the signal that it came with. */
function answerWith(answer: (url: URL) => Response | Promise<Response>) {
  const fetched = vi.fn((url: URL, _: { signal: AbortSignal }) => answer(url))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

beforeEach(() => vi.resetModules())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('../../src/engine/files.js')
})

describe('a file that does not come', () => {
  const cure = "import 'countersign/inline' in place of 'countersign'"

  test('is named with its status and a cure', async () => {
    vi.doMock('../../src/engine/files.js', () => ({
      fileOf: () => 'x.wasm',
      placeOf: () => ({ url: new URL('https://a.example/x.wasm'), cure }),
    }))
    const response = new Response('gone', { status: 404 })
    Object.defineProperty(response, 'url', { value: 'https://a.example/x.wasm?token=1' })
    answerWith(() => response)
    const { init, isReady } = await load()
    const error = await init().catch((caught) => caught)
    expect(error).toEqual(refusal('ERR_WASM_FETCH'))
    expect(error.message).toBe(`https://a.example/x.wasm answered with status 404; ${cure}`)
    expect(isReady()).toBe(false)
  })

  test('is named with what broke', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
    const { init } = await load()
    const error = await init({ wasm: () => 'https://user:word@a.example/x.wasm#y' }).catch(
      (reason) => reason,
    )
    expect(error).toEqual(refusal('ERR_WASM_FETCH'))
    expect(error.message).toBe(
      'https://a.example/x.wasm could not be fetched (TypeError: Failed to fetch)',
    )
    expect(error.cause).toBeInstanceOf(TypeError)
  })

  test('is named where a page comes in its place', async () => {
    answerWith(() => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }))
    const { init } = await load()
    await expect(init()).rejects.toThrowError(refusal('ERR_WASM_FETCH'))
    await expect(init()).rejects.toThrowError(
      /answered with status 200, but not with WebAssembly \(text\/html\).*; .*'countersign\/inline'/,
    )
  })

  test('shows no text that is a file itself', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
    const { init } = await load()
    const text = Buffer.from(bytesOf('wasm/verify.wasm')).toString('base64')
    const wasm = `data:application/wasm;base64,${text}`
    const error = await init({ wasm: () => wasm }).catch((caught) => caught)
    expect(error.message.length).toBeLessThan(400)
  })

  test('has a cure for the host that this is', async () => {
    const { placeOf } = await import('../../src/engine/files.js')
    expect(placeOf('wasm', 'sign').cure).toContain("import 'countersign/inline'")
    expect(placeOf('wasm', 'sign').url.href).toMatch(/\/generated\/wasm\/sign\.wasm$/)
    vi.stubGlobal('URL', () => {
      throw new TypeError('Invalid URL')
    })
    expect(() => placeOf('wasm', 'sign')).toThrowError(refusal('ERR_WASM_FETCH'))
  })

  test('is an error of Node too', async () => {
    const readFileSync = () => {
      throw new Error('ENOENT')
    }
    const builtin = process.getBuiltinModule
    const found = vi
      .spyOn(process, 'getBuiltinModule')
      .mockImplementation((name) => (name === 'node:fs' ? { readFileSync } : builtin(name)))
    const { init, Keys } = await import('../../src/entry/node.js')
    await expect(init()).rejects.toThrowError(refusal('ERR_WASM_FETCH'))
    expect(() => Keys.generate('Ed25519')).toThrowError("import 'countersign/inline'")
    found.mockRestore()
  })
})

test('an engine that is given as nonsense has a code, whatever it throws', async () => {
  const { init, isReady } = await load()
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  const gone = new Uint8Array(8)
  structuredClone(gone, { transfer: [gone.buffer] })
  for (const wasm of [5, Symbol('wasm'), {}, revoked.proxy, gone, Promise.resolve(gone.buffer)])
    await expect(init({ wasm: () => wasm } as never)).rejects.toThrowError(refusal('ERR_ARGUMENT'))
  const fails = () => {
    throw new Error('no')
  }
  for (const wasm of [() => 'http://[', async () => fails(), fails, () => Response.error()])
    await expect(init({ wasm })).rejects.toThrowError(refusal('ERR_WASM_FETCH'))
  for (const wasm of [5, 'wasm.wasm', modules.core])
    await expect(init({ wasm } as never)).rejects.toThrowError(refusal('ERR_ARGUMENT'))
  vi.stubGlobal('fetch', undefined)
  await expect(init()).rejects.toThrowError(refusal('ERR_WASM_FETCH'))
  vi.stubGlobal('WebAssembly', undefined)
  await expect(init()).rejects.toThrowError(refusal('ERR_CSP_BLOCKED'))
  expect(isReady()).toBe(false)
})

test('a module of another realm is one, as edge functions get theirs, and what looks like one is none', async () => {
  const bytes = { core: bytesOf('wasm/verify.wasm'), sign: bytesOf('wasm/sign.wasm') }
  const { core, sign } = runInNewContext(
    '({ core: new WebAssembly.Module(core), sign: new WebAssembly.Module(sign) })',
    bytes,
  )
  expect(core).not.toBeInstanceOf(WebAssembly.Module)
  const slim = await import('../../src/entry/slim.js')
  const alike = Object.create(WebAssembly.Module.prototype)
  expect(() => slim.initSync({ core: alike })).toThrowError(refusal('ERR_ARGUMENT'))
  slim.initSync({ core, parts: { sign } })
  expect(slim.Keys.generate('Ed25519').sign(new Uint8Array())).toHaveLength(64)
  vi.resetModules()
  const again = await import('../../src/entry/slim.js')
  await expect(again.init({ core: alike })).rejects.toThrowError(refusal('ERR_ARGUMENT'))
  await again.init({ core, parts: { sign } })
  expect(again.isReady()).toBe(true)
})

describe('a signal', () => {
  const entries = {
    browser: load,
    inline: () => import('../../src/entry/inline.js'),
    inlineNode: () => import('../../src/entry/inlineNode.js'),
    inlineVerify: () => import('../../src/entry/inlineVerify.js'),
    inlineVerifyNode: () => import('../../src/entry/inlineVerifyNode.js'),
    native: () => import('../../src/entry/native.js'),
    node: () => import('../../src/entry/node.js'),
    slim: () => import('../../src/entry/slim.js'),
  }

  test.each(Object.keys(entries) as (keyof typeof entries)[])(
    'that is aborted already ends init of %s',
    async (name) => {
      answerWith(engine)
      const { init, isReady } = await entries[name]()
      const reason = new Error('not now')
      const options = name === 'slim' ? modules : {}
      const aborted = { ...options, signal: AbortSignal.abort(reason) }
      await expect(init(aborted as never)).rejects.toBe(reason)
      expect(isReady()).toBe(false)
      for (const wrong of [{ signal: {} }, { signal: null }, { timeout: 0 }, { timeout: '1' }])
        await expect(init({ ...options, ...wrong } as never)).rejects.toThrowError(
          refusal('ERR_ARGUMENT'),
        )
      await init({ ...options, signal: new AbortController().signal, timeout: 60_000 } as never)
      expect(isReady()).toBe(true)
    },
  )

  test('ends the fetch, and the next init fetches again', async () => {
    const fetched = answerWith(() => never)
    const { init, isReady } = await load()
    const stop = new AbortController()
    const loading = init({ signal: stop.signal })
    stop.abort()
    await expect(loading).rejects.toBe(stop.signal.reason)
    expect(fetched.mock.calls[0]?.[1].signal.aborted).toBe(true)
    answerWith(engine)
    await init()
    expect(isReady()).toBe(true)
  })

  test('of one caller leaves the others their engine', async () => {
    let answer = () => {}
    const pending = new Promise<void>((resolve) => {
      answer = resolve
    })
    const fetched = answerWith((url) => pending.then(() => engine(url)))
    const { init, isReady } = await load()
    const stop = new AbortController()
    const [first, second] = [init({ signal: stop.signal }), init()]
    stop.abort(new Error('enough'))
    await expect(first).rejects.toThrowError('enough')
    answer()
    await second
    expect(isReady()).toBe(true)
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  test('that comes late keeps what is given from being installed', async () => {
    let give = () => {}
    const pending = new Promise<void>((resolve) => {
      give = resolve
    })
    const wasm = (file: string) => pending.then(() => moduleOf(file))
    const { init, isReady } = await load()
    const stop = new AbortController()
    const loading = init({ wasm, signal: stop.signal })
    stop.abort()
    await expect(loading).rejects.toBe(stop.signal.reason)
    give()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(isReady()).toBe(false)
  })
})

describe('a timeout', () => {
  test('names what did not come, and the next init works', async () => {
    answerWith(() => never)
    const { init, isReady } = await load()
    const error = await init({ timeout: 1 }).catch((caught) => caught)
    expect(error).toEqual(refusal('ERR_WASM_FETCH'))
    expect(error.message).toMatch(/\/generated\/wasm[-\w]*\/\w+\.wasm did not come within 1 ms/)
    await init({ wasm: moduleOf })
    expect(isReady()).toBe(true)
  })

  test('holds for each caller', async () => {
    answerWith(() => never)
    const { init } = await load()
    const stop = new AbortController()
    const patient = init({ signal: stop.signal })
    await expect(init({ timeout: 1 })).rejects.toThrowError(refusal('ERR_WASM_FETCH'))
    stop.abort()
    await expect(patient).rejects.toBe(stop.signal.reason)
  })
})
