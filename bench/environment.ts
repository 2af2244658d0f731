/**
 * What the figures depend on.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import type { Environment } from './result.js'

const { resolve } = createRequire(import.meta.url)

/** The `environment` member of the JSON. */
export function environment(): Environment {
  return {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.cpus().length,
    memoryBytes: os.totalmem(),
    platform: `${os.platform()} ${os.release().split('.', 2).join('.')} ${os.arch()}`,
    node: process.version,
    v8: process.versions.v8,
    load: os.loadavg(),
    countersign: JSON.parse(readFileSync(resolve('countersign/package.json'), 'utf8')).version,
    commit: commit(),
    wasm: { wasm: digest('wasm'), 'wasm-fma': digest('wasm-fma') },
  }
}

function digest(name: string): string {
  return createHash('sha256')
    .update(readFileSync(resolve(`countersign/${name}.wasm`)))
    .digest('hex')
}

/** With `-dirty` where the tree differs from it. */
function commit(): string {
  try {
    return git('describe', '--always', '--dirty')
  } catch {
    return 'unknown'
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
