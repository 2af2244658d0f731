/** Keys of every type: imported in every form, used, given out, refused, closed. */

import { createHash } from 'node:crypto'
import { shake256 } from '@noble/hashes/sha3.js'
import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js'
import { MlDsa } from '../../src/hazmat.js'
import { Encoding, Keys, Peer, Sage } from '../../src/subpath/all.js'
import { refuses, utf8 } from './help.js'
import type { Bytes, Scenario } from './scenario.js'

const message = utf8('a message')
const curves = ['Ed25519', 'secp256k1', 'P-256'] as const
const sets = { 'ML-DSA-44': ml_dsa44, 'ML-DSA-65': ml_dsa65, 'ML-DSA-87': ml_dsa87 } as const
const rows = { 'ML-DSA-44': [4, 4], 'ML-DSA-65': [6, 5], 'ML-DSA-87': [8, 7] } as const
const types = [...curves, 'X25519', ...(Object.keys(sets) as (keyof typeof sets)[])] as const

/** What a seed is expanded to (RFC 8032, 5.1.5; FIPS 204, algorithms 6 and 24). */
function inside(type: Keys.UsableKeyType, seed: Bytes): Record<string, Uint8Array> {
  if (type === 'Ed25519') {
    const [scalar, prefix] = halves(createHash('sha512').update(seed).digest())
    return { 'the prefix of its nonces': prefix, 'its scalar': clamped(scalar) }
  }
  if (!(type in sets)) return {}
  const set = type as keyof typeof sets
  const { secretKey } = sets[set].keygen(seed)
  const expanded = shake256(Uint8Array.of(...seed, ...rows[set]), { dkLen: 128 })
  const s1 = secretKey.slice(128, 128 + 96)
  return {
    'its K': secretKey.slice(32, 64),
    "its rho'": expanded.slice(32, 96),
    // Four bits each in ML-DSA-65.
    [set === 'ML-DSA-65' ? 'its packed s1 of 65' : 'its s1']: s1,
  }
}

function halves(digest: Uint8Array): [Uint8Array, Uint8Array] {
  return [digest.slice(0, 32), digest.slice(32)]
}

function clamped(scalar: Uint8Array): Uint8Array {
  return scalar.map((byte, index) => {
    if (index === 0) return byte & 248
    return index === 31 ? (byte & 127) | 64 : byte
  })
}

function use(key: Keys.LocalKey<Keys.UsableKeyType>): void {
  if ('sign' in key) for (let times = 0; times < 3; times += 1) key.sign(message)
  else key.sharedSecret(key.publicKey).fill(0)
}

const imported: Scenario[] = types.map((type) => ({
  name: `${type}: imported, used, given out, closed`,
  given: { 'the secret': 32 },
  inside: ({ 'the secret': seed }) => inside(type, seed as Bytes),
  run({ 'the secret': seed }, { steady }) {
    const key = Keys.fromSecret(type, seed as Bytes)
    steady()
    use(key)
    Keys.dangerouslyExportSecret(key).fill(0)
    Keys.dangerouslyExportJwk(key)
    if (!(type in sets)) {
      Keys.dangerouslyExportPem(key)
      Keys.dangerouslyExportDer(key).fill(0)
    }
    // The hot lane wipes when it is done: with the next ordinary call.
    key.publicKey
    Keys.dangerouslyExportSecret(key).fill(0)
    steady()
    key.close()
  },
}))

const generated: Scenario[] = [...types, 'Ed25519+ML-DSA-65' as const].map((type) => ({
  name: `${type}: made by the engine, used, given out, closed`,
  run(_, { learn }) {
    const key = Keys.generate(type)
    use(key)
    learn('the secret', Keys.dangerouslyExportSecret(key))
    key.close()
  },
}))

/** A JWK whose secret is as text only: what the engine decodes of it must not stay. */
function jwk(type: (typeof curves)[number] | 'X25519', secret: Bytes): Record<string, string> {
  const key = Keys.fromSecret(type, secret)
  const text = { ...Keys.dangerouslyExportJwk(key) } as unknown as Record<string, string>
  key.close()
  return text
}

const texts: Scenario[] = [...curves, 'X25519' as const].flatMap((type) => [
  {
    name: `${type}: as JWK, PEM and DER`,
    given: { 'the secret': 32 },
    run({ 'the secret': seed }) {
      const key = Keys.fromSecret(type, seed as Bytes)
      const pem = Keys.dangerouslyExportPem(key)
      const der = Keys.dangerouslyExportDer(key)
      const bare = jwk(type, seed as Bytes)
      key.close()
      const all =
        type === 'X25519'
          ? [Keys.agreementFromJwk(bare), Keys.agreementFromPem(pem)]
          : [Keys.signerFromJwk(bare), Keys.signerFromPem(pem), Keys.signerFromDer(der)]
      der.fill(0)
      for (const key of all) key.close()
    },
  },
  {
    name: `${type}: a JWK, a PEM and bytes that are refused after the secret was read`,
    given: { 'the secret': 32 },
    run({ 'the secret': seed }) {
      const key = Keys.fromSecret(type, seed as Bytes)
      const pem = Keys.dangerouslyExportPem(key)
      key.close()
      const other = Keys.generate(type)
      const { x } = Keys.toJwk(other.publicKey) as unknown as { x: string }
      other.close()
      const wrong = { ...jwk(type, seed as Bytes), x }
      const broken = pem.replace(/.{4}(?=\n-----END)/, 'AAAA').replace('END', 'ENDE')
      refuses(() => (type === 'X25519' ? Keys.agreementFromJwk(wrong) : Keys.signerFromJwk(wrong)))
      refuses(() =>
        type === 'X25519' ? Keys.agreementFromPem(broken) : Keys.signerFromPem(broken),
      )
      refuses(() => Keys.fromSecret(type, (seed as Bytes).subarray(1)))
    },
  },
])

const expanded: Scenario[] = (Object.keys(sets) as (keyof typeof sets)[]).map((type) => ({
  name: `${type}: expanded, refused with a bit changed, by hand`,
  given: { 'the seed': 32 },
  inside: ({ 'the seed': seed }) => inside(type, seed as Bytes),
  run({ 'the seed': seed }) {
    const { secretKey } = MlDsa.expand(type, seed as Bytes)
    const key = Keys.fromSecret(type, secretKey)
    use(key)
    Keys.sign(message, key, { context: message, deterministic: true })
    key.close()
    const randomness = new Uint8Array(32)
    MlDsa.signInternal({ type, secretKey, message, randomness })
    secretKey[secretKey.length - 1] = (secretKey[secretKey.length - 1] as number) ^ 1
    refuses(() => Keys.fromSecret(type, secretKey))
    secretKey.fill(0)
  },
}))

const hybrid: Scenario = {
  name: 'Ed25519+ML-DSA-65: imported, used, closed',
  given: { 'both seeds': 64 },
  run({ 'both seeds': seeds }) {
    const key = Keys.fromSecret('Ed25519+ML-DSA-65', seeds as Bytes)
    use(key)
    key.close()
    refuses(() => Keys.fromSecret('Ed25519+ML-DSA-65', (seeds as Bytes).subarray(1)))
  },
}

const peers: Scenario[] = curves.map((type) => ({
  name: `${type}: as a keypair of libp2p, and a secret derived from it`,
  given: { 'the secret': 32 },
  run({ 'the secret': seed }, { learn }) {
    const key = Keys.fromSecret(type, seed as Bytes)
    const pair = Peer.dangerouslyExportKeypair(key)
    const again = Peer.signerFromKeypair(pair)
    pair.fill(0)
    learn('what was derived', Peer.deriveSecret(again, { domain: 'domain' }))
    key.close()
    again.close()
  },
}))

const sage: Scenario[] = curves.flatMap((type) =>
  type === 'P-256'
    ? []
    : [
        {
          name: `${type}: as JWK and key file of SAGE, and its box`,
          given: { 'the secret': 32 },
          run({ 'the secret': seed }) {
            const key = Keys.fromSecret(type, seed as Bytes)
            const text = Keys.dangerouslyExportJwk(key)
            Sage.Keys.signerFromJwk({ ...text, kid: Sage.Keys.keyId(key.publicKey) }).close()
            if (type === 'Ed25519')
              Sage.Keys.openBox(Sage.Keys.sealBox(message, key.publicKey), key)
            key.close()
            refuses(() => Sage.Keys.signerFromKeyFile({ ...text }, { name: 'agent' }))
          },
        },
      ],
)

const encodings: Scenario = {
  name: 'a secret as hex, base64 and multibase',
  given: { 'the secret': 32 },
  run({ 'the secret': secret }) {
    const bytes = secret as Bytes
    for (const { encode, decode } of [Encoding.hex, Encoding.base64, Encoding.base64url])
      decode(encode(bytes)).fill(0)
  },
}

export const keyScenarios: readonly Scenario[] = [
  ...imported,
  ...generated,
  ...texts,
  ...expanded,
  hybrid,
  ...peers,
  ...sage,
  encodings,
]
