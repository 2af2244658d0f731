/**
 * A result as text for the fragment of a link, which no server ever sees.
 *
 * The text is base64url of raw deflate of JSON. It may come from anybody: reading it has a bound at every step, and it
 * names cases, engines and packages that this page knows, or is refused. What is free (the browser, versions) is short
 * and plain. So a link shows figures, and no text that its maker thought up.
 *
 * @module
 */

import { resultOf } from '../assemble.js'
import type { Case } from '../case.js'
import { overview } from '../overview.js'
import { isPeer } from '../peers.js'
import { atMost, list, number, object, oneOf, type Read, text, yes } from '../read.js'
import { type Environment, parseResult, type Result, type Row } from '../result.js'
import { describeCase, ratesOf } from '../rounds.js'
import { cases } from '../suites/index.js'
import { pack, unpack } from './compress.js'
import { type Place, places } from './place.js'
import { engines, limits, peers } from './settings.js'

/** Before a result in the fragment. */
export const mark = '#result='

/** Characters of a link's text; mail and chats break longer ones. */
const longest = 16_000
/** Bytes of its JSON. */
const largest = 1 << 20
const most = { rows: 5_000, text: 200 }

/** The figures of a row, in the order in which a link has them. */
const figures = [
  'batch',
  'samples',
  'p50',
  'p75',
  'p95',
  'p99',
  'p999',
  'low',
  'high',
  'mean',
  'moe',
] as const
type Figure = (typeof figures)[number]

/** What a page tells of itself and its browser, in a link. */
type Host = Partial<{
  platform: string
  browser: string
  cpu: string
  cores: number
  clockNs: number
  isolated: boolean
  place: Place
}>
const told = ['platform', 'browser', 'cpu', 'cores', 'clockNs', 'isolated', 'place'] as const

/** What a link holds. */
type Shared = {
  date: string
  countersign: string
  commit: string
  host: Host
  rounds: number
  milliseconds: number
  /** Peers that ran, with their versions. */
  peers: [name: string, version: string][]
  /** Engines and peers that did not start. */
  missing: string[]
  rows: [name: string, engine: string, ...figures: number[]][]
}

/** The part of a link that stands for `result`, with its mark. Throws if it is too long. */
export async function encode(result: Result): Promise<string> {
  const packed = await pack(JSON.stringify(sharedOf(result)))
  if (packed.length > longest) throw new Error(`it would have ${packed.length} characters`)
  return mark + packed
}

/** `result` with the cases of the overview alone, which always fit into a link. */
export function shortened(result: Result): Result {
  return { ...result, rows: result.rows.filter((row) => overview.has(row.case)) }
}

/** The result in a fragment. Throws an error in plain words, with nothing of the fragment in it. */
export async function decode(fragment: string): Promise<Result> {
  if (fragment.length > mark.length + longest) throw new Error('it is too long')
  let read: Shared
  try {
    read = shared(JSON.parse(await unpack(fragment.slice(mark.length), largest)), 'link')
  } catch {
    throw new Error('it was cut off or changed, or this page did not make it')
  }
  if (![...read.rows.map(knows), ...read.missing.map(isHere)].every(Boolean))
    throw new Error('it names a case or a package that this version of the page does not know')
  try {
    return parseResult(opened(read))
  } catch {
    throw new Error('its figures contradict each other')
  }
}

function sharedOf({ date, environment, settings, rows }: Result): Shared {
  const host = told.map((name) => [name, environment[name]] as const)
  return {
    date,
    countersign: environment.countersign,
    commit: environment.commit ?? 'unknown',
    host: Object.fromEntries(
      host.map(([name, value]) => [name, typeof value === 'string' ? plainly(value) : value]),
    ),
    rounds: settings.rounds,
    milliseconds: settings.milliseconds,
    peers: Object.entries(environment.peers ?? {}).map(([name, version]) => [
      name,
      plainly(version),
    ]),
    missing: Object.keys(environment['missing'] ?? {}),
    rows: rows.map((row) => [row.case, row.engine, ...figures.map((name) => rounded(row, name))]),
  }
}

/** Four digits are more than any interval leaves; times that are all rounded keep their order. */
function rounded(row: Row, name: Figure): number {
  const isCount = name === 'batch' || name === 'samples'
  return isCount ? row[name] : Number(row[name].toPrecision(4))
}

/** The result as it was, but for what a link leaves out. */
function opened(read: Shared): Result {
  const environment: Environment = {
    platform: 'unknown',
    ...read.host,
    countersign: read.countersign,
    commit: read.commit,
    peers: Object.fromEntries(read.peers),
  }
  return resultOf(
    read.rows.map((each) => rowOf(each, read.rounds)),
    {
      environment,
      date: read.date,
      missing: new Map(read.missing.map((name) => [name, 'not in that browser'])),
      failed: [],
      options: read,
    },
  )
}

function rowOf([name, engine, ...values]: Shared['rows'][number], rounds: number): Row {
  const item = caseOf(name)
  if (!item) return fail(name)
  const read = Object.fromEntries(
    figures.map((figure, index) => [figure, values[index]]),
  ) as Record<Figure, number>
  const unit = item.unit ?? 'ns'
  return {
    ...describeCase(item, engine),
    ...read,
    ofBatchMeans: read.batch > 1,
    // A size is asked for once.
    rounds: unit === 'ns' ? rounds : 1,
    unit,
    ...(unit === 'ns' ? ratesOf(item, read) : { opsPerSecond: 0 }),
  }
}

function caseOf(name: string): Case | undefined {
  return cases.find((item) => item.name === name)
}

function knows([name, engine]: Shared['rows'][number]): boolean {
  const item = caseOf(name)
  return isHere(engine) && item !== undefined && (!isPeer(engine) || !!item.peers?.[engine])
}

function isHere(name: string): boolean {
  return [...engines, ...peers].some((known) => known === name)
}

/** What reads the same everywhere: no markup, and nothing that turns the direction of a line. */
const odd = /[^\w .,;:()/+-]/g

function plainly(value: string): string {
  return value.slice(0, most.text).replace(odd, '?')
}

const short: Read<string> = (value, place) => {
  const read = text(most.text)(value, place)
  return plainly(read) === read ? read : fail(place)
}

const fail = (place: string): never => {
  throw new Error(place)
}

/** From a picosecond to hours: what is beyond is no time of a call. */
const figure: Read<number> = (value, place) => atMost(1e13)(number(1e-3)(value, place), place)
const margin: Read<number> = (value, place) => atMost(1e13)(number(0)(value, place), place)

const row: Read<Shared['rows'][number]> = (value, place) => {
  if (!Array.isArray(value) || value.length !== figures.length + 2) return fail(place)
  const [name, engine, ...values] = value
  const read = values.map((each, index) =>
    (figures[index] === 'moe' ? margin : figure)(each, place),
  )
  return [text()(name, place), text()(engine, place), ...read]
}

const version: Read<[string, string]> = (value, place) => {
  const [name, of] = list(text(), 2)(value, place)
  return name !== undefined && of !== undefined && isHere(name)
    ? [name, short(of, place)]
    : fail(place)
}

const shared: Read<Shared> = object(
  {
    date: short,
    countersign: short,
    commit: short,
    host: object(
      {},
      {
        platform: short,
        browser: short,
        cpu: short,
        cores: margin,
        clockNs: margin,
        isolated: yes,
        place: oneOf(...places),
      },
    ),
    rounds: atMost(limits.rounds),
    milliseconds: atMost(limits.ms),
    peers: list(version, peers.length),
    missing: list(text(), peers.length + engines.length),
    rows: list(row, most.rows),
  },
  {},
)
