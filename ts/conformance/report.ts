/**
 * The result as text and as JSON.
 *
 * @module
 */

import type { FileResult } from './run.js'

export type AreaResult = {
  readonly area: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Reason to number of cases. */
  readonly reasons: Readonly<Record<string, number>>
}

/** Sums the files of each area. */
export function byArea(files: readonly FileResult[]): AreaResult[] {
  const names = [...new Set(files.map((file) => file.area))].sort()
  return names.map((area) =>
    total(
      area,
      files.filter((file) => file.area === area),
    ),
  )
}

/** Sums files. */
export function total(area: string, files: readonly FileResult[]): AreaResult {
  const reasons: Record<string, number> = {}
  let [passed, failed, skipped] = [0, 0, 0]
  for (const file of files) {
    passed += file.passed
    failed += file.failures.length
    for (const [reason, count] of Object.entries(file.skipped)) {
      reasons[reason] = (reasons[reason] ?? 0) + count
      skipped += count
    }
  }
  return { area, passed, failed, skipped, reasons }
}

/** Failures that are printed for each file; the JSON has all. */
const SHOWN = 10

/** The lines to print: each area, then what failed. */
export function asText(files: readonly FileResult[]): string {
  const lines = byArea(files)
    .filter(({ passed, failed, skipped }) => passed + failed + skipped > 0)
    .map(line)
  for (const file of files) {
    for (const { case: name, message } of file.failures.slice(0, SHOWN))
      lines.push(`FAILED ${file.path} ${name}: ${message}`)
    if (file.failures.length > SHOWN)
      lines.push(`FAILED ${file.path}: and ${file.failures.length - SHOWN} more`)
  }
  return lines.join('\n')
}

function line({ area, passed, failed, skipped, reasons }: AreaResult): string {
  const why = Object.entries(reasons).map(([reason, count]) => `${count} ${reason}`)
  const tail = why.length === 0 ? '' : ` (${why.join('; ')})`
  return `${area}: ${passed} passed, ${failed} failed, ${skipped} skipped${tail}`
}
