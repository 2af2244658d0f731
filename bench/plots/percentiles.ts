/**
 * The percentiles of one case, as lines that rise to the slow calls.
 *
 * @module
 */

import { curvesFigure } from './curves.js'
import { type Named, placedRows, seriesOf } from './series.js'

const shares = [
  ['p50', 'p50'],
  ['p75', 'p75'],
  ['p95', 'p95'],
  ['p99', 'p99'],
  ['p999', 'p99.9'],
] as const
const labels = shares.map(([, label]) => label)

/** The figure of a case; nothing where no file has timed it. */
export function percentileCurves(
  document: Document,
  results: readonly Named[],
  name: string,
): SVGSVGElement | undefined {
  const rows = placedRows(
    results,
    (row) => row.case === name && row.state === 'warm' && row.unit === 'ns',
  )
  if (rows.length === 0) return undefined
  const means = rows.some(({ ofBatchMeans }) => ofBatchMeans)
  return curvesFigure(
    document,
    {
      title: name,
      description: `Percentiles of the time of ${means ? 'batches of calls, where a call is short' : 'one call'}.`,
      x: { type: 'point', domain: labels },
      ticks: labels,
      axis: { label: means ? 'percentile of batch means' : 'percentile of calls' },
    },
    seriesOf(rows, results).map((series) => {
      const row = rows.find(
        ({ engine, machine }) => engine === series.engine && machine === series.machine,
      )
      return { series, points: shares.map(([member, x]) => ({ x, y: row?.[member] ?? 1 })) }
    }),
  )
}
