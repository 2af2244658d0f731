/**
 * RFC 8785: the input/output folders of cyberphone/json-canonicalization, and lines of numbers.
 *
 * `input/X.json` must canonicalise to the bytes of `outhex/X.txt` (hex, blanks
 * between bytes) and to the text of `output/X.json`.
 *
 * @module
 */

import { type Case, same } from '../case.js'
import { hex, type Schema } from '../schema.js'
import type { Folder, VectorFile } from '../vectors.js'

const parts = /(?:^|\/)(input|output|outhex)\/([^/]+)\.(json|txt)$/

export const jcsFolders: Schema = {
  name: 'JCS input and output',
  matches: (file, folder) =>
    partOf(file) !== undefined && part(file, folder, 'input') !== undefined,
  *cases(file, folder): Iterable<Case> {
    if (partOf(file) !== 'input') return
    const outhex = part(file, folder, 'outhex')
    const output = part(file, folder, 'output')
    if (!outhex && !output) throw new Error('no output and no outhex beside this input')
    if (outhex)
      yield {
        name: outhex.path,
        run: (api) =>
          same(
            api.Encoding.jcsBytes(file.text),
            hex(outhex.text.replace(/\s/g, '')),
            'canonical bytes',
          ),
      }
    if (output)
      yield {
        name: output.path,
        run: (api) => same(api.Encoding.jcs(file.text), output.text.trimEnd(), 'canonical text'),
      }
  },
  expectations: [],
  lines: (line, file) => (partOf(file) === 'outhex' ? line.trim() : undefined),
}

function partOf(file: VectorFile): string | undefined {
  return parts.exec(file.path)?.[1]
}

/** The same case in another of the three folders. */
function part(file: VectorFile, folder: Folder, kind: string): VectorFile | undefined {
  const name = parts.exec(file.path)?.[2] ?? ''
  return folder.beside(file, `../${kind}/${name}.${kind === 'outhex' ? 'txt' : 'json'}`)
}

const numberLine = /^([0-9a-f]{1,16}),(-?[0-9][0-9.e+-]*)$/

export const jcsNumbers: Schema = {
  name: 'ECMAScript numbers',
  matches: ({ text }) =>
    numberLines(text).length > 0 && numberLines(text).every((line) => numberLine.test(line)),
  *cases(file): Iterable<Case> {
    for (const line of numberLines(file.text)) {
      const [, bits, expected] = numberLine.exec(line) ?? []
      const value = new DataView(new BigUint64Array([BigInt(`0x${bits}`)]).buffer).getFloat64(
        0,
        true,
      )
      // The shortest digits, never in the form that must come out.
      const input = Object.is(value, -0) ? '-0.0' : value.toExponential()
      yield { name: line, run: (api) => same(api.Encoding.jcs(input), expected, 'number') }
    }
  },
  expectations: [],
  lines: (line) => line.trim(),
}

function numberLines(text: string): string[] {
  return text.trim().split('\n')
}
