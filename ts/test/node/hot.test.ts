// The hot lane: what it leaves in the memory of the engine, and who may call the engine meanwhile.

import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findInFiles } from '../../src/engine/bytesOfFile.js'
import { didParse } from '../../src/engine/hot/did.js'
import { jwkSecret } from '../../src/engine/hot/jwk.js'
import { ASK, type Raw } from '../../src/engine/hot/raw.js'
import {
  sessionCreate,
  sessionOpen,
  sessionOpenInto,
  sessionSeal,
  sessionSealBatch,
  sessionSealInto,
} from '../../src/engine/hot/session.js'
import { sign, verify } from '../../src/engine/hot/sign.js'
import { type Hot, hotOfAddon, hotOfInstance } from '../../src/engine/hot.js'
import { instantiate } from '../../src/engine/instance.js'
import { engineName, type WasmName } from '../../src/engine/slot.js'
import type { Engine } from '../../src/generated/contract.js'
import { Did, Keys, Session } from '../../src/subpath/all.js'

/** An engine of its own, its hot lane, and the buffer. */
function host(): { engine: Engine; raw: Raw; hot: Hot; buffer: () => Uint8Array } {
  const folder = new URL('../../generated/', import.meta.url)
  if (engineName() === 'native') {
    const addon = createRequire(import.meta.url)(
      fileURLToPath(new URL('countersign.node', folder)),
    ) as Engine & Raw & { scratchView(): Uint8Array }
    const view = addon.scratchView()
    return { engine: addon, raw: addon, hot: hotOfAddon(addon) as Hot, buffer: () => view }
  }
  const { engine, exports, load } = instantiate(findInFiles(engineName() as WasmName))
  load('session')
  const raw = exports as unknown as Raw & {
    readonly memory: WebAssembly.Memory
    scratchAddress(): number
    scratchCapacity(): number
  }
  const [address, capacity] = [raw.scratchAddress(), raw.scratchCapacity()]
  const buffer = () => new Uint8Array(raw.memory.buffer, address, capacity)
  return { engine, raw, hot: hotOfInstance(exports), buffer }
}

const { engine, raw, hot, buffer } = host()
const [none, now] = [new Uint8Array(), 1_760_000_000]
const secret = new Uint8Array(32).fill(7)
const text = 'nobody may find this in the memory'
const plaintext = new TextEncoder().encode(text)
const associated = new TextEncoder().encode('for the other side only')

const session = (initiator: boolean, confirmed = true) =>
  sessionCreate(hot, secret, none, initiator, confirmed, now) as number

/** Whether the buffer holds it. */
function holds(words: string | Uint8Array): boolean {
  const found = Buffer.from(buffer()).indexOf(words)
  return found >= 0
}

function holdsNothing(): void {
  expect(holds(text)).toBe(false)
  expect(holds('for the other side only')).toBe(false)
  expect(holds(secret)).toBe(false)
}

describe('the buffer keeps nothing', () => {
  test('of a message that was opened', () => {
    const [a, b] = [session(true), session(false)]
    holdsNothing()
    const message = sessionSeal(hot, a, associated, plaintext, now) as Uint8Array
    holdsNothing()
    expect(sessionOpen(hot, b, associated, message, now)).toEqual(plaintext)
    holdsNothing()
    const [next, output] = [sessionSeal(hot, a, none, plaintext, now), new Uint8Array(99)]
    expect(sessionOpenInto(hot, b, none, next as Uint8Array, output, now)).toBe(plaintext.length)
    expect(output.subarray(0, plaintext.length)).toEqual(plaintext)
    holdsNothing()
  })

  test('of a plaintext that was not sealed', () => {
    const silent = session(false, false)
    expect(sessionSeal(hot, silent, associated, plaintext, now)).toBeUndefined()
    expect(
      sessionSealInto(hot, silent, associated, plaintext, new Uint8Array(99), now),
    ).toBeUndefined()
    expect(sessionSealBatch(hot, silent, associated, [plaintext], now)).toBeUndefined()
    holdsNothing()
  })

  test('of a batch', () => {
    const a = session(true)
    expect(sessionSealBatch(hot, a, associated, [plaintext, none, plaintext], now)).toHaveLength(
      3 * 34 + 2 * plaintext.length,
    )
    holdsNothing()
    const long = new Uint8Array(70_000)
    expect(sessionSealBatch(hot, a, associated, [plaintext, long], now)).toBeUndefined()
    holdsNothing()
  })

  test('of what was signed and verified', () => {
    const signer = engine.signerGenerate('Ed25519')
    const signature = sign(hot, signer, 'ed25519', plaintext) as Uint8Array
    holdsNothing()
    const key = engine.signerPublic(signer)
    expect(verify(hot, 'ed25519', [0xed, 1], key, plaintext, signature)).toBe(true)
    expect(verify(hot, 'ed25519', [0xed, 1], key, plaintext, new Uint8Array(63))).toBe(false)
    holdsNothing()
  })

  test('of a message that was refused', () => {
    const [a, b] = [session(true), session(false)]
    const message = sessionSeal(hot, a, associated, plaintext, now) as Uint8Array
    message[20] = (message[20] as number) ^ 1
    expect(sessionOpen(hot, b, associated, message, now)).toBeUndefined()
    expect(holds(message.subarray(14, 40))).toBe(false)
    holdsNothing()
  })

  test('of what a post-quantum key shall sign, for which random bytes are drawn', () => {
    const signer = engine.signerGenerate('ML-DSA-44')
    expect(sign(hot, signer, 'ml-dsa-44', plaintext)).toBeUndefined()
    holdsNothing()
  })

  test('of a secret whose context lies outside', () => {
    buffer().set(secret)
    expect(raw.hotSessionCreate(70_000, 1, 1, now)).toBe(ASK)
    holdsNothing()
  })

  test('of a secret key', () => {
    const signer = engine.signerImport('Ed25519', secret)
    const numbers = jwkSecret(hot, signer) as string[]
    expect(numbers[1]).toBe(Buffer.from(secret).toString('base64url'))
    expect(holds(numbers[1] as string)).toBe(false)
  })

  test('of what does not fit', () => {
    const a = session(true)
    expect(sessionSeal(hot, a, associated, new Uint8Array(65_536), now)).toBeUndefined()
    expect(sessionCreate(hot, secret, new Uint8Array(65_536), true, true, now)).toBeUndefined()
    expect(sessionCreate(hot, secret, new Uint8Array(4097), true, true, now)).toBeUndefined()
    expect(sessionCreate(hot, secret.subarray(1), none, true, true, now)).toBeUndefined()
    holdsNothing()
  })
})

test('the buffer is found again when the memory grew in a call', () => {
  const { memory } = raw as unknown as { memory?: WebAssembly.Memory }
  const hotDidParse = (length: number) => {
    const written = raw.hotDidParse(length)
    memory?.grow(1)
    return written
  }
  const growing = { ...hot, raw: { hotDidParse } as Raw }
  const address = 'f39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const did = (spelt: string) => `did:sage:ethereum:0x${spelt}`
  expect(didParse(growing, did(address))).toBe(did(address.toLowerCase()))
})

test('numbers that nobody would pass do no harm', () => {
  const raw = engine as unknown as Record<string, (...numbers: number[]) => number>
  if (engineName() !== 'native') return
  const most = 0xffff_ffff
  for (const name of ['hotVerify', 'hotSign', 'hotDidParse', 'hotJwkPublic', 'hotJwkSecret'])
    expect(raw[name]?.(most, most, most, most)).toBeLessThanOrEqual(0)
  for (const name of ['hotSessionCreate', 'hotSessionSeal', 'hotSessionSealBatch'])
    expect(raw[name]?.(most, most, most, most, Number.NaN)).toBe(-1)
  expect(raw['hotSessionOpen']?.(most, most, most, Number.NaN)).toBe(-1)
})

describe('an argument that calls the engine while it is read', () => {
  const signer = Keys.fromSecret('Ed25519', secret)
  const signature = signer.sign(plaintext)
  const other = () => {
    Did.parse('did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK')
    signer.sign(new Uint8Array(300).fill(0xaa))
  }
  const { publicKey } = signer

  test('verify', () => {
    const claim = {
      get publicKey() {
        other()
        return publicKey
      },
      get message() {
        other()
        return plaintext
      },
      get signature() {
        other()
        return signature
      },
      get context() {
        other()
        return undefined
      },
    }
    expect(Keys.verify(claim as unknown as Keys.verify.Options)).toBe(true)
  })

  test('the clock of a session', () => {
    const clock = () => {
      other()
      return new Date(now * 1000)
    }
    const options = { secret, now: clock } as const
    const a = Session.create({ ...options, role: 'initiator' })
    const b = Session.create({ ...options, role: 'responder' })
    const bound = { associatedData: associated }
    expect(b.open(a.seal(plaintext, bound), bound)).toEqual(plaintext)
    const [first, second] = a.sealBatch([plaintext, associated])
    expect(b.open(second as Uint8Array)).toEqual(associated)
    expect(b.open(first as Uint8Array)).toEqual(plaintext)
  })

  test('the list of a batch', () => {
    const a = Session.create({ secret, role: 'initiator' })
    const b = Session.create({ secret, role: 'responder' })
    const list = [plaintext, plaintext, plaintext]
    Object.defineProperty(list, 1, {
      get() {
        other()
        return associated
      },
    })
    expect(a.sealBatch(list).map((message) => b.open(message))).toEqual([
      plaintext,
      associated,
      plaintext,
    ])
  })
})

describe('memory that is not the array’s own', () => {
  const a = Session.create({ secret, role: 'initiator' })
  const b = Session.create({ secret, role: 'responder' })

  test('is read as it is', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(plaintext.length))
    shared.set(plaintext)
    expect(b.open(a.seal(shared))).toEqual(plaintext)
    const batch = a.sealBatch([shared, plaintext])
    expect(batch.map((message) => b.open(message))).toEqual([plaintext, plaintext])
  })

  test('is read by its real length, whatever it states', () => {
    class Liar extends Uint8Array {
      override get length() {
        return 1
      }
    }
    expect(b.open(a.seal(new Liar(plaintext)))).toEqual(plaintext)
    const long = new Liar(70_000).fill(5)
    expect(b.open(a.seal(long)).length).toBe(70_000)
  })

  test('is refused when it is gone', () => {
    const value = new Uint8Array(4)
    structuredClone(value.buffer, { transfer: [value.buffer] })
    expect(() => a.seal(value)).toThrowError(expect.objectContaining({ code: 'ERR_ARGUMENT' }))
  })
})

test('a kept key gives the same JWK, and one that is refused is refused again', () => {
  for (const type of ['Ed25519', 'secp256k1', 'P-256', 'X25519'] as const) {
    const key = Keys.fromSecret(type, secret)
    const jwk = Keys.toJwk(key.publicKey)
    expect(Keys.toJwk(key.publicKey)).toEqual(jwk)
    expect(Keys.publicKeyFromJwk(jwk)).toEqual(key.publicKey)
    const whole = Keys.dangerouslyExportJwk(key)
    expect(whole).toEqual({ ...jwk, d: Buffer.from(secret).toString('base64url') })
    expect(Object.keys(whole)).toEqual(Object.keys(whole).toSorted())
    const off = { type, bytes: new Uint8Array(key.publicKey.bytes.length).fill(0xff) }
    for (let time = 0; time < 2; time += 1)
      if (type !== 'X25519') expect(() => Keys.toJwk(off)).toThrowError()
  }
})
