// A text that is too long is refused before it crosses: memory that an engine has taken is never given back.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxDocument } from '../../src/check.js'
import { engineName } from '../../src/engine/slot.js'
import {
  Card,
  Did,
  Encoding,
  Grant,
  Handshake,
  Jws,
  Keys,
  Peer,
  Receipt,
  Sage,
} from '../../src/subpath/all.js'
import { context } from '../setup/context.js'

let memory: WebAssembly.Memory | undefined
const { Instance } = WebAssembly

/** Shows the memory of the engine that is made while this class stands in. */
class Watched extends Instance {
  constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
    super(module, imports)
    // The core has it; other parts share it.
    memory = (this.exports['memory'] as WebAssembly.Memory | undefined) ?? memory
  }
}

const used = () => memory?.buffer.byteLength ?? Number.NaN
const code = (call: () => unknown) => {
  try {
    call()
    return undefined
  } catch (error) {
    return (error as { code?: string }).code
  }
}

describe.skipIf(engineName() === 'native')('128 MB', () => {
  const size = 128_000_000
  let long = ''
  let bytes = new Uint8Array()
  let trust: { readonly key: Keys.PublicKey }
  beforeAll(async () => {
    long = `{"name":"${'a'.repeat(size)}"}`
    bytes = new TextEncoder().encode(long.slice(0, 60_000_000))
    WebAssembly.Instance = Watched as typeof Instance
    await context.reload()
    trust = { key: Keys.generate('Ed25519').publicKey }
  })
  afterAll(() => {
    WebAssembly.Instance = Instance
    long = ''
    bytes = new Uint8Array()
  })

  test.each<[string, string, () => unknown]>([
    ['Card.verify of text', 'ERR_JSON_SIZE', () => Card.verify(long, trust)],
    ['Card.verify of bytes', 'ERR_JSON_SIZE', () => Card.verify(bytes, trust)],
    [
      'Card.verify of an object',
      'ERR_JSON_SIZE',
      () => Card.verify({ name: long.slice(0, 50_000_000) } as never, trust),
    ],
    ['Card.verify by a document', 'ERR_JSON_SIZE', () => Card.verify('{}', { document: { long } })],
    ['Receipt.verify', 'ERR_JSON_SIZE', () => Receipt.verify(long, trust)],
    ['Grant.verifyChain', 'ERR_JSON_SIZE', () => Grant.verifyChain(long, trust)],
    ['Jws.verify', 'ERR_JSON_SIZE', () => Jws.verify(long, trust)],
    ['Sage.Metadata.parseV4', 'ERR_JSON_SIZE', () => Sage.Metadata.parseV4(long)],
    ['Encoding.jcs of text', 'ERR_JSON_SIZE', () => Encoding.jcs(long)],
    ['Encoding.jcs of an object', 'ERR_JSON_SIZE', () => Encoding.jcs({ long })],
    ['Encoding.jcsBytes', 'ERR_JSON_SIZE', () => Encoding.jcsBytes(bytes)],
    ['Did.parse', 'ERR_LIMIT_EXCEEDED', () => Did.parse(long)],
    ['Peer.parse', 'ERR_LIMIT_EXCEEDED', () => Peer.parse(long)],
    ['Keys.fromMultikey', 'ERR_LIMIT_EXCEEDED', () => Keys.fromMultikey(long)],
    ['Keys.publicKeyFromPem', 'ERR_LIMIT_EXCEEDED', () => Keys.publicKeyFromPem(long)],
    ['Keys.publicKeyFromJwk', 'ERR_JSON_SIZE', () => Keys.publicKeyFromJwk(long)],
    [
      'gate.check',
      'ERR_LIMIT_EXCEEDED',
      () => Handshake.gate().check(new Uint8Array(9), { address: long }),
    ],
  ])('of %s leave nothing behind', (_, want, use) => {
    const before = used()
    expect(before).toBeGreaterThan(0)
    expect(code(use)).toBe(want)
    expect(used() - before).toBeLessThan(2 * maxDocument)
  })

  test('of hex are read: what encodes bytes may be long', () => {
    expect(Encoding.hex.decode('00'.repeat(2_000_000))).toHaveLength(2_000_000)
  })
})
