/**
 * The percentiles of one case, as lines that rise to the slow calls.
 *
 * @module
 */

import { known } from '../format.js'
import type { Row } from '../result.js'
import { curvesFigure } from './curves.js'
import { type Named, placedRows, type Series, seriesOf } from './series.js'

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
  return curvesFigure(
    document,
    {
      title: name,
      description:
        'Percentiles of the time of one call; * of batches of calls, whose means hide single slow ones.',
      x: { type: 'point', domain: labels },
      ticks: labels,
      axis: { label: 'percentile (* of batch means)' },
    },
    seriesOf(rows, results).map((series) => {
      const row = rows.find(
        ({ engine, machine }) => engine === series.engine && machine === series.machine,
      )
      return row ? curve(series, row) : { series, points: [] }
    }),
  )
}

/** The percentiles that a row has samples for. */
function curve(series: Series, row: Row): { series: Series; points: { x: string; y: number }[] } {
  const shown = shares.filter(([member]) => member === 'p50' || known(row, member))
  const name = row.ofBatchMeans ? `${series.name} *` : series.name
  return {
    series: { ...series, name },
    points: shown.map(([member, x]) => ({ x, y: row[member] })),
  }
}
