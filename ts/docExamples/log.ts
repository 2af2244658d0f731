import { Log } from 'countersign/log'
import { signer } from './common.ts'
import { previous, receipt } from './receipt.ts'

export { receipt }
export const store = Log.memoryTileStore()
export const log = await Log.create({ store })
await log.append(receipt)
export const older = log.tree()
await log.append(previous)
export const origin = 'log.example/agents'
export const note = await log.checkpoint(signer, { origin })
export const key = signer.publicKey
export const tree = log.tree()
export const proof = await log.inclusion(0)
await log.flush()
