// What several of the calls are given.

import { Keys } from '../../../src/subpath/all.js'
import type { TrustInput } from '../../../src/trust.js'

/** A function that is called with these options. */
export type Call = (options: never) => unknown

/** Functions with an object of options, and a member of it. */
export type Calls = readonly (readonly [name: string, call: Call, member: string])[]

export const bytes: Uint8Array<ArrayBuffer> = new Uint8Array(64)
export const signer: Keys.LocalKey<'Ed25519'> = Keys.generate('Ed25519')
export const agreement: Keys.LocalKey<'X25519'> = Keys.generate('X25519')
export const publicKey: Keys.PublicKey = signer.publicKey
export const trust: TrustInput = { key: publicKey }
export const text = '{}'
export const request: never = {} as never
export async function* stream(): AsyncGenerator<never> {}
export const did = 'did:web:agent.example'
