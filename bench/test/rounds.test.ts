import { expect, test } from 'vitest'
import type { Case } from '../case.js'
import { compare, timed } from '../rounds.js'
import type { Runner } from '../runner.js'

const options = { rounds: 3, milliseconds: 1 }
const job = () => ({ run: () => 1, agree: () => 1 })

const item: Case = {
  name: 'a case',
  group: 'cases',
  bytes: 100,
  prepare: job,
  peers: { jose: job, canonicalize: job },
}

/** Gives `prepared`, and the same samples in each round. */
const runner = (name: string, prepared: object): Runner => ({
  name,
  ask: async <T>({ kind }: { kind: string }) =>
    (kind === 'prepare' ? { step: 0, ...prepared } : [10, 20, 30]) as T,
})

test('engines, and the peers that do the case, each get a row', async () => {
  const able = [runner('wasm', { agree: 1, batch: 1 }), runner('jose', { agree: 1, batch: 5 })]
  const rows = await compare(item, [...able, runner('WebCrypto', { agree: 2, batch: 1 })], options)
  expect(
    rows.map(({ engine, p50, batch, ofBatchMeans }) => [engine, p50, batch, ofBatchMeans]),
  ).toEqual([
    ['wasm', 20, 1, false],
    ['jose', 20, 5, true],
  ])
  expect(rows[0]).toMatchObject({ rounds: 3, samples: 9, megabytesPerSecond: 5000 })
})

test('no interval is narrower than the step of the clock', async () => {
  const of = async (batch: number, step: number) => {
    const [row] = await compare(item, [runner('wasm', { agree: 1, batch, step })], options)
    return [row?.low, row?.high]
  }
  expect(await of(1, 4)).toEqual([18, 22])
  expect(await of(4, 4)).toEqual([19.5, 20.5])
  expect(await of(1, 1_000)).toEqual([10, 520])
})

test('a peer that this host lacks has no row', async () => {
  const lacking = runner('canonicalize', { lacking: true })
  const rows = await compare(item, [runner('wasm', { agree: 1, batch: 1 }), lacking], options)
  expect(rows.map(({ engine }) => engine)).toEqual(['wasm'])
})

test('who disagrees ends the run, engine or peer', async () => {
  const wasm = runner('wasm', { agree: 1, batch: 1 })
  for (const name of ['native', 'jose'])
    await expect(
      compare(item, [wasm, runner(name, { agree: 2, batch: 1 })], options),
    ).rejects.toThrow(`a case: ${name} disagrees with wasm`)
})

test('a peer that disagrees is left out and said; engines that disagree leave no row', async () => {
  const said: string[] = []
  const note = (name: string, { message }: Error) => said.push(`${name}: ${message}`)
  const [wasm, jose] = [1, 2].map((agree, index) =>
    runner(index === 0 ? 'wasm' : 'jose', { agree, batch: 1 }),
  ) as [Runner, Runner]
  expect((await timed(item, [wasm, jose], options, note)).map(({ engine }) => engine)).toEqual([
    'wasm',
  ])
  const native = runner('native', { agree: 3, batch: 1 })
  expect(await timed(item, [wasm, native], options, note)).toEqual([])
  expect(said).toEqual([
    'a case, beside other packages: a case: jose disagrees with wasm',
    'a case: a case: native disagrees with wasm',
  ])
  expect(await timed(item, [wasm, native], { ...options, stopped: () => true }, note)).toEqual([])
  expect(said).toHaveLength(2)
})

test('a size is not timed', async () => {
  const size = { ...item, unit: 'bytes' as const }
  const rows = await compare(size, [runner('wasm', { agree: 64, batch: 1 })], options)
  expect(rows[0]).toMatchObject({ unit: 'bytes', p50: 64, p99: 64, opsPerSecond: 0 })
})
