import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const vectors = fileURLToPath(new URL('../../../rust/vectors', import.meta.url))
const tool = fileURLToPath(new URL('../../../dist-tools/conformance/main.js', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'conformance-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...args], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const folder = (path: string, text: string) => {
  const root = join(scratch, path.replaceAll('/', '-'))
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  return root
}

describe('the command', () => {
  it('prints a line for each area and succeeds', () => {
    const { status, stdout } = run('--vectors', vectors, '--area', 'hkdf', '--area', 'multibase')
    expect(stdout).toMatch(/^hkdf: \d+ passed, 0 failed, 0 skipped$/m)
    expect(stdout).toMatch(
      /^multibase: \d+ passed, 0 failed, \d+ skipped \(\d+ base not offered\)$/m,
    )
    expect(status).toBe(0)
  })

  it('prints JSON', () => {
    const { status, stdout } = run('--vectors', vectors, '--area', 'hkdf', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ engine: 'wasm', total: { failed: 0 } })
    expect(status).toBe(0)
  })

  it('fails on an unknown file', () => {
    const { status, stdout } = run('--vectors', folder('area/x.json', '{"what":1}'))
    expect(stdout).toContain('area: 0 passed, 1 failed, 0 skipped')
    expect(status).toBe(1)
  })

  it('fails on a case that does not hold', () => {
    const bad = '[{"did":"did:web:a.example","url":"https://b.example/.well-known/did.json"}]'
    const { status, stdout } = run('--vectors', folder('did/transform.json', bad))
    expect(stdout).toContain(
      'FAILED did/transform.json did:web:a.example: URL is https://a.example',
    )
    expect(status).toBe(1)
  })

  it('fails when nothing ran', () => {
    expect(run('--vectors', folder('area/INDEX.md', '# area')).status).toBe(1)
  })

  it.each([
    [['--area', 'nowhere', '--vectors', vectors]],
    [['--engine', 'abacus', '--vectors', vectors]],
    [['--vectors', join(scratch, 'absent')]],
    [[]],
  ])('says what is wrong with %j', (args) => {
    const { status, stderr } = run(...args)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(status).toBe(2)
  })
})
