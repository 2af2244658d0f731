// People, agents and a chain of grants that the tests of grants share.

import { expect } from 'vitest'
import { Did, Grant, Keys } from '../../src/subpath/all.js'

export { refusal as code, utf8 } from './help.js'

export const failed = (code: string): object => expect.objectContaining({ state: 'failed', code })
export const now: Date = new Date(1_760_000_000_000)
export const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)
export const audience = 'https://api.example'
export const nonce: Uint8Array<ArrayBuffer> = new Uint8Array(16).fill(7)
export const signer = (fill: number): Keys.LocalSigner =>
  Keys.fromSecret('Ed25519', new Uint8Array(32).fill(fill))
export const human: Keys.LocalSigner = signer(1)
export const agent: Keys.LocalSigner = signer(2)
export const helper: Keys.LocalSigner = signer(3)
export const stranger: Keys.LocalSigner = signer(4)
export const didOf = (signer: Keys.LocalSigner): Did.Did => Did.fromKey(signer.publicKey)
export const to = (
  signer: Keys.LocalSigner,
): {
  subject: Did.Did
  subjectKey: Keys.PublicKey
} => ({
  subject: didOf(signer),
  subjectKey: signer.publicKey,
})
export const trust: {
  key: Keys.PublicKey
} = { key: human.publicKey }
export const policy: {
  now: Date
  revocations: never[]
} = { now, revocations: [] }
export const root = (constraints: Grant.NewConstraints = {}): Grant.Grant =>
  Grant.issue(
    {
      issuer: didOf(human),
      ...to(agent),
      capabilities: ['read:docs/**'],
      constraints,
      delegation: 2,
    },
    human,
    { now },
  )
export const chainOf = (constraints: Grant.NewConstraints = {}): Grant.Grant[] => {
  const first = root(constraints)
  const part = { ...to(helper), capabilities: ['read:docs/a/*'] }
  const link = Grant.delegate([first], agent, { ...part, now })
  return [first, link]
}
