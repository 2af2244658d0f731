// A socket with a peer behind it, which agreed on the secret too.

import assert from 'node:assert/strict'
import { Session } from 'countersign/session'

import { utf8 } from './common.ts'

export const secret = crypto.getRandomValues(new Uint8Array(32))
const fresh = crypto.getRandomValues(new Uint8Array(32))
let peer: Session.Session | undefined

/** What the peer says first. */
export const received = async (): Promise<Uint8Array> => fresh

/** The peer takes our random bytes, and then opens each message. */
export const socket = {
  send(message: Uint8Array): void {
    if (peer) assert.deepEqual(peer.open(message), utf8('hello'))
    peer ??= Session.create({
      secret,
      role: 'responder',
      context: utf8('orders 2026'),
      fresh: { ours: fresh, theirs: message },
    })
  },
}
