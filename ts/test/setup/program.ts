/** Programs of the tests that need a process of their own. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'esbuild'
import { expect } from 'vitest'

/** Bundles the program at `entry`, runs it with `order` on its standard input, and gives what it prints. */
export async function runProgram<Report>(entry: URL, order: unknown): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-program-'))
  try {
    const program = join(folder, 'program.mjs')
    await build({
      entryPoints: [fileURLToPath(entry)],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
    })
    const { stdout, stderr, status, signal } = spawnSync(process.execPath, [program], {
      input: JSON.stringify(order),
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      timeout: 20 * 60_000,
    })
    expect({ status, signal }, stderr).toEqual({ status: 0, signal: null })
    return JSON.parse(stdout) as Report
  } finally {
    rmSync(folder, { recursive: true })
  }
}
