import { Keys } from 'countersign'
import * as Sage from 'countersign/sage'

export const signer = Keys.generate('Ed25519')
const profile: Sage.Metadata.Profile = {
  did: 'did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  name: 'Ledger',
  description: 'Keeps the books of a small shop',
  endpoint: 'https://agent.example/a2a',
  capabilities: null,
  owner: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  is_active: true,
  created_at: '2025-10-19T13:00:00Z',
  updated_at: '2025-10-19T13:00:00Z',
}
export const v4: Sage.Metadata.V4 = {
  ...profile,
  keys: [
    { ...Sage.Metadata.agentKey(signer.publicKey), verified: true },
    Sage.Metadata.agentKey(Keys.generate('secp256k1').publicKey),
  ],
  public_kem_key: null,
}
export const v1 = JSON.stringify(Sage.Metadata.toV1(v4, { allowLoss: true }).metadata)
