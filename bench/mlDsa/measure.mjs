// Times and profiles the modules of prepare.mjs: `node measure.mjs PLAIN PARTS`, on a Node with relaxed SIMD.
//
// Calls alternate, and each has the least of its times; over messages, their mean. So the load of the machine cancels.

import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

const [plain, parts] = process.argv
  .slice(2)
  .map((path) => new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path))).exports)
const operations = ['87', '65'].flatMap((set) =>
  ['generate', 'sign', 'verify'].map((what) => what + set),
)
const bufferOf = (module) => new Uint8Array(module.memory.buffer, module.buffer(), 65_536)

/** Seed, randomness and message number `number`. */
function fill(module, number) {
  const bytes = bufferOf(module)
  for (let index = 0; index < 320; index += 1)
    bytes[index] = index * 167 + 13 + number * 31 + (number >> 8) * 7
}

/** Makes what `operation` needs: a key, a signature. */
function ready(module, operation, number) {
  const set = operation.slice(-2)
  fill(module, number)
  if (operation.startsWith('generate')) return
  module[`generate${set}`]()
  if (operation.startsWith('verify')) module[`sign${set}`]()
}

/** Least time of each of `calls` in microseconds, meant over `inputs`. */
function least(prepare, calls, inputs, rounds) {
  const best = calls.map(() => new Float64Array(inputs).fill(Number.POSITIVE_INFINITY))
  for (let round = 0; round < rounds; round += 1)
    for (let input = 0; input < inputs; input += 1)
      for (const [index, call] of calls.entries()) {
        prepare(input)
        const before = process.hrtime.bigint()
        call()
        const time = Number(process.hrtime.bigint() - before) / 1e3
        best[index][input] = Math.min(best[index][input], time)
      }
  return best.map((times) => times.reduce((sum, time) => sum + time, 0) / inputs)
}

const row = (name, times) =>
  console.log(
    `${name.padEnd(34)}${times.map((time) => time.toFixed(2).padStart(10)).join('')}   ${(times[0] / times[1]).toFixed(2)}`,
  )

/** Both ways must give the same bytes. */
function same() {
  const outcome = (name, which, number) => {
    ready(plain, name, number)
    const gives = plain[which]()
    return `${gives} ${Buffer.from(bufferOf(plain)).toString('base64')}`
  }
  for (const name of operations)
    for (let number = 0; number < 100; number += 1)
      if (outcome(name, name, number) !== outcome(name, `${name}Pairs`, number))
        throw new Error(`${name} differs`)
  if (parts.agrees() !== 1) throw new Error('the transforms differ')
}

function ratios() {
  console.log('\nus, and the ratio                     libcrux two-way')
  row(
    '160 Keccak-f',
    least(() => fill(plain, 1), [plain.keccak, plain.keccakPairs], 1, 2_000),
  )
  for (const name of operations) {
    const calls = [plain[name], plain[`${name}Pairs`]]
    row(
      name,
      least((input) => ready(plain, name, input), calls, 16, 40),
    )
  }
  console.log('\nus, and the ratio to the first        libcrux    vector')
  const many = (name) => () => parts[name](50)
  for (const [ours, theirs] of [
    ['nttIntegers', 'ntt'],
    ['nttFloats', 'ntt'],
    ['multiplyIntegers', 'multiply'],
  ]) {
    const times = least(() => parts.reset(), [many(theirs), many(ours)], 1, 400)
    row(
      ours,
      times.map((time) => time / 50),
    )
  }
}

const kinds = [
  ['Keccak-f', /keccakf1600/],
  ['rejection sampling', /rejection_sample/],
  ['inverse NTT', /invert_ntt/],
  ['pointwise products', /ntt_multiply|compute_/],
  ['NTT', /ntt/],
  ['encodings', /serialize/],
  ['rounding and hints', /power2round|decompose|hint/],
]

/** Shares of the time, by a profile of two seconds. */
async function shares(session, name) {
  ready(parts, name, 5)
  const work = (milliseconds) => {
    const end = performance.now() + milliseconds
    for (let number = 0; performance.now() < end; number += 1) {
      if (name.startsWith('sign')) fill(parts, number)
      parts[name]()
    }
  }
  work(500)
  ready(parts, name, 5)
  await session.post('Profiler.start')
  work(2_000)
  const { profile } = await session.post('Profiler.stop')
  const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame.functionName]))
  const counts = new Map()
  const seen = profile.samples
    .map((id) => names.get(id))
    .filter((symbol) => /^_ZN|\d$/.test(symbol))
  for (const symbol of seen) {
    const kind = kinds.find(([, pattern]) => pattern.test(symbol))?.[0] ?? 'rest'
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const cells = [...kinds.map(([kind]) => kind), 'rest'].map(
    (kind) => `${kind} ${((100 * (counts.get(kind) ?? 0)) / seen.length).toFixed(1)} %`,
  )
  console.log(`${name.padEnd(12)}${cells.join(', ')}`)
}

same()
ratios()
console.log('\nshares of libcrux as it is')
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.setSamplingInterval', { interval: 200 })
for (const name of operations) await shares(session, name)
session.disconnect()
