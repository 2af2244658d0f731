/**
 * Keys: generation, signatures, agreement, forms.
 *
 * A signer is ready, unless the case says that its secret is imported; a public key is bytes, and is read in each
 * call, by peers too, unless the case says that theirs is ready.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { bytes, secret } from '../input.js'
import { signSizes, type Type, types, verifySizes } from '../peers/work/signatures.js'

const group = 'keys'

function signerOf(api: Api, type: Type) {
  return api.Keys.fromSecret(type, secret(1))
}

const generation = ([...types, 'X25519'] as const).map(
  (type): Case => ({
    name: `generate ${type}`,
    group,
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
)

const sign = (type: Type, size: number, name: string): Case => ({
  name,
  group,
  bytes: size,
  prepare: (api) => {
    const signer = signerOf(api, type)
    const message = bytes(size)
    const run = () => signer.sign(message)
    return { run, agree: run }
  },
})

const verify = (type: Type, size: number, name: string): Case => ({
  name,
  group,
  bytes: size,
  prepare: (api) => {
    const signer = signerOf(api, type)
    const message = bytes(size)
    const claim = { publicKey: signer.publicKey, message, signature: signer.sign(message) }
    const changed = { ...claim, message: bytes(size - 1) }
    return {
      run: () => api.Keys.verify(claim),
      agree: () => [api.Keys.verify(claim), api.Keys.verify(changed)],
    }
  },
})

/** Several signatures of one key in one call. */
const batch = (n: number): Case => ({
  name: `verify ${n} of one key, Ed25519`,
  group,
  n,
  prepare: (api) => {
    const signer = signerOf(api, 'Ed25519')
    const { publicKey } = signer
    const claims = Array.from({ length: n }, (_, index) => {
      const message = bytes(256).fill(index, 0, 1)
      return { publicKey, message, signature: signer.sign(message) }
    })
    const changed = claims.map((claim, index) =>
      index === 1 ? { ...claim, message: bytes(9) } : claim,
    )
    return {
      run: () => api.Keys.verifyBatch(claims),
      agree: () => [api.Keys.verifyBatch(claims), api.Keys.verifyBatch(changed)],
    }
  },
})

const imported = (type: Type): Case => ({
  name: `sign ${type}, secret imported`,
  group,
  bytes: 256,
  prepare: (api) => {
    const message = bytes(256)
    const run = () => {
      const signer = signerOf(api, type)
      const signature = signer.sign(message)
      signer.close()
      return signature
    }
    return { run, agree: run }
  },
})

const signatures = types.flatMap((type): Case[] => [
  sign(type, 256, `sign ${type}`),
  ...signSizes[type].map((size) => sign(type, size, `sign ${type}, ${size} B`)),
  imported(type),
  verify(type, 256, `verify ${type}`),
  ...verifySizes[type].map((size) => verify(type, size, `verify ${type}, ${size} B`)),
  // Ours is the same call: it has no ready public key.
  verify(type, 256, `verify ${type}, key ready`),
])

const batches = [2, 10, 100].map(batch)

const recovery: readonly Case[] = [
  {
    name: 'sign secp256k1, recoverable',
    group,
    bytes: 256,
    prepare: (api) => {
      const signer = signerOf(api, 'secp256k1')
      const message = bytes(256)
      const run = () => signer.signRecoverable(message)
      return { run, agree: run }
    },
  },
  {
    name: 'recover secp256k1',
    group,
    bytes: 256,
    prepare: (api) => {
      const message = bytes(256)
      const signature = signerOf(api, 'secp256k1').signRecoverable(message)
      const algorithm = 'ecdsa-secp256k1-sha256'
      const run = () => api.Keys.recover({ algorithm, message, signature })
      return { run, agree: () => run().bytes }
    },
  },
]

const agreement: Case = {
  name: 'agree X25519',
  group,
  prepare: (api) => {
    const mine = api.Keys.fromSecret('X25519', secret(1))
    const theirs = api.Keys.fromSecret('X25519', secret(2)).publicKey
    const run = () => mine.sharedSecret(theirs)
    return { run, agree: run }
  },
}

/** Of the hazardous part: it takes the secret as bytes, and reads both keys in each call. */
const agreementOnP256: Case = {
  name: 'agree P-256',
  group,
  prepare: (api) => {
    const { publicKey } = api.Keys.fromSecret('P-256', secret(2))
    const run = () => api.Ecdh.agree({ type: 'P-256', secret: secret(1), publicKey })
    return { run, agree: run }
  },
}

/**
 * What a call costs that has three byte inputs and little to do: the key is of small order, which its bytes already
 * show.
 */
const boundary: Case = {
  name: 'three byte inputs cross the boundary',
  group: 'boundary',
  bytes: 128,
  prepare: (api) => {
    const publicKey = { type: 'Ed25519', bytes: new Uint8Array(32) } as const
    const claim = { publicKey, message: bytes(32), signature: new Uint8Array(64).fill(255) }
    const run = () => api.Keys.verify(claim)
    return { run, agree: run }
  },
}

export const keyCases: readonly Case[] = [
  ...generation,
  ...signatures,
  ...batches,
  ...recovery,
  agreement,
  agreementOnP256,
  boundary,
]

/** SAGE's public key form, which the report calls marshaling. */
export const marshalCases: readonly Case[] = (['secp256k1', 'Ed25519'] as const).map((type) => ({
  name: `marshal ${type}`,
  group: 'marshaling (sage)',
  prepare: (api) => {
    const { publicKey } = signerOf(api, type)
    const run = () => api.Sage.Keys.marshal(publicKey)
    return { run, agree: run }
  },
}))
