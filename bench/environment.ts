/**
 * What the figures depend on.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import { dirname, join } from 'node:path'
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
    ...instructions(),
    countersign: JSON.parse(readFileSync(resolve('countersign/package.json'), 'utf8')).version,
    wasm: { wasm: digest('wasm'), 'wasm-fma': digest('wasm-fma') },
  }
}

/** What crates of the native engine choose by at run time. */
const asked: readonly string[] = [
  ...['avx2', 'avx512f', 'avx512ifma', 'avx512vl', 'sha_ni', 'aes', 'vaes', 'pclmulqdq'],
  ...['asimd', 'sha2', 'sha3', 'pmull'],
]

/** Which of them this processor has; nothing where the system does not tell. */
function instructions(): { instructions?: readonly string[] } {
  try {
    const found = /^(?:flags|Features)\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))
    const names = new Set(found?.[1]?.trim().split(/\s+/))
    return { instructions: asked.filter((name) => names.has(name)) }
  } catch {
    return {}
  }
}

/** SHA-256 of all parts of an engine, one after another by their names. */
function digest(engine: string): string {
  const folder = dirname(resolve(`countersign/${engine}/verify.wasm`))
  const parts = readdirSync(folder).sort()
  const hash = createHash('sha256')
  for (const part of parts) hash.update(readFileSync(join(folder, part)))
  return hash.digest('hex')
}

/** Of the clone in which the bench runs, with `-dirty` where the tree differs from it. */
export function commit(): string {
  try {
    return git('describe', '--always', '--dirty')
  } catch {
    return 'unknown'
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
