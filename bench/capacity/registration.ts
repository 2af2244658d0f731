/**
 * A registration: two keys, a proof of possession of each, and a signed card.
 *
 * | Step of the server | Refused as |
 * | --- | --- |
 * | the body is JSON of this shape, with a key of Ed25519 and one of secp256k1 | `ERR_REQUEST`, or a code of JSON or keys |
 * | the DID is that of the first key | `ERR_POP_DID` |
 * | each proof answers the challenge that the server made | a code of `Pop` |
 * | the card is signed by the first key | a code of `Card` |
 *
 * Whether the challenge is the server's own and unused is decided before, in `server.ts`.
 *
 * @module
 */

import type { Api } from '../case.js'
import { now } from '../clock.js'
import { card } from '../input.js'

/** The body of a request. */
export type Registration = {
  did: string
  /** Multikeys: Ed25519, which signs the card, and secp256k1. */
  keys: [string, string]
  /** In the order of the keys. */
  proofs: [object, object]
  /** The signed card as text: what is verified is what was signed. */
  card: string
}

/** What is stored of an agent. */
export type Agent = { did: string; keys: readonly string[]; card: string }

/** Nanoseconds that each verification of one registration took. */
export type Spent = { ed25519: number; secp256k1: number; card: number }

/** What became of a registration. */
export type Verdict = ({ ok: true; agent: Agent } & { spent: Spent }) | { ok: false; code: string }

/** Makes a registration of a fresh agent that answers `challenge`. */
export function register(api: Api, challenge: object): Registration {
  const signers = [api.Keys.generate('Ed25519'), api.Keys.generate('secp256k1')] as const
  try {
    const [main] = signers
    const did = api.Did.fromKey(main.publicKey)
    // A DID that is a key is proven by that key alone, so the second key answers as itself.
    const proofs = signers.map((signer) =>
      api.Pop.prove(challenge, signer, { did: api.Did.fromKey(signer.publicKey) }),
    )
    const signed = api.Card.sign(card, main, { kid: api.Did.keyId(main.publicKey) })
    return {
      did,
      keys: signers.map(({ publicKey }) => api.Keys.toMultikey(publicKey)) as [string, string],
      proofs: proofs as [object, object],
      card: JSON.stringify(signed),
    }
  } finally {
    for (const signer of signers) signer.close()
  }
}

/** Verifies the body of a request that answers `challenge`. Never throws. */
export function verify(api: Api, body: Uint8Array, challenge: string): Verdict {
  try {
    return verified(api, parse(body), challenge)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'ERR_REQUEST'
    return { ok: false, code }
  }
}

function verified(api: Api, registration: Registration, challenge: string): Verdict {
  const { did, proofs, card } = registration
  const [main, second] = registration.keys.map((key) => api.Keys.fromMultikey(key))
  if (main?.type !== 'Ed25519' || second?.type !== 'secp256k1')
    return { ok: false, code: 'ERR_REQUEST' }
  if (api.Did.fromKey(main) !== did) return { ok: false, code: 'ERR_POP_DID' }
  const keys = [{ id: api.Did.keyId(main), key: main }]
  const itself = api.Did.fromKey(second)
  const spent = {
    ed25519: took(() => api.Pop.verify(proofs[0], { key: main }, { did, challenge })),
    secp256k1: took(() => api.Pop.verify(proofs[1], { key: second }, { did: itself, challenge })),
    card: took(() => api.Card.verify(card, { keys })),
  }
  return { ok: true, agent: { did, keys: registration.keys, card }, spent }
}

/** Nanoseconds of `act`, which throws where it refuses. */
function took(act: () => unknown): number {
  const start = now()
  act()
  return now() - start
}

function parse(body: Uint8Array): Registration {
  const value: Partial<Registration> | null = JSON.parse(
    new TextDecoder('utf-8', { fatal: true }).decode(body),
  )
  const texts = [value?.did, value?.card, ...list(value?.keys)]
  if (texts.length !== 4 || texts.some((text) => typeof text !== 'string'))
    throw new TypeError('not a registration')
  if (list(value?.proofs).length !== 2) throw new TypeError('not a registration')
  return value as Registration
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
