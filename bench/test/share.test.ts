import { describe, expect, test } from 'vitest'
import { resultOf } from '../assemble.js'
import { pack, unpack } from '../page/compress.js'
import { decode, encode, mark, shortened } from '../page/share.js'
import type { Row } from '../result.js'
import { describeCase, ratesOf } from '../rounds.js'
import { cases } from '../suites/index.js'
import { random, row } from './samples.js'

/** A row as a run makes it. */
function made(name: string, engine: string, p50: number): Row {
  const item = cases.find((each) => each.name === name)
  if (!item) throw new Error(`no case ${name}`)
  return { ...row(name, engine, p50), ...describeCase(item, engine), ...ratesOf(item, { p50 }) }
}

const environment = {
  platform: 'Chromium 156.0, Linux, x86 64 bit, worker',
  browser: 'Chromium 156.0',
  cores: 2,
  clockNs: 5_000,
  isolated: true,
  place: 'worker',
  countersign: '0.1.0',
  commit: 'abcdef0',
  userAgent: 'not in a link',
  peers: { WebCrypto: 'Mozilla/5.0 (X11; Linux)', 'libsodium-wrappers': '0.8.4' },
}

const whole = resultOf(
  [
    made('sign Ed25519', 'wasm-fma', 12_345.678),
    made('sign Ed25519', 'WebCrypto', 60_000),
    made('seal 64 B', 'wasm-fma', 1_754),
    made('seal 64 B', 'libsodium-wrappers', 2_468),
    made('generate Ed25519', 'wasm-fma', 40_000),
  ],
  {
    environment,
    missing: new Map([['wasm', 'no SIMD']]),
    failed: [],
    options: { rounds: 25, milliseconds: 20 },
    date: '2026-01-02T03:04:05.000Z',
  },
)

const opened = async () => decode(await encode(whole))

test('a result goes through a link, with four digits of each figure', async () => {
  const { userAgent, ...told } = environment
  const result = await opened()
  expect(userAgent).toBeTruthy()
  expect(result.environment).toEqual({ ...told, missing: { wasm: 'not in that browser' } })
  expect(result.settings).toEqual(whole.settings)
  expect(result.date).toBe(whole.date)
  expect(result.rows.map((each) => [each.case, each.group, each.engine, each.bytes])).toEqual(
    whole.rows.map((each) => [each.case, each.group, each.engine, each.bytes]),
  )
  const [first] = result.rows
  expect(first).toMatchObject({ p50: 12_350, rounds: 25, samples: 5_000, batch: 1 })
  expect(first?.reference).toEqual(whole.rows[0]?.reference)
  // What a link holds, it holds again.
  expect(await encode(result)).toBe(await encode(whole))
})

test('rounding turns no order around', async () => {
  const next = random(7)
  for (let time = 0; time < 50; time += 1) {
    // Whole numbers beside broken ones, close together.
    const values = Array.from(
      { length: 7 },
      () => 12_344 + (next() < 0.5 ? next() : Math.round(9 * next())),
    )
    const [low = 0, p50 = 0, p75 = 0, p95 = 0, p99 = 0, p999 = 0, high = 0] = values.toSorted(
      (a, b) => a - b,
    )
    const close = { ...made('sign Ed25519', 'wasm', p50), low, p75, p95, p99, p999, high }
    await expect(encode({ ...whole, rows: [close] }).then(decode)).resolves.toBeTruthy()
  }
})

test('a long result is shortened to the overview', () => {
  expect(shortened(whole).rows.map((each) => each.case)).not.toContain('generate Ed25519')
})

test('every case on every engine is too long for a link; the overview on all is not', async () => {
  const all = cases.flatMap((item) =>
    ['wasm-fma', 'wasm', 'WebCrypto', 'jose'].map((engine, index) =>
      made(item.name, engine, 1_000 + 13.7 * index * item.name.length),
    ),
  )
  await expect(encode({ ...whole, rows: all })).rejects.toThrow('characters')
  expect((await encode(shortened({ ...whole, rows: all }))).length).toBeLessThan(8_000)
})

/** The link of a value that `change` made of a good one. */
async function changed(change: (link: Record<string, never> & { rows: unknown[][] }) => unknown) {
  const text = await unpack((await encode(whole)).slice(mark.length), 1 << 20)
  return mark + (await pack(JSON.stringify(change(JSON.parse(text)))))
}

const damaged = /^it was cut off or changed, or this page did not make it$/
const unknown = /does not know$/
const wrong = /^its figures contradict each other$/
const evil = '<img src=x onerror=alert(1)>'

describe('a link from a stranger is refused, in words of the page', () => {
  test.each([
    ['nothing', '', damaged],
    ['what is no base64url', 'a b', damaged],
    ['what is not packed', 'AAAA', damaged],
    ['markup', encodeURIComponent(evil), damaged],
    ['more than a link has', 'A'.repeat(20_000), /^it is too long$/],
  ])('%s', async (_, text, why) => {
    await expect(decode(mark + text)).rejects.toThrow(why)
  })

  test('a link that was cut off', async () => {
    const link = await encode(whole)
    for (const length of [mark.length + 1, 60, link.length - 1])
      await expect(decode(link.slice(0, length))).rejects.toThrow(damaged)
  })

  test('a few bytes that unpack to many', async () => {
    const bomb = await pack(' '.repeat(8 << 20))
    expect(bomb.length).toBeLessThan(16_000)
    await expect(unpack(bomb, 1 << 20)).rejects.toThrow('more than 1048576 bytes')
    await expect(decode(mark + bomb)).rejects.toThrow(damaged)
  })

  test.each<[string, Parameters<typeof changed>[0], RegExp]>([
    ['no object', () => [], damaged],
    ['a member too many', (link) => ({ ...link, note: evil }), damaged],
    ['a member too few', ({ rows }) => ({ rows }), damaged],
    ['a browser with markup', (link) => ({ ...link, host: { browser: evil } }), damaged],
    [
      'a browser that turns the line',
      (link) => ({ ...link, host: { browser: '\u202eemorhC' } }),
      damaged,
    ],
    [
      'a browser with a long name',
      (link) => ({ ...link, host: { browser: 'x'.repeat(300) } }),
      damaged,
    ],
    ['a version of another package', (link) => ({ ...link, peers: [['evil', '1']] }), damaged],
    ['a short row', (link) => ({ ...link, rows: [['sign Ed25519', 'wasm', 1]] }), damaged],
    ['a figure that is none', edit(4, 'fast'), damaged],
    ['a figure below zero', edit(4, -1), damaged],
    ['a figure beyond all', edit(4, 1e300), damaged],
    ['a case that is none', edit(0, evil), unknown],
    ['an engine that is none', edit(1, evil), unknown],
    ['an engine that no browser has', edit(1, 'native'), unknown],
    ['a peer that does not do the case', edit(1, 'canonicalize'), unknown],
    ['a missing engine that is none', (link) => ({ ...link, missing: [evil] }), unknown],
    ['a median beyond its interval', edit(4, 90_000), wrong],
    ['the same row twice', (link) => ({ ...link, rows: [link.rows[0], link.rows[0]] }), wrong],
    ['a day that is none', (link) => ({ ...link, date: 'yesterday' }), wrong],
  ])('%s', async (_, change, why) => {
    await expect(decode(await changed(change))).rejects.toThrow(why)
  })
})

/** Changes one member of the first row. */
function edit(index: number, value: unknown): Parameters<typeof changed>[0] {
  return ({ rows: [first = [], ...others], ...link }) => ({
    ...link,
    rows: [first.with(index, value), ...others],
  })
}
