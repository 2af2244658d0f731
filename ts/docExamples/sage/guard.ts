import { Keys } from 'countersign'
import { Guard } from 'countersign/guard'
import * as Sage from 'countersign/sage'

export const signer = Keys.generate('Ed25519')
export const key = signer.publicKey
export const guard = Guard.create()
export const message: Sage.Guard.Message = {
  agentDid: 'did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  messageId: 'message-1',
  timestamp: new Date().toISOString(),
  nonce: 'nonce-1',
  body: 'hello',
}
export const signature = Sage.Guard.sign(message, signer)
