/**
 * What the SAGE files share: `{ description, source, cases: [{ op, … }] }`.
 *
 * A file is known by its operations: every one of them must be in the table of
 * one schema, and where two schemas share operations, the members tell. Each case's verdict is SAGE's own; where SAGE has a hole, a rule
 * of `../rules.ts` or the case's `ours` says what ours must do.
 *
 * @module
 */

import { type Api, type Case, isRecord } from '../case.js'
import { list, type Schema } from '../schema.js'
import type { Row } from './wycheproof.js'

/** Judges one case; `root` is the whole file, for keys that cases share. */
export type SageCase = (api: Api, row: Row, root: Row) => void | Promise<void>

export function sage(
  name: string,
  operations: Readonly<Record<string, SageCase>>,
  expectations: readonly string[],
  shape: (row: Row) => boolean = () => true,
): Schema {
  return {
    name: `SAGE ${name}`,
    matches: ({ json }) =>
      isRecord(json) && Array.isArray(json['cases']) && covers(json['cases'], operations, shape),
    *cases({ json }): Iterable<Case> {
      const root = json as Row
      for (const [index, row] of list(root, 'cases').entries()) {
        const operation = operations[String(row['op'])]
        const label = String(row['name'] ?? row['did'] ?? row['key'] ?? '')
        if (operation)
          yield {
            name: `${String(row['op'])}[${index}] ${label}`,
            run: (api) => operation(api, row, root),
          }
      }
    },
    expectations,
  }
}

function covers(
  rows: unknown[],
  operations: Readonly<Record<string, SageCase>>,
  shape: (row: Row) => boolean,
): boolean {
  return (
    rows.length > 0 &&
    rows.every((row) => isRecord(row) && Object.hasOwn(operations, String(row['op'])) && shape(row))
  )
}
