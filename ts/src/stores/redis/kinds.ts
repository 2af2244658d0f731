/**
 * Each kind of store in Redis: which keys a decision has, and what its script is told.
 *
 * Counts of all grants are in one slot, and so are all revocations, since a chain has several grants, and its decision is
 * one. All documents are too, so that their number has a bound. All else has a slot of its own for each mark, sender,
 * ticket, chain and tile. A mark is two decisions: its sender gets a place, and then it is made.
 *
 * @internal
 * @module
 */

import { CountersignError } from '../../errors.js'
import type {
  Chains,
  Counts,
  Documents,
  Marks,
  Rates,
  Revocations,
  Tickets,
  Tiles,
} from '../backend.js'
import type { Ask } from './client.js'
import { fromHex, toHex } from './hex.js'
import * as scripts from './scripts.js'

/** How to ask, what keys begin with, and the clock: empty for that of the server. */
export type Redis = { readonly ask: Ask; readonly prefix: string; readonly now: () => string }

export function redisMarks({ ask, prefix, now }: Redis, share: number): Marks {
  const place = (sender: string, text: string, until: number) =>
    ask(scripts.place, [`${prefix}sender:${sender}`], [now(), until, text, share])
  return {
    async mark(text, until, sender) {
      const placed = sender === '' ? 'placed' : await place(sender, text, until)
      if (placed !== 'placed') return placed
      return ask(scripts.mark, [`${prefix}mark:${text}`], [now(), until])
    },
  }
}

export function redisRates({ ask, prefix, now }: Redis): Rates {
  return {
    count: (sender, { most, seconds }) =>
      ask(scripts.rate, [`${prefix}rate:${sender}`], [now(), most, seconds]),
  }
}

export function redisDocuments({ ask, prefix, now }: Redis, limit: number): Documents {
  const keys = [`{${prefix}documents}`, `{${prefix}documents}:ends`]
  return {
    find: (did) => ask(scripts.findDocument, keys, [now(), did]),
    keep: (did, text, seconds) =>
      ask(scripts.keepDocument, keys, [now(), did, text, seconds, limit]),
    forget: (did) => ask(scripts.forgetDocument, keys, [did]),
  }
}

export function redisCounts({ ask, prefix, now }: Redis): Counts {
  return {
    count(uses) {
      const keys = uses.map(({ id }) => `{${prefix}uses}:${id}`)
      const limits = uses.flatMap(({ most, until }) => [most, until])
      return ask(scripts.count, keys, [now(), ...limits])
    },
  }
}

export function redisRevocations({ ask, prefix }: Redis, limit: number): Revocations {
  const all = `{${prefix}revocations}`
  const keyOf = (grant: string) => `${all}:${grant}`
  return {
    add: ({ grant, signer, effective, text }) =>
      ask(scripts.revoke, [keyOf(grant), all], [signer, effective, text, limit]),
    find: async (grants) =>
      grants.length === 0 ? [] : ask(scripts.revoked, grants.map(keyOf), []),
  }
}

export function redisTickets({ ask, prefix, now }: Redis): Tickets {
  const keysOf = (id: string) => [`${prefix}ticket:${id}`]
  return {
    put: (id, ticket, until) => ask(scripts.putTicket, keysOf(id), [now(), until, toHex(ticket)]),
    find: async (id) => fromHex(await ask(scripts.getTicket, keysOf(id), [now(), 0])),
    take: async (id) => fromHex(await ask(scripts.getTicket, keysOf(id), [now(), 1])),
  }
}

export function redisChains({ ask, prefix }: Redis): Chains {
  // What is between the brackets decides about the slot, and ends at the first closing one.
  const keysOf = (chain: string) => {
    const receipts = `{${prefix}chain:${encodeURIComponent(chain)}}`
    return [receipts, `${receipts}:indices`]
  }
  return {
    append: (chain, { index, id, previous, text }) =>
      done(ask(scripts.append, keysOf(chain), [index, id, previous, text])),
    read: async (chain, from, count) =>
      inPairs(await ask(scripts.readChain, keysOf(chain), [from, count])),
    indices: async (chain, from, count) =>
      numbers(await ask(scripts.chainIndices, keysOf(chain), [from, count])),
    async summary(chain) {
      const [count, index, id] = readList(await ask(scripts.chainSummary, keysOf(chain), []))
      return [count, index === undefined ? [] : [[Number(index), id]]]
    },
  }
}

export function redisTiles({ ask, prefix }: Redis): Tiles {
  const keyOf = (log: string) => `${prefix}log:${encodeURIComponent(log)}`
  const tileOf = (log: string, place: string) => `${keyOf(log)}:${place}`
  return {
    read: async (log, place) => fromHex(await ask(scripts.get, [tileOf(log, place)], [])),
    write: (log, place, hashes) =>
      done(ask(scripts.writeTile, [tileOf(log, place)], [toHex(hashes)])),
    publish: (log, { size, root, note }) =>
      done(ask(scripts.publish, [keyOf(log)], [size, root, note])),
    latest: (log) => ask(scripts.note, [keyOf(log)], []),
  }
}

/** What has no bound that could be reached: if the server has no memory, it does not do its work. */
async function done(answer: Promise<unknown>): Promise<unknown> {
  const verdict = await answer
  if (verdict !== 'full') return verdict
  const message = 'the server has no memory left: nothing is accepted'
  throw new CountersignError('ERR_STORE_UNAVAILABLE', message)
}

function readList(answer: unknown): readonly unknown[] {
  return Array.isArray(answer) ? answer : []
}

function numbers(answer: unknown): unknown {
  return Array.isArray(answer) ? answer.map(Number) : answer
}

function inPairs(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer
  return Array.from({ length: answer.length / 2 }, (_, pair) => [
    Number(answer[2 * pair]),
    answer[2 * pair + 1],
  ])
}
