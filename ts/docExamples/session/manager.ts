import { Session } from 'countersign/session'

const secret = new Uint8Array(32).fill(1)
const fresh = { ours: new Uint8Array(32).fill(2), theirs: new Uint8Array(32).fill(3) }
export const session = Session.create({ secret, role: 'initiator', fresh })
const other = Session.create({
  secret,
  role: 'responder',
  fresh: { ours: fresh.theirs, theirs: fresh.ours },
})
export const message = other.seal(new TextEncoder().encode('hello'))
