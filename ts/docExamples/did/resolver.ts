import { Did } from 'countersign'

import { publicKey } from '../common.ts'
import { documentOf } from '../documents.ts'

export const did = Did.parse('did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
/** The application's own. */
export const registry = { load: async (name: string) => documentOf(name, publicKey) }
