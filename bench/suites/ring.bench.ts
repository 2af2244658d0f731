/**
 * Ring signatures: those of ring-go, whose report gives the reference, and ours.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { secret } from '../input.js'
import { ringPeers } from '../peers/work/ring.js'

type Type = 'Ed25519' | 'secp256k1'

const types: readonly Type[] = ['secp256k1', 'Ed25519']
const sizes = [2, 4, 8, 16, 32, 64, 128] as const
const message = new Uint8Array(32).fill(7)
const scope = 'bench'

function members(api: Api, type: Type, n: number) {
  const signers = Array.from({ length: n }, (_, index) =>
    api.Keys.fromSecret(type, secret(index + 1)),
  )
  const signer = signers[n >> 1] as (typeof signers)[0]
  return { ring: signers.map(({ publicKey }) => publicKey), signer }
}

const named = (name: string, n: number) => ({ name, n, group: 'ring signatures' })

const go = types.flatMap((type) =>
  sizes.flatMap((n): Case[] => [
    {
      ...named(`sign in a ring of ${n}, ${type} (ring-go)`, n),
      prepare: (api) => {
        const { ring, signer } = members(api, type, n)
        const run = () => api.RingGo.sign(message, signer, ring)
        // Signatures are drawn; the key image of a good one is not.
        return {
          run,
          agree: () => api.RingGo.verify({ signature: run(), type, message }, ring).keyImage,
        }
      },
      peers: ringPeers('sign', type, 'ring-go', n),
    },
    {
      ...named(`verify in a ring of ${n}, ${type} (ring-go)`, n),
      prepare: (api) => {
        const { ring, signer } = members(api, type, n)
        const signature = api.RingGo.sign(message, signer, ring)
        const run = () => api.RingGo.verify({ signature, type, message }, ring)
        return { run, agree: () => run().keyImage }
      },
      peers: ringPeers('verify', type, 'ring-go', n),
    },
  ]),
)

const own = types.flatMap((type) =>
  sizes.flatMap((n): Case[] => [
    {
      ...named(`sign in a ring of ${n}, ${type}`, n),
      prepare: (api) => {
        const { ring, signer } = members(api, type, n)
        const run = () => api.Ring.sign(message, signer, ring, { scope })
        return { run, agree: () => api.Ring.readKeyImage(run()) }
      },
      peers: ringPeers('sign', type, 'own', n),
    },
    {
      ...named(`verify in a ring of ${n}, ${type}`, n),
      prepare: (api) => {
        const { ring, signer } = members(api, type, n)
        const signature = api.Ring.sign(message, signer, ring, { scope })
        const run = () => api.Ring.verify({ message, signature }, ring, { scope })
        return { run, agree: () => run().keyImage }
      },
      peers: ringPeers('verify', type, 'own', n),
    },
    {
      ...named(`verify in a prepared ring of ${n}, ${type}`, n),
      prepare: (api) => {
        const { ring, signer } = members(api, type, n)
        const opened = api.Ring.prepare(ring, { scope })
        const signature = opened.sign(message, signer)
        const run = () => opened.verify({ message, signature })
        return { run, agree: () => run().keyImage }
      },
      peers: ringPeers('verify open', type, 'own', n),
    },
  ]),
)

export const ringCases: readonly Case[] = [...go, ...own]
