/**
 * What a report says in tables, apart from how they are written down.
 *
 * @module
 */

import { documentTargets } from '../documentTargets.js'
import { engines } from '../engines.js'
import { duration, figureOf, figures, grouped, marginOf, tail, times } from '../format.js'
import { groupBy } from '../group.js'
import { bestPeer, peerNotes } from '../peerOf.js'
import type { Named } from '../plots/series.js'
import { bareRatio, overText } from '../ratios.js'
import type { Environment, Reference, Row } from '../result.js'
import { type Interval, ratioOf } from '../stats.js'
import { targetLines } from '../targetLines.js'

/** The first column names the row; the others are figures. */
export type Table = {
  caption: string
  header: readonly string[]
  rows: readonly (readonly string[])[]
  /** Stand under it. */
  notes?: readonly string[]
}

const none = 'n/a'

/** The machine, the versions and the settings of each file. */
export function machinesTable(results: readonly Named[]): Table {
  const facts = results.map(({ result }) => ({
    date: result.date,
    run: `${result.settings.rounds} rounds of ${result.settings.milliseconds} ms${result.settings.quick ? ' (quick: for a look, not for a claim)' : ''}`,
    ...flat(result.environment),
  }))
  const names = [...new Set(facts.flatMap((fact) => Object.keys(fact)))]
  return {
    caption: 'Machines and versions',
    header: ['', ...results.map(({ label }) => label)],
    rows: names.map((name) => [
      name,
      ...facts.map((fact) =>
        Object.hasOwn(fact, name) ? ((fact as Record<string, string>)[name] ?? none) : none,
      ),
    ]),
  }
}

function flat(environment: Environment): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([inner, each]) => [`${name}: ${inner}`, each])
      : [[name, value]],
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, shown(value)]))
}

function shown(value: unknown): string {
  return Array.isArray(value) ? value.map(shown).join(', ') : String(value)
}

/** Medians of a group's warm rows on every machine, with the ratios within each run. */
export function groupTable(results: readonly Named[], group: string): Table {
  const machines = results.map(({ label, result }) => ({
    suffix: results.length > 1 ? ` (${label})` : '',
    rows: result.rows.filter((row) => row.group === group),
  }))
  const names = [...new Set(machines.flatMap(({ rows }) => rows.map((row) => row.case)))]
  return {
    caption: `${group}: medians with 95 % intervals, and ratios within each run`,
    header: [
      'case',
      ...machines.flatMap(({ suffix }) =>
        [...engines, 'fma/native', 'wasm/native', 'best peer', 'fma/peer'].map(
          (name) => name + suffix,
        ),
      ),
      'stated elsewhere',
    ],
    rows: names.map((name) => [
      name,
      ...machines.flatMap(({ rows }) => cells(rows.filter((row) => row.case === name))),
      references(machines.flatMap(({ rows }) => rows.filter((row) => row.case === name))),
    ]),
    notes: peerNotes(machines.flatMap(({ rows }) => rows)),
  }
}

function cells(rows: readonly Row[]): string[] {
  const find = (engine: string) => rows.find((row) => row.engine === engine)
  const [native, fma, wasm] = engines.map(find)
  const peer = bestPeer(rows)
  const median = (row: Row | undefined) => (row ? `${figureOf(row)} ${marginOf(row)}` : none)
  return [
    ...[native, fma, wasm].map(median),
    ratio(fma, native),
    ratio(wasm, native),
    peer ? `${median(peer)} ${peer.engine}` : '-',
    peer ? ratio(fma ?? wasm, peer) : '-',
  ]
}

function ratio(of: Row | undefined, by: Row | undefined): string {
  if (!of || !by) return none
  return interval(ratioOf(of, by))
}

function references(rows: readonly Row[]): string {
  const texts = (rows.find(({ reference }) => reference)?.reference ?? []).flatMap(stated)
  return texts.length > 0 ? [...new Set(texts)].join('; ') : '-'
}

/** A figure of a report, with where it was measured; nothing where it has no figure for a call. */
export function stated({ ns, bytes, perSecond, kind, platform, note }: Reference): string[] {
  const figure =
    ns !== undefined
      ? duration(ns)
      : bytes !== undefined
        ? `${grouped(bytes)} B`
        : perSecond !== undefined && `${grouped(perSecond)} a second`
  if (!figure) return []
  return [[figure, kind, platform, note].filter(Boolean).join(', ')]
}

/** Every figure of a group's rows. */
export function detailTable({ label, result }: Named, group: string, several: boolean): Table {
  const rows = result.rows.filter((row) => row.group === group)
  const counted = (value: number | undefined) => (value === undefined ? none : grouped(value))
  return {
    caption: `${group}: every figure${several ? `, ${label}` : ''}`,
    header: [
      'case',
      'engine',
      ...['p50', 'low', 'high', 'p75', 'p95', 'p99', 'p99.9', 'mean', '± mean'],
      ...['ops/s', 'MB/s', 'allocations', 'bytes allocated', 'samples', 'rounds', 'calls a sample'],
    ],
    rows: rows.map((row) => [
      row.case,
      row.state === 'cold' ? `${row.engine}, cold` : row.engine,
      ...[row.p50, row.low, row.high].map((value) => unit(row, value)),
      ...(['p75', 'p95', 'p99', 'p999'] as const).map((name) => tail(row, name)),
      ...[row.mean, row.moe].map((value) => unit(row, value)),
      row.unit === 'ns' ? grouped(row.opsPerSecond) : '-',
      row.megabytesPerSecond === undefined ? '-' : figures(row.megabytesPerSecond),
      ...[row.allocations, row.allocatedBytes].map(counted),
      ...[row.samples, row.rounds, row.batch].map(grouped),
    ]),
    notes: peerNotes(rows),
  }
}

function unit(row: Row, value: number): string {
  return figureOf({ unit: row.unit, p50: value })
}

/** What one key, member, receipt or byte more costs. */
export function fitsTable(results: readonly Named[]): Table {
  return {
    caption: 'Scaling: lines of least squares through the medians of a family',
    header: ['family', 'engine', 'per', 'slope', '± slope', 'intercept', 'r²', 'sizes'],
    rows: results.flatMap(({ label, result }) =>
      result.fits.map((fit) => [
        fit.family,
        results.length > 1 ? `${fit.engine} (${label})` : fit.engine,
        fit.per,
        duration(fit.slope),
        duration(fit.moe),
        duration(fit.intercept),
        fit.r2.toFixed(4),
        String(fit.points),
      ]),
    ),
  }
}

/** What the figures of a run are held to, and whether they hold. */
export function targetsTable({ label, result }: Named, several: boolean): Table {
  const lines = targetLines(result.rows).filter(({ timed }) => timed)
  const judged = lines.filter(({ verdict }) => verdict !== 'n/a').length
  return {
    caption: `Targets${several ? `, ${label}` : ''}: whether the 95 % interval of the ratio keeps the limit (${judged} of ${lines.length} judged)`,
    header: [
      'case',
      'engine',
      'target',
      'ours',
      'native',
      'best JS or WASM peer',
      'ratio',
      'verdict',
    ],
    rows: lines.map(({ target, peer, ratio: of, ...line }) => [
      line.case,
      line.engine,
      line.goal,
      line.ours === undefined ? none : duration(line.ours),
      line.native === undefined ? none : duration(line.native),
      peer ? `${duration(peer.ns)} ${peer.name}` : '-',
      of ? interval(of) : none,
      target.dropped === undefined ? line.verdict : `${line.verdict}; dropped: ${target.dropped}`,
    ]),
  }
}

function interval({ value, low, high }: Interval): string {
  return `${times(value)} (${times(low)} to ${times(high)})`
}

/** Documents beside their bare signatures: a row for each document and engine. */
export function documentsTable({ result }: Named): Table {
  const signed = documentTargets.filter(({ held }) => held.case.startsWith('bare '))
  const ratios = signed.flatMap(({ case: name }) =>
    result.ratios.filter((ratio) => ratio.name === bareRatio(name)).map((of) => ({ name, of })),
  )
  return {
    caption:
      'Documents beside their bare signatures, with the same signing input and state of the key',
    header: ['document', 'engine', 'ours', 'bare', 'over', 'ratio', 'target, at most'],
    rows: ratios.flatMap(({ name, of }) => {
      const ours = result.rows.find((row) => row.case === name && row.engine === of.engine)?.p50
      if (ours === undefined || of.over === undefined) return []
      const figures = [duration(ours), duration(ours - of.over), overText(of).trim(), interval(of)]
      return [[name, of.engine, ...figures, of.target === undefined ? '-' : String(of.target)]]
    }),
  }
}

/** Ratios of two cases, beside the targets that they are held to. */
export function ratiosTable(results: readonly Named[]): Table {
  const all = results.flatMap(({ label, result }) =>
    result.ratios.map((ratio) => ({
      ...ratio,
      engine: results.length > 1 ? `${ratio.engine} (${label})` : ratio.engine,
    })),
  )
  const columns = [...new Set(all.map(({ engine }) => engine))]
  return {
    caption: 'Ratios of two cases within a run',
    header: ['ratio', ...columns, 'target, at most'],
    rows: [...groupBy(all, ({ name }) => name)].map(([name, of]) => [
      name,
      ...columns.map((column) => {
        const found = of.find(({ engine }) => engine === column)
        return found ? `${interval(found)}${overText(found)}` : none
      }),
      of[0]?.target === undefined ? '-' : String(of[0].target),
    ]),
  }
}
