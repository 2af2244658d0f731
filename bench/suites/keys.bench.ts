/**
 * Keys: generation, signatures, agreement, forms.
 *
 * @module
 */

import { type Api, type Case, sageBaseline, sageDid } from '../case.js'
import { bytes, secret } from '../input.js'

const signing = ['Ed25519', 'secp256k1', 'P-256'] as const
type Signing = (typeof signing)[number]

const generation: Readonly<Record<string, number>> = { Ed25519: 17_002, secp256k1: 31_698 }
const marshal: Readonly<Record<string, number>> = { Ed25519: 20.88, secp256k1: 305.5 }

/** SAGE's report calls secp256k1 "ECDSA" and signs over Keccak-256. */
function signerOf(api: Api, type: Signing) {
  return api.Keys.fromSecret(type, secret(1))
}

export const keyCases: readonly Case[] = [
  ...([...signing, 'X25519'] as const).map(
    (type): Case => ({
      name: `generate ${type}`,
      group: 'keys',
      ...(generation[type] && { reference: sageDid(generation[type]) }),
      prepare: (api) => ({
        run: () => api.Keys.generate(type).close(),
        agree: () => {
          const key = api.Keys.fromSecret(type, secret(1))
          const { bytes } = key.publicKey
          key.close()
          return bytes
        },
      }),
    }),
  ),
  ...signing.flatMap((type): Case[] => [
    {
      name: `sign ${type}`,
      group: 'keys',
      bytes: 256,
      prepare: (api) => {
        const signer = signerOf(api, type)
        const message = bytes(256)
        const run = () => signer.sign(message)
        return { run, agree: run }
      },
    },
    {
      name: `verify ${type}`,
      group: 'keys',
      bytes: 256,
      prepare: (api) => {
        const signer = signerOf(api, type)
        const message = bytes(256)
        const claim = { publicKey: signer.publicKey, message, signature: signer.sign(message) }
        const changed = { ...claim, message: bytes(255) }
        return {
          run: () => api.Keys.verify(claim),
          agree: () => [api.Keys.verify(claim), api.Keys.verify(changed)],
        }
      },
    },
  ]),
  {
    name: 'agree X25519',
    group: 'keys',
    prepare: (api) => {
      const mine = api.Keys.fromSecret('X25519', secret(1))
      const theirs = api.Keys.fromSecret('X25519', secret(2)).publicKey
      const run = () => mine.sharedSecret(theirs)
      return { run, agree: run }
    },
  },
]

/** Forms of an Ed25519 key, as SAGE's baseline report measures them. */
export const formCases: readonly Case[] = [
  {
    name: 'export JWK Ed25519',
    group: 'key forms',
    reference: sageBaseline(512.2),
    prepare: (api) => {
      const { publicKey } = signerOf(api, 'Ed25519')
      const run = () => api.Keys.toJwk(publicKey)
      return { run, agree: run }
    },
  },
  {
    name: 'import private JWK Ed25519',
    group: 'key forms',
    reference: sageBaseline(18_933),
    prepare: (api) => {
      const { publicKey } = signerOf(api, 'Ed25519')
      const d = api.Encoding.base64url.encode(secret(1))
      const jwk = { ...api.Keys.toJwk(publicKey), d }
      return {
        run: () => api.Keys.signerFromJwk(jwk).close(),
        agree: () => api.Keys.signerFromJwk(jwk).publicKey.bytes,
      }
    },
  },
  {
    name: 'export PEM Ed25519',
    group: 'key forms',
    reference: sageBaseline(1834),
    prepare: (api) => {
      const { publicKey } = signerOf(api, 'Ed25519')
      const run = () => api.Keys.toPem(publicKey)
      return { run, agree: run }
    },
  },
  {
    name: 'import PEM Ed25519',
    group: 'key forms',
    reference: sageBaseline(18_421),
    prepare: (api) => {
      const pem = api.Keys.toPem(signerOf(api, 'Ed25519').publicKey)
      const run = () => api.Keys.publicKeyFromPem(pem)
      return { run, agree: run }
    },
  },
]

/** SAGE's public key form, which the report calls marshaling. */
export const marshalCases: readonly Case[] = (['secp256k1', 'Ed25519'] as const).map((type) => ({
  name: `marshal ${type}`,
  group: 'marshaling (sage)',
  reference: sageDid(marshal[type] ?? 0),
  prepare: (api) => {
    const { publicKey } = signerOf(api, type)
    const run = () => api.Keys.sage.marshal(publicKey)
    return { run, agree: run }
  },
}))
