import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { markdown } from '../reports/markdown.js'
import { namedCases, referencesOf, reports } from '../reports/rows.js'
import { cases } from '../suites/index.js'

const names = cases.map(({ name }) => name)
const rows = reports.flatMap(({ file, rows }) => rows.map((row) => ({ file, ...row })))

test('no two cases have one name', () => {
  expect(names).toEqual([...new Set(names)])
})

test('every row of the five reports has a case', () => {
  expect(reports).toHaveLength(5)
  expect(rows.filter((row) => !names.includes(row.case))).toEqual([])
})

test('a row stands once with a case, and says something', () => {
  const keys = rows.map(({ file, row, case: name }) => `${file} ${row} ${name}`)
  expect(keys).toEqual([...new Set(keys)])
  const silent = rows.filter(({ file, row, case: _, kind, note, ...figures }) => {
    expect([file, row, kind]).toBeDefined()
    return Object.keys(figures).length === 0 && note === undefined
  })
  expect(silent).toEqual([])
})

test('every reference of a case is a row, and every row a reference', () => {
  const referenced = cases.filter(({ reference }) => reference !== undefined)
  expect(referenced.map(({ name }) => name).toSorted()).toEqual([...namedCases()].toSorted())
  const count = referenced.reduce((sum, { reference }) => sum + (reference?.length ?? 0), 0)
  expect(count).toBe(rows.length)
})

test('what was measured comes before estimates and targets', () => {
  const kinds = referencesOf('create a session').map(({ kind }) => kind)
  expect(kinds[0]).toBeUndefined()
  expect(kinds.slice(1)).not.toContain(undefined)
})

// The counts of the reports themselves: a row that is lost here is found here.
test.each([
  ['000_656f9a9c71a2d414.txt', /^\w+\/\w+$/, 21],
  ['001_4db5d9ee404b110d.txt', /^(\w+\/\w+|SessionCreation)$/, 45],
  ['002_36c147d64abcb478.txt', /^(?!Argon2id)/, 11],
  ['003_b3e8077489be6b74.txt', /^Benchmark/, 84],
  ['004_f8ee2709f637d4f2.txt', /./, 72],
])('%s has all of its measurements', (file, form, count) => {
  const measured = rows.filter((row) => row.file === file && !row.kind && form.test(row.row))
  expect(new Set(measured.map(({ row }) => row)).size).toBe(count)
})

test('REPORTS.md is what the command writes', () => {
  const file = readFileSync(new URL('../REPORTS.md', import.meta.url), 'utf8')
  expect(file, 'npm run bench -- --list-rows bench/REPORTS.md').toBe(markdown())
})
