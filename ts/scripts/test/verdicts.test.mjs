// The frozen verdicts are compared: a changed, a missing and a new row are seen, from each source.
//
// Run: npm run check -- --only scripts

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { root } from '../setup/shell.mjs'
import { differences, merged, runOf } from '../verdicts/reporter.mjs'
import { codesByVariant, expected, rowsOf } from '../verdicts/rust.mjs'
import { asText, compare, countRows, parse, print, tableOf } from '../verdicts/table.mjs'

const table = (file) => parse(readFileSync(join(root, 'ts/verdicts', file), 'utf8'))

test('a flipped, a missing and a new row are seen', () => {
  const frozen = tableOf([
    [
      'a.json',
      [
        ['1', ['true']],
        ['2', ['ERR_A']],
        ['3', ['ok']],
      ],
    ],
  ])
  const seen = tableOf([
    [
      'a.json',
      [
        ['1', ['false']],
        ['3', ['ok']],
        ['4', ['ERR_B']],
      ],
    ],
  ])
  assert.deepEqual(compare(frozen, frozen), [])
  assert.deepEqual(compare(frozen, seen), [
    { section: 'a.json', name: '1', before: 'true', after: 'false' },
    { section: 'a.json', name: '2', before: 'ERR_A', after: undefined },
    { section: 'a.json', name: '4', before: undefined, after: 'ERR_B' },
  ])
  assert.match(asText(compare(frozen, seen)), /a\.json: 1\n {4}frozen: true\n {4}now: {4}false\n/)
  assert.equal(compare(frozen, {}).length, 3)
})

test('a table is read as it was written, whatever a case is called', () => {
  const names = [
    '# no section',
    'a → b',
    'two\nlines',
    'a\ttab',
    '\ud800',
    'same',
    'same',
    'x'.repeat(999),
  ]
  const made = tableOf([['x.json', names.map((name) => [name, ['true', 'ERR_A', 'true']])]])
  assert.equal(countRows(made), names.length)
  assert.equal(made['x.json']['same (2)'], 'ERR_A, true ×2')
  assert.deepEqual(parse(print(made)), made)
  assert.deepEqual(tableOf([['empty.json', [['nothing seen', []]]]]), {})
})

test('rows are in the order of whole lines, whatever order they came in', () => {
  const rows = { loopback: 'ERR_A', 'loopback in octal': 'ERR_A', 'a host': 'ok' }
  const lines = ['# a', 'a host → ok', 'loopback in octal → ERR_A', 'loopback → ERR_A', '']
  assert.equal(print({ a: rows }), lines.join('\n'))
})

test('the command fails for one flipped verdict of a vector, and names it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-verdicts-'))
  const file = join(folder, 'wasm.json')
  const judge = (seen) => {
    writeFileSync(file, JSON.stringify(seen))
    const { COUNTERSIGN_FREEZE: _, ...env } = process.env
    const args = [join(root, 'ts/scripts/verdicts.mjs'), 'vectors', file]
    return spawnSync(process.execPath, args, { encoding: 'utf8', env })
  }
  try {
    const seen = asSeen(table('vectors.txt'))
    assert.equal(judge(seen).status, 0)
    const path = 'hmac/wycheproof_hmac_sha256_test.json'
    const first = seen[path][0]
    first[1] = first[1].map((word) => (word === 'true' ? 'false' : 'true'))
    const { status, stdout } = judge(seen)
    assert.equal(status, 1)
    assert.match(stdout, /1 rows differ/)
    assert(stdout.includes(`${path}: ${first[0]}\n    frozen: `))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('what a test sees is compared by file, and only where it ran', () => {
  const path = 'test/keys.test.ts'
  const ran = (name, ...words) => ({ name, words })
  const run = runOf([[path, [ran('a', 'true'), ran('b', 'ERR_A'), ran('c')]]])
  const frozen = { [path]: { a: 'true', b: 'ERR_A' }, 'test/jws.test.ts': { d: 'true' } }
  assert.deepEqual(differences(frozen, run, 'wasm'), [])
  const other = { ...frozen, [path]: { a: 'false', b: 'ERR_A', gone: 'true' } }
  assert.deepEqual(
    differences(other, run, 'wasm').map(({ name }) => name),
    ['a', 'gone'],
  )
  assert.equal(differences({ 'test/gone.test.ts': { e: 'true' } }, run, 'wasm').length, 3)
  assert.deepEqual(merged(other, run), frozen)
})

test('a test that is left out is a row that is gone, but for engines that cannot run it', () => {
  const path = 'test/keys.test.ts'
  const frozen = { [path]: { a: 'true', b: 'ERR_A' } }
  const run = runOf([
    [
      path,
      [
        { name: 'a', words: ['true'] },
        { name: 'b', words: undefined },
      ],
    ],
  ])
  assert.deepEqual(differences(frozen, run, 'native'), [])
  assert.deepEqual(
    differences(frozen, run, 'wasm').map(({ name }) => name),
    ['b'],
  )
  assert.deepEqual(merged(frozen, run), frozen)
})

test('what Rust tests expect is read from them, by whatever name', () => {
  const table =
    '    /// A.\n    First = "ERR_FIRST", "a";\n    /// B.\n    Second(want: usize) = "ERR_SECOND", "b";\n'
  const codes = Object.fromEntries(rowsOf(table))
  assert.deepEqual(codes, { First: 'ERR_FIRST', Second: 'ERR_SECOND' })
  const source = `const ROWS: &[&str] = &["ERR_FIRST"];
#[test]
fn refuses() {
    // ERR_COMMENT is not expected.
    assert_eq!(read(), Err(Error::Second(1)));
    assert!(other().is_err() && third().is_err());
    assert!(!verify());
}
proptest! {
    fn holds(bytes: Vec<u8>) {
        assert_eq!(code(&bytes), "ERR_FIRST");
    }
}`
  assert.deepEqual(expected(source, codes), [
    ['ROWS', ['ERR_FIRST']],
    ['refuses', ['ERR_SECOND', 'is_err', 'is_err', 'false']],
    ['holds', ['ERR_FIRST']],
  ])
})

/** A table as the conformance tool would write it. */
function asSeen(frozen) {
  return Object.fromEntries(
    Object.entries(frozen).map(([path, rows]) => [
      path,
      Object.entries(rows).map(([name, verdict]) => [
        plain(name),
        verdict.split(', ').flatMap(repeated),
      ]),
    ]),
  )
}

/** A name without what keeps it on one line. */
function plain(name) {
  return JSON.parse(`"${name.replaceAll('"', '\\"')}"`)
}

function repeated(word) {
  const [, one, count] = /^(.*?)(?: ×(\d+))?$/.exec(word)
  return Array.from({ length: Number(count ?? 1) }, () => one)
}

test('every code of the core is found by its name', () => {
  const golden = readFileSync(join(root, 'rust/core/codes.txt'), 'utf8').trim().split('\n')
  assert.deepEqual(Object.values(codesByVariant()).sort(), golden)
})
