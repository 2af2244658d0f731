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
/** The first entry of `rust/vectors/did/did-plc/nullification_at_72h.json`. */
export const auditLog = [
  {
    did: 'did:plc:huyin2bxfj3bpg3gjq64nazd',
    operation: {
      sig: 'SMt9lbnrIZphaVysWweU24bobCCZQmROnpSE4_9ZcUZda05TW9kR3povEIWL76_5l28LPphh9zOBnzuT6CsfJA',
      prev: null,
      type: 'plc_operation',
      services: {},
      alsoKnownAs: ['at://op0'],
      rotationKeys: [
        'did:key:zQ3shbhi3Ecu99Fo6apTVVAzV15RExDaDgoY3mTuQXQsCPGky',
        'did:key:zQ3shdDRwdy9yjepHMnhAmHXZ1sNHikyRUNbJBFmJdEHBSkm1',
      ],
      verificationMethods: {},
    },
    cid: 'bafyreib5gcdoqnzkoylzwzsmhxdigizzl7nlwoe2fujd6aqkgn4yn5juee',
    nullified: false,
    createdAt: '2025-07-25T14:40:41.627Z',
  },
]
