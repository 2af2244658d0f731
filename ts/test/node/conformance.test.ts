import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Api } from '../../conformance/case.js'
import { decisive, flip } from '../../conformance/flip.js'
import { holds, mutantsAsText, mutate } from '../../conformance/mutants.js'
import { rules } from '../../conformance/rules.js'
import { judgeFolder } from '../../conformance/run.js'
import { schemas } from '../../conformance/schemas/index.js'
import { skips } from '../../conformance/skips.js'
import { Folder, readFolder, vectorFile } from '../../conformance/vectors.js'
import * as hazmat from '../../src/entry/hazmat.js'
import * as main from '../../src/index.js'

const api = { ...main, ...hazmat } as unknown as Api
const folder = readFolder(fileURLToPath(new URL('../../../rust/vectors', import.meta.url)))
const readme = readFileSync(new URL('../../conformance/README.md', import.meta.url), 'utf8')

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

describe('300 vectors, each changed in one decisive byte or verdict', () => {
  it('are all seen to fail, but for named skips', async () => {
    const mutants = await mutate(folder, api, schemas, { count: 300, seed: 15, areas: [] })
    console.log(mutantsAsText(mutants, 15))
    expect(mutants).toHaveLength(300)
    expect(new Set(mutants.map(({ path }) => path.split('/')[0]))).toEqual(new Set(folder.areas()))
    expect(holds(mutants)).toBe(true)
  })

  it('hold only if what is not seen has a reason, and few have one', () => {
    const one = { path: '', schema: '', member: '', where: '', from: '', to: '' }
    const seen = Array.from({ length: 19 }, () => ({ ...one, seen: true }))
    expect(holds([...seen, { ...one, seen: false }])).toBe(false)
    expect(holds([...seen, { ...one, seen: false, skip: 'semantics only' }])).toBe(true)
    expect(holds([...seen.slice(1), { ...one, seen: false, skip: 'semantics only' }])).toBe(false)
    expect(holds([])).toBe(false)
  })

  it('are changed in that place alone', () => {
    const text = '{ "tests": [{"tag": "0f", "result":"valid" , "n": 1.50}] }'
    const file = vectorFile('x/y.json', new TextEncoder().encode(text))
    const schema = {
      name: '',
      matches: () => true,
      cases: () => [],
      expectations: ['tag', 'result'],
    }
    const changed = decisive(file, new Folder([file]), schema).map(
      (place) => flip(place, new Folder([file]), (bound) => bound - 1).file.text,
    )
    expect(changed).toEqual([text.replace('0f', '0e'), text.replace('valid', 'invalid')])
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
