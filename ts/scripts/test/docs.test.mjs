// What `npm run docs` reads and checks.
//
// Run: npm run check -- --only scripts

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { hostRows, rustRows } from '../docs/errors.mjs'
import { anchorsIn, linkFaults, targetsIn } from '../docs/links.mjs'
import { between } from '../docs/marks.mjs'

test('a code has the sentence above it, in the core and in TypeScript', () => {
  const rust = `    /// The card
    /// is old.
    CardOld(limit: u64) = "ERR_CARD_EXPIRED", "old since {limit}";

    /// None.
    CardNone = "ERR_CARD_UNSIGNED", "none";`
  assert.deepEqual(rustRows(rust), [
    ['ERR_CARD_EXPIRED', 'The card is old.'],
    ['ERR_CARD_UNSIGNED', 'None.'],
  ])
  assert.deepEqual(hostRows(' * | Code | When |\n * | `ERR_ARGUMENT` | a value is wrong |'), [
    ['ERR_ARGUMENT', 'A value is wrong.'],
  ])
})

test('a link is followed, and code is no link', () => {
  const text = '[a](a.md#part) [b](https://b.example) `[c](c.md)`\n```ts\nd[0](e.md)\n```\n'
  assert.deepEqual(targetsIn(text), ['a.md#part'])
  const faults = (exists, page) =>
    linkFaults(
      [['README.md', text]],
      () => exists,
      () => page,
    )
  assert.deepEqual(faults(false), ['README.md: a.md is not in the package'])
  assert.deepEqual(faults(true, '# Part'), [])
  assert.deepEqual(faults(true), [])
  assert.deepEqual(faults(true, '# Other'), ['README.md: a.md#part has no such heading'])
})

test('a heading has the anchor that hosts of Markdown give it', () => {
  const text = '# `init`, and errors\n\n```sh\n# none\n```\n## a_b\n'
  assert.deepEqual(anchorsIn(text), ['init-and-errors', 'a_b'])
})

test('a part is written between its marks, and a page without them is refused', () => {
  const page = 'a\n<!-- written by `npm run docs` -->\nold\n<!-- end -->\nb'
  const once = between(page, 'new')
  assert.match(once, /new/)
  assert.doesNotMatch(once, /old/)
  assert.equal(between(once, 'new'), once)
  assert.throws(() => between('a', 'new'), /there are no lines/)
})
