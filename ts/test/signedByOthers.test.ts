// Documents that wait in the engine for the signature of an external signer: what it answers is verified, always.

import { describe, expect, test } from 'vitest'
import { liveHandles } from '../src/handle.js'
import type { Signer } from '../src/signing.js'
import { Aid, Grant, HttpSig, Identity, Jws, Keys, Pop, Receipt, Sage } from '../src/subpath/all.js'
import { refusal } from './setup/help.js'

const secret = (fill: number) => new Uint8Array(32).fill(fill)
const own = Keys.fromSecret('Ed25519', secret(1))
const other = Keys.fromSecret('Ed25519', secret(2))
const ephemeral = Keys.fromSecret('X25519', secret(3))
const agreement = Keys.fromSecret('X25519', secret(4))
const { publicKey, algorithm } = own

const now = new Date(1_760_000_000_000)
const nonce = new Uint8Array(16).fill(7)
const did = 'did:web:agent.example'
const audience = 'https://registry.example'
const challenge = Pop.challenge({ audience, nonce, now, ephemeral: ephemeral.publicKey })
const subject = { subject: 'did:web:b.example', subjectKey: other.publicKey }
const terms = { issuer: did, ...subject, capabilities: ['read:docs'], delegation: 1 }
const root = Grant.issue(
  { ...terms, subject: did, subjectKey: publicKey, issuer: 'did:web:a.example' },
  other,
  { now, nonce },
)
const request = {
  kind: 'request',
  method: 'POST',
  url: 'https://agent.example/',
  headers: [],
  body: nonce,
} as const
const place = { actor: did, keyId: `${did}#key-1`, now }
const rotation = { nextKeyId: `${did}#key-2` }
const histories = [own, other].map((key) => Identity.start(key, { now }))
const later = { now: new Date(now.getTime() + 1000) }
const documentOf = (key: typeof own) => Aid.Identity.issueDocument({ created_at: 5n }, key)
const step = { reason: 'Scheduled', rotatedAt: 6n } as const
const stored = { type: 'Ed25519', data: publicKey.bytes } as const

/** Every document that waits, and the error for another key than the one that it names, if it names one. */
const documents: readonly [string, (signer: Signer) => unknown, named?: string][] = [
  ['Receipt.issue', (by) => Receipt.issue({ action: 'a', content: 1 }, by, { now })],
  ['Jws.sign', (by) => Jws.sign(nonce, by)],
  ['HttpSig.sign', (by) => HttpSig.sign(request, by, { created: now, nonce: 'n' })],
  ['Pop.prove', (by) => Pop.prove(challenge, by, { did, now }), 'ERR_POP_INVALID'],
  [
    'Pop.proveAgreement',
    (by) => Pop.proveAgreement(challenge, agreement, { did, now, identity: by }),
    'ERR_POP_INVALID',
  ],
  ['Sage.Pop.prove', (by) => Sage.Pop.prove(stored, by, { did }), 'ERR_POP_INVALID'],
  ['Grant.issue', (by) => Grant.issue(terms, by, { now, nonce }), 'ERR_GRANT_SIGNATURE'],
  [
    'Grant.delegate',
    (by) => Grant.delegate([root], by, { ...subject, capabilities: ['read:docs'], now, nonce }),
    'ERR_GRANT_SIGNATURE',
  ],
  ['Grant.acknowledge', (by) => Grant.acknowledge(root, by, { now }), 'ERR_GRANT_SIGNATURE'],
  [
    'Grant.present',
    (by) => Grant.present([root], by, { audience, nonce, now }),
    'ERR_GRANT_SIGNATURE',
  ],
  // Two keys sign: `by` is the first or the second of them.
  [
    'Receipt.rotate, by the new key',
    (by) => Receipt.rotate(rotation, other, by, place),
    'ERR_RECEIPT_ROTATION',
  ],
  ['Receipt.rotate, by the old key', (by) => Receipt.rotate(rotation, by, other, place)],
  [
    'Identity.rotate, by the old key',
    (by) => Identity.rotate(histories[0] as string, by, other, later),
    'ERR_HISTORY_SIGNATURE',
  ],
  [
    'Identity.rotate, by the new key',
    (by) => Identity.rotate(histories[1] as string, other, by, later),
    'ERR_HISTORY_SIGNATURE',
  ],
  [
    'Aid.Identity.rotate, by the old key',
    (by) => Aid.Identity.rotate(documentOf(own), by, other, step),
    'ERR_AID_SIGNATURE',
  ],
  [
    'Aid.Identity.rotate, by the new key',
    (by) => Aid.Identity.rotate(documentOf(other), other, by, step),
    'ERR_AID_SIGNATURE',
  ],
]

const answers: readonly [string, (message: Uint8Array) => unknown, code: string][] = [
  ['a signature of another key', (message) => other.sign(message), 'ERR_SIGNER_INVALID'],
  ['a signature of another message', () => own.sign(nonce), 'ERR_SIGNER_INVALID'],
  ['a signature of what it changed', (message) => own.sign(message.fill(0)), 'ERR_SIGNER_INVALID'],
  ['nothing', () => new Uint8Array(), 'ERR_SIGNER_INVALID'],
  ['text', () => 'a'.repeat(64), 'ERR_ARGUMENT'],
]

describe.each(documents)('%s', (_, make, named) => {
  test('is the same by a local and by an external signer', async () => {
    const before = liveHandles()
    const external = { publicKey, algorithm, sign: (message: Uint8Array) => own.sign(message) }
    expect(await make(external)).toEqual(make(own))
    expect(liveHandles()).toBe(before)
  })

  test.each(answers)('refuses %s', async (_, sign, code) => {
    const before = liveHandles()
    const liar = { publicKey, algorithm, sign } as Signer
    await expect(Promise.resolve(make(liar))).rejects.toThrowError(refusal(code))
    expect(liveHandles()).toBe(before)
  })

  test.runIf(named)('refuses a signer that turns into another', async () => {
    const keys = [publicKey, other.publicKey]
    const shifty = {
      get publicKey() {
        return keys.shift() ?? other.publicKey
      },
      algorithm,
      sign: (message: Uint8Array) => other.sign(message),
    }
    await expect(Promise.resolve(make(shifty))).rejects.toThrowError(refusal(named as string))
  })
})
