import { Receipt } from 'countersign'

import { signer } from '../common.ts'
import { receipts } from '../receipt.ts'

export const store = Receipt.log.memoryTileStore()
export const log = await Receipt.log.open({ store })
await log.append(...receipts)
export const origin = 'log.example/agents'
export const note = await log.checkpoint(signer, { origin })
export const key = signer.publicKey
export const tree = log.tree()
export const proof = await log.inclusion(0)
await log.flush()
