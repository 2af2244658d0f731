/**
 * libp2p: keys as protobufs, PeerIds, signatures.
 *
 * @module
 */

import { type Api, attempt, gives, isRecord, judge, Mismatch, same } from '../case.js'
import { ecdsaType, lowS } from '../curve.js'
import { has, hex, isTable, list, type Schema, text } from '../schema.js'
import { closing } from '../subject.js'
import type { Row } from './wycheproof.js'

type Signer = ReturnType<Api['Peer']['signerFromKeypair']>

/** Names of libp2p to ours. RSA is not among them: it has a PeerId only. */
const types: Readonly<Record<string, string>> = {
  Ed25519: 'Ed25519',
  Secp256k1: 'secp256k1',
  ECDSA: 'P-256',
  Dilithium: 'ML-DSA-87',
}

export const libp2pKeys: Schema = {
  name: 'libp2p keys',
  matches: ({ json }) =>
    isRecord(json) &&
    isTable(json['cases'], 'key_type', 'public_key_protobuf', 'peer_id_base58', 'signatures'),
  *cases({ json }) {
    for (const [index, row] of list(json as Row, 'cases').entries())
      yield { name: `${text(row, 'key_type')} ${index}`, run: (api) => holdsKey(api, row) }
  },
  expectations: [
    'keypair_protobuf',
    'public_key_protobuf',
    'public_key_protobuf_len',
    'peer_id_bytes',
    'peer_id_base58',
    'peer_id_cidv1_base32_not_upstream',
    'derive_secret',
    'signature',
    'deterministic',
    'verify',
    'verify_signature_bit_flipped',
    'verify_message_extended',
  ],
  // Of a key type that is not offered the id is compared, and nothing else.
  settled: (row, member) =>
    has(row, 'key_type') && !(String(row['key_type']) in types) && !/^(public|peer)_/.test(member),
}

function holdsKey(api: Api, row: Row): void {
  const encoded = hex(row['public_key_protobuf'])
  const id = api.Peer.fromEncodedKey(encoded)
  same(id, row['peer_id_base58'], 'PeerId')
  same(api.Peer.toBytes(id), hex(row['peer_id_bytes']), 'multihash')
  const cid = row['peer_id_cidv1_base32_not_upstream'] ?? api.Peer.toCid(id)
  same(api.Peer.parse(String(cid)), { ...api.Peer.parse(id), cid }, 'CID')
  same(row['public_key_protobuf_len'] ?? encoded.length, encoded.length, 'length')
  const type = types[text(row, 'key_type')]
  if (type === undefined) {
    same(
      gives(() => api.Peer.decodePublicKey(encoded)),
      false,
      'a key without use',
    )
    return
  }
  const key = api.Peer.decodePublicKey(encoded)
  same(key.type, type, 'type')
  same(api.Peer.encodePublicKey(key), encoded, 'public key')
  same(api.Peer.matches(id, key), true, 'id of the key')
  const pair = hex(row['keypair_protobuf'])
  closing(api.Peer.signerFromKeypair(pair), (signer) => {
    same(api.Peer.dangerouslyExportKeypair(signer), pair, 'keypair')
    same(signer.publicKey, key, 'public half')
    const derived = api.Peer.deriveSecret(signer, { domain: text(row, 'derive_secret_domain') })
    same(derived, hex(row['derive_secret']), 'derived secret')
    for (const signature of list(row, 'signatures')) signs(api, signer, signature)
  })
}

/** The same signature, but for an S that upstream left high; and what does not hold. */
function signs(api: Api, signer: Signer, row: Row): void {
  const { publicKey } = signer
  const [message, signature] = [hex(row['message']), hex(row['signature'])]
  const holds = (over: Uint8Array, by: Uint8Array) =>
    api.Peer.verifyRaw({ publicKey, message: over, signature: by })
  same(holds(message, signature), row['verify'], 'verdict')
  const flipped = signature.map((byte, index) => (index === signature.length - 1 ? byte ^ 1 : byte))
  same(holds(message, flipped), row['verify_signature_bit_flipped'] ?? false, 'a flipped bit')
  const extended = new Uint8Array([...message, 0])
  same(holds(extended, signature), row['verify_message_extended'] ?? false, 'a longer message')
  same(holds(message, api.Peer.signRaw(message, signer)), true, 'a signature of ours')
  const type = ecdsaType(publicKey.type)
  // ML-DSA is signed with fresh randomness, unless it is asked for as upstream does it.
  const sign = () =>
    publicKey.type === 'ML-DSA-87'
      ? api.Keys.sign(message, signer, { deterministic: true })
      : api.Peer.signRaw(message, signer)
  const made = sign()
  const raw = (der: Uint8Array) => {
    if (type === undefined) return der
    return lowS(type, api.Keys.signatureFromDer(der, type))
  }
  same(raw(made), raw(signature), 'signature')
  const again = Buffer.from(sign()).equals(made)
  same(again, row['deterministic'] ?? true, 'deterministic')
}

export const libp2pIds: Schema = {
  name: 'PeerIds',
  matches: ({ json }) =>
    isRecord(json) && isRecord(json['keys']) && isTable(json['parse_examples'], 'text', 'kind'),
  *cases({ json }) {
    const { keys } = json as Row
    for (const [name, row] of Object.entries(keys as Record<string, Row>))
      yield { name, run: (api) => holdsId(api, row) }
    for (const row of list(json as Row, 'parse_examples'))
      yield { name: text(row, 'text'), run: (api) => parses(api, row) }
  },
  expectations: [
    'private_protobuf_hex',
    'public_protobuf_hex',
    'peer_id_base58btc',
    'peer_id_cidv1_base32',
    'text',
    'equals_base58',
  ],
}

function holdsId(api: Api, row: Row): void {
  const encoded = hex(row['public_protobuf_hex'])
  closing(api.Peer.signerFromKeypair(hex(row['private_protobuf_hex'])), ({ publicKey }) => {
    same(api.Peer.encodePublicKey(publicKey), encoded, 'public key')
    const id = api.Peer.parse(api.Peer.fromKey(publicKey))
    same(id.id, row['peer_id_base58btc'], 'PeerId')
    same(id.cid, row['peer_id_cidv1_base32'], 'CID')
    const key = attempt(() => api.Peer.toKey(id.cid))
    // The key of an id that is a hash is not in it.
    judge('value' in key, id.hash === 'identity' ? 'accept' : 'reject', `a PeerId by ${id.hash}`)
    if ('value' in key) same(key.value, publicKey, 'key of the id')
    else same(key.refused, 'ERR_PEER_ID_HASHED', 'refusal')
    same(api.Peer.matches(id.cid, publicKey), true, 'id of the key')
  })
}

function parses(api: Api, row: Row): void {
  const { id, hash, keyType } = api.Peer.parse(text(row, 'text'))
  same(id, row['equals_base58'] ?? row['text'], 'PeerId')
  const kind = text(row, 'kind')
  const told = hash === 'identity' ? `identity multihash ${keyType?.toLowerCase()}` : 'sha256'
  if (!kind.endsWith(told)) throw new Mismatch(`it is ${told}, expected ${kind}`)
}
