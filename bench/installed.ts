/**
 * What `npx countersign bench` runs: the cases of this folder on the engines of an installed package.
 *
 * It is bundled into the package. Other packages are imported by their names, from where they are installed beside it.
 *
 * @module
 */

import { fullRounds, resultOf } from './assemble.js'
import type { Case } from './case.js'
import { engines } from './engines.js'
import { environment } from './environment.js'
import { figureOf, times } from './format.js'
import { groupBy } from './group.js'
import { installedVersions } from './installedVersions.js'
import { overview } from './overview.js'
import { bestPeer } from './peerOf.js'
import { isPeer, peers } from './peers.js'
import type { Result, Row } from './result.js'
import { startThreads, timeCases } from './run.js'
import { cases } from './suites/index.js'
import { aligned } from './text.js'

/** What is asked for. */
export type Asked = {
  /** Parts of names; a case whose group and name have one of them is timed. */
  readonly filter?: readonly string[]
  /** Every case, rather than some of each kind. */
  readonly all?: boolean
  /** Other packages too, if they are installed. */
  readonly peers?: boolean
  readonly rounds?: number
}

/** The result file, and the same for people. */
export type Answer = {
  readonly result: Result
  readonly text: string
  /** A line for each case that failed. */
  readonly failed: readonly string[]
}

const milliseconds = 20
const fewRounds = 10

/** Times what is asked for. Throws a `RangeError` where no case has such a name. */
export async function runInstalled(asked: Asked): Promise<Answer> {
  const chosen = choose(asked)
  const here = environment()
  const { threads, missing } = await startThreads([...engines, ...(asked.peers ? peers : [])])
  const failed: string[] = []
  try {
    const options = { rounds: asked.rounds ?? (asked.all ? fullRounds : fewRounds), milliseconds }
    const rows = await timeCases(chosen, threads, options, (name, { message }) =>
      failed.push(`${name}: ${message}`),
    )
    const beside = threads.map(({ name }) => name).filter(isPeer)
    const known = { ...here, peers: installedVersions(beside) }
    const result = resultOf(rows, { environment: known, missing, failed, options })
    return { result, text: textOf(rows, missing, failed), failed }
  } finally {
    await Promise.all(threads.map((thread) => thread.close()))
  }
}

function choose({ filter = [], all = false }: Asked): readonly Case[] {
  const parts = filter.map((part) => part.trim().toLowerCase()).filter(Boolean)
  const has = (name: string) => parts.some((part) => name.toLowerCase().includes(part))
  const chosen = cases.filter(({ group, name }) =>
    parts.length > 0 ? has(`${group} ${name}`) : all || overview.has(name),
  )
  if (chosen.length > 0) return chosen
  throw new RangeError(`no case has "${parts.join(', ')}" in its name`)
}

/** A table for each group: medians side by side, and how WebAssembly compares with the addon. */
function textOf(
  rows: readonly Row[],
  missing: ReadonlyMap<string, string>,
  failed: readonly string[],
): string {
  const groups = [...groupBy(rows, ({ group }) => group)]
  const lines = groups.flatMap(([group, of]) => [
    [group],
    ...[...groupBy(of, (row) => row.case)].map(([name, rows]) => lineOf(`  ${name}`, rows)),
  ])
  const head = ['one call, median', ...engines, 'WebAssembly/native', 'fastest other']
  return [
    ...aligned([head, ...lines], 40),
    '',
    ...[...missing].map(([name, why]) => `${name}: n/a (${reasonOf(why)})`),
    ...failed.map((line) => `FAILED ${line}`),
    '',
  ].join('\n')
}

/** Why a thread has no engine or package, and what to do where that is known; else what it says of itself. */
function reasonOf(why: string): string {
  const lost = /Cannot find (?:package|module) '((?:@[\w.-]+\/)?[\w.-]+)/.exec(why)?.[1]
  if (lost !== undefined) return `${lost} is not installed: \`npm install ${lost}\``
  if (why.includes('do not compile as WebAssembly'))
    return 'this Node knows no relaxed SIMD; Node 22 and newer do'
  return why.replace(/^[^:]+: (\w*Error( \[\w+\])?: )?/, '')
}

function lineOf(name: string, rows: readonly Row[]): string[] {
  const found = engines.map((engine) => rows.find((row) => row.engine === engine))
  const [native, fma, wasm] = found
  const page = fma ?? wasm
  const peer = bestPeer(rows)
  return [
    name,
    ...found.map((row) => (row ? figureOf(row) : 'n/a')),
    native && page ? times(page.p50 / native.p50) : 'n/a',
    peer ? `${figureOf(peer)} ${peer.engine}` : '-',
  ]
}
