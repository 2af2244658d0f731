/**
 * Our own proof of possession: the proof comes out again byte for byte, its statement is what was
 * signed, and it verifies; under another challenge or key it does not.
 *
 * @module
 */

import { type Api, type Case, gives, isRecord, judge, same } from '../case.js'
import { has, hex, isTable, list, object, type Schema, text } from '../schema.js'
import { closing, type PublicKey } from '../subject.js'
import type { Row } from './wycheproof.js'

type Signer = ReturnType<typeof import('countersign').Keys.fromSecret<'Ed25519'>>

export const ownPop: Schema = {
  name: 'proof of possession',
  matches: ({ json }) =>
    isRecord(json) && isTable(json['cases'], 'challenge', 'proof', 'statement', 'signerSecret'),
  *cases({ json }): Iterable<Case> {
    for (const row of list(json as Row, 'cases')) {
      const proof = object(row, 'proof')
      const name = `${text(proof, 'type')} ${text(proof, 'algorithm')}`
      yield { name: `${name} prove`, run: (api) => same(prove(api, row), proof, 'proof') }
      yield { name: `${name} verify`, run: (api) => judge(verifies(api, row, {}), 'accept') }
      yield { name: `${name} statement`, run: (api) => signedStatement(api, row) }
      yield { name: `${name} refuse`, run: (api) => refuses(api, row) }
    }
  },
  expectations: ['signature', 'statement', 'mac'],
}

function now(row: Row): Date {
  return new Date(Number(object(row, 'proof')['issued']) * 1000)
}

function withSigner<R>(api: Api, row: Row, use: (signer: Signer) => R): R {
  const { type } = api.Keys.fromMultikey(text(row, 'signerKey'))
  const algorithm = text(object(row, 'proof'), 'algorithm') as 'ed25519'
  const secret = hex(row['signerSecret'])
  return closing(api.Keys.fromSecret(type as 'Ed25519', secret, { algorithm }), use)
}

function prove(api: Api, row: Row): object {
  const did = text(object(row, 'proof'), 'did')
  const [challenge, options] = [object(row, 'challenge'), { did, now: now(row) }]
  return withSigner(api, row, (identity) => {
    if (!has(row, 'agreementSecret')) return api.Pop.prove(challenge, identity, options)
    const agreement = api.Keys.fromSecret('X25519', hex(row['agreementSecret']))
    return closing(agreement, () =>
      api.Pop.proveAgreement(challenge, agreement, { ...options, identity }),
    )
  })
}

type Change = { readonly did?: string; readonly challenge?: Row; readonly key?: PublicKey }

function verifies(api: Api, row: Row, change: Change): boolean {
  const proof = object(row, 'proof')
  const key = change.key ?? api.Keys.fromMultikey(text(proof, 'key'))
  const options = {
    did: change.did ?? text(proof, 'did'),
    challenge: change.challenge ?? object(row, 'challenge'),
    now: now(row),
  }
  if (!has(row, 'ephemeralSecret')) return gives(() => api.Pop.verify(proof, { key }, options))
  const identity = api.Keys.fromMultikey(text(proof, 'identityKey'))
  const trust = { keys: [{ key }, { key: identity }] }
  const ephemeral = api.Keys.fromSecret('X25519', hex(row['ephemeralSecret']))
  return closing(ephemeral, () =>
    gives(() => api.Pop.verifyAgreement(proof, trust, { ...options, ephemeral })),
  )
}

/** The statement is the message of the signature. */
function signedStatement(api: Api, row: Row): void {
  const proof = object(row, 'proof')
  const isValid = api.Keys.verify({
    publicKey: api.Keys.fromMultikey(text(row, 'signerKey')),
    algorithm: text(proof, 'algorithm') as 'ed25519',
    message: hex(row['statement']),
    signature: api.Encoding.base64url.decode(text(proof, 'signature')),
  })
  judge(isValid, 'accept', 'signature over the statement')
}

function refuses(api: Api, row: Row): void {
  const audience = { ...object(row, 'challenge'), audience: 'https://elsewhere.example' }
  judge(verifies(api, row, { did: 'did:web:other.example' }), 'reject', 'another DID')
  judge(verifies(api, row, { challenge: audience }), 'reject', 'another audience')
  const key = closing(api.Keys.generate('Ed25519'), (other) => other.publicKey)
  judge(verifies(api, row, { key }), 'reject', 'another key')
}
