// The checks of imports check: each must see the fault that it is there for.
//
// Run: npm run check -- --only scripts

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { circleFaults, circles, folderCircles } from '../mirror/circles.mjs'
import { specifiers, topLevelAwait } from '../mirror/shipped.mjs'
import { coreTiers, goneFrom, rustModules, typescriptImports, wrongWay } from '../mirror/tiers.mjs'
import { typescriptCircles } from '../mirror/typescriptCircles.mjs'

test('imports of Rust are found, also in lists', () => {
  const source = `
    // crate::comment
    use crate::{Error, keys::{PublicKey, jwk}, encoding};
    use crate::did::Did;
    fn f() { crate::label::CARD; }`
  assert.deepEqual(rustModules(source).sort(), ['did', 'encoding', 'keys', 'label'])
})

test('type imports of TypeScript are free, others are not', () => {
  const source = `
import type { A } from './card.js'
import { type B, c } from './keys.js'
export * as Did from './did.js'
import { d } from 'node:fs'
const later = await import('./http.js')`
  assert.deepEqual(typescriptImports(source), ['./keys.js', './did.js', './http.js'])
})

test('an import against the tiers is a fault, and so is a module in no tier', () => {
  assert.equal(wrongWay(coreTiers, 'card', ['jws', 'keys', 'error'], 'x').length, 0)
  assert.equal(wrongWay(coreTiers, 'keys', ['card'], 'x').length, 1)
  assert.equal(wrongWay(coreTiers, 'card', ['receipt'], 'x').length, 1)
  assert.equal(wrongWay(coreTiers, 'did', ['trust'], 'x').length, 1)
  assert.equal(wrongWay(coreTiers, 'nowhere', [], 'x').length, 1)
})

test('a circle of imports is seen, over whatever way', () => {
  const of = (imports) => circles(new Map(Object.entries(imports)))
  assert.deepEqual(of({ a: ['b', 'a'], b: ['c'], c: [] }), [])
  assert.deepEqual(of({ a: ['b'], b: ['a', 'c'], c: [] }), ['a, b'])
  assert.deepEqual(of({ a: ['b'], b: ['c'], c: ['a'] }), ['a, b, c'])
})

test('a circle inside a folder is seen, also through what the folder passes on', () => {
  const of = (sources) => folderCircles(new Map(Object.entries(sources)))
  const card = 'pub use reading::Reading;'
  const reading = 'use super::payload;'
  assert.deepEqual(of({ card, 'card/reading': reading, 'card/payload': 'use crate::Error;' }), [])
  for (const payload of ['use super::{Reading, x};', 'fn f() { crate::card::reading::g(); }'])
    assert.deepEqual(of({ card, 'card/reading': reading, 'card/payload': payload }), [
      'card: payload, reading',
    ])
  const deep = {
    'card/reading/go': 'use super::super::payload;',
    'card/payload': 'use super::reading;',
  }
  assert.deepEqual(of({ card, 'card/reading': '', ...deep }), ['card: payload, reading'])
  const quoted =
    '// use super::reading\nconst A: &str = "super::reading";\n#[cfg(test)]\nmod tests { use super::reading; }'
  assert.deepEqual(of({ card, 'card/reading': reading, 'card/payload': quoted }), [])
})

test('a circle of TypeScript is seen, also one of types', () => {
  const circlesIn = (...sources) => typescriptCircles(sources)
  const there = ['card/sign.ts', "import { read } from './verify.js'"]
  const back = ['card/verify.ts', "import type {\n  Signed,\n} from './sign.js'"]
  assert.deepEqual(circlesIn(there, back), ['card: sign, verify'])
  assert.deepEqual(circlesIn(there, ['card/verify.ts', "// import { a } from './sign.js'"]), [])
  assert.deepEqual(
    circlesIn(
      ['card/sign.ts', "export { a } from '../jws/b.js'"],
      ['jws/c.ts', "import { d } from '../card.js'"],
    ),
    ['src: card, jws'],
  )
  assert.deepEqual(circlesIn(['card.ts', "import './card/sign.js'"], there), [])
})

test('a circle is a fault', () => {
  const sources = new Map([
    ['a', 'use crate::b;'],
    ['b', 'use crate::a;'],
  ])
  assert.deepEqual(circleFaults(sources), ['rust/core/src: core: a, b import each other'])
  sources.set('b', '')
  assert.deepEqual(circleFaults(sources), [])
})

test('a tier lists modules that are there', () => {
  const tiers = [
    { name: 'a', modules: ['one', 'two'], within: ['two', 'three'] },
    { name: 'b', modules: ['four'] },
  ]
  const gone = goneFrom(tiers, ['one', 'two'])
  assert.deepEqual(
    gone.map((fault) => fault.split(' ').at(-1)),
    ['three', 'four'],
  )
})

test('imports of built JavaScript are found in each form', () => {
  const source = `import { a } from 'node:fs'
import './b.js'
export function f() { return "from 'c'" }
const d = import("./d.js")`
  assert.deepEqual(specifiers(source), ['node:fs', './b.js', './d.js'])
})

test('top-level await is seen', async () => {
  assert.equal(await topLevelAwait('export const a = async () => { await 1 }'), undefined)
  assert.match(await topLevelAwait('await 1\nexport {}'), /top-level await/)
})
