// The table of names of 0.1.0 is held: a name that is gone without a word is seen.
//
// Run: npm run check -- --only scripts

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { callables, renameFaults, summary } from '../surface/renamed.mjs'

test('a name of 0.1.0 is there, or is said where it went, or why', () => {
  const found = new Map([
    ['Grant.check function', new Set(['countersign'])],
    ['Grant.Fact type', new Set(['countersign'])],
    ['Card.verify function', new Set(['countersign', 'countersign/sage'])],
  ])
  assert.deepEqual(callables([...found.keys()]), ['Card.verify', 'Grant.check'])
  const faults = (...lines) => renameFaults(lines.join('\n'), found, lines.length)
  assert.deepEqual(
    faults(
      'Card.verify\tCard.verify',
      'Card.sage.verify\tcountersign/sage Card.verify',
      'Grant.verify\tGrant.check',
      'Grant.old\t\tnobody called it',
    ),
    [],
  )
  assert.deepEqual(faults('Grant.verify\tGrant.verify', 'Grant.lost\t', 'Fact\tGrant.Fact'), [
    'Grant.verify is said to be Grant.verify, which is not there',
    'Grant.lost is neither there nor is it said why',
    'Fact is said to be Grant.Fact, which is not there',
  ])
  assert.deepEqual(renameFaults('Card.verify\tCard.verify', found, 2), [
    '1 names of 0.1.0, and it had 2',
  ])
  assert.equal(
    summary('a\ta\nb\tc\nd\t\tnobody called it'),
    'names of 0.1.0: 1 kept, 1 renamed, 1 gone',
  )
})
