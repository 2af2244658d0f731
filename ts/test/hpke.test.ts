import { gcm } from '@noble/ciphers/aes.js'
import { x25519 } from '@noble/curves/ed25519.js'
import { expand, extract } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import rfc from '../../rust/vectors/hpke/rfc9180_x25519_hkdfsha256.json' with { type: 'json' }
import xwing from '../../rust/vectors/hpke/xwing.json' with { type: 'json' }
import { HpkeFrom } from '../src/hazmat.js'
import { Encoding, Hpke, Keys } from '../src/subpath/all.js'
import { join } from './setup/bytes.js'
import { refusal as code, unhex } from './setup/help.js'

const toHex = Encoding.hex.encode
const utf8 = (text: string) => new TextEncoder().encode(text)
const u16 = (value: number) => Uint8Array.of(value >> 8, value & 255)
const info = utf8('agents/1')
const text = utf8('a text')

/** The key schedule of RFC 9180, section 5.1, written from the RFC with another HKDF. */
function derivation(
  kem: number,
  aead: number,
  shared: Uint8Array,
  mode: number,
  psk = text,
  id = text,
) {
  const suite = join(utf8('HPKE'), u16(kem), u16(1), u16(aead))
  const labeled = (salt: Uint8Array, label: string, ikm: Uint8Array) =>
    extract(sha256, join(utf8('HPKE-v1'), suite, utf8(label), ikm), salt)
  const expanded = (key: Uint8Array, label: string, context: Uint8Array, length: number) =>
    expand(sha256, key, join(u16(length), utf8('HPKE-v1'), suite, utf8(label), context), length)
  const none = new Uint8Array()
  const context = join(
    Uint8Array.of(mode),
    labeled(none, 'psk_id_hash', mode & 1 ? id : none),
    labeled(none, 'info_hash', info),
  )
  const secret = labeled(shared, 'secret', mode & 1 ? psk : none)
  const exporter = expanded(secret, 'exp', context, 32)
  return {
    exported: (label: Uint8Array, length: number) =>
      length === 0 ? none : expanded(exporter, 'sec', label, length),
    key: (length: number) => expanded(secret, 'key', context, length),
    nonce: expanded(secret, 'base_nonce', context, 12),
  }
}

const schedule = (...inputs: Parameters<typeof derivation>) => derivation(...inputs).exported

/** DHKEM(X25519, HKDF-SHA256), section 4.1, from the shared points. */
function dhkem(dh: Uint8Array, context: Uint8Array) {
  const suite = join(utf8('KEM'), u16(0x20))
  const prk = extract(sha256, join(utf8('HPKE-v1'), suite, utf8('eae_prk'), dh), new Uint8Array())
  const label = join(u16(32), utf8('HPKE-v1'), suite, utf8('shared_secret'), context)
  return expand(sha256, prk, label, 32)
}

describe('by other implementations', () => {
  test.each([
    { mode: 0, aead: 'ChaCha20-Poly1305', id: 3 },
    { mode: 1, aead: 'AES-128-GCM', id: 1 },
    { mode: 0, aead: 'AES-256-GCM', id: 2 },
    { mode: 3, aead: 'AES-256-GCM', id: 2 },
    { mode: 2, aead: 'export-only', id: 0xffff },
    { mode: 3, aead: 'ChaCha20-Poly1305', id: 3 },
  ] as const)('the exported secret, mode $mode, $aead', ({ mode, aead, id }) => {
    const [own, theirs] = [Keys.generate('X25519'), new Uint8Array(32).fill(9)]
    const psk = { key: new Uint8Array(32).fill(5), id: utf8('psk') }
    const recipient = { type: 'X25519', bytes: x25519.getPublicKey(theirs) } as const
    const context = Hpke.sender(recipient, {
      info,
      aead,
      ...(mode & 1 && { psk }),
      ...(mode & 2 && { sender: own }),
    })
    const auth = mode & 2 ? [x25519.getSharedSecret(theirs, own.publicKey.bytes)] : []
    const keys = [context.encapsulated, recipient.bytes, ...(mode & 2 ? [own.publicKey.bytes] : [])]
    const dh = join(x25519.getSharedSecret(theirs, context.encapsulated), ...auth)
    const wanted = schedule(0x20, id, dhkem(dh, join(...keys)), mode, psk.key, psk.id)
    expect(context.export(text, 50)).toEqual(wanted(text, 50))
    expect(context.export(text, 0)).toEqual(new Uint8Array())
  })

  test('messages under AES-256-GCM', () => {
    const theirs = new Uint8Array(32).fill(9)
    const recipient = { type: 'X25519', bytes: x25519.getPublicKey(theirs) } as const
    const context = Hpke.sender(recipient, { info, aead: 'AES-256-GCM' })
    const sealed = [context.seal(text, { associatedData: info }), context.seal(info)]
    const shared = dhkem(
      x25519.getSharedSecret(theirs, context.encapsulated),
      join(context.encapsulated, recipient.bytes),
    )
    const { key, nonce } = derivation(0x20, 2, shared, 0)
    expect(gcm(key(32), nonce, info).decrypt(sealed[0] as Uint8Array)).toEqual(text)
    nonce[11] = (nonce[11] as number) ^ 1
    expect(gcm(key(32), nonce).decrypt(sealed[1] as Uint8Array)).toEqual(info)
  })

  test.each(xwing)('X-Wing, from its vectors', ({ sk, pk, eseed, ct, ss }) => {
    const recipient = Hpke.fromSecret('X-Wing', unhex(sk))
    expect(toHex(recipient.publicKey.bytes)).toBe(pk)
    const context = HpkeFrom.sender(recipient.publicKey, { info, ikm: unhex(eseed) })
    expect(toHex(context.encapsulated)).toBe(ct)
    const wanted = schedule(0x647a, 3, unhex(ss), 0)
    expect(context.export(text, 32)).toEqual(wanted(text, 32))
    const back = Hpke.receiver(unhex(ct), recipient, { info })
    expect(back.export(text, 32)).toEqual(wanted(text, 32))
    expect(back.open(context.seal(text))).toEqual(text)
  })

  test.each(rfc)('RFC 9180, mode $mode, cipher $aead_id', (row) => {
    using recipient = Hpke.deriveKeyPair('X25519', unhex(row.ikmR))
    const aead = (['AES-128-GCM', 'AES-256-GCM', 'ChaCha20-Poly1305'] as const)[row.aead_id - 1]
    const setup = {
      info: unhex(row.info),
      aead: aead ?? ('export-only' as const),
      ...(row.psk && { psk: { key: unhex(row.psk), id: unhex(row.psk_id ?? '') } }),
    }
    const from = row.ikmS && { sender: Hpke.deriveKeyPair('X25519', unhex(row.ikmS)) }
    const options = { ...setup, ...from, ikm: unhex(row.ikmE) }
    const context = HpkeFrom.sender(recipient.publicKey, options)
    expect(toHex(context.encapsulated)).toBe(row.enc)
    const [first] = row.encryptions
    if (first)
      expect(toHex(context.seal(unhex(first.pt), { associatedData: unhex(first.aad) }))).toBe(
        first.ct,
      )
    for (const exported of row.exports)
      expect(toHex(context.export(unhex(exported.exporter_context), exported.L))).toBe(
        exported.exported_value,
      )
  })
})

describe('messages', () => {
  test.each(['X25519', 'X-Wing'] as const)('one to %s, and back', (type) => {
    const recipient = type === 'X25519' ? Keys.generate(type) : Hpke.generate(type)
    const aad = utf8('aad')
    const sealed = Hpke.seal(text, recipient.publicKey, { info, associatedData: aad })
    expect(Hpke.open(sealed, recipient, { info, associatedData: aad })).toEqual(text)
    expect(() => Hpke.open(sealed, recipient, { info })).toThrow(code('ERR_HPKE_OPEN'))
    expect(() => Hpke.open(sealed, recipient, { info: aad, associatedData: aad })).toThrow(
      code('ERR_HPKE_OPEN'),
    )
  })

  test('several in order, and none twice', () => {
    const recipient = Keys.generate('X25519')
    const context = Hpke.sender(recipient.publicKey, { info })
    const back = Hpke.receiver(context.encapsulated, recipient, { info })
    const [first, second] = [context.seal(text), context.seal(info)]
    expect(() => back.open(second)).toThrow(code('ERR_HPKE_OPEN'))
    expect(back.open(first)).toEqual(text)
    expect(() => back.open(first)).toThrow(code('ERR_HPKE_OPEN'))
    expect(back.open(second)).toEqual(info)
    context.close()
    back.close()
    expect(() => context.seal(text)).toThrow(code('ERR_HANDLE_CLOSED'))
    expect(() => back.open(first)).toThrow(code('ERR_HANDLE_CLOSED'))
  })

  test('a closed recipient opens nothing', () => {
    const recipient = Hpke.generate('X-Wing')
    const sealed = Hpke.seal(text, recipient.publicKey, { info })
    expect(Hpke.fromSecret('X-Wing', Hpke.dangerouslyExportSecret(recipient)).publicKey).toEqual(
      recipient.publicKey,
    )
    recipient.close()
    expect(() => Hpke.open(sealed, recipient, { info })).toThrow(code('ERR_HANDLE_CLOSED'))
  })
})

describe('options', () => {
  const recipient = Keys.generate('X25519')
  const to = recipient.publicKey

  test('a misspelt one is refused by name', () => {
    const psk = { key: new Uint8Array(32).fill(5), id: utf8('psk') }
    for (const [use, said] of [
      [() => Hpke.sender(to, { info, pskk: psk } as never), /no option "pskk"; did you mean "psk"/],
      [() => Hpke.receiver(info, recipient, { info, Psk: psk } as never), /mean "psk"/],
      [
        () => Hpke.seal(text, to, { info, asociatedData: info } as never),
        /no option "asociatedData"; did you mean "associatedData"/,
      ],
      [() => HpkeFrom.sender(to, { info, ikm: info, aed: 1 } as never), /mean "aead"/],
      [
        () => Hpke.sender(to, { info, psk: { ...psk, key2: 1 } } as never),
        /psk has no member "key2"/,
      ],
    ] as const)
      expect(use).toThrow(said)
  })

  test.each(['X25519', 'X-Wing'] as const)('none takes the key of %s away', (type) => {
    const ours = type === 'X25519' ? Keys.generate(type) : Hpke.generate(type)
    const theirs = ours.publicKey
    const options = {
      get info() {
        structuredClone(theirs.bytes.buffer, { transfer: [theirs.bytes.buffer as ArrayBuffer] })
        return info
      },
    }
    const sealed = Hpke.seal(text, theirs, options)
    expect(theirs.bytes).toHaveLength(0)
    expect(Hpke.open(sealed, ours, { info })).toEqual(text)
  })

  test('one that a class inherits counts, and one of Object.prototype does not', () => {
    class Bound {
      readonly info = info
    }
    class Sealing extends Bound {
      get associatedData() {
        return utf8('aad')
      }
    }
    const sealed = Hpke.seal(text, to, new Sealing())
    expect(Hpke.open(sealed, recipient, { info, associatedData: utf8('aad') })).toEqual(text)
    const root = Object.prototype as Record<string, unknown>
    try {
      root['associatedData'] = utf8('polluted')
      root['aead'] = 'export-only'
      root['psk'] = { key: new Uint8Array(32), id: info }
      const plain = Hpke.seal(text, to, { info })
      for (const name of ['associatedData', 'aead', 'psk']) delete root[name]
      expect(Hpke.open(plain, recipient, { info })).toEqual(text)
    } finally {
      for (const name of ['associatedData', 'aead', 'psk']) delete root[name]
    }
  })
})

describe('refused', () => {
  const recipient = {
    type: 'X25519',
    bytes: x25519.getPublicKey(new Uint8Array(32).fill(9)),
  } as const
  const low = new Uint8Array(32)
  const ours = () => Keys.generate('X25519')
  const wrong = (value: unknown) => value as never
  const rows: [string, string, () => unknown][] = [
    [
      'a key that signs',
      'ERR_HPKE_SUITE',
      () => Hpke.sender(Keys.generate('Ed25519').publicKey, { info }),
    ],
    [
      'a point of low order',
      'ERR_KEY_SMALL_ORDER',
      () => Hpke.sender({ type: 'X25519', bytes: low }, { info }),
    ],
    [
      'an encapsulated point of low order',
      'ERR_KEY_SMALL_ORDER',
      () => Hpke.receiver(low, ours(), { info }),
    ],
    [
      'a truncated encapsulated key',
      'ERR_BYTES_LENGTH',
      () => Hpke.receiver(low.slice(1), ours(), { info }),
    ],
    [
      'a short PSK',
      'ERR_HPKE_PSK',
      () => Hpke.sender(recipient, { info, psk: { key: text, id: text } }),
    ],
    [
      'a PSK without id',
      'ERR_HPKE_PSK',
      () => Hpke.sender(recipient, { info, psk: { key: recipient.bytes, id: new Uint8Array() } }),
    ],
    [
      'a sender with X-Wing',
      'ERR_HPKE_MODE',
      () => Hpke.sender(Hpke.generate('X-Wing').publicKey, { info, sender: ours() }),
    ],
    [
      'bytes that are no X-Wing key',
      'ERR_HPKE_KEY',
      () =>
        Hpke.sender(
          { type: 'X-Wing', bytes: new Uint8Array(1216).fill(255, 0, 9).fill(9, 1184) },
          { info },
        ),
    ],
    [
      'another cipher',
      'ERR_ARGUMENT',
      () => Hpke.sender(recipient, { info, aead: wrong('AES-192-GCM') }),
    ],
    [
      'a recipient that is not local',
      'ERR_ARGUMENT',
      () => Hpke.receiver(low, wrong(recipient), { info }),
    ],
    [
      'a signer as sender',
      'ERR_ARGUMENT',
      () => Hpke.sender(recipient, { info, sender: wrong(Keys.generate('Ed25519')) }),
    ],
    ['text as info', 'ERR_ARGUMENT', () => Hpke.sender(recipient, { info: wrong('info') })],
    [
      'a long info',
      'ERR_LIMIT_EXCEEDED',
      () => Hpke.sender(recipient, { info: new Uint8Array(32_001) }),
    ],
    [
      'a long export',
      'ERR_LIMIT_EXCEEDED',
      () => Hpke.sender(recipient, { info }).export(text, 8161),
    ],
    [
      'to encrypt in an export-only context',
      'ERR_HPKE_EXPORT_ONLY',
      () => Hpke.seal(text, recipient, { info, aead: 'export-only' }),
    ],
    [
      'a class made by hand',
      'ERR_ARGUMENT',
      () => {
        const { constructor: Kem } = Object.getPrototypeOf(Hpke.generate('X-Wing'))
        return new Kem(Symbol('countersign'), () => 1)
      },
    ],
  ]
  test.each(rows)('%s', (_, wanted, use) => {
    expect(use).toThrow(code(wanted))
  })
})
