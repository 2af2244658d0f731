/**
 * PQClean's C, which the report of libp2p-identity-pqc names: `pqcrypto-dilithium` (a draft of Dilithium, not
 * FIPS 204) and `pqcrypto-mldsa`. Native alone, in the addon of the bench; without it there is no job.
 *
 * Their keys are drawn and their signatures hedged, so the rows agree on lengths, on what holds, and on what does not.
 *
 * @module
 */

import type { Addon } from '../../addon.js'
import type { Case, Job, Peered } from '../../case.js'
import { fresh } from '../../input.js'

/** Peers, and the scheme of each with the sizes of ML-DSA-87. */
const schemes = { 'pqcrypto-dilithium': 'dilithium5', 'pqcrypto-mldsa': 'ml-dsa-87' } as const

/** A key that is ready: its public half, and what signs and verifies with it. */
export type HeldKey = {
  publicKey: Uint8Array
  sign: (message: Uint8Array) => Uint8Array
  verify: (message: Uint8Array, signature: Uint8Array) => boolean
}

type Scheme = { generate: () => unknown; makeKey: () => HeldKey }

const size = 256

/** What each job agrees on, whichever package does it. */
function facts({ publicKey, sign, verify }: HeldKey): unknown {
  const message = fresh(size)().slice()
  const signature = sign(message)
  const other = message.map((byte) => byte ^ 1)
  return [publicKey.length, signature.length, verify(message, signature), verify(other, signature)]
}

/** The three jobs of a scheme. */
export const jobs: Readonly<Record<'generate' | 'sign' | 'verify', (scheme: Scheme) => Job>> = {
  generate: ({ generate, makeKey }) => ({ run: generate, agree: () => facts(makeKey()) }),
  sign({ makeKey }) {
    const [key, next] = [makeKey(), fresh(size)]
    return { run: () => key.sign(next()), agree: () => facts(key) }
  },
  verify({ makeKey }) {
    const [key, next] = [makeKey(), fresh(size)]
    const claims = Array.from({ length: 16 }, () => {
      const message = next().slice()
      return { message, signature: key.sign(message) }
    })
    let turn = 0
    const run = () => {
      const { message, signature } = claims[turn++ % claims.length] as (typeof claims)[0]
      return key.verify(message, signature)
    }
    return { run, agree: () => [...claims.map(run), facts(key)] }
  },
}

function schemeOf(addon: Addon, name: string): Scheme {
  return {
    generate: () => addon.benchPqcleanGenerate(name),
    makeKey() {
      const [publicKey, secret] = addon.benchPqcleanGenerate(name)
      return {
        publicKey,
        sign: (message) => addon.benchPqcleanSign(name, secret, message),
        verify: (message, signature) =>
          addon.benchPqcleanVerify(name, publicKey, message, signature),
      }
    },
  }
}

/** The addon, where somebody built it; what fails after that is a fault. */
async function built(): Promise<Addon | undefined> {
  try {
    return (await import('../../addon.js')).addon()
  } catch {
    return undefined
  }
}

/** The peers of a row. */
export function pqcleanPeers(what: keyof typeof jobs): NonNullable<Case['peers']> {
  const job = async (name: string): Promise<Peered> => {
    const loaded = await built()
    return loaded && jobs[what](schemeOf(loaded, name))
  }
  return Object.fromEntries(Object.entries(schemes).map(([peer, name]) => [peer, () => job(name)]))
}
