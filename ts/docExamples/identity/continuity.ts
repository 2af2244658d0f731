// An agent's heartbeats; a notary signs that it saw each.

import { Keys, Receipt } from 'countersign'
import { Identity } from 'countersign/identity'

export const signer = Keys.generate('Ed25519')
const notary = Keys.generate('Ed25519')
export const trust = { keys: [{ key: signer.publicKey }, { key: notary.publicKey }] }
const seen = (receipt: Receipt.Receipt) => Receipt.countersign(receipt, notary, trust)

const first = seen(Identity.continuity.heartbeat({}, signer))
export const witnessed = seen(
  Identity.continuity.heartbeat({ acknowledges: [first] }, signer, { previous: first }),
)
export const previous = witnessed
export const receipts = [first, witnessed]
async function* oneByOne() {
  yield* receipts
}
export const stream = oneByOne()
