import { Encoding, Keys } from 'countersign'
import * as Sage from 'countersign/sage'

export const did = 'did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
export const signer = Keys.generate('Ed25519')
export const { publicKey } = signer
const stored = Sage.Metadata.agentKey(signer.publicKey)
/** The key as the registry stores it. */
export const data = Encoding.base64.decode(stored.key_data)
export const proof = Sage.Pop.prove({ type: 'Ed25519', data }, signer, { did })
export const metadata = { did, keys: [{ ...stored, signature: Encoding.base64.encode(proof) }] }
