// What compilers of every age and setting make of the declarations. `skipLibCheck` is off: a fault in them is found.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root, run } from '../scripts/setup/shell.mjs'

/** Those of `ts/tools/consumers`, by the names that they have there. */
export const compilers = ['typescript-5.4', 'typescript-5.5', 'typescript-5.7', 'typescript-5.9']

const [plain, required] = ['types-plain.ts', 'types-required.cts']
const nodeTypes = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] }

/** What is compiled under which options; without more, there is the library of the language alone. */
const settings = {
  bundler: [plain, { module: 'esnext', moduleResolution: 'bundler' }],
  'bundler, DOM': [
    plain,
    { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] },
  ],
  'bundler, Node': [plain, { module: 'esnext', moduleResolution: 'bundler', ...nodeTypes }],
  node16: [plain, { module: 'node16' }],
  'node16, .cts': [required, { module: 'node16' }],
  'node16, .cts, Node': [required, { module: 'node16', ...nodeTypes }],
  'nodenext, Node': [plain, { module: 'nodenext', ...nodeTypes }],
  'nodenext, .cts': [required, { module: 'nodenext' }],
}

/** TypeScript before 6 looked for packages in its way of CommonJS alone, and 6 no longer has that. */
const older = { commonjs: [plain, { module: 'commonjs', moduleResolution: 'node10' }] }
const newer = { 'no module setting': [plain, {}] }

/** Cases of the compiler at `path`. */
export function typeCases(project, path, name) {
  const own = name.startsWith('typescript-5') ? older : newer
  return Object.entries({ ...settings, ...own }).map(([setting, [file, options]]) => [
    `${name}, ${setting}`,
    () => compile(project, path, file, options),
  ])
}

async function compile(project, path, file, options) {
  const strict = {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    exactOptionalPropertyTypes: true,
  }
  const compilerOptions = { ...strict, target: 'es2022', lib: ['es2022'], types: [], ...options }
  const config = join(project, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }))
  await run(process.execPath, [path, '-p', config], { cwd: project })
}
