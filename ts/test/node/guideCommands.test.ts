// The commands that README and the guide of the command line show, typed as they stand.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Did, Keys } from 'countersign'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const bin = join(root, 'dist/cli/main.js')

/** The blocks of shell that use the command, without lines of npm. */
function blocksOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, block = '']) => block.replace(/^npm .*\n/gm, ''))
    .filter((block) => block.includes('npx countersign'))
}

/** Runs a block in the folder; a command that fails ends it. */
function type(block: string, cwd: string): string {
  const npx = `npx() { shift; "${process.execPath}" "${bin}" "$@"; }`
  return execFileSync('bash', ['-e', '-o', 'pipefail', '-c', `${npx}\n${block}`], {
    cwd,
    encoding: 'utf8',
  })
}

function inFolder(use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-guide-'))
  try {
    use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('commands of the guides', () => {
  it('README: a key, a card, a signature, and that it holds', () => {
    const [block = '', ...rest] = blocksOf('README.md')
    expect(rest).toEqual([])
    inFolder((folder) => expect(type(block, folder)).toMatch(/^verified +My agent/m))
  })

  it('the command line: the same through files, and what a script asks', () => {
    const [first = '', script = '', bench = '', ...rest] = blocksOf('ts/docs/cli.md')
    expect(rest).toEqual([])
    // It takes its time, and is run where the package is installed.
    expect(bench).toContain('countersign bench')
    inFolder((folder) => {
      expect(type(first, folder)).toMatch(/^verified +My agent/m)
      // The DID of the guide would be fetched.
      const key = Keys.publicKeyFromJwk(readFileSync(join(folder, 'agent.pub.jwk'), 'utf8'))
      const filled = script.replace('did:web:agent.example', Did.fromKey(key))
      expect(type(filled, folder)).toMatch(/^signed by did:key:/m)
      const stranger = Did.fromKey(Keys.generate('Ed25519').publicKey)
      const refused = script.replace('did:web:agent.example', stranger)
      expect(type(`rm result.json\n${refused}`, folder)).toMatch(/^ERR_CARD_/m)
    })
  })
})
