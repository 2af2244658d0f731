import { Did, Keys } from 'countersign'
import { Grant } from 'countersign/grant'
import { Identity } from 'countersign/identity'

import { signer } from '../common.ts'

const did = Did.fromKey(signer.publicKey)
const child = Keys.generate('Ed25519')
const childDid = Did.fromKey(child.publicKey)
const expires = new Date(Date.now() + 3_600_000)
const freeze = { declarer: did, capabilities: ['deploy:production/**'], until: expires }
export const word = Identity.negative.declareAbstention(freeze, signer)
const life = {
  parent: did,
  child: childDid,
  childKey: child.publicKey,
  purpose: 'reads the docs',
  ceiling: ['read:docs/**'],
  expires,
  number: 0,
}
const spawn = Identity.spawn.issue(life, signer)
export const lineage = [{ spawn, acceptance: Identity.spawn.accept(spawn, child) }]
export const chain = [
  Grant.issue(
    {
      issuer: did,
      subject: childDid,
      subjectKey: child.publicKey,
      capabilities: ['read:docs/**'],
    },
    signer,
  ),
]
export const trust = { key: signer.publicKey }
