import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { Grant, Identity, Keys, Pop } from '../../src/index.js'

const source = new URL('../../src/', import.meta.url)
const table = readFileSync(new URL('../options.test.ts', import.meta.url), 'utf8')
const places = ['grant', 'pop', 'identity', 'keyFormats', 'keys.ts']

/** Names of the functions of a namespace, and of those in it. */
function functionsOf(namespace: object): string[] {
  return Object.entries(namespace).flatMap(([name, value]) => {
    if (typeof value === 'function') return [name]
    return value?.[Symbol.toStringTag] === 'Module' ? functionsOf(value) : []
  })
}

function texts(place: string): string[] {
  if (place.endsWith('.ts')) return [readFileSync(new URL(place, source), 'utf8')]
  const folder = new URL(`${place}/`, source)
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    texts(`${place}/${entry.name}`),
  )
}

/** Functions that take options, by the names that such parameters have. */
function takers(text: string): string[] {
  const heads = text.matchAll(/^export (?:async )?function (\w+)(?:<[^(]*>)?\(([\s\S]*?)\): /gm)
  return [...heads].flatMap(([, name = '', parameters = '']) =>
    /\b(?:options|policy|request)\??: /.test(parameters) ? [name] : [],
  )
}

test('the table of options has each function that takes some', () => {
  const open = new Set([Grant, Pop, Keys, Identity].flatMap(functionsOf))
  const named = places.flatMap(texts).flatMap(takers)
  const asked = [...new Set(named)].filter((name) => open.has(name))
  expect(asked.length).toBeGreaterThan(60)
  expect(asked.filter((name) => !table.includes(`.${name}(`))).toEqual([])
})
