/**
 * Ratios of two cases of one run, on each engine, beside the targets that they are held to.
 *
 * @module
 */

import { documentTargets } from './documentTargets.js'
import { duration } from './format.js'
import type { Ratio, Row } from './result.js'
import { type Median, ratioOf } from './stats.js'

type Plan = Pick<Ratio, 'name' | 'target'> & {
  of: string
  by: string
  /** How many times the second case stands for the first. */
  times?: number
}

const plans: readonly Plan[] = [
  {
    name: 'receipt verify / bare signature check',
    of: 'receipt verify',
    by: 'bare signature check',
    target: 1.1,
  },
  {
    name: 'chain of 10 / 10 receipts verified singly',
    of: 'verify a chain of 10',
    by: 'receipt verify',
    times: 10,
  },
  {
    name: 'chain of 10 / 10 bare signature checks',
    of: 'verify a chain of 10',
    by: 'bare signature check',
    times: 10,
  },
  {
    name: 'batch of 10 receipts / 10 receipts verified singly',
    of: 'verify 10 receipts by themselves',
    by: 'receipt verify',
    times: 10,
  },
  ...[2, 10, 100].map(
    (times): Plan => ({
      name: `${times} signatures of one key / ${times} checks`,
      of: `verify ${times} of one key, Ed25519`,
      by: 'verify Ed25519',
      times,
    }),
  ),
]

/** What the ratio of a document to its bare signatures is called. */
export const bareRatio = (document: string) => `${document} / bare`

/** A document beside its bare signatures. */
const documents = documentTargets.map(
  ({ case: of, held, atMost }): Plan => ({
    name: bareRatio(of),
    of,
    by: held.case,
    times: held.times ?? 1,
    ...(atMost !== undefined && { target: atMost }),
  }),
)

/** Every ratio whose two cases were timed. */
export function ratiosOf(rows: readonly Row[]): Ratio[] {
  const engines = [...new Set(rows.map(({ engine }) => engine))]
  return [...plans, ...documents].flatMap(({ of, by, times = 1, ...plan }) =>
    engines.flatMap((engine) => {
      const find = (name: string) => rows.find((row) => row.case === name && row.engine === engine)
      const [whole, part] = [find(of), find(by)]
      if (whole === undefined || part === undefined) return []
      const measure = multiple(part, times)
      return [{ ...plan, engine, ...ratioOf(whole, measure), over: whole.p50 - measure.p50 }]
    }),
  )
}

function multiple({ p50, low, high }: Median, times: number): Median {
  return { p50: p50 * times, low: low * times, high: high * times }
}

/** A line for each ratio: `name: engine 1.07x, … (at most 1.1)`, with the time over the second case where it is known. */
export function ratioLines(ratios: readonly Ratio[]): string {
  return [...new Set(ratios.map(({ name }) => name))]
    .map((name) => {
      const of = ratios.filter((ratio) => ratio.name === name)
      const values = of.map(
        (ratio) => `${ratio.engine} ${ratio.value.toFixed(2)}x${overText(ratio)}`,
      )
      const target = of[0]?.target
      return `${name}: ${values.join(', ')}${target === undefined ? '' : ` (at most ${target})`}`
    })
    .join('\n')
}

/** ` +13.1 µs`, or nothing. */
export function overText({ over }: Ratio): string {
  if (over === undefined) return ''
  return over < 0 ? ` -${duration(-over)}` : ` +${duration(over)}`
}
