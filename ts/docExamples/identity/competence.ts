// Ten attempts of an agent, each of which a reviewer found to have succeeded.

import { Keys, Receipt } from 'countersign'
import { Identity } from 'countersign/identity'

export const [signer, reviewer] = [Keys.generate('Ed25519'), Keys.generate('Ed25519')]
export const trust = { keys: [{ key: signer.publicKey }, { key: reviewer.publicKey }] }
export const work = Receipt.contentHash({ build: 10 })
const { attempt, validate } = Identity.competence
const staging = { domain: 'deploy:web/staging', outcome: 'success' } as const

export const receipts: Receipt.Receipt[] = []
export const validations: Receipt.Receipt[] = []
for (let count = 0; count < 10; count += 1) {
  const [last, judged] = [receipts.at(-1), validations.at(-1)]
  const receipt = attempt(
    { ...staging, work: Receipt.contentHash({ build: count }) },
    signer,
    last && { previous: last },
  )
  const judgement = { outcome: 'success', ...(judged && { previous: judged }) } as const
  receipts.push(receipt)
  validations.push(validate(receipt, reviewer, trust, judgement))
}
export const receipt = receipts[0] as Receipt.Receipt
export const previous = receipts.at(-1) as Receipt.Receipt
