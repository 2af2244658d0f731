// The parts of an engine: what each has, how it comes to the core, and what a page is told that lacks one.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { partsOf, subpaths } from '../../scripts/subpaths.mjs'
import { partOf } from '../../src/engine/parts.js'
import { canFuse } from '../../src/engine/probe.js'
import { needs, type Part } from '../../src/generated/parts.js'
import { read } from './spoilt.js'

const source = fileURLToPath(new URL('../../src/', import.meta.url))
const bytesOf = (part: string) =>
  Uint8Array.from(readFileSync(new URL(`../../generated/wasm/${part}.wasm`, import.meta.url)))
const moduleOf = (part: string) => new WebAssembly.Module(bytesOf(part))
const fileOf = (path: string) => bytesOf(/([\w-]+)\.wasm$/.exec(path)?.[1] ?? '')
const refusal = (code: string, data = {}) =>
  expect.objectContaining({ code, name: 'CountersignError', ...data })
const browser = () => import('../../src/entry/browser.js')
const slim = () => import('../../src/entry/slim.js')
const others = (Object.keys(needs) as Part[]).filter((part) => part !== 'verify')
const all = () => Object.fromEntries(others.map((part) => [part, moduleOf(part)]))

beforeEach(() => vi.resetModules())

/** The functions that an engine has for TypeScript, but for those of tests. */
const contract = [
  ...readFileSync(join(source, 'generated/contract.ts'), 'utf8').matchAll(/^ {2}(\w+)\(/gm),
].map(([, name]) => name as string)

test('together they have every function of the contract', async () => {
  const { initSync } = await slim()
  const { call } = await import('../../src/engine/slot.js')
  initSync({ core: moduleOf('verify'), parts: all() })
  for (const name of contract)
    expect(call((engine) => typeof engine[name as keyof typeof engine])).toBe('function')
})

/** The part whose module has a function. */
const parts = new Map(
  (Object.keys(needs) as Part[]).flatMap((part) =>
    WebAssembly.Module.exports(moduleOf(part))
      .filter(({ name }) => name.includes(' '))
      .map(({ name }) => [name.replace(/ .*/, ''), part] as const),
  ),
)

test('each function is in the part that its name tells', () => {
  expect([...parts.keys()].sort()).toEqual([...contract].sort())
  expect(contract.map((name) => [name, partOf(name)])).toEqual(
    contract.map((name) => [name, parts.get(name)]),
  )
  expect([partOf('then'), partOf('toJSON'), partOf('')]).toEqual([undefined, undefined, undefined])
})

test('the core verifies what the whole has signed, and names the part that signs', async () => {
  const whole = await slim()
  whole.initSync({ core: moduleOf('verify'), parts: all() })
  const signer = whole.Keys.generate('Ed25519')
  const { publicKey } = signer
  const did = whole.Did.fromKey(publicKey)
  const jws = whole.Jws.sign(new Uint8Array(3), signer)
  const receipt = whole.Receipt.issue({ action: 'search', content: { query: 'tide' } }, signer)
  const signature = signer.sign(new Uint8Array(3))
  vi.resetModules()
  const { Did, init, Jws, Keys, Receipt, Trust } = await import('../../src/entry/verify.js')
  await init({ wasm: fileOf })
  const trust = Trust.of({ key: publicKey })
  expect(Jws.verify(jws, trust).signatures[0]?.state).toBe('ok')
  expect(Receipt.verify(receipt, trust)).toBeDefined()
  expect(Did.parse(did)).toBe(did)
  expect((await Did.resolver().resolve(did)).id).toBe(did)
  expect(Keys.verify({ publicKey, message: new Uint8Array(3), signature })).toBe(true)
  const main = await browser()
  expect(() => main.Keys.generate('Ed25519')).toThrowError(
    refusal('ERR_PART_MISSING', { member: 'sign' }),
  )
  await main.init({ wasm: fileOf })
  expect(main.Keys.generate('Ed25519').sign(new Uint8Array())).toHaveLength(64)
  expect(Jws.verify(jws, trust).signatures[0]?.state).toBe('ok')
})

test('what lacks a part says so, and never passes for a verdict', async () => {
  const whole = await slim()
  whole.initSync({ core: moduleOf('verify'), parts: all() })
  const [own, quantum] = [whole.Keys.generate('Ed25519'), whole.Keys.generate('ML-DSA-44')]
  const [id, message] = ['did:web:agent.example', new Uint8Array(3)]
  const jwk = whole.Keys.toJwk(quantum.publicKey)
  const jws = whole.Jws.sign(message, own, { header: { kid: `${id}#key-1` } })
  const signature = quantum.sign(message)
  vi.resetModules()
  const { init, Jws, Keys } = await import('../../src/entry/verify.js')
  await init({ wasm: fileOf })
  const method = { id: `${id}#key-1`, type: 'JsonWebKey', controller: id, publicKeyJwk: jwk }
  const document = { id, verificationMethod: [method], assertionMethod: [method.id] }
  const missing = refusal('ERR_PART_MISSING', { member: 'ml-dsa' })
  for (const verify of [
    () => Keys.verify({ publicKey: quantum.publicKey, message, signature }),
    () => Jws.verify(jws, { keys: [{ key: quantum.publicKey }, { key: own.publicKey }] }),
    () => Jws.verify(jws, { document, allowEmbeddedKey: true }),
  ])
    expect(verify).toThrowError(missing)
  const { Grant } = await import('../../src/subpath/grant.js')
  const find = vi.fn(async () => [])
  const asked = { now: new Date(), store: { find } }
  await expect(
    Grant.verifyChainWithStatus('[]', { key: own.publicKey }, asked),
  ).rejects.toThrowError(expect.objectContaining({ code: 'ERR_PART_MISSING' }))
  expect(find).not.toHaveBeenCalled()
})

test('a part comes to an engine whose handles are open, and they stay', async () => {
  const { init, isReady, Keys } = await browser()
  const { Session } = await import('../../src/subpath/session.js')
  await init({ wasm: fileOf })
  const signer = Keys.generate('Ed25519')
  const create = () => Session.create({ secret: new Uint8Array(32).fill(1), role: 'initiator' })
  expect(create).toThrowError(refusal('ERR_PART_MISSING', { member: 'session' }))
  expect(create).toThrowError("await init({ with: ['session'] })")
  expect(isReady()).toBe(true)
  await init({ with: ['session'], wasm: fileOf })
  create().close()
  expect(signer.sign(new Uint8Array())).toHaveLength(64)
})

test('what is imported decides what init fetches, each part once', async () => {
  const fetched: string[] = []
  const { init } = await browser()
  const { want } = await import('../../src/engine/wanted.js')
  const wasm = (file: string) => {
    fetched.push(file.replace(/.*\//, ''))
    return fileOf(file)
  }
  await Promise.all([init({ wasm }), init({ wasm })])
  expect(fetched.sort()).toEqual(['sign.wasm', 'verify.wasm'])
  want('session')
  await init({ wasm })
  await init({ wasm })
  expect(fetched.slice(2).sort()).toEqual(['aead.wasm', 'kem.wasm', 'session.wasm'])
  want('guard')
  await init({ wasm })
  expect(fetched.slice(5)).toEqual(['guard.wasm'])
  want('hpke')
  await init({ wasm })
  expect(fetched.slice(6).sort()).toEqual(['aes.wasm', 'hpke.wasm'])
})

test('parts that are given come to what countersign/inline has in Node', async () => {
  const { initSync, Keys } = await import('../../src/entry/inlineNode.js')
  const { Session } = await import('../../src/subpath/session.js')
  const signer = Keys.generate('Ed25519')
  const parts = Object.fromEntries(['aead', 'kem', 'session'].map((part) => [part, moduleOf(part)]))
  initSync({ core: moduleOf('verify'), parts })
  Session.create({ secret: new Uint8Array(32).fill(1), role: 'initiator' }).close()
  expect(signer.sign(new Uint8Array())).toHaveLength(64)
})

test('a part of another build does not link, and the right one does afterwards', async () => {
  const { initSync, Keys } = await slim()
  initSync({ core: moduleOf('verify') })
  const bytes = bytesOf('sign')
  const name = WebAssembly.Module.imports(moduleOf('sign')).find(({ kind }) => kind === 'memory')
  const place = Buffer.from(bytes).indexOf(name?.name as string)
  bytes[place] = bytes[place] === 0x30 ? 0x31 : 0x30
  expect(() => initSync({ core: bytes, parts: { sign: bytes } })).toThrowError(
    refusal('ERR_WASM_INVALID'),
  )
  expect(() => Keys.generate('Ed25519')).toThrowError(refusal('ERR_PART_MISSING'))
  const { init } = await browser()
  await init({ wasm: fileOf })
  Keys.generate('Ed25519').close()
  initSync({ core: bytes, parts: { sign: moduleOf('sign') } })
  expect(Keys.generate('Ed25519').sign(new Uint8Array())).toHaveLength(64)
})

test('a part without what it needs is refused, and taken with it', async () => {
  const { initSync } = await slim()
  const [core, sign] = [moduleOf('verify'), moduleOf('sign')]
  const parts = { session: moduleOf('session') }
  expect(() => initSync({ core, parts })).toThrowError(
    refusal('ERR_ARGUMENT', { member: 'parts.session' }),
  )
  expect(() => initSync({ core, parts })).toThrowError('needs sign, aead, kem: give them')
  initSync({ core, parts: { ...parts, aead: moduleOf('aead'), kem: moduleOf('kem'), sign } })
})

test('a part in the place of the core is no engine', async () => {
  const { initSync, isReady } = await slim()
  expect(() => initSync({ core: bytesOf('sign') })).toThrowError(refusal('ERR_WASM_INVALID'))
  expect(isReady()).toBe(false)
})

test('a core that does not say which build it is, as older ones, is no engine', async () => {
  const { initSync, isReady } = await slim()
  const core = Buffer.from(bytesOf('verify'))
  const place = core.indexOf('engineFuses')
  expect(place).toBeGreaterThan(0)
  core.write('engineFused', place)
  expect(() => initSync({ core })).toThrowError(refusal('ERR_WASM_INVALID'))
  expect(isReady()).toBe(false)
})

// By `node:assert`, as in `fused.test.ts`: not every host has this build.
test.runIf(canFuse())('every part of `wasm-fma` is WebAssembly', () => {
  for (const part of Object.keys(needs))
    assert.ok(WebAssembly.validate(new Uint8Array(read(`wasm-fma/${part}.wasm`))), part)
})

test('the file of another part in the place of one is refused, and what is open stays', async () => {
  const { initSync, Keys } = await slim()
  initSync({ core: moduleOf('verify'), parts: { sign: moduleOf('sign') } })
  const signer = Keys.generate('Ed25519')
  const empty = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))
  for (const http of [moduleOf('ring'), moduleOf('verify'), empty])
    expect(() => initSync({ core: moduleOf('verify'), parts: { http } })).toThrowError(
      refusal('ERR_WASM_INVALID'),
    )
  initSync({ core: moduleOf('verify'), parts: { http: moduleOf('http') } })
  expect(signer.sign(new Uint8Array())).toHaveLength(64)
  const main = await browser()
  await expect(main.init({ with: ['ring'], wasm: () => bytesOf('verify') })).rejects.toThrowError(
    refusal('ERR_WASM_INVALID'),
  )
  await main.init({ with: ['ring'], wasm: fileOf })
  expect(signer.sign(new Uint8Array())).toHaveLength(64)
})

test('Node compiles what is used', async () => {
  const compiled = vi.fn()
  const { Module } = WebAssembly
  class Counted extends Module {
    constructor(bytes: BufferSource) {
      super(bytes)
      compiled()
    }
  }
  WebAssembly.Module = Counted as typeof Module
  try {
    const { Did, Keys } = await import('../../src/entry/node.js')
    Did.parse('did:web:agent.example')
    const before = compiled.mock.calls.length
    Keys.generate('Ed25519').close()
    expect(compiled.mock.calls.length).toBe(before + 1)
  } finally {
    WebAssembly.Module = Module
  }
})

describe('the parts of a subpath', () => {
  const imports = /^(?:import|export)(?! type)\b[^'"`;(]*?from\s*'(\.[^']+)'|^import '(\.[^']+)'/gm
  /** The modules that a module imports, itself among them. */
  const reached = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file) || !existsSync(file)) return seen
    seen.add(file)
    for (const [, named, bare] of readFileSync(file, 'utf8').matchAll(imports))
      reached(join(dirname(file), (named ?? bare ?? '').replace(/\.js$/, '.ts')), seen)
    return seen
  }
  const called = (file: string) => {
    const texts = [...reached(join(source, file))].map((path) => readFileSync(path, 'utf8'))
    const calls = texts.flatMap((text) => [...text.matchAll(/\bengine\.(\w+)\(/g)])
    return new Set(calls.flatMap(([, name]) => parts.get(name as string) ?? []))
  }

  test.each(subpaths)('%s are those of the functions that it calls', (name) => {
    // A grant beside a request is read by `countersign/grant`, whose import brings its part.
    const elsewhere = name === 'http' ? ['authority'] : []
    const lacking = [...called(`subpath/${name}.ts`)].filter(
      (part) => ![...partsOf(name), ...elsewhere].includes(part),
    )
    expect(lacking).toEqual([])
  })

  test('are all that there are', () => {
    const files = readdirSync(join(source, 'subpath')).filter((file) => file.endsWith('.ts'))
    expect(files.map((file) => file.replace('.ts', '')).sort()).toEqual(
      [...subpaths, 'cures'].sort(),
    )
  })
})
