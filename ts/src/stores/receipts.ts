/**
 * Receipts by chain, each at its number.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { print } from '../document.js'
import { CountersignError } from '../errors.js'
import type { Verified } from '../receipt/types.js'
import { members } from '../shape.js'
import { listOf, pairOf, textOf, verdictOf, wholeOf } from './answers.js'
import type { Chains, StoredReceipt } from './backend.js'
import { full, readName } from './bounds.js'
import type { Line } from './line.js'
import type { ChainState, ReceiptStore } from './types.js'

/** How many texts are read at once. */
const textsAtOnce = 100
/** How many indices. */
const indicesAtOnce = 10_000
const mostGaps = 100

export function receiptStore(line: Line, chains: Chains, limit: number): ReceiptStore {
  return {
    async append(chain, verified) {
      const name = readName(chain, 'chain')
      const receipt = storedReceipt(verified)
      if (receipt.index >= limit) throw full(limit)
      const verdict = await line.ask(
        () => chains.append(name, receipt),
        verdictOf('new', 'known', 'fork'),
      )
      if (verdict === 'fork')
        throw new CountersignError(
          'ERR_RECEIPT_FORK',
          'the store holds another receipt at this place of the chain',
          { at: receipt.index },
        )
      return verdict === 'new'
    },
    read: (chain, from = 0) =>
      texts(line, chains, readName(chain, 'chain'), check.integer(from, 'from')),
    state: (chain) => state(line, chains, readName(chain, 'chain')),
  }
}

function storedReceipt(verified: Verified): StoredReceipt {
  const { id, receipt } = members(verified, 'verified', ['id', 'receipt'])
  const { sequence, previous = '' } = members(receipt, 'receipt', ['sequence', 'previous'])
  return {
    index: check.integer(sequence, 'sequence'),
    id: check.text(id, 'id'),
    previous: check.text(previous, 'previous'),
    text: print(receipt, 'receipt'),
  }
}

async function* texts(
  line: Line,
  chains: Chains,
  chain: string,
  from: number,
): AsyncGenerator<string> {
  const rows = listOf(pairOf(wholeOf, textOf))
  for (let next = from; ; ) {
    const begin = next
    const found = await line.ask(() => chains.read(chain, begin, textsAtOnce), rows)
    for (const [, text] of found) yield text
    const last = found.at(-1)?.[0]
    if (last === undefined || found.length < textsAtOnce) return
    next = last + 1
  }
}

async function state(line: Line, chains: Chains, chain: string): Promise<ChainState> {
  const summary = await line.ask(() => chains.summary(chain), pairOf(wholeOf, lastOf))
  const [count, [last]] = summary
  if (last === undefined) return { count, gaps: [] }
  const [sequence, id] = last
  const whole = count === sequence + 1
  const gaps = whole ? [] : await gapsBefore(line, chains, chain)
  return { count, last: { sequence, id }, gaps }
}

/** The last receipt, as its index and id; of an empty chain an empty list. */
function lastOf(answer: unknown): readonly (readonly [number, string])[] | undefined {
  return listOf(pairOf(wholeOf, textOf))(answer)
}

async function gapsBefore(
  line: Line,
  chains: Chains,
  chain: string,
): Promise<readonly (readonly [number, number])[]> {
  const gaps: (readonly [number, number])[] = []
  for (let next = 0; gaps.length < mostGaps; ) {
    const begin = next
    const found = await line.ask(() => chains.indices(chain, begin, indicesAtOnce), listOf(wholeOf))
    for (const index of found) {
      if (index > next) gaps.push([next, index - 1])
      next = index + 1
    }
    if (found.length < indicesAtOnce) break
  }
  return gaps.slice(0, mostGaps)
}
