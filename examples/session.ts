// Run: node examples/session.ts, with Node 24 or newer after `npm start`
// Two agents that share a secret: thousands of messages, new keys on the way, nothing accepted twice.

import assert from 'node:assert/strict'
import { isCountersignError, memoryReplayStore } from 'countersign'
import { Session } from 'countersign/session'

const utf8 = (text: string) => new TextEncoder().encode(text)
const refused = (code: Parameters<typeof isCountersignError>[1]) => (error: unknown) =>
  isCountersignError(error, code)

// A handshake gives each side such a session; a key that both were given does too.
const secret = crypto.getRandomValues(new Uint8Array(32))
const context = utf8('orders between a.example and b.example')
const a = Session.create({ secret, context, role: 'initiator', rekeyMessages: 1000 })
const b = Session.create({ secret, context, role: 'responder', rekeyMessages: 1000 })
console.log('session      ', a.id)

// One call for one message, or for many.
for (let number = 0; number < 2500; number += 1) {
  const order = utf8(`order ${number}`)
  assert.deepEqual(b.open(a.seal(order)), order)
}
const receipts = Array.from({ length: 500 }, (_, number) => utf8(`receipt ${number}`))
const opened = a.openBatch(b.sealBatch(receipts))
assert(opened.every(({ state }) => state === 'ok'))
const { sent, received } = a.status()
console.log('sent         ', sent)
console.log('received     ', received)
assert.equal(sent.epoch, 2)

// A message opens once, on the right side, unchanged, and with the data that it was sealed with.
const invoice = { associatedData: utf8('invoice 7') }
const another = { associatedData: utf8('invoice 8') }
const payment = a.seal(utf8('pay 100'), invoice)
assert.throws(() => b.open(payment, another), refused('ERR_SESSION_OPEN'))
assert.throws(() => a.open(payment, invoice), refused('ERR_SESSION_OPEN'))
const changed = payment.map((byte, index) => (index === 20 ? byte ^ 1 : byte))
assert.throws(() => b.open(changed, invoice), refused('ERR_SESSION_OPEN'))
b.open(payment, invoice)
assert.throws(() => b.open(payment, invoice), refused('ERR_SESSION_REPLAYED'))
console.log('replayed      refused')

// Late messages are taken within a window; over an ordered transport, ask for strict order instead.
const [first, second] = [a.seal(utf8('first')), a.seal(utf8('second'))]
b.open(second)
b.open(first)

// Put away on both sides, and taken up again under keys that both sides made anew.
const [keyOfA, keyOfB] = [Session.ticketKey(), Session.ticketKey()]
const ticketOfA = a.export({ key: keyOfA, note: utf8('did:web:b.example') })
const ticketOfB = b.export({ key: keyOfB })
assert.throws(() => a.seal(utf8('too late')), refused('ERR_HANDLE_CLOSED'))
const replay = memoryReplayStore()
const resumption = await Session.resume(ticketOfA, { key: keyOfA, replay })
const resumed = await Session.answerResumption(resumption.message, ticketOfB, {
  key: keyOfB,
  replay,
})
using again = resumption.finish(resumed.answer)
using other = resumed.session
assert.deepEqual(other.open(again.seal(utf8('here again'))), utf8('here again'))
await assert.rejects(Session.resume(ticketOfA, { key: keyOfA, replay }), refused('ERR_REPLAY'))
console.log('resumed      ', again.id)
