/**
 * Our own sessions: every message of a conversation, sealed and opened again; and tickets with the
 * messages that resume them, as far as random bytes allow.
 *
 * @module
 */

import { type Api, type Case, isRecord, Mismatch, same } from '../case.js'
import { hex, isTable, list, type Schema, text } from '../schema.js'
import type { Row } from './wycheproof.js'

export const ownSession: Schema = {
  name: 'own sessions',
  matches: ({ json }) =>
    isRecord(json) && isTable(json['sessions'], 'secret', 'context', 'padding', 'messages'),
  *cases({ json }): Iterable<Case> {
    for (const session of list(json as Row, 'sessions'))
      yield { name: text(session, 'id'), run: (api) => judge(api, session) }
  },
  expectations: ['id', 'message', 'plaintext'],
}

function judge(api: Api, row: Row): void {
  const common = {
    secret: hex(row['secret']),
    context: hex(row['context']),
    padding: Number(row['padding']),
  }
  const initiator = api.Session.create({ ...common, role: 'initiator' })
  const responder = api.Session.create({ ...common, role: 'responder' })
  try {
    same(initiator.id, text(row, 'id'), 'id')
    for (const message of list(row, 'messages')) {
      const first = text(message, 'from') === 'initiator'
      exchange(first ? [initiator, responder] : [responder, initiator], message)
    }
  } finally {
    initiator.close()
    responder.close()
  }
}

type Session = ReturnType<Api['Session']['create']>

function exchange([from, to]: [Session, Session], row: Row): void {
  const [message, plaintext] = [hex(row['message']), hex(row['plaintext'])]
  const associated = { associatedData: hex(row['associatedData']) }
  // The epoch stands in the header: a new one says that the sender took a new key.
  const epoch = Buffer.from(message).readUInt32BE(2)
  if (from.status().sent.epoch < epoch) from.rekey()
  same(from.seal(plaintext, associated), message, 'message')
  same(to.open(message, associated), plaintext, 'plaintext')
}

export const ownResumption: Schema = {
  name: 'own resumptions',
  matches: ({ json }) =>
    isRecord(json) && isTable(json['resumptions'], 'key', 'initiatorTicket', 'hello', 'answer'),
  *cases({ json }): Iterable<Case> {
    for (const row of list(json as Row, 'resumptions')) {
      yield { name: `${text(row, 'oldId')} start`, run: (api) => starts(api, row) }
      yield { name: `${text(row, 'oldId')} answer`, run: (api) => answers(api, row) }
    }
  },
  expectations: ['initiatorTicket', 'responderTicket', 'hello', 'oldId', 'note'],
}

function optionsOf(api: Api, row: Row) {
  const now = () => new Date(Number(row['now']) * 1000)
  const replay = api.memoryReplayStore({ now })
  return { key: api.Session.ticketKey({ key: hex(row['key']) }), replay, now }
}

/** All but the random bytes and the tag is in the vector. */
async function starts(api: Api, row: Row): Promise<void> {
  const resumption = await accepted(
    api.Session.resume(hex(row['initiatorTicket']), optionsOf(api, row)),
  )
  same(resumption.note, hex(row['note']), 'note')
  same(resumption.message.slice(0, 15), hex(row['hello']).slice(0, 15), 'hello')
  resumption.close()
}

async function answers(api: Api, row: Row): Promise<void> {
  const hello = hex(row['hello'])
  same(api.Session.readResumedId(hello), text(row, 'oldId'), 'id')
  const { session, answer } = await accepted(
    api.Session.answerResumption(hello, hex(row['responderTicket']), optionsOf(api, row)),
  )
  session.close()
  same(answer.slice(0, 15), hex(row['answer']).slice(0, 15), 'answer')
}

/** A refusal is a verdict; any other error is a failure of the case by itself. */
async function accepted<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (error) {
    const code = (error as { code?: unknown }).code
    if (typeof code === 'string') throw new Mismatch(`refused with ${code}`)
    throw error
  }
}
