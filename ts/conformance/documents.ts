/**
 * The public API for documents in the forms that vectors need: DIDs, JWS, cards, Data Integrity.
 *
 * @module
 */

import type { Api } from './case.js'
import { text } from './schema.js'
import { closing, multikeySecret, type PublicKey } from './subject.js'

type Row = Record<string, unknown>

export function didOf(api: Api, key: PublicKey): string {
  return api.Did.fromKey(key)
}

/** The document that follows from the DID alone; `derived` offers key agreement with a signing key too. */
export function documentOf(api: Api, did: string, derived: boolean): Row {
  return api.Did.document(did, { keyAgreement: derived }) as unknown as Row
}

/** Reads a document that was received for a DID. */
export function readDocument(api: Api, document: Row | string, did: string): void {
  api.Did.checkDocument(document, { did })
}

type Trust = Parameters<Api['Card']['verify']>[1]

/** A JWK set as trusted keys. */
export function keySetTrust(api: Api, jwks: string): Trust {
  const keys = api.Keys.publicKeysFromJwks(jwks)
  return { keys: keys.map(({ key, kid }) => ({ key, ...(kid !== undefined && { id: kid }) })) }
}

export function jwsVerify(api: Api, jws: string, jwks: Row, payload?: Uint8Array): Uint8Array {
  return api.Jws.verify(jws, { jwks }, { ...(payload && { payload }) }).payload
}

export function jwsVerifyHmac(api: Api, jws: string, jwks: Row, payload?: Uint8Array): Uint8Array {
  return api.JwsHmac.verify(jws, { jwks }, { ...(payload && { payload }) })
}

export function jwsSign(api: Api, jwk: Row, header: Row, payload: Uint8Array): string {
  return closing(api.Keys.signerFromJwk(jwk), (key) =>
    api.Jws.sign(payload, key, { header: header as never }),
  )
}

export function jwsSignHmac(api: Api, jwk: Row, header: Row, payload: Uint8Array): string {
  const secret = api.Encoding.base64url.decode(text(jwk, 'k'))
  return api.JwsHmac.sign(payload, secret, {
    algorithm: text(jwk, 'alg') as 'HS256',
    header: header as never,
    form: 'flattened',
  })
}

/** Verifies a Data Integrity document with one trusted key. */
export function verifyDocument(
  api: Api,
  document: string,
  key: { id: string; multikey: string },
): void {
  const trusted = {
    id: key.id,
    controller: key.id.split('#')[0],
    key: api.Keys.fromMultikey(key.multikey),
  }
  const now = new Date((JSON.parse(document) as { proof: { created?: string } }).proof.created ?? 0)
  api.DataIntegrity.verify(document, { keys: [trusted] } as never, { now })
}

/** Signs a document with the secret of a Multikey pair. */
export function signDocument(api: Api, document: string, proof: Row, secret: string): Row {
  return multikeySecret(api, secret, (key) =>
    api.DataIntegrity.sign(JSON.parse(document) as never, key, {
      verificationMethod: text(proof, 'verificationMethod'),
      purpose: text(proof, 'proofPurpose') as 'assertionMethod',
      created: new Date(text(proof, 'created')),
    }),
  ) as unknown as Row
}
