// Names say what is meant: a value is not called `it`, `one` or `at`, nor `held`, `given`, `claimed` or `kept`, and a
// function does not have the name of a state, but of what it does. (Kernels may have the number one.)

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

const folders = [
  'rust/core/src',
  'rust/bindings/src',
  'ts/src',
  'ts/test',
  'ts/conformance',
  'ts/stores',
  'ts/signers',
  'ts/cli',
  'ts/apps',
  'bench',
  'examples',
]

/** Members whose names users write. */
const given = [
  'rust/core/src/error/', // `at`, of the data of an error
  'rust/core/src/fact.rs', // `at`, of a fact
  'rust/core/src/identity/aid/spawn/end.rs', // `at`, of an end
  'rust/core/src/identity/negative/verify.rs', // `at`, the time that is asked about
  'ts/src/generated/', // signatures, from the core
  'bench/mlDsa/module/', // kernels that are measured, not shipped
]

const patterns = [
  /\b(?:let(?: mut)?|const)\s+[([{]?(?:it|one|at|held|given|claimed|kept)\b/g,
  /\bfor \(?(?:const )?[([]?(?:it|one|at),? (?:of|in)\b/g,
  /\|[(&]*(?:it|one|at|held|given|claimed|kept)\b/g,
  /\((?:it|one|at|held|given|claimed|kept)\)? ?=>/g,
  /\b(?:struct|trait|enum) (?:Held|Kept)\b/g,
  /\b(?:fn|function) (?:given|kept|held|claimed|crossing|expected|sized|answering|tagged|checked|named|written|labelled|it|one|at)\b/g,
]

/** Values and functions whose names do not say what they are. */
export function nameFaults() {
  return folders
    .flatMap((folder) => files(join(root, folder)))
    .filter((path) => /\.(rs|mjs|tsx?)$/.test(path))
    .map((path) => [relative(root, path), readFileSync(path, 'utf8')])
    .filter(([path]) => !given.some((known) => path.startsWith(known)))
    .flatMap(([path, text]) =>
      namesIn(text).map((found) => `${path}: ${found}: a name that says nothing`),
    )
}

/** The bindings of such names in a text. */
export function namesIn(text) {
  const code = text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([found]) => found))
}
