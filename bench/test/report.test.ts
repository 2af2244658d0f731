import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { fitsOf } from '../fits.js'
import { duration, figures, marginOf, times } from '../format.js'
import { groupBars, percentileCurves, scalingCurves } from '../plots/index.js'
import { html } from '../report/html.js'
import { labelResults } from '../report/label.js'
import { markdown, plain } from '../report/markdown.js'
import { parseResult, type Result } from '../result.js'
import { result, row } from './samples.js'

const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(2)>&lt;|\`*_[a](javascript:x) ]]> --> </style>`

function evil(): Result {
  const rows = [2, 4, 8].flatMap((n) =>
    ['native', 'wasm', `peer ${hostile}`].map((engine) => ({
      ...row(`${hostile} in a ring of ${n}`, engine, 100 * n),
      n,
      group: hostile,
      reference: [{ report: hostile, platform: hostile, ns: 5, note: hostile }],
    })),
  )
  const file = {
    ...result(rows, {
      platform: hostile,
      cpu: hostile,
      [hostile]: hostile,
      peers: { [hostile]: hostile },
    }),
    ratios: [{ name: hostile, engine: hostile, value: 1, low: 1, high: 1 }],
    fits: fitsOf(rows),
  }
  return parseResult(JSON.parse(JSON.stringify(file)))
}

const two = () => labelResults([{ result: evil(), label: hostile }, { result: evil() }])
const document = () =>
  parseHTML('<!doctype html><html><body></body></html>').document as unknown as Document

test('nothing in a file becomes markup of the HTML', () => {
  const text = html(two())
  const { document: read } = parseHTML(text)
  // Within quotes of an attribute, `<` is a character like others.
  expect(text.replace(/="[^"]*"/g, '')).not.toMatch(/<(?:img|script)|onerror=[^a]/)
  const names = new Set([...read.querySelectorAll('*')].map((each) => each.tagName.toLowerCase()))
  expect(
    [...names].filter((name) =>
      ['script', 'img', 'iframe', 'object', 'embed', 'link'].includes(name),
    ),
  ).toEqual([])
  for (const element of read.querySelectorAll('*'))
    for (const name of element.getAttributeNames()) {
      expect(name).not.toMatch(/^on/i)
      if (name === 'href') expect(element.getAttribute(name)).toMatch(/^#s\d+$/)
    }
  // The names are there, as text.
  expect(read.querySelector('h2:nth-of-type(1)')?.textContent).toBeTruthy()
  expect(read.body.textContent).toContain('alert(1)')
})

test('nothing in a file becomes markup of the Markdown', () => {
  const text = markdown(two())
  expect(text).not.toMatch(/<(?:script|img)/)
  expect(text).not.toMatch(/(?<!\\)\]\(javascript/)
  // Every line of a table has as many cells as its head.
  for (const block of text.split('\n\n')) {
    const lines = block.split('\n').filter((line) => line.startsWith('|'))
    const cells = lines.map((line) => line.match(/(?<!\\)\|/g)?.length)
    expect(new Set(cells).size).toBeLessThanOrEqual(1)
  }
  expect(plain('a\nb\u2028c')).toBe('a b c')
})

test('under a table with the draft scheme stands what it is', () => {
  const note = 'pqcrypto-dilithium: C, draft Dilithium, not FIPS 204'
  const resultOf = (engine: string) => [{ label: 'x', result: result([row('sign', engine, 5)]) }]
  const { document: read } = parseHTML(html(resultOf('pqcrypto-dilithium')))
  expect([...read.querySelectorAll('p.notes')].map((each) => each.textContent)).toEqual([
    note,
    note,
  ])
  expect(markdown(resultOf('pqcrypto-dilithium'))).toContain(`|\n\n${note}\n`)
  expect(html(resultOf('jose')) + markdown(resultOf('jose'))).not.toContain(note)
})

test('the HTML needs no network and no script, and says how to read it', () => {
  const text = html([{ label: 'one', result: result([row('sign Ed25519', 'native', 30_000)]) }])
  expect(text).not.toMatch(/<script|src=|url\((?!#)|@import/)
  expect(text).toContain("default-src 'none'")
  const { document: read } = parseHTML(text)
  for (const svg of read.querySelectorAll('svg')) {
    expect(svg.getAttribute('role')).toBe('img')
    expect(svg.querySelector('title')?.textContent).not.toBe('')
    expect(svg.querySelector('desc')?.textContent).not.toBe('')
  }
  expect(read.querySelectorAll('svg')).toHaveLength(2)
  expect(read.querySelector('table td')).not.toBeNull()
})

test('two machines stand side by side, each series with a label of its own', () => {
  const rows = (scale: number) =>
    [64, 256, 1024].map((bytes) => ({ ...row(`seal ${bytes} B`, 'wasm', scale * bytes), bytes }))
  const results = labelResults([
    { result: result(rows(1), { cpu: 'Apple M2 Max' }) },
    { result: result(rows(2), { cpu: 'AMD EPYC 9R14 96-Core Processor' }) },
    { result: result(rows(3), { cpu: 'Apple M2 Max' }) },
  ])
  expect(results.map(({ label }) => label)).toEqual([
    'Apple M2 Max',
    'AMD EPYC 9R14',
    'Apple M2 Max #2',
  ])
  const [bars] = groupBars(document(), results, 'keys')
  expect(bars?.querySelectorAll('rect')).toHaveLength(9)
  expect(bars?.textContent).toContain('1.02 µs')
  const [curves] = scalingCurves(document(), results)
  expect(curves?.textContent).toContain('wasm, AMD EPYC')
  expect(percentileCurves(document(), results, 'seal 64 B')?.textContent).toContain('p99.9')
  expect(percentileCurves(document(), results, 'no such case')).toBeUndefined()
  expect(groupBars(document(), results, 'no such group')).toEqual([])
})

test('extreme figures are drawn', () => {
  const rows = [
    row('a', 'native', 1e-3),
    row('a', 'wasm', 1e15, 0.9999),
    { ...row('b', 'wasm', 5, 0), unit: 'bytes' as const },
  ]
  const text = html([{ label: 'x', result: result(rows) }])
  expect(text).not.toMatch(/NaN|Infinity|undefined/)
})

test.each([
  [0.5, '0.500 ns'],
  [62.59, '62.6 ns'],
  [999.9, '1.00 µs'],
  [47_532, '47.5 µs'],
  [617_480, '617 µs'],
  [999_999, '1.00 ms'],
  [1.5e9, '1.50 s'],
  [12e9, '12.0 s'],
])('%f ns is shown as %s', (ns, text) => {
  expect(duration(ns)).toBe(text)
})

test('figures have no exponents', () => {
  expect([0, 1234.5, 0.01234, -268_000].map(figures)).toEqual(['0', '1235', '0.0123', '-268000'])
  expect([0.968, 12.34].map(times)).toEqual(['0.97x', '12.3x'])
  expect(marginOf({ p50: 100, low: 98, high: 101 })).toBe('±2.0 %')
})
