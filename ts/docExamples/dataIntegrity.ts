import { DataIntegrity } from 'countersign/data-integrity'
import { signer } from './common.ts'
import { documentOf } from './documents.ts'

export const document = { '@context': ['https://www.w3.org/ns/credentials/v2'], name: 'Ledger' }
export const didDocument = documentOf('did:web:agent.example', signer.publicKey)
export const text = JSON.stringify(
  DataIntegrity.sign(document, signer, { verificationMethod: 'did:web:agent.example#key-1' }),
)
