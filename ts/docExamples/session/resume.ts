// A session that both sides put away; `message` is what the other side says to take it up again.

import { memoryReplayStore } from 'countersign'
import { Session } from 'countersign/session'

const secret = new Uint8Array(32).fill(1)
const [a, b] = [new Uint8Array(32).fill(2), new Uint8Array(32).fill(3)]
const end = (role: Session.Role, ours: Uint8Array, theirs: Uint8Array) =>
  Session.create({ secret, role, fresh: { ours, theirs } })
const [here, there] = [end('initiator', a, b), end('responder', b, a)]
export const key = Session.ticketKey()
export const replay = memoryReplayStore()
export const ticket = here.export({ key })

const theirKey = Session.ticketKey()
const theirTicket = there.export({ key: theirKey })
const theirReplay = memoryReplayStore()

/** Gives the other side our message, and us its answer. */
export async function send(message: Uint8Array): Promise<Uint8Array> {
  const options = { key: theirKey, replay: theirReplay }
  return (await Session.answerResumption(message, theirTicket, options)).answer
}

/** The other side of another session takes it up again. */
const [mine, its] = [end('responder', a, b), end('initiator', b, a)]
export const tickets = new Map([[mine.id, mine.export({ key })]])
const itsTicket = its.export({ key: theirKey })
export const { message } = await Session.resume(itsTicket, { key: theirKey, replay: theirReplay })
