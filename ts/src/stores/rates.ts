/**
 * How much each sender may ask for.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { type Fields, shape } from '../shape.js'
import { verdictOf } from './answers.js'
import type { Rates } from './backend.js'
import { full, maxSender, readName } from './bounds.js'
import type { Line } from './line.js'
import type { RateLimit, SenderRate } from './types.js'

const day = 86_400

const readTerms = shape({
  limit: check.within(1),
  seconds: check.within(1, day),
} satisfies Fields<RateLimit>)

export function senderRate(line: Line, rates: Rates, terms: RateLimit, room: number): SenderRate {
  const { limit: most, seconds } = readTerms(terms, 'terms')
  return {
    async take(sender) {
      const name = readName(sender, 'sender')
      check.limit(name.length, maxSender, 'sender')
      // Different limits of one sender are different counts.
      const verdict = await line.ask(
        () => rates.count(`${most}/${seconds} ${name}`, { most, seconds }),
        verdictOf('new', 'known', 'full'),
      )
      if (verdict === 'full') throw full(room)
      return verdict === 'new'
    },
  }
}
