import { expect, test } from 'vitest'
import { plainCases, plainTable } from '../plain.js'
import { cases } from '../suites/index.js'
import { row } from './samples.js'

test('its cases are there, each once', () => {
  for (const name of plainCases)
    expect(
      cases.filter((item) => item.name === name),
      name,
    ).toHaveLength(1)
})

test('five rows in plain words, on the better WebAssembly engine, and on an engine that is not here', () => {
  const rows = [
    row('sign Ed25519', 'wasm-fma', 25_000),
    row('sign Ed25519', 'wasm', 50_000),
    row('sign Ed25519', 'native', 30_000),
    row('verify request Ed25519', 'wasm', 140_000),
  ]
  const [, ...lines] = plainTable(rows).split('\n')
  expect(lines).toHaveLength(5)
  expect(lines[0]).toMatch(/^sign a message +25\.0 µs +30\.0 µs +40,000 a second$/)
  expect(lines[1]).toMatch(/^verify a signed request +140 µs +not here +7,100 a second$/)
  expect(lines.join('\n')).not.toMatch(/n\/a|Ed25519|target/)
})
