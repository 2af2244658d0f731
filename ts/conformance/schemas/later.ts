/**
 * Vectors of features that the library does not have yet: recognised, and skipped as such.
 *
 * The folder of an area says what its files are for; inside `sage`, the
 * operations of the file do.
 *
 * @module
 */

import { isRecord, Skip } from '../case.js'
import type { Schema } from '../schema.js'
import type { VectorFile } from '../vectors.js'

const areas = new Set(['ring-and-libp2p'])

/** What the files of such an area look like: JSON, identity files, PEM and certificates. */
const kinds = /\.(json|aid|pub|priv|crt|pem|txt|proto|md)$/

const sageOperations = new Set(['keys'])

export const later: Schema = {
  name: 'feature not built yet',
  matches: (file) => (areas.has(file.area) && kinds.test(file.name)) || isLaterSage(file),
  *cases(file) {
    for (let index = 0; index < count(file); index += 1) yield { name: String(index), run: skip }
  },
  expectations: [],
}

function skip(): void {
  throw new Skip('not built yet')
}

function isLaterSage(file: VectorFile): boolean {
  if (!isRecord(file.json) || !Array.isArray(file.json['cases'])) return false
  return file.json['cases'].some((one) => isRecord(one) && sageOperations.has(String(one['op'])))
}

/** Cases where the usual members hold them, else one. */
function count(file: VectorFile): number {
  const { json } = file
  if (Array.isArray(json)) return json.length
  if (!isRecord(json)) return 1
  const groups = json['testGroups']
  if (Array.isArray(groups))
    return groups.reduce<number>(
      (sum, group) => sum + (Array.isArray(group?.tests) ? group.tests.length : 1),
      0,
    )
  return Array.isArray(json['cases']) ? json['cases'].length : 1
}
