import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import hostile from '../../rust/vectors/libp2p/identity-hostile.json' with { type: 'json' }
import theirs from '../../rust/vectors/libp2p/identity-keys.json' with { type: 'json' }
import dilithium from '../../rust/vectors/libp2p/libp2p-dilithium.json' with { type: 'json' }
import pqcHostile from '../../rust/vectors/libp2p/libp2p-hostile.json' with { type: 'json' }
import rsa from '../../rust/vectors/libp2p/libp2p-rsa.json' with { type: 'json' }
import specification from '../../rust/vectors/libp2p/peer_ids.json' with { type: 'json' }
import { Did, Keys, Peer } from '../src/subpath/all.js'
import { refusal, unhex } from './setup/help.js'

const types = ['Ed25519', 'secp256k1', 'P-256'] as const
type Type = (typeof types)[number]
const seed = (fill: number) => new Uint8Array(32).fill(fill)
const message = utf8ToBytes('noise-libp2p-static-key:x')

// What libp2p writes, made once more with other implementations.

const alphabets = {
  z: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  k: '0123456789abcdefghijklmnopqrstuvwxyz',
} as const

function positional(bytes: Uint8Array, alphabet: string): string {
  let rest = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  let text = ''
  for (; rest > 0n; rest /= BigInt(alphabet.length))
    text = alphabet.charAt(Number(rest % BigInt(alphabet.length))) + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return alphabet.charAt(0).repeat(zeros) + text
}

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  const digit = (group: string) => Number.parseInt(group.padEnd(5, '0'), 2)
  return groups.map((group) => 'abcdefghijklmnopqrstuvwxyz234567'.charAt(digit(group))).join('')
}

const framed = (kind: number, data: Uint8Array) =>
  concatBytes(Uint8Array.of(8, kind, 18, data.length), data)

const forms = {
  Ed25519: (secret: Uint8Array) => {
    const key = ed25519.getPublicKey(secret)
    const sign = (bytes: Uint8Array) => ed25519.sign(bytes, secret)
    return { key: framed(1, key), pair: framed(1, concatBytes(secret, key)), sign }
  },
  secp256k1: (secret: Uint8Array) => {
    const key = secp256k1.getPublicKey(secret, true)
    const sign = (bytes: Uint8Array) => secp256k1.sign(bytes, secret, { format: 'der' })
    return { key: framed(2, key), pair: framed(2, secret), sign }
  },
  'P-256': (secret: Uint8Array) => {
    const point = p256.getPublicKey(secret, false)
    const spki = hexToBytes('3059301306072a8648ce3d020106082a8648ce3d030107034200')
    const [before, between] = [
      hexToBytes('30770201010420'),
      hexToBytes('a00a06082a8648ce3d030107a144034200'),
    ]
    const sign = (bytes: Uint8Array) => p256.sign(bytes, secret, { format: 'der', lowS: true })
    const pair = framed(3, concatBytes(before, secret, between, point))
    return { key: framed(3, concatBytes(spki, point)), pair, sign }
  },
} as const

function idOf(key: Uint8Array): Uint8Array {
  return key.length <= 42
    ? concatBytes(Uint8Array.of(0, key.length), key)
    : concatBytes(Uint8Array.of(0x12, 0x20), sha256(key))
}

describe.each(types)('a key of %s', (type: Type) => {
  test.each([1, 77, 200])('is written as another implementation writes it (%d)', (fill) => {
    const form = forms[type](seed(fill))
    using signer = Keys.fromSecret(type, seed(fill))
    const key = signer.publicKey
    expect(Peer.encodePublicKey(key)).toEqual(form.key)
    expect(Peer.decodePublicKey(form.key)).toEqual(key)
    expect(Peer.dangerouslyExportKeypair(signer)).toEqual(form.pair)
    using imported = Peer.signerFromKeypair(form.pair)
    expect(imported.publicKey).toEqual(key)
    expect(imported.algorithm).toBe(signer.algorithm)
    expect(Peer.signRaw(message, imported)).toEqual(form.sign(message))
    const derived = hkdf(sha256, seed(fill), undefined, utf8ToBytes('a use'), 32)
    expect(Peer.deriveSecret(signer, { domain: 'a use' })).toEqual(derived)
    expect(Peer.deriveSecret(signer, { domain: utf8ToBytes('another') })).not.toEqual(derived)
  })

  test('has the PeerId that another implementation makes', () => {
    const { key } = forms[type](seed(9))
    const multihash = idOf(key)
    const cid = concatBytes(Uint8Array.of(1, 0x72), multihash)
    const publicKey = Keys.fromSecret(type, seed(9)).publicKey
    const id = Peer.fromKey(publicKey)
    expect(id).toBe(positional(multihash, alphabets.z))
    expect(Peer.fromEncodedKey(key)).toBe(id)
    expect(Peer.toBytes(id)).toEqual(multihash)
    const parsed = Peer.parse(id)
    expect(parsed.id).toBe(id)
    expect(parsed.cid).toBe(`b${base32(cid)}`)
    expect(Peer.fromBytes(multihash)).toEqual(parsed)
    expect(Peer.parse(parsed.cid)).toEqual(parsed)
    expect(Peer.toCid(id)).toBe(parsed.cid)
    expect(Peer.toCid(id, { base: 'base36' })).toBe(`k${positional(cid, alphabets.k)}`)
    for (const base of ['base58btc', 'base16', 'base64url'] as const)
      expect(Peer.parse(Peer.toCid(id, { base }))).toEqual(parsed)
    expect(Peer.matches(parsed.cid, publicKey)).toBe(true)
    expect(Peer.matches(id, Keys.fromSecret(type, seed(8)).publicKey)).toBe(false)
    expect(Peer.fromDid(Did.fromKey(publicKey))).toBe(id)
    if (type === 'P-256') {
      expect(parsed).toMatchObject({ hash: 'sha2-256' })
      expect(() => Peer.toKey(id)).toThrowError(refusal('ERR_PEER_ID_HASHED'))
      expect(() => Peer.toDid(id)).toThrowError(refusal('ERR_PEER_ID_HASHED'))
    } else {
      expect(parsed).toMatchObject({ hash: 'identity', keyType: type })
      expect(Peer.toKey(id)).toEqual(publicKey)
      expect(Peer.toDid(id)).toBe(Did.fromKey(publicKey))
    }
  })

  test('signs what it is given, and nothing else holds', async () => {
    using signer = Keys.fromSecret(type, seed(4))
    const { publicKey } = signer
    const signature = Peer.signRaw(message, signer)
    expect(Peer.verifyRaw({ publicKey, message, signature })).toBe(true)
    const other = Keys.fromSecret(type, seed(5)).publicKey
    const bad = [
      { publicKey: other, message, signature },
      { publicKey, message: seed(0), signature },
      { publicKey, message, signature: signature.slice(1) },
      { publicKey, message, signature: concatBytes(signature, Uint8Array.of(0)) },
      { publicKey, message, signature: new Uint8Array() },
    ]
    expect(bad.map(Peer.verifyRaw)).toEqual(bad.map(() => false))
    const external = {
      publicKey,
      algorithm: signer.algorithm,
      sign: async (bytes: Uint8Array) => signer.sign(bytes),
    }
    expect(await Peer.signRaw(message, external)).toEqual(signature)
    const liar = { ...external, sign: async () => new Uint8Array(64) }
    await expect(Peer.signRaw(message, liar)).rejects.toThrowError(refusal('ERR_SIGNER_INVALID'))
  })
})

test('keys and ids of libp2p-identity and its post-quantum fork are read and written', () => {
  for (const row of [...theirs.cases, ...dilithium.cases]) {
    using signer = Peer.signerFromKeypair(unhex(row.keypair_protobuf))
    expect(Peer.dangerouslyExportKeypair(signer)).toEqual(unhex(row.keypair_protobuf))
    expect(Peer.encodePublicKey(signer.publicKey)).toEqual(unhex(row.public_key_protobuf))
    expect(Peer.fromKey(signer.publicKey)).toBe(row.peer_id_base58)
    expect(Peer.deriveSecret(signer, { domain: row.derive_secret_domain })).toEqual(
      unhex(row.derive_secret),
    )
    for (const { message, signature } of row.signatures) {
      const claim = { message: unhex(message), signature: unhex(signature) }
      expect(Peer.verifyRaw({ publicKey: signer.publicKey, ...claim })).toBe(true)
    }
  }
})

describe('a hostile key or id', () => {
  const rows = [...hostile.cases, ...pqcHostile.cases] as readonly {
    name: string
    public_key_protobuf?: string
    multihash?: string
    text?: string
    ours?: { code?: string }
  }[]
  const judged = rows.filter((row) => row.ours?.code !== undefined)

  test.each(judged)('is refused: $name', ({ public_key_protobuf, multihash, text, ours }) => {
    const wanted = refusal(ours?.code as string)
    if (public_key_protobuf !== undefined) {
      const encoded = unhex(public_key_protobuf)
      expect(() => Peer.decodePublicKey(encoded)).toThrowError(wanted)
      expect(() => Peer.fromEncodedKey(encoded)).toThrowError(wanted)
    } else if (multihash !== undefined)
      expect(() => Peer.fromBytes(unhex(multihash))).toThrowError(wanted)
    else expect(() => Peer.parse(text as string)).toThrowError(wanted)
  })

  test('was looked at', () => expect(judged.length).toBe(32))
})

test('an RSA key has a PeerId and nothing else', () => {
  for (const row of rsa.cases) {
    const encoded = unhex(row.public_key_protobuf)
    expect(Peer.fromEncodedKey(encoded)).toBe(row.peer_id_base58)
    expect(() => Peer.decodePublicKey(encoded)).toThrowError(refusal('ERR_PEER_KEY_TYPE'))
  }
})

test('the examples of the specification hold', () => {
  for (const key of Object.values(specification.keys)) {
    using signer = Peer.signerFromKeypair(unhex(key.private_protobuf_hex))
    const id = Peer.parse(key.peer_id_cidv1_base32)
    expect(id.id).toBe(key.peer_id_base58btc)
    expect(Peer.toKey(id.id)).toEqual(signer.publicKey)
  }
  for (const { text, equals_base58 } of specification.parse_examples)
    expect(Peer.parse(text).id).toBe(equals_base58 ?? text)
})

test('what is no PeerId, key or name of a base is refused', () => {
  const id = Peer.fromKey(Keys.fromSecret('Ed25519', seed(1)).publicKey)
  const x25519 = Keys.fromSecret('X25519', seed(1)).publicKey
  for (const text of ['', 'Qm', `${id}1`, id.slice(1), 'did:key:z6Mk'])
    expect(() => Peer.parse(text)).toThrowError(refusal('ERR_PEER_ID_MALFORMED'))
  expect(() => Peer.parse('1'.repeat(97))).toThrowError(refusal('ERR_LIMIT_EXCEEDED'))
  expect(() => Peer.parse(7 as never)).toThrowError(refusal('ERR_ARGUMENT'))
  expect(() => Peer.toCid(id, { base: 'base2' as never })).toThrowError(refusal('ERR_ARGUMENT'))
  expect(() => Peer.fromKey(x25519)).toThrowError(refusal('ERR_KEY_ALGORITHM'))
  expect(() => Peer.fromDid('did:web:example.com')).toThrowError(
    refusal('ERR_DID_METHOD_UNEXPECTED'),
  )
  expect(() => Peer.signerFromKeypair(seed(8))).toThrowError(refusal('ERR_PEER_KEY_MALFORMED'))
  const keccak = Keys.fromSecret('secp256k1', seed(1), { algorithm: 'ecdsa-secp256k1-keccak256' })
  expect(() => Peer.signRaw(message, keccak)).toThrowError(refusal('ERR_KEY_ALGORITHM'))
})
