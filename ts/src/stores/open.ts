/**
 * Makes {@link Stores} of a {@link Backend}: checks what comes in, waits no longer than it may, and believes only answers
 * that make sense.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { print } from '../document.js'
import type { Use } from '../grant/types.js'
import { noRoom } from '../replay.js'
import { members } from '../shape.js'
import { maxSkew } from '../skew.js'
import { listOf, textOf, verdictOf, wholeOf } from './answers.js'
import type { Backend, Count, Counts, Marks, Revocations } from './backend.js'
import { full, maxSender, readName } from './bounds.js'
import { documentStore } from './documents.js'
import { Line } from './line.js'
import { logStore } from './log.js'
import type { Chosen } from './options.js'
import { senderRate } from './rates.js'
import { receiptStore } from './receipts.js'
import { ticketStore } from './tickets.js'
import type {
  Health,
  LogStores,
  RevocationStore,
  SharedReplayStore,
  SharedUseCounter,
  Stores,
} from './types.js'

/** The stores of a database. */
export function storesOn(backend: Backend, chosen: Chosen): Stores {
  const { timeout, waiting, limit, receipts } = chosen
  const line = new Line(timeout, waiting)
  return {
    ...logStoresOn(backend, line),
    replay: replayStore(line, backend.marks, chosen),
    uses: useCounter(line, backend.uses),
    rate: (terms) => senderRate(line, backend.rates, terms, limit),
    status: revocationStore(line, backend.revocations, limit),
    tickets: ticketStore(line, backend.tickets, limit),
    receipts: receiptStore(line, backend.receipts, receipts),
    documents: documentStore(line, backend.documents),
    // Longer than a decision may take: it waits for other instances that do the same.
    migrate: async () => void (await backend.migrate()),
    migrations: () => backend.migrations(),
    sweep: () => line.ask(() => backend.sweep(), wholeOf),
  }
}

/** What a place for logs has, as every database has it. */
export function logStoresOn(backend: Pick<Backend, 'tiles' | 'inspect'>, line: Line): LogStores {
  return {
    log: (origin) => logStore(line, backend.tiles, readName(origin, 'origin')),
    health: () => health(line, backend),
  }
}

function replayStore(line: Line, marks: Marks, { limit, share }: Chosen): SharedReplayStore {
  return {
    async checkAndMark(nonce, expires, sender = '') {
      const mark = check.text(nonce, 'nonce')
      const until = check.integer(expires, 'expires')
      const who = check.text(sender, 'sender')
      check.limit(who.length, maxSender, 'sender')
      const verdict = await line.ask(
        () => marks.mark(mark, until, who),
        verdictOf('new', 'known', 'full', 'crowded'),
      )
      if (verdict === 'full') throw noRoom(limit, 'the store')
      if (verdict === 'crowded') throw noRoom(share, 'the share of one sender')
      return verdict === 'new'
    },
  }
}

function useCounter(line: Line, counts: Counts): SharedUseCounter {
  return {
    async take(uses) {
      const wanted = check.list(uses, 'uses').map((use) => countOf(use as Use))
      const ids = new Set(wanted.map(({ id }) => id))
      // A grant that is there twice cannot be counted in one step.
      if (ids.size !== wanted.length) return false
      if (ids.size === 0) return true
      const verdict = await line.ask(() => counts.count(wanted), verdictOf('new', 'known', 'full'))
      return verdict === 'new'
    },
  }
}

/** A count is forgotten a day after its grant ended, when no allowed difference of the clocks makes it valid again. */
function countOf(use: Use): Count {
  const { id, limit, expires } = members(use, 'uses', ['id', 'limit', 'expires'])
  const end = expires === undefined ? Number.POSITIVE_INFINITY : check.integer(expires, 'expires')
  return {
    id: check.text(id, 'id'),
    most: check.integer(limit, 'limit'),
    until: Math.min(end + maxSkew, Number.MAX_SAFE_INTEGER),
  }
}

function revocationStore(line: Line, revocations: Revocations, limit: number): RevocationStore {
  return {
    find(ids) {
      const grants = check.list(ids, 'ids').map((id) => check.text(id, 'ids'))
      return line.ask(() => revocations.find([...new Set(grants)]), listOf(textOf))
    },
    async add(verified) {
      const { revocation } = members(verified, 'verified', ['revocation'])
      const text = print(revocation, 'revocation')
      const { grant, key, effective } = members(revocation, 'revocation', [
        'grant',
        'key',
        'effective',
      ])
      const stored = {
        grant: check.text(grant, 'grant'),
        signer: check.text(key, 'key'),
        effective: check.integer(effective, 'effective'),
        text,
      }
      const verdict = await line.ask(
        () => revocations.add(stored),
        verdictOf('new', 'known', 'full'),
      )
      if (verdict === 'full') throw full(limit)
    },
  }
}

async function health(line: Line, backend: Pick<Backend, 'inspect'>): Promise<Health> {
  const found = await line
    .ask(() => backend.inspect(), listOf(textOf))
    .catch((error: Error) => [error.message])
  const reasons = [...new Set([...found, ...line.reasons])]
  const { waiting, failures } = line
  return { healthy: reasons.length === 0, reasons, waiting, failures }
}
