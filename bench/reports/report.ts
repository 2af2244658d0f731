/**
 * What a row of a report is, and what a row becomes for the case that measures the same work.
 *
 * @module
 */

import type { Reference } from '../result.js'

/** Figures that a report states. Times are nanoseconds for one operation; bytes are a size, or allocated. */
export type Figures = Omit<Reference, 'report' | 'platform' | 'row' | 'kind' | 'note'>

/** A row as the report has it, and the case that does the same work. */
export type ReportRow = Figures & {
  /** Its name in the report. */
  row: string
  /** The name of our case. */
  case: string
  /** Machine and language of the figure, where it is not the report's. */
  platform?: string
  /** `estimate` and `target`: nobody measured it. Default: measured. */
  kind?: Reference['kind'] & {}
  /** Where the report measured something else than it says, or than the case does. */
  note?: string
}

/** One of the five reports. */
export type Report = {
  /** Its file name. */
  file: string
  system: string
  /** Machine and language of its figures. */
  platform: string
  rows: readonly ReportRow[]
}

/** Go's three columns: time, bytes and allocations. */
export function go(ns: number, allocatedBytes?: number, allocations?: number): Figures {
  return {
    ns,
    ...(allocatedBytes !== undefined && { allocatedBytes }),
    ...(allocations !== undefined && { allocations }),
  }
}
