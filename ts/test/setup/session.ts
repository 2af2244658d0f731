// Two sides of a session that the tests of sessions share.

import { Session } from '../../src/subpath/all.js'
import { utf8 } from './help.js'

export { utf8 } from './help.js'

export const secret: Uint8Array<ArrayBuffer> = new Uint8Array(32).fill(7)
export const start: Date = new Date('2026-01-01T00:00:00Z')
export type Extra = Partial<Session.create.Options>
export const pair = (
  initiator: Extra = {},
  responder: Extra = initiator,
): {
  a: Session.Session
  b: Session.Session
} => {
  const common = { secret, context: utf8('test'), now: () => start }
  return {
    a: Session.create({ ...common, role: 'initiator', ...initiator }),
    b: Session.create({ ...common, role: 'responder', ...responder }),
  }
}
