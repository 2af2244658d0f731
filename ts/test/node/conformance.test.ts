import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Api } from '../../conformance/case.js'
import { type Flip, flipLine, flips } from '../../conformance/flip.js'
import { rules } from '../../conformance/rules.js'
import { judgeFile, judgeFolder } from '../../conformance/run.js'
import { schemas } from '../../conformance/schemas/index.js'
import { skips } from '../../conformance/skips.js'
import { Folder, readFolder, type VectorFile, vectorFile } from '../../conformance/vectors.js'
import * as hazmat from '../../src/entry/hazmat.js'
import * as main from '../../src/index.js'

const api = { ...main, ...hazmat } as unknown as Api
const folder = readFolder(fileURLToPath(new URL('../../../rust/vectors', import.meta.url)))
const readme = readFileSync(new URL('../../conformance/README.md', import.meta.url), 'utf8')

const schemaOf = (file: VectorFile) => schemas.find((schema) => schema.matches(file, folder))

/** Text files whose every line is an expectation, by schema. */
const byLine = [
  'sign.input',
  'ECMAScript numbers',
  'multibase values',
  'Data Integrity step',
  'SHA-256 sums',
  'delegation outcomes',
]

describe('the vectors of this repository', () => {
  it('pass, and none is unknown', async () => {
    const files = await judgeFolder(folder, api, schemas)
    expect(
      files.flatMap(({ path, failures }) =>
        failures.map((one) => `${path} ${one.case}: ${one.message}`),
      ),
    ).toEqual([])
    expect(files.reduce((sum, file) => sum + file.passed, 0)).toBeGreaterThan(1000)
  })

  it('are skipped only for the reasons in the README', () => {
    for (const [reason, why] of Object.entries(skips))
      expect(readme).toContain(`| ${reason} | ${why} |`)
    for (const [rule, why] of Object.entries(rules))
      expect(readme).toContain(`| ${rule} | ${why} |`)
  })
})

const fails = async (flip: Flip) => {
  const results = await judgeFolder(flip.folder, api, schemas, [flip.file.area])
  return results.some(({ failures }) => failures.length > 0)
}

describe('a flipped expectation fails', () => {
  const held = new Set<string>()
  const named = (file: VectorFile) => schemaOf(file)?.expectations ?? []
  const flipped = folder.files.filter((file) => flips(file, folder, named(file), 1).length > 0)

  for (const file of flipped)
    it(file.path, async () => {
      let failed = false
      for (const flip of flips(file, folder, named(file), file.text.length < 20_000 ? 16 : 2)) {
        const { failures } = await judgeFile(flip.file, flip.folder, api, schemas)
        if (failures.length > 0) held.add(`${schemaOf(file)?.name}: ${flip.member}`)
        failed ||= failures.length > 0
      }
      expect(failed).toBe(true)
    })

  it('in every member that a schema names', () => {
    const all = flipped.flatMap((file) =>
      flips(file, folder, named(file), 1).map(({ member }) => `${schemaOf(file)?.name}: ${member}`),
    )
    expect([...held].sort()).toEqual([...new Set(all)].sort())
  })

  for (const file of folder.files.filter((one) => byLine.includes(schemaOf(one)?.name ?? '')))
    it(`${file.path}, by line`, async () => {
      const last = file.text.trimEnd().split('\n').length - 1
      let failed = false
      for (let line = last; line >= 0 && !failed; line -= 1)
        for (const first of [false, true])
          failed ||= await fails(flipLine(file, folder, line, first))
      expect(failed).toBe(true)
    })
})

describe('a file of unknown shape', () => {
  it('is a failure', async () => {
    const stranger = vectorFile(
      'somewhere/else.json',
      new TextEncoder().encode('{"what":"is this"}'),
    )
    const [result] = await judgeFolder(new Folder([stranger]), api, schemas)
    expect(result?.failures).toEqual([
      { case: '(file)', message: 'no schema knows this file: JSON object of what' },
    ])
  })

  it('is a failure too where the shape is known and the content is broken', async () => {
    const broken = vectorFile(
      'hkdf/x.json',
      new TextEncoder().encode('{"testGroups":[{"type":"HkdfTest","tests":7}]}'),
    )
    const [result] = await judgeFolder(new Folder([broken]), api, schemas)
    expect(result?.failures).toHaveLength(1)
  })
})

describe('the schemas', () => {
  it('have one file each, listed in the index', () => {
    const files = readdirSync(new URL('../../conformance/schemas', import.meta.url))
    const index = readFileSync(
      new URL('../../conformance/schemas/index.ts', import.meta.url),
      'utf8',
    )
    const helpers = ['index.ts', 'sage.ts', 'wycheproof.ts']
    for (const file of files.filter((name) => !helpers.includes(name)))
      expect(index).toContain(`./${file.replace('.ts', '.js')}`)
  })
})
