// Test runners, on a test of a user.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { build } from 'esbuild'

import { capture, root } from '../scripts/setup/shell.mjs'

/** Runs a test file under Jest; gives `{ code, output }`. */
export async function jest(project, at, file, ...flags) {
  const [entryPoints, outfile] = [[join(project, 'proof.js')], join(project, 'proof.cjs')]
  await build({ entryPoints, outfile, format: 'cjs', logLevel: 'error' })
  writeFileSync(join(project, 'jest.config.json'), '{ "testMatch": ["**/*.test.?(c|m)js"] }')
  const args = [...flags, at('jest/bin/jest.js'), '--config', 'jest.config.json', file]
  return capture(process.execPath, args, { cwd: project })
}

/** The same under the Vitest of the repository. */
export function vitest(project, file) {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--globals', file]
  return capture(process.execPath, args, { cwd: project, env: { NO_COLOR: '1' } })
}

/** One test ran, and passed. */
export function passes({ code, output }) {
  assert.equal(code, 0, output)
  assert.match(output, /Tests: +1 passed, 1 total|Tests +1 passed \(1\)/)
}

/** The test failed: the file is not there, and the error says what helps. */
export function tells({ code, output }) {
  assert.notEqual(code, 0)
  assert.match(output, /\.wasm cannot be read/)
  assert.match(output, /import 'countersign\/inline'/)
}
