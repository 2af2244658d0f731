import { Did } from 'countersign'

import { didDocument } from './common.ts'

export const document = didDocument
export const long = Did.peerFromDocument({
  '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
  verificationMethod: [
    {
      id: '#key-1',
      type: 'Multikey',
      publicKeyMultibase: 'z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw',
    },
  ],
  authentication: ['#key-1'],
})
