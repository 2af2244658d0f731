// DID documents of agents, as others resolve them.

import { Keys } from '../../src/subpath/all.js'

export type HasKey = { readonly publicKey: Keys.PublicKey }

/** The document of an agent that signs with one key and agrees with the other. */
export function documentOf(did: string, signer: HasKey, agreement: HasKey): object {
  const method = (id: string, { publicKey }: HasKey) => ({
    id: `${did}#${id}`,
    type: 'Multikey',
    controller: did,
    publicKeyMultibase: Keys.toMultikey(publicKey),
  })
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: [method('auth', signer), method('agree', agreement)],
    authentication: [`${did}#auth`],
    keyAgreement: [`${did}#agree`],
  }
}
