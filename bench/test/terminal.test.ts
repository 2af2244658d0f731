import { expect, test } from 'vitest'
import { clock, watch } from '../progress.js'
import { tables } from '../table.js'
import { result, row } from './samples.js'

test('no line of the tables is wider than 160 characters', () => {
  const long = 'a case with a name that goes on for much longer than any column should be wide'
  const reference = [{ report: 'x.txt', platform: 'x86_64 or Apple Silicon, Rust', ns: 17_688_000 }]
  const rows = ['native', 'wasm-fma', 'wasm', '@noble/post-quantum'].map((engine, index) => ({
    ...row(long, engine, 123_456_789 + index),
    ofBatchMeans: true,
    reference,
  }))
  const text = tables(rows, new Map([['jose', 'not found']]))
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(160)
  expect(text).toContain('jose: n/a (not found)')
  expect(text).toContain('123 ms*'.replace('123', '160'))
})

test('each group has a heading, and a missing engine is n/a', () => {
  const rows = [
    row('sign', 'native', 2_000),
    row('sign', 'wasm-fma', 3_000),
    { ...row('parse', 'native', 5), group: 'did' },
  ]
  const lines = tables(rows, new Map()).split('\n')
  expect(lines[0]).toMatch(/^keys +native +wasm-fma +wasm/)
  expect(lines[1]).toMatch(/^sign +2\.00 µs +3\.00 µs +n\/a +1\.50x +n\/a/)
  expect(lines[3]).toMatch(/^did /)
})

test('the fastest peer is named, and sizes are in bytes', () => {
  const rows = [row('sign', 'wasm', 100), row('sign', 'slow', 400), row('sign', 'quick', 200)]
  expect(tables(rows, new Map())).toMatch(/200 ns +quick +0\.50x/)
  const size = { ...row('a key', 'wasm', 4_896, 0), unit: 'bytes' as const }
  expect(tables(result([size]).rows, new Map())).toContain('4,896 B')
})

test('what another scheme is stands below', () => {
  const text = tables([row('sign', 'pqcrypto-dilithium', 5)], new Map())
  expect(text).toMatch(/^pqcrypto-dilithium: C, draft Dilithium, not FIPS 204$/m)
  expect(tables([row('sign', 'jose', 5)], new Map())).not.toContain('Dilithium')
})

test('a bar with the time left where somebody watches', () => {
  let [time, text] = [0, '']
  const screen = { isTTY: true, columns: 100, write: (more: string) => (text += more) }
  const progress = watch(4, screen, () => time)
  progress.begin('first')
  expect(text).toContain('0 %  first')
  time = 30_000
  progress.done(1)
  progress.begin('second')
  expect(text).toContain('25 %, 1 min 30 s left  second')
  progress.end()
  expect(text.endsWith('\r\x1b[K')).toBe(true)
})

test('plain lines now and then where nobody does', () => {
  let [time, text] = [0, '']
  const progress = watch(10, { write: (more: string) => (text += more) }, () => time)
  for (let step = 0; step < 10; step += 1) {
    progress.begin(`case ${step}`)
    time += 6_000
    progress.done(1)
  }
  progress.end()
  expect(text).toBe('40 %, 36 s left: case 4\n80 %, 12 s left: case 8\n')
})

test.each([
  [4_200, '4 s'],
  [125_000, '2 min 05 s'],
  [4_320_000, '1 h 12 min'],
])('%i ms are %s', (ms, text) => {
  expect(clock(ms)).toBe(text)
})
