// DID documents, as a resolver would give them.

import { type Did, Keys } from 'countersign'

/** The document of `did`, which signs with `key`, and agrees with `agreement` where there is one. */
export function documentOf(
  did: string,
  key: Keys.PublicKey,
  agreement?: Keys.PublicKey,
): Did.DidDocument {
  const method = (id: string, publicKey: Keys.PublicKey) => ({
    id: `${did}#${id}`,
    type: 'Multikey',
    controller: did,
    publicKeyMultibase: Keys.toMultikey(publicKey),
  })
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: [method('key-1', key), ...(agreement ? [method('key-2', agreement)] : [])],
    authentication: [`${did}#key-1`],
    assertionMethod: [`${did}#key-1`],
    ...(agreement && { keyAgreement: [`${did}#key-2`] }),
  }
}
