/**
 * Our own sessions: every message of a conversation, sealed and opened again.
 *
 * @module
 */

import { type Api, type Case, isRecord, same } from '../case.js'
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
  const associated = hex(row['associatedData'])
  // The epoch stands in the header: a new one says that the sender took a new key.
  const epoch = Buffer.from(message).readUInt32BE(2)
  if (from.status().sent.epoch < epoch) from.rekey()
  same(from.seal(plaintext, associated), message, 'message')
  same(to.open(message, associated), plaintext, 'plaintext')
}
