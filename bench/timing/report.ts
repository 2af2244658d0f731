/**
 * What a run of the timing check says, as a table and as a judgement.
 *
 * @module
 */

import type { Operation } from './operations.js'
import { DOUBT, type Finding, THRESHOLD, verdict } from './statistics.js'

/** One operation on one engine. */
export type Line = Finding & Pick<Operation, 'name' | 'control'> & { readonly engine: string }

/** A table of all lines. */
export function table(lines: readonly Line[]): string {
  const head = ['engine', 'operation', 'samples', 'mean, us', 't', 'seen from, ns', 'verdict']
  const rows = lines.map((line) => [
    line.engine,
    line.name,
    String(line.samples),
    (line.mean / 1e3).toFixed(1),
    line.t.toFixed(1),
    line.seen.toFixed(0),
    word(line),
  ])
  const widths = head.map((title, index) =>
    Math.max(...[head, ...rows].map((row) => (row[index] ?? title).length)),
  )
  return [head, ...rows]
    .map((row) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '))
    .map((row) => row.trimEnd())
    .join('\n')
}

function word(line: Line): string {
  if (line.control === undefined) return verdict(line)
  return holds(line) ? 'as it must be' : 'NOT as it must be'
}

/** Whether a control says what it must: the planted leak is found, and two equal classes are equal. */
function holds(line: Line): boolean {
  return (verdict(line) === 'leaks') === (line.control === 'planted')
}

/** How a run ends: the exit code, and why. */
export type Judgement = { readonly code: 0 | 1 | 2; readonly says: string }

/** 2 where a control fails, and then nothing is said of any operation; 1 where one leaks. */
export function judge(lines: readonly Line[]): Judgement {
  const controls = lines.filter((line) => line.control !== undefined)
  const bare = [...new Set(lines.map(({ engine }) => engine))].filter(
    (engine) => controls.filter((line) => line.engine === engine).length < 2,
  )
  const failed = controls
    .filter((line) => !holds(line))
    .map(({ engine, name }) => `${engine}, ${name}`)
  if (failed.length + bare.length > 0 || controls.length === 0)
    return {
      code: 2,
      says: `nothing can be claimed on this machine, a quieter one or more --samples may help; the controls fail: ${[...failed, ...bare].join('; ') || 'none ran'}`,
    }
  const found = (wanted: ReturnType<typeof verdict>) =>
    lines.filter((line) => line.control === undefined && verdict(line) === wanted).map(label)
  const leaks = found('leaks')
  if (leaks.length > 0)
    return { code: 1, says: `|t| over ${THRESHOLD}, time follows the secret: ${leaks.join('; ')}` }
  const open = [...found('unclear'), ...found('few')]
  if (open.length > 0)
    return {
      code: 0,
      says: `no leak is seen; |t| over ${DOUBT}, or too few samples: ${open.join('; ')}`,
    }
  return { code: 0, says: 'no leak is seen, and the planted one is found' }
}

const label = ({ engine, name }: Line) => `${engine}, ${name}`
