/**
 * ML-DSA of each set, and the hybrid key, by themselves: no protobuf, no PeerId.
 *
 * The rows of the report of libp2p-identity-pqc are in `peer.bench.ts`. Every call has a message of its own: how often
 * a signature is tried again depends on the message, so a single message would measure only itself. What the cases
 * agree on holds the bytes of keys and of deterministic signatures, and so their lengths.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { bytes, fresh, secret } from '../input.js'
import { mlDsaPeers } from '../peers/work/mlDsa.js'
import { type HeldKey, jobs, pqcleanPeers } from '../peers/work/pqclean.js'

/** Post-quantum types, with the lengths of a public key and of a signature. */
const types = {
  'ML-DSA-44': [1_312, 2_420],
  'ML-DSA-65': [1_952, 3_309],
  'ML-DSA-87': [2_592, 4_627],
  'Ed25519+ML-DSA-65': [1_984, 3_373],
} as const

export type PqType = keyof typeof types

const names = Object.keys(types) as PqType[]
const group = 'ML-DSA'

function signerOf(api: Api, type: PqType) {
  return api.Keys.fromSecret(type, type === 'Ed25519+ML-DSA-65' ? bytes(64) : secret(1))
}

const generation = names.map(
  (type): Case => ({
    name: `generate a key of ${type}`,
    group,
    prepare: (api) => ({
      run: () => api.Keys.generate(type).close(),
      agree: () => signerOf(api, type).publicKey.bytes,
    }),
    peers: mlDsaPeers('generate', type, 0),
  }),
)

const sign = (type: PqType, size: number): Case => ({
  name: `sign with ${type}, ${size} B`,
  group,
  bytes: size,
  prepare: (api) => {
    const [signer, next] = [signerOf(api, type), fresh(size)]
    return {
      run: () => signer.sign(next()),
      agree: () => api.Keys.sign(bytes(size), signer, { deterministic: true }),
    }
  },
  peers: mlDsaPeers('sign', type, size),
})

/** A supply of signatures, since what is verified differs from call to call as well. */
const verify = (type: PqType, size: number): Case => ({
  name: `verify with ${type}, ${size} B`,
  group,
  bytes: size,
  prepare: (api) => {
    const [signer, next] = [signerOf(api, type), fresh(size)]
    const { publicKey } = signer
    const claims = Array.from({ length: 16 }, () => {
      const message = next().slice()
      return { publicKey, message, signature: signer.sign(message) }
    })
    let turn = 0
    const run = () => api.Keys.verify(claims[turn++ % claims.length] as (typeof claims)[0])
    const [first, second] = claims as [(typeof claims)[0], (typeof claims)[0]]
    const mixed = { ...first, signature: second.signature }
    return { run, agree: () => [...claims.map(run), api.Keys.verify(mixed)] }
  },
  peers: mlDsaPeers('verify', type, size),
})

const publicKeys = (type: PqType): Case[] => [
  {
    name: `public key to SPKI, ${type}`,
    group,
    bytes: types[type][0],
    prepare: (api) => {
      const { publicKey } = signerOf(api, type)
      const run = () => api.Keys.toDer(publicKey)
      return { run, agree: run }
    },
  },
  {
    name: `public key from SPKI, ${type}`,
    group,
    bytes: types[type][0],
    prepare: (api) => {
      const der = api.Keys.toDer(signerOf(api, type).publicKey)
      const run = () => api.Keys.publicKeyFromDer(der)
      return { run, agree: () => run().bytes }
    },
  },
]

/** PKCS#8 holds the seed: to read a key is to expand it. */
const secretKeys = (type: PqType): Case[] => [
  {
    name: `key to PKCS#8, ${type}`,
    group,
    prepare: (api) => {
      const signer = signerOf(api, type)
      const run = () => api.Keys.dangerouslyExportDer(signer)
      return { run, agree: run }
    },
  },
  {
    name: `key from PKCS#8, ${type}`,
    group,
    prepare: (api) => {
      const der = api.Keys.dangerouslyExportDer(signerOf(api, type))
      return {
        run: () => api.Keys.signerFromDer(der).close(),
        agree: () => api.Keys.signerFromDer(der).publicKey.bytes,
      }
    },
  },
]

/** Ours again, beside C that draws its keys: they agree on what can be agreed on. */
const besideC = (['generate', 'sign', 'verify'] as const).map(
  (what): Case => ({
    name: `${what} with ML-DSA-87, beside C`,
    group,
    ...(what !== 'generate' && { bytes: 256 }),
    only: 'node',
    prepare: ({ Keys }) => {
      const makeKey = (): HeldKey => {
        const signer = Keys.generate('ML-DSA-87')
        const { publicKey } = signer
        return {
          publicKey: publicKey.bytes,
          sign: (message) => signer.sign(message),
          verify: (message, signature) => Keys.verify({ publicKey, message, signature }),
        }
      }
      return jobs[what]({ generate: () => Keys.generate('ML-DSA-87').close(), makeKey })
    },
    peers: pqcleanPeers(what),
  }),
)

export const mlDsaCases: readonly Case[] = [
  ...generation,
  ...names.flatMap((type) => [20, 256, 4096].map((size) => sign(type, size))),
  ...names.flatMap((type) => [256, 4096].map((size) => verify(type, size))),
  ...(['ML-DSA-87', 'Ed25519+ML-DSA-65'] as const).flatMap((type) => [
    ...publicKeys(type),
    ...secretKeys(type),
  ]),
  ...besideC,
]
