// Arguments that run code of their own while a call goes on: nothing of the engine's memory may be seen, nothing
// may be lost, and what is signed or sealed is what was given.

import { afterEach, describe, expect, test } from 'vitest'

import { JwsHmac } from '../../src/hazmat.js'
import { Guard, Hpke, Jws, Keys, Peer, Sage, Session } from '../../src/subpath/all.js'

const text = new TextEncoder().encode('what was given')
const secret = new Uint8Array(32).fill(7)
/** A session whose clock does something else too, once it is made. */
function side(role: 'initiator' | 'responder', meanwhile: () => void = () => {}): Session.Session {
  let made = false
  const now = () => {
    if (made) meanwhile()
    return new Date(1.76e12)
  }
  const session = Session.create({ secret, role, now })
  made = true
  return session
}

// If the engine was dropped by a test, this key is lost.
const witness = Keys.generate('Ed25519')
afterEach(() => {
  expect(Keys.sign(text, witness)).toHaveLength(64)
})

const code = (name: string) => expect.objectContaining({ code: name })

/** Takes the memory of an array away. */
function detach(array: Uint8Array): void {
  structuredClone(array.buffer, { transfer: [array.buffer as ArrayBuffer] })
}

describe('memory of the caller to write to', () => {
  test('is written without its own methods', () => {
    const output = new Uint8Array(100)
    let seen: unknown
    const own = { value: (bytes: Uint8Array) => (seen = bytes.buffer) }
    Object.defineProperty(output, 'set', own)
    const length = side('initiator').sealInto(text, output)
    const message = output.slice(0, length)
    expect(side('responder').openInto(message, output)).toBe(text.length)
    expect(output.subarray(0, text.length)).toEqual(text)
    expect(seen).toBeUndefined()
  })

  test('is looked at after the clock', () => {
    const message = side('initiator').seal(text)
    const output = new Uint8Array(100)
    const session = side('responder', () => detach(output))
    expect(() => session.openInto(message, output)).toThrow(code('ERR_ARGUMENT'))
  })

  test('is enough for a message that grew', () => {
    const sealed = side('initiator').seal(text)
    const grown = new Uint8Array(new SharedArrayBuffer(40, { maxByteLength: 100 }))
    grown.set(sealed.subarray(0, 40))
    const session = side('responder', () => {
      ;(grown.buffer as SharedArrayBuffer).grow(sealed.length)
      grown.set(sealed)
    })
    const tooShort = new Uint8Array(10)
    expect(() => session.openInto(grown, tooShort)).toThrow(code('ERR_SESSION_BUFFER'))
  })
})

describe('a list', () => {
  const holes: Uint8Array[] = [text, text]
  holes[3] = text

  test('has something in each place', () => {
    expect(() => side('initiator').sealBatch(holes)).toThrow(code('ERR_ARGUMENT'))
    expect(() => side('initiator').openBatch(holes)).toThrow(code('ERR_ARGUMENT'))
  })

  test('is read without its own methods', () => {
    const own = Object.assign([text], { map: () => [5] })
    class Odd extends Array<Uint8Array> {
      override [Symbol.iterator](): ArrayIterator<Uint8Array> {
        throw new Error('code of the caller ran')
      }
    }
    const odd = Odd.of(text, text) as Odd
    const [first, second] = [side('initiator').sealBatch(own), side('initiator').sealBatch(odd)]
    expect([first.length, second.length]).toEqual([1, 2])
    expect(side('responder').open(first[0] as Uint8Array)).toEqual(text)
  })

  test('has a longest one, though it be empty', () => {
    const empty: Uint8Array[] = []
    empty.length = 2 ** 32 - 1
    expect(() => side('initiator').sealBatch(empty)).toThrow(code('ERR_LIMIT_EXCEEDED'))
  })
})

describe('an array whose memory is taken away', () => {
  test('by the clock seals nothing', () => {
    const gone = text.slice()
    const session = side('initiator', () => detach(gone))
    expect(() => session.seal(gone)).toThrow(code('ERR_ARGUMENT'))
  })

  test('by a getter proves nothing', () => {
    const gone = text.slice()
    const claim = {
      publicKey: witness.publicKey,
      message: gone,
      get signature() {
        if (gone.length > 0) detach(gone)
        return Keys.sign(new Uint8Array(), witness)
      },
    }
    expect(() => Keys.verify(claim)).toThrow(code('ERR_ARGUMENT'))
  })

  test('by a getter of the options seals and opens nothing', () => {
    const agreement = Keys.generate('X25519')
    const sender = Hpke.sender(agreement.publicKey, { info: text })
    const receiver = Hpke.receiver(sender.encapsulated, agreement, { info: text })
    const session = side('initiator')
    const room = () => new Uint8Array(99)
    const calls: ((bytes: Uint8Array, options: object) => unknown)[] = [
      (bytes, options) => session.seal(bytes, options),
      (bytes, options) => session.open(bytes, options),
      (bytes, options) => session.sealInto(bytes, room(), options),
      (bytes, options) => session.openInto(room(), bytes, options),
      (bytes, options) => session.sealBatch([bytes], options),
      (bytes, options) => session.openBatch([bytes], options),
      (bytes, options) => sender.seal(bytes, options),
      (bytes, options) => receiver.open(bytes, options),
    ]
    for (const call of calls) {
      const bytes = text.slice()
      const get = () => detach(bytes)
      const options = Object.defineProperty({}, 'associatedData', {
        get,
        enumerable: true,
      })
      expect(() => call(bytes, options)).toThrow(code('ERR_ARGUMENT'))
    }
  })

  test('by a getter of the options signs nothing', () => {
    const gone = text.slice()
    const options = {
      get detached() {
        detach(gone)
        return false
      },
    }
    expect(() => Jws.sign(gone, witness, options)).toThrow(code('ERR_ARGUMENT'))
  })

  test('by a getter of the options makes no HMAC', () => {
    const gone = text.slice()
    const options = {
      get algorithm() {
        detach(gone)
        return 'HS256' as const
      },
    }
    expect(() => JwsHmac.sign(gone, secret, options)).toThrow(code('ERR_ARGUMENT'))
  })

  test.each<[string, (gone: Uint8Array, options: Keys.generate.Options) => unknown]>([
    ['fromSecret', (gone, options) => Keys.fromSecret('Ed25519', gone, options)],
    ['signerFromDer', (gone, options) => Keys.signerFromDer(gone, options)],
  ])('by a getter of the options makes no key: %s', (_, make) => {
    const gone = secret.slice()
    const options = {
      get algorithm() {
        detach(gone)
        return 'ed25519' as const
      },
    }
    expect(() => make(gone, options)).toThrow(code('ERR_ARGUMENT'))
  })

  test.each<[string, (session: Sage.Session.SageSession, gone: Uint8Array) => unknown]>([
    ['seal', (session, gone) => session.seal(gone)],
    ['open', (session, gone) => session.open(gone)],
    ['signCovered', (session, gone) => session.signCovered(gone)],
    ['verifyCovered', (session, gone) => session.verifyCovered({ covered: gone, mac: text })],
  ])('by the clock does nothing in a session of SAGE: %s', (_, use) => {
    const gone = text.slice()
    let made = false
    const now = () => {
      if (made) detach(gone)
      return new Date(1.76e12)
    }
    const session = Sage.Session.fromSeed(secret, { id: 'session-1', now })
    made = true
    expect(() => use(session, gone)).toThrow(code('ERR_ARGUMENT'))
  })

  test('by a guard verifies no message of SAGE', () => {
    const timestamp = '2026-01-01T00:00:00Z'
    const message = { agentDid: 'did:a:b', messageId: 'm', timestamp, nonce: 'n', body: '' }
    const signature = Sage.Guard.sign(message, witness).slice()
    const guard = Guard.create()
    const hostile = {
      get skew() {
        detach(signature)
        return guard.skew
      },
      check: guard.check,
    } as Guard.MessageGuard
    const signed = { message, signature }
    const options = { guard: hostile, now: new Date(timestamp) }
    expect(() => Sage.Guard.verify(signed, { key: witness.publicKey }, options)).toThrow(
      code('ERR_ARGUMENT'),
    )
  })

  test('by a signer elsewhere is still signed', async () => {
    const stored = { type: 'Ed25519', data: witness.publicKey.bytes.slice() } as const
    for (const gone of [text.slice(), stored.data]) {
      const elsewhere: Keys.Signer = {
        algorithm: witness.algorithm,
        publicKey: witness.publicKey,
        sign: async (input) => {
          detach(gone)
          return witness.sign(input)
        },
      }
      const proof = { type: 'Ed25519', data: gone } as const
      const signed =
        gone === stored.data
          ? Sage.Pop.prove(proof, elsewhere, { did: 'did:a:b' })
          : Peer.signRaw(gone, elsewhere)
      expect(await signed).toHaveLength(64)
    }
  })

  test('by a getter of a later claim of a batch proves nothing', () => {
    const gone = text.slice()
    const first = {
      publicKey: witness.publicKey,
      message: gone,
      signature: Keys.sign(new Uint8Array(), witness),
    }
    const second = {
      ...first,
      get message() {
        if (gone.length > 0) detach(gone)
        return text
      },
    }
    expect(() => Keys.verifyBatch([first, second])).toThrow(code('ERR_ARGUMENT'))
  })
})

test('an array with methods of its own is read without them', () => {
  const signature = Keys.sign(text, witness)
  const own = () => {
    throw new Error('code of the caller ran')
  }
  const odd = Object.assign(signature.slice(), { subarray: own, slice: own, constructor: own })
  const claim = { publicKey: witness.publicKey, message: text, signature: odd }
  expect(Keys.verifyBatch([claim, claim])).toEqual([true, true])
  expect(Keys.verify(claim)).toBe(true)
})

test('a source of random bytes that calls the engine changes no signature', () => {
  const signer = Keys.generate('ML-DSA-44')
  const usual = crypto.getRandomValues
  let calls = 0
  crypto.getRandomValues = ((array: Uint8Array<ArrayBuffer>) => {
    calls += 1
    const signature = new Uint8Array(64)
    Keys.verify({ publicKey: witness.publicKey, message: new Uint8Array(500), signature })
    return usual.call(crypto, array)
  }) as typeof usual
  try {
    const signature = signer.sign(text)
    expect(Keys.verify({ publicKey: signer.publicKey, message: text, signature })).toBe(true)
  } finally {
    crypto.getRandomValues = usual
  }
  // The addon asks its system.
  expect(calls).toBeLessThan(3)
})
