import { Keys } from 'countersign'
import * as Sage from 'countersign/sage'

/** What a registry of SAGE holds of an agent. */
export const signer = Keys.generate('Ed25519')
export const metadata: Sage.Metadata.V4 = {
  did: 'did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  name: 'Ledger',
  description: 'Keeps the books of a small shop',
  endpoint: 'https://agent.example/a2a',
  capabilities: null,
  owner: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  is_active: true,
  created_at: '2025-10-19T13:00:00Z',
  updated_at: '2025-10-19T13:00:00Z',
  keys: [{ ...Sage.Metadata.agentKey(signer.publicKey), verified: true }],
  public_kem_key: null,
}
export const card = Sage.Card.generate(metadata)
export const sageCard = Sage.Card.sign(card, signer)
export const bytes = new TextEncoder().encode(JSON.stringify(sageCard))
