import { Keys } from 'countersign'
import { Identity } from 'countersign/identity'

export const did = 'did:web:parent.example'
export const childDid = 'did:web:child.example'
export const [parent, child] = [Keys.generate('Ed25519'), Keys.generate('Ed25519')]
const life = {
  parent: did,
  child: childDid,
  childKey: child.publicKey,
  purpose: 'reads the docs',
  ceiling: ['read:docs/**'],
  expires: new Date(Date.now() + 3_600_000),
  number: 0,
}
export const spawn = Identity.spawn.issue(life, parent)
export const lineage = [{ spawn, acceptance: Identity.spawn.accept(spawn, child) }]
export const trust = { key: parent.publicKey }
