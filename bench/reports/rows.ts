/**
 * Every row of the five reports with the name of the case that measures the same work: the one source of
 * the references in the result, and of `REPORTS.md`.
 *
 * @module
 */

import type { Reference } from '../result.js'
import { agenticIdentity } from './agenticIdentity.js'
import { libp2p } from './libp2p.js'
import type { Report } from './report.js'
import { ringGo } from './ringGo.js'
import { sageBaseline } from './sageBaseline.js'
import { sageDid } from './sageDid.js'

export const reports: readonly Report[] = [sageDid, sageBaseline, agenticIdentity, ringGo, libp2p]

/** Figures of the reports for the case `name`: measured ones first, in the order of the reports. */
export function referencesOf(name: string): readonly Reference[] {
  return (byCase.get(name) ?? []).toSorted((a, b) => Number(!!a.kind) - Number(!!b.kind))
}

const byCase = new Map<string, Reference[]>()
for (const { file, platform, rows } of reports)
  for (const { case: name, ...row } of rows) {
    const all = byCase.get(name) ?? []
    all.push({ report: file, platform, ...row })
    byCase.set(name, all)
  }

/** Names of cases that rows stand for. */
export function namedCases(): readonly string[] {
  return [...byCase.keys()]
}
