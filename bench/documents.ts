/**
 * The documents that have tables of the committed results, and which results each is of.
 *
 * @module
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { withBrief } from './brief.js'
import { withLatencies } from './latency.js'
import type { Named } from './plots/series.js'
import { labelResults } from './report/label.js'
import { readResult } from './result.js'
import { withTargets } from './targetsDocument.js'

/** A document, its writer, and the folders that its results are in, from the project's own. */
export type Document = {
  path: string
  folders: readonly string[]
  write: (text: string, results: readonly Named[]) => string
}

const node = 'bench/results'
const chromium = 'bench/results/chromium'

/** README and the page on speed are about Node; the targets are shown in Chromium too. */
export const documents: readonly Document[] = [
  { path: 'README.md', folders: [node], write: withBrief },
  { path: 'ts/docs/speed.md', folders: [node], write: withLatencies },
  { path: 'bench/TARGETS.md', folders: [node, chromium], write: withTargets },
]

/** The result files of a document. */
export function filesOf({ folders }: Document, root: string): string[] {
  return folders.flatMap((folder) =>
    existsSync(join(root, folder)) ? jsonFiles(join(root, folder)) : [],
  )
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name))
}

/** What the files say, with a name for each. */
export function resultsOf(files: readonly string[]): Named[] {
  return labelResults(files.map((file) => ({ result: readResult(readFileSync(file, 'utf8')) })))
}
