/**
 * What is kept: receipts and their gaps, revocations and tickets; and over a restart.
 *
 * @internal
 * @module
 */

import { print } from '../../document.js'
import type { Stores } from '../types.js'
import { demand, freshName, later, receiptAt, revocationOf, Tally, withStores } from './help.js'
import type { ContractCase, Figures, Fleet } from './types.js'

export function keepingCases(fleet: Fleet): readonly ContractCase[] {
  const on =
    (run: (stores: Stores, tally: Tally) => Promise<void>) => async (): Promise<Figures> => {
      const tally = new Tally()
      await withStores(fleet, (stores) => run(stores, tally))
      return tally.figures()
    }
  return [
    { name: 'a chain of receipts in any order, with its gaps', run: on(chain) },
    { name: 'a fork of a chain is refused', run: on(forkedChain) },
    { name: 'the earliest revocation of a key is kept', run: on(revocations) },
    { name: 'a ticket is found until it is taken', run: on(tickets) },
    { name: 'a restart forgets nothing', needsInstances: true, run: () => restart(fleet) },
  ]
}

async function chain({ receipts }: Stores, tally: Tally): Promise<void> {
  const name = freshName('chain')
  const order = Array.from({ length: 250 }, (_, index) => (index * 7) % 250)
  for (const index of order.filter((sequence) => sequence !== 3 && sequence !== 100))
    await tally.expect(receipts.append(name, receiptAt(index, name)), true, 'a new receipt')
  for (const index of [0, 249])
    await tally.expect(receipts.append(name, receiptAt(index, name)), false, 'a repeated receipt')
  const { count, last, gaps } = await receipts.state(name)
  demand(count === 248 && last?.sequence === 249, 'the state counts the receipts')
  demand(String(gaps) === '3,3,100,100', `the gaps are ${gaps}`)
  for (const index of [100, 3])
    await tally.expect(receipts.append(name, receiptAt(index, name)), true, 'a late receipt')
  demand((await receipts.state(name)).gaps.length === 0, 'a gap is closed')
  let next = 5
  for await (const text of receipts.read(name, 5)) {
    demand(text === print(receiptAt(next, name).receipt, 'receipt'), `receipt ${next} is as it was`)
    next += 1
  }
  demand(next === 250, 'all receipts are read')
  const none = await receipts.state(freshName('chain'))
  demand(none.count === 0 && none.last === undefined, 'an unknown chain is empty')
}

async function forkedChain({ receipts }: Stores, tally: Tally): Promise<void> {
  const name = freshName('chain')
  for (const index of [0, 1, 5])
    await tally.expect(receipts.append(name, receiptAt(index, name)), true, 'a new receipt')
  for (const index of [1, 2, 4])
    await tally.refused(
      receipts.append(name, receiptAt(index, `other-${name}`)),
      'ERR_RECEIPT_FORK',
      `a receipt of another chain at ${index}`,
    )
}

async function revocations({ status }: Stores, tally: Tally): Promise<void> {
  const [grant, other] = [freshName('grant'), freshName('grant')]
  for (const [key, effective] of [
    ['a', 20],
    ['a', 10],
    ['a', 30],
    ['b', 5],
    ['a', 10],
  ] as const)
    await tally.done(status.add(revocationOf(grant, key, effective)))
  await tally.done(status.add(revocationOf(other, 'a', 1)))
  const found = await status.find([grant, freshName('grant'), other])
  const times = found.map((text) => JSON.parse(text).effective as number).sort((a, b) => a - b)
  demand(String(times) === '1,5,10', `the times are ${times}`)
  const [text] = await status.find([other])
  demand(
    text === print(revocationOf(other, 'a', 1).revocation, 'revocation'),
    'the text is as it was',
  )
  demand((await status.find([])).length === 0, 'nothing is found of no grant')
}

async function tickets({ tickets }: Stores, tally: Tally): Promise<void> {
  const id = freshName('session')
  const ticket = Uint8Array.from({ length: 1000 }, (_, index) => index % 256)
  await tally.expect(tickets.put(id, ticket, later), true, 'a new ticket')
  await tally.expect(tickets.put(id, Uint8Array.of(1), later), false, 'a second ticket')
  const found = [await tickets.find(id), await tickets.take(id)]
  demand(
    found.every((bytes) => String(bytes) === String(ticket)),
    'the ticket is as it was',
  )
  demand((await tickets.take(id)) === undefined, 'a ticket is taken once')
  demand((await tickets.find(id)) === undefined, 'a ticket that was taken is gone')
  await tally.refused(
    tickets.put(id, new Uint8Array(65_537), later),
    'ERR_LIMIT_EXCEEDED',
    'a ticket that is too long',
  )
}

async function restart(fleet: Fleet): Promise<Figures> {
  const tally = new Tally()
  const name = freshName('restart')
  await withStores(fleet, async ({ replay, uses, tickets }) => {
    await tally.expect(replay.checkAndMark(name, later), true, 'a mark')
    await tally.expect(uses.take([{ id: name, limit: 1 }]), true, 'a use')
    await tally.expect(tickets.put(name, Uint8Array.of(1), later), true, 'a ticket')
  })
  await withStores(fleet, async ({ replay, uses, tickets }) => {
    await tally.expect(replay.checkAndMark(name, later), false, 'a mark after a restart')
    await tally.expect(uses.take([{ id: name, limit: 1 }]), false, 'a use after a restart')
    await tally.expect(
      tickets.put(name, Uint8Array.of(1), later),
      false,
      'a ticket after a restart',
    )
  })
  return tally.figures()
}
