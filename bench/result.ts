/**
 * The result file `countersign-bench/1`: its types, and a strict reader for files from elsewhere.
 *
 * Runs in Node and in browsers. A file is untrusted: every member is checked and copied, unknown
 * members of rows, ratios and fits are refused, and every text stays text (who shows it escapes it).
 *
 * @module
 */

import { engines } from './engines.js'
import type { Fit } from './fits.js'
import { atMost, list, number, object, oneOf, type Read, record, text, yes } from './read.js'
import type { Summary } from './stats.js'

export const schema = 'countersign-bench/1'

/** A figure that somebody else measured for the same job, on another machine. */
export type Reference = {
  /** File name of the report in which the figure stands. */
  report: string
  /** Machine and language of the figure. */
  platform: string
  /** Name of its row in the report. */
  row?: string
  /** How the figure is known if nobody measured it. Default: measured. */
  kind?: 'estimate' | 'target'
  /** Nanoseconds for one operation: mean or median, as the report has it. */
  ns?: number
  p95?: number
  p99?: number
  p999?: number
  perSecond?: number
  megabytesPerSecond?: number
  /** Where the row is a size. */
  bytes?: number
  /** Memory that one operation allocates. */
  allocatedBytes?: number
  allocations?: number
  /** What must be known to read the figure. */
  note?: string
}

/** What one engine or peer took for one case. */
export type Row = Summary & {
  case: string
  group: string
  /** The engine, or the peer. */
  engine: string
  /** `warm`: code is compiled, after many calls. `cold`: once in each of several fresh processes. */
  state: 'warm' | 'cold'
  /** Message size. */
  bytes?: number
  /** Keys, members, documents or messages. */
  n?: number
  /** Calls in one sample. */
  batch: number
  /** True where a sample is the mean of a batch: percentiles are then of such means. */
  ofBatchMeans: boolean
  /** `bytes`: a size, which every percentile then is. */
  unit: 'ns' | 'bytes'
  /** 10^6 bytes a second at the median, where there is a message size. */
  megabytesPerSecond?: number
  /** Heap allocations of one operation, by a counting allocator in the engine. */
  allocations?: number
  /** Bytes that these allocations ask for. */
  allocatedBytes?: number
  reference?: readonly Reference[]
}

/** One case in terms of another, on one engine. */
export type Ratio = {
  name: string
  engine: string
  /** Of the medians. */
  value: number
  /** 95 % interval of `value`. */
  low: number
  high: number
  /** Nanoseconds that the first takes over the second; less than nothing where it is faster. */
  over?: number
  /** What it should be at most. */
  target?: number
}

/** How the run was made. */
export type Settings = {
  /** Short rounds: for a look, not for a claim. */
  quick: boolean
  /** Rounds of each engine for each case. */
  rounds: number
  /** Length of one round. */
  milliseconds: number
}

/** What the figures depend on. A host may add members: texts, numbers, booleans, or one level of them. */
export type Environment = Readonly<
  Record<string, Scalar | readonly Scalar[] | Readonly<Record<string, Scalar>>>
> & {
  /** System, release and architecture; of a browser, what it tells. */
  platform: string
  /** Version of this package. */
  countersign: string
  cpu?: string
  cores?: number
  node?: string
  userAgent?: string
  commit?: string
  /** Versions of the peers that ran. */
  peers?: Readonly<Record<string, string>>
}
type Scalar = string | number | boolean | null

/** The whole file. */
export type Result = {
  schema: typeof schema
  /** When the run ended, ISO 8601 in UTC. */
  date: string
  environment: Environment
  settings: Settings
  rows: readonly Row[]
  ratios: readonly Ratio[]
  fits: readonly Fit[]
}

const maximum = { text: 64 << 20, rows: 50_000, references: 20 }

const positive = number(Number.MIN_VALUE)
const count = number(0)
const reference: Read<Reference> = object(
  { report: text(), platform: text() },
  {
    row: text(),
    kind: oneOf('estimate', 'target'),
    ns: positive,
    p95: positive,
    p99: positive,
    p999: positive,
    perSecond: positive,
    megabytesPerSecond: positive,
    bytes: positive,
    allocatedBytes: count,
    allocations: count,
    note: text(1_000),
  },
)

const row: Read<Row> = object(
  {
    case: text(),
    group: text(),
    engine: text(),
    state: oneOf('warm', 'cold'),
    batch: number(1),
    ofBatchMeans: yes,
    p50: positive,
    p75: positive,
    p95: positive,
    p99: positive,
    p999: positive,
    low: positive,
    high: positive,
    mean: positive,
    moe: count,
    samples: number(1),
    rounds: number(1),
    opsPerSecond: count,
    unit: oneOf('ns', 'bytes'),
  },
  {
    bytes: count,
    n: count,
    megabytesPerSecond: count,
    allocations: count,
    allocatedBytes: count,
    reference: list(reference, maximum.references),
  },
)

const ratio: Read<Ratio> = object(
  { name: text(), engine: text(), value: positive, low: positive, high: positive },
  { over: number(), target: positive },
)

const fit: Read<Fit> = object(
  {
    family: text(),
    group: text(),
    engine: text(),
    by: oneOf('n', 'bytes'),
    per: text(),
    points: number(2),
    intercept: number(),
    slope: number(),
    moe: count,
    r2: atMost(1),
    unit: oneOf('ns'),
  },
  {},
)

const result: Read<Result> = object(
  {
    schema: oneOf(schema),
    date: text(40),
    environment: record<Environment>({ platform: text(), countersign: text() }),
    settings: object({ quick: yes, rounds: number(1), milliseconds: positive }, {}),
    rows: list(row, maximum.rows),
    ratios: list(ratio, maximum.rows),
    fits: list(fit, maximum.rows),
  },
  {},
)

/** Reads the text of a result file. Throws an error that names the member and what was expected there. */
export function readResult(source: string): Result {
  if (source.length > maximum.text)
    throw new Error(`a result file has at most ${maximum.text} characters`)
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (error) {
    throw new Error(`no result file: ${(error as Error).message}`)
  }
  return parseResult(value)
}

/** Checks a value that came from JSON, and gives a copy. Throws like `readResult`. */
export function parseResult(value: unknown): Result {
  const parsed = result(value, 'result')
  if (Number.isNaN(Date.parse(parsed.date)))
    throw new Error('result.date: expected a date in ISO 8601')
  const seen = new Set<string>()
  for (const [position, row] of parsed.rows.entries()) {
    const ordered = [row.p50, row.p75, row.p95, row.p99, row.p999]
    if (ordered.some((each, index) => each < (ordered[index - 1] ?? 0)))
      throw new Error(`result.rows[${position}]: its percentiles do not rise`)
    if (row.low > row.p50 || row.high < row.p50)
      throw new Error(`result.rows[${position}]: p50 is outside of low to high`)
    const key = JSON.stringify([row.case, row.engine, row.state])
    if (seen.has(key)) throw new Error(`result.rows[${position}]: a second row of ${key}`)
    seen.add(key)
  }
  return parsed
}

/** The text of a result file: a line for each row, so that two files differ line by line. */
export function writeResult({ rows, ratios, fits, ...rest }: Result): string {
  const lines = (name: string, values: readonly unknown[]) =>
    `"${name}": [${values.map((value) => `\n    ${JSON.stringify(value)}`).join(',')}\n  ]`
  const head = JSON.stringify(rest, null, 2).slice(0, -2)
  return `${head},\n  ${lines('rows', rows)},\n  ${lines('ratios', ratios)},\n  ${lines('fits', fits)}\n}\n`
}

/** Whether `name` is one of this package's engines. */
export function isEngine(name: string): boolean {
  return (engines as readonly string[]).includes(name)
}
