// Engines that compute wrongly: here the engine is changed instead of its host. A known answer has a bit that is not so.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

const generated = new URL('../../generated/', import.meta.url)

/** A file of an engine. */
export const read = (file: string): Buffer => readFileSync(new URL(file, generated))

/** The file, with another bit wherever the bytes of this known answer are (`rust/kernels/src/selftest` has them). */
export function spoilt(file: string, constant: string): Buffer {
  const [bytes, answer] = [read(file), Buffer.from(constant, 'hex')]
  const first = bytes.indexOf(answer)
  assert.ok(first > 0, 'the known answer is there')
  for (let place = first; place > 0; place = bytes.indexOf(answer, place))
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
  return bytes
}
