/**
 * What each sender gets: so many requests in a time, and a share of the marks.
 *
 * @internal
 * @module
 */

import type { SenderRate, Stores } from '../types.js'
import { demand, freshName, hostileNames, later, Tally, withStores } from './help.js'
import type { ContractCase, Figures, Fleet } from './types.js'

export function senderCases(fleet: Fleet): readonly ContractCase[] {
  return [
    { name: 'a sender may ask again when its time is over', run: () => windows(fleet) },
    {
      name: 'a sender with its share of the marks gets no more, and others do',
      needsInstances: true,
      run: () => shares(fleet),
    },
    { name: 'senders with any names are told apart', run: () => names(fleet) },
  ]
}

async function windows(fleet: Fleet): Promise<Figures> {
  const tally = new Tally()
  let time = 2_000_000_000
  const name = freshName('sender')
  const take = (rate: SenderRate, want: boolean, what: string) =>
    tally.expect(rate.take(name), want, what)
  await withStores(
    fleet,
    async ({ rate }) => {
      const [two, three] = [2, 3].map((limit) => rate({ limit, seconds: 10 })) as [
        SenderRate,
        SenderRate,
      ]
      for (const want of [true, true, false]) await take(two, want, 'a limit of two')
      for (const want of [true, true, true, false]) await take(three, want, 'a limit of its own')
      time += 9
      await take(two, false, 'the last second of its time')
      time += 1
      for (const want of [true, true, false]) await take(two, want, 'the time after')
    },
    { now: () => new Date(time * 1000) },
  )
  return tally.figures()
}

const share = 3

/** A store may look only now and then how much each sender has; one that was just opened looks first. */
async function shares(fleet: Fleet): Promise<Figures> {
  const tally = new Tally()
  const [name, sender] = [freshName('share'), freshName('sender')]
  const mark = ({ replay }: Stores, nonce: number, who: string) =>
    replay.checkAndMark(`${name}-${nonce}`, later, who)
  await withStores(fleet, async (stores) => {
    for (let nonce = 0; nonce < share; nonce += 1)
      await tally.expect(mark(stores, nonce, sender), true, 'a mark of its share')
  })
  await withStores(
    fleet,
    async (stores) => {
      await tally.refused(mark(stores, share, sender), 'ERR_REPLAY_FULL', 'a mark beyond it')
      await tally.expect(mark(stores, 0, sender), false, 'a mark that it has')
      await tally.expect(mark(stores, share, freshName('other')), true, 'that mark of another')
    },
    { perSender: share },
  )
  return tally.figures()
}

async function names(fleet: Fleet): Promise<Figures> {
  const tally = new Tally()
  const fresh = freshName('hostile')
  await withStores(fleet, async ({ rate, replay }) => {
    const once = rate({ limit: 1, seconds: 1_000 })
    for (const want of [true, false])
      for (const name of hostileNames)
        await tally.expect(once.take(`${name}${fresh}${name}`), want, 'a sender')
    for (const name of hostileNames)
      await tally.expect(replay.checkAndMark(`${name}${fresh}`, later, name), true, 'its mark')
    const long = once.take(`${fresh}${'x'.repeat(512)}`)
    await tally.refused(long, 'ERR_LIMIT_EXCEEDED', 'a name that is too long')
    demand((await once.take(`${fresh}${'x'.repeat(400)}`)) === true, 'a long name counts')
  })
  return tally.figures()
}
