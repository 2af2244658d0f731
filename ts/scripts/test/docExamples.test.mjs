// The check of examples and codes must see the faults that it is there for.
//
// Run: npm run check -- --only scripts

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { transform } from 'esbuild'

import { blocksIn } from '../docExamples/blocks.mjs'
import { codeFaults, codesIn } from '../docExamples/codes.mjs'
import { compileFaults } from '../docExamples/compile.mjs'
import { freeNames, moduleOf, withShownValues } from '../docExamples/modules.mjs'
import { capture, root } from '../setup/shell.mjs'

const fence = '```'

test('examples are found with their lines, in comments and in Markdown', () => {
  const source = `/** One line. */
const text = "${fence}ts"
/**
 * @example
 * ${fence}ts
 * const a = {
 *   b: 1,
 * }
 * ${fence}
 *
 * ${fence}ts no-run: it needs a page
 * a()
 * ${fence}
 *
 * ${fence}json
 * {}
 * ${fence}
 */`
  const none = (fault) => assert.fail(fault)
  assert.deepEqual(blocksIn('a.ts', source, none), [
    { path: 'a.ts', line: 6, skip: undefined, code: 'const a = {\n  b: 1,\n}' },
    { path: 'a.ts', line: 12, skip: 'it needs a page', code: 'a()' },
  ])
  const markdown = `# A\n\n${fence}ts\na()\n${fence}\n\n${fence}sh\nnpm start\n${fence}\n`
  assert.deepEqual(blocksIn('a.md', markdown, none), [
    { path: 'a.md', line: 4, skip: undefined, code: 'a()' },
  ])
})

test('a block without language, end or reason is a fault, and so is an @example without a block', () => {
  const faults = (text) => {
    const found = []
    blocksIn('a.md', text, (fault) => found.push(fault))
    return found.map((fault) => fault.split(':', 2).join(':'))
  }
  assert.deepEqual(faults(`\n${fence}\nx\n${fence}`), ['a.md:2'])
  assert.deepEqual(faults(`${fence}typescript\nx\n${fence}`), ['a.md:1'])
  assert.deepEqual(faults(`${fence}ts\nx`), ['a.md:1'])
  assert.deepEqual(faults(`${fence}ts no-run\nx\n${fence}`), ['a.md:1'])
  assert.deepEqual(faults(`@example\nconst a = 1`), ['a.md:1'])
  assert.deepEqual(faults(`@example\n${fence}ts\nx\n${fence}`), [])
})

test('a name is free where it is used, whatever another scope declares', () => {
  const free = (code) => [...freeNames([code])[0]].sort()
  assert.deepEqual(free('const a = b.c({ d: e, f })'), ['b', 'e', 'f'])
  assert.deepEqual(free('g(async (did) => did, did)'), ['did', 'g'])
  assert.deepEqual(free("import { Keys } from 'countersign'\nKeys.sign(x)"), ['x'])
  assert.deepEqual(free('const { a, b: c } = d; e(a, c)'), ['d', 'e'])
  assert.deepEqual(free('const a: Card.AgentCard = b'), ['Card', 'b'])
  assert.deepEqual(
    freeNames(['const a = 1', 'a']).map((names) => [...names]),
    [[], ['a']],
  )
})

test('a name comes from the first module that offers it, and lines keep their order', () => {
  const sources = new Map([
    ['./near.ts', new Set(['trust'])],
    ['countersign', new Set(['Card', 'trust'])],
  ])
  assert.equal(
    moduleOf('Card.verify(\n  trust)', new Set(['Card', 'trust', 'crypto']), sources),
    "import { trust } from './near.ts'; import { Card } from 'countersign'; export {}\nCard.verify(\n  trust)\n",
  )
})

test('a comment that shows a value becomes a comparison, and another one does not', () => {
  assert.equal(withShownValues("f(1) // '15Q'"), `;shows(f(1), "'15Q'") // '15Q'`)
  assert.equal(withShownValues('console.log(a.b) // 7'), `console.log(shows(a.b, "7")) // 7`)
  assert.equal(withShownValues('f(1)\n// true\ng()'), ';shows(f(1), "true")\n// true\ng()')
  assert.equal(
    withShownValues('const { a } = f()\n// a: [1]'),
    'const { a } = f(); shows(a, "[1]")\n// a: [1]',
  )
  for (const prose of ['f(1) // the same', 'const a = f() // 65 bytes', 'f(1) // true enough'])
    assert.equal(withShownValues(prose), prose)
})

test('a value that is shown wrongly fails', async () => {
  const source = readFileSync(join(root, 'ts/docExamples/shows.ts'), 'utf8')
  const { code } = await transform(source, { loader: 'ts', format: 'esm' })
  const { shows } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  shows(new Uint8Array([0, 255]), 'Uint8Array [0, 255]')
  shows({ a: 'did:key:z6Mk', b: [1] }, "{ a: 'did:key:…', b: [1] }")
  for (const [value, text] of [
    ['15q', "'15Q'"],
    ['did:web:a', "'did:key:…'"],
    [{ a: 1, b: 2 }, '{ a: 1 }'],
    [false, 'true'],
  ])
    assert.throws(() => shows(value, text), { code: 'ERR_ASSERTION' })
})

test('a code that does not exist is found, also as an ending in a list', () => {
  const known = codesIn(
    "  | 'ERR_A_ONE'\n  | 'ERR_A_TWO'",
    "// if 'ERR_A'\nexport const hostCodes = [\n  'ERR_B',\n] as const",
  )
  const lines = (text, path = 'a.ts') =>
    codeFaults(path, text, known).map((fault) => fault.split(' ').at(-1))
  assert.deepEqual(lines('`ERR_A_ONE`, ERR_B, a code of `ERR_A_`'), [])
  assert.deepEqual(lines('ERR_A_THREE'), ['ERR_A_THREE'])
  assert.deepEqual(lines('ERR_A'), ['ERR_A'])
  assert.deepEqual(lines('ERR_C_ for all'), ['ERR_C_'])
  assert.deepEqual(lines('`ERR_A_` codes: `ONE`,\n * `TWO`; `ERR_B`; `NOT`'), [])
  assert.deepEqual(lines('`ERR_A_` codes: `ONE`, `SIX`. `NOT`'), ['ERR_A_SIX'])
  assert.deepEqual(codeFaults('a.ts', 'x\nERR_C', known), ['a.ts:2: there is no code ERR_C'])
  assert.deepEqual(lines('ERR_BUSY', 'bench/capacity/server.ts'), [])
  assert.deepEqual(lines('ERR_BUSY', 'bench/other.ts'), ['ERR_BUSY'])
})

test('the compiler names file and line, and a run names what failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-examples-'))
  const put = (name, text) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  try {
    put('a.ts', 'const a: number = 1\nconst b: string = a\nexport {}\n')
    const config = put('tsconfig.json', '{"compilerOptions":{"types":[]},"include":["."]}')
    const [{ file, line, text }, ...rest] = compileFaults(config)
    assert.deepEqual([file, line, rest], [join(folder, 'a.ts'), 1, []])
    assert.match(text, /not assignable/)
    const bad = "throw Object.assign(new Error('no'), { code: 'ERR_B' })"
    const files = [
      put('a.mjs', 'await 1'),
      put('b.mjs', bad),
      put('c.mjs', 'setInterval(() => {})'),
    ]
    const results = join(folder, 'results.json')
    const script = join(root, 'ts/scripts/docExamples/run.mjs')
    assert.equal((await capture(process.execPath, [script, results, ...files])).code, 0)
    assert.deepEqual(JSON.parse(readFileSync(results, 'utf8')), [{ index: 1, error: 'ERR_B: no' }])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
