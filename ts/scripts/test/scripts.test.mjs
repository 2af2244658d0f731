// The checks check: each must see the fault that it is there for.
//
// Run: npm run check -- --only scripts

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'

import { compare } from '../guard/compare.mjs'
import { callFaultsIn } from '../mirror/calls.mjs'
import { circleFaults, circles, folderCircles } from '../mirror/circles.mjs'
import { compareCosts, rowsIn } from '../mirror/costs.mjs'
import { dataOf as errorDataOf, lacking } from '../mirror/errorData.mjs'
import { requirers } from '../mirror/facts.mjs'
import { listsOfTypes } from '../mirror/keyTypes.mjs'
import { namelessOptions } from '../mirror/optionTypes.mjs'
import { optionalRoles } from '../mirror/positional.mjs'
import { hasRange } from '../mirror/ranges.mjs'
import { seconds } from '../mirror/records.mjs'
import { rules as rowRules, statesIn } from '../mirror/rows.mjs'
import { specifiers, topLevelAwait } from '../mirror/shipped.mjs'
import { searches } from '../mirror/signers.mjs'
import { coreTiers, goneFrom, rustModules, typescriptImports, wrongWay } from '../mirror/tiers.mjs'
import { typescriptCircles } from '../mirror/typescriptCircles.mjs'
import { changedLines, parse } from '../mutants/choose.mjs'
import { deciding, featureOf, rustTests, typescriptTests } from '../mutants/features.mjs'
import { timed } from '../mutants/judge.mjs'
import { root, run, Stop } from '../setup/shell.mjs'
import { sideBySide } from '../setup/side.mjs'
import { fresh } from '../setup/stamp.mjs'
import { atLeast } from '../setup/tools.mjs'
import { faultsIn } from '../webdriver/faults.mjs'

test('versions compare by number, not by text', () => {
  assert(atLeast([1, 95, 0], [1, 95, 0]))
  assert(atLeast([1, 100, 0], [1, 95, 0]))
  assert(!atLeast([1, 94, 9], [1, 95, 0]))
})

test('a step runs again only if its input changed or it failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-stamp-'))
  const input = relative(root, join(folder, 'input'))
  const name = `test-${process.pid}`
  let runs = 0
  const once = (work = () => (runs += 1)) => fresh(name, { inputs: [input], outputs: [] }, work)
  try {
    writeFileSync(join(folder, 'input'), 'a')
    assert.deepEqual([await once(), await once(), runs], [true, false, 1])
    writeFileSync(join(folder, 'input'), 'b')
    await assert.rejects(once(() => Promise.reject(new Error('half-way'))))
    assert.deepEqual([await once(), await once(), runs], [true, false, 2])
  } finally {
    rmSync(folder, { recursive: true })
    rmSync(join(root, '.cache/stamps', name), { force: true })
  }
})

test('jobs run side by side, no more than may, and none starts after a failure', async () => {
  const running = { now: 0, most: 0, started: 0 }
  const job = (result) => async () => {
    running.now += 1
    running.started += 1
    running.most = Math.max(running.most, running.now)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running.now -= 1
    if (result instanceof Error) throw result
    return result
  }
  assert.deepEqual(await sideBySide([1, 2, 3, 4, 5].map(job), 2), [1, 2, 3, 4, 5])
  assert.equal(running.most, 2)
  running.started = 0
  const fault = new Error('one')
  await assert.rejects(sideBySide([fault, 2, 3, 4].map(job), 2), fault)
  assert.deepEqual([running.started, running.now], [2, 0])
})

test('a command that fails ends with its output', async () => {
  await assert.rejects(
    run(process.execPath, ['-e', 'console.log("why"); process.exit(3)']),
    (error) => error instanceof Stop && /why[\s\S]*code 3/.test(error.message),
  )
})

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

test('a known circle is no fault, and one that is gone comes off the list', () => {
  const sources = new Map([
    ['a', 'use crate::b;'],
    ['b', 'use crate::a;'],
  ])
  assert.equal(circleFaults(sources, {}).length, 1)
  assert.equal(circleFaults(sources, { 'core: a, b': 'why' }).length, 0)
  assert.equal(circleFaults(new Map(), { 'core: a, b': 'why' }).length, 1)
})

test('a second reader, framing or list of records is seen, and a second reader or printer of options', () => {
  const framed = 'let n = u32::try_from(part.len()).unwrap_or(u32::MAX).to_be_bytes();'
  const rows = [
    ['rust/core/src/pop/record.rs', 'pub(super) struct Record(Members);', 1],
    ['rust/core/src/record.rs', "pub struct Record<'a> {", 0],
    ['rust/core/src/identity/aid/record.rs', 'struct Record;', 0],
    ['rust/core/src/receipt.rs', 'fn labelled(label: &str) {}', 1],
    ['rust/core/src/replay.rs', framed, 1],
    ['rust/core/src/encoding/frames.rs', framed, 0],
    ['ts/src/ring.ts', 'view.setUint32(0, length, true)', 1],
    ['ts/src/aid/common.ts', "const separator = '\\u{1e}'", 1],
    ['ts/src/receipt/common.ts', "const separator = '\\u001e'", 1],
    [
      'ts/src/shape.ts',
      'for (const name of Object.getOwnPropertyNames(options)) return JSON.stringify(read)',
      0,
    ],
    ['ts/src/jws.ts', 'const names = Object.keys(options)', 1],
    ['ts/src/jws.ts', 'const names = Reflect.ownKeys(signOptions)', 1],
    ['ts/src/jws.ts', 'for (const name in options) read(name)', 1],
    ['ts/src/jws.ts', 'const end = options.expires ?? now', 1],
    ['ts/src/jws.ts', '  const { now } = options\n', 1],
    ['ts/src/jws.ts', '  const { now } = verifyOptions\n', 1],
    ['ts/src/jws.ts', 'const { now } = readOptions(options)', 0],
    ['ts/src/jws.ts', ' * what `options.now` says', 0],
    ['ts/src/jws.ts', "type A = import('./options.js').Options", 0],
    ['ts/src/jws.ts', 'type A = verify.Options', 0],
    ['ts/src/errors.ts', 'cause: options.cause', 0],
    ['ts/src/jws.ts', 'const policy = JSON.stringify({ ...rest, jwks })', 1],
    ['ts/src/jws.ts', 'const names = Object.keys(fields)', 0],
    ['ts/src/jws.ts', ' * Jws.sign(JSON.stringify(content), signer)', 0],
    ['ts/src/document.ts', 'text = JSON.stringify(value, exact)', 0],
    ['ts/src/httpSig/message.ts', 'return JSON.stringify(parts)', 0],
  ]
  for (const [path, text, count] of rows) assert.equal(seconds(path, text).length, count, path)
})

test('a second answer to who signed is seen', () => {
  const verifier = 'rust/core/src/grant/chain.rs'
  const rows = [
    [verifier, 'let key = trust.keys.iter().find(|entry| entry.key == own);', 1],
    [verifier, 'for entry in &expected.trust.keys {', 1],
    ['rust/core/src/trust/find.rs', 'trust.keys.iter()', 0],
    ['rust/core/src/trust.rs', 'trust.keys.iter()', 0],
    ['rust/core/src/trusted.rs', 'trust.keys.iter()', 1],
    [verifier, 'entry.controller.as_deref() == Some(did)', 1],
    ['rust/core/src/aid/anchors.rs', 'entry.controller.as_deref() == Some(identity)', 0],
    [verifier, 'ProvenKey { key, id: None, controller: None, trust }', 1],
    ['rust/core/src/grant/present.rs', ') -> ProvenKey {\n    let who', 0],
    [verifier, 'ProvenKey {\n    key,\n    trust }', 1],
    [verifier, 'trust.to_mut().keys.extend(more)', 1],
    [verifier, 'let own = did::key::public_key(&did)?;', 1],
    ['rust/core/src/did/check.rs', 'did::key::public_key(&did)', 0],
    [verifier, 'fn own(known: &Trust) {\n    known.keys.iter()', 1],
    [verifier, "struct A<'a> { known: Cow<'a, Trust> }\nself.known.keys.first()", 1],
    [verifier, 'let known = &expected.trust;\nfor entry in &known.keys {', 1],
    [verifier, 'let Trust { keys, .. } = known;', 1],
    [verifier, 'fn own(fields: &Fields) {\n    fields.keys.iter()', 0],
    [verifier, 'trust.find(id, purpose, now)', 0],
  ]
  for (const [path, text, count] of rows) assert.equal(searches(path, text).length, count, text)
})

test('options that hold a trust or a signer are seen', () => {
  const fields = '{ now: time, trust: anything, ...place }'
  assert.deepEqual(optionalRoles(`const read = shape(${fields} satisfies Fields<Options>)`), [
    'trust',
  ])
  assert.deepEqual(optionalRoles('call(shape({ signer }))'), ['signer'])
  assert.deepEqual(optionalRoles('shape({ ring: anything })'), ['ring'])
  assert.deepEqual(optionalRoles('shape({ ...{ trust }, now })'), ['trust'])
  assert.deepEqual(optionalRoles('const f = { trust } as const\nshape(f)'), ['trust'])
  assert.deepEqual(optionalRoles('const f = { trust }\nconst g = { ...f }\nshape({ ...g })'), [
    'trust',
  ])
  assert.deepEqual(optionalRoles(`const other = form(${fields})`), [])
})

test('a list of key types that is written by hand is seen', () => {
  const names = new Set(['ed25519', 'p256', 'x25519'])
  const lists = (text) => listsOfTypes(text, names).length
  assert.equal(lists("const types = ['P-256', 'X25519'] as const"), 1)
  assert.equal(lists("type Name = 'ed25519' | 'p256' | 'other'"), 1)
  assert.equal(lists("type Jwk = { crv: 'Ed25519' | 'X25519' }"), 1)
  assert.equal(lists("deriveKeyPair(['X25519', 'X-Wing'])"), 0)
  assert.equal(lists("const one: 'Ed25519' = 'Ed25519'"), 0)
})

test('a range that TypeScript checks is seen', () => {
  assert(hasRange('lifetime: withDefault(check.within(1, 86_400), 3_600)'))
  assert(hasRange("throw check.wrong(name, 'a whole number from 1 on', value)"))
  assert(!hasRange('// A whole number from 1 on.\nlifetime: withDefault(check.ranged, 3_600)'))
})

test('a type of options that has no name is seen', () => {
  const count = (text) => namelessOptions(text).length
  assert.equal(count('export function f(a: A, options: { readonly at?: Date } = {}) {}'), 1)
  assert.equal(count('class V { seal(options: Now & { fresh?: boolean }) {} }'), 1)
  assert.equal(count('shape({} satisfies Fields<NonNullable<Parameters<typeof f>[1]>>)'), 1)
  assert.equal(count('shape({ at } satisfies Fields<{ at?: Date }>)'), 1)
  assert.equal(
    count('function f(options: f.Options = {}) { shape({} satisfies Fields<f.Options>) }'),
    0,
  )
  assert.equal(count('type Host = { parse(options: { limit: number }): void }'), 0)
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

test('the guard sees what grew, what is new and what is gone, and lets noise through', () => {
  const before = { same: 1000, noise: 1000, slower: 1000, faster: 1000, gone: 1000 }
  const now = { same: 1000, noise: 1019, slower: 1021, faster: 900, fresh: 1 }
  const { faults, gains } = compare(before, now, 0.02)
  assert.deepEqual(gains, ['faster'])
  assert.deepEqual(faults.map((fault) => fault.split(/[: ]/)[0]).sort(), [
    'fresh',
    'gone',
    'slower',
  ])
})

test('every source that decides has a feature with Rust and TypeScript tests', () => {
  const features = new Set(deciding().map(featureOf))
  for (const feature of features) {
    assert(rustTests(feature).length > 0, feature.name)
    assert(typescriptTests(feature).length > 0, feature.name)
  }
  assert(features.size >= 14)
  assert.equal(featureOf('rust/core/src/merkle/proof.rs').name, 'log')
  assert.equal(featureOf('rust/core/src/error.rs'), undefined)
})

test('mutants are chosen by file, by number or by changed lines, and nothing is guessed', () => {
  assert.deepEqual(parse([]), { files: [], seed: '1', narrowed: false, count: 300 })
  const { files, count } = parse(['grant/authorize.rs'])
  assert.deepEqual([files, count], [['rust/core/src/grant/authorize.rs'], Number.POSITIVE_INFINITY])
  for (const wrong of [['--cuont', '3'], ['--count', 'x'], ['grant/nothing.rs'], ['error.rs']])
    assert.throws(() => parse(wrong), Stop)
  const diff = '+++ b/a.rs\n@@ -1 +2,2 @@\n+x\n+y\n@@ -9,2 +11 @@\n+++ b/b.rs\n@@ -4 +3,0 @@\n'
  assert.deepEqual(
    [...changedLines(diff)].map(([file, lines]) => [file, ...lines]),
    [['a.rs', 2, 3, 11], ['b.rs']],
  )
})

test('the count of wrong results names them, and fails only where no page works', () => {
  assert.equal(faultsIn(['0 of 120', '0 of 120']), 'no wrong result in 2 pages')
  const lost = 'CountersignError ERR_ENGINE_LOST: the engine is gone'
  assert.match(
    faultsIn(['0 of 120', '2 of 120', lost]),
    /^wrong results in 2 of 3 pages \(2 of 120; /,
  )
  assert.throws(() => faultsIn([lost, lost]), Stop)
})

test('a program that a mutant lets hang is ended with what it started, and does not pass', async () => {
  const forever = 'setInterval(() => {}, 1000)'
  const nested = `require('node:child_process').spawn(process.execPath, ['-e', '${forever}'], { stdio: 'inherit' }); ${forever}`
  const options = { cwd: root, env: {} }
  const hangs = await timed(process.execPath, ['-e', nested], options, 2_000)
  assert.deepEqual([hangs.passed, hangs.hung], [false, true])
  const fails = await timed(process.execPath, ['-e', 'process.exit(3)'], options, 600_000)
  assert.deepEqual([fails.passed, fails.hung], [false, false])
  assert((await timed(process.execPath, ['-e', ''], options, 600_000)).passed)
})

test('code of the caller inside a call of the engine is found, and a static door', () => {
  const found = (text) => callFaultsIn('a.ts', text).length
  assert.equal(
    found('const now = clock(); call((engine) => engine.a(now, check.bytes(b, "b")))'),
    0,
  )
  assert.equal(found('call((engine) => engine.a(clock()))'), 1)
  assert.equal(found('this.#handle.use((engine, id) => engine.a(id, options.get("b")))'), 1)
  assert.equal(
    found('new Handle((engine) => engine.a(print(value)), (engine, id) => engine.b(id))'),
    1,
  )
  assert.equal(found('class A { /** Ours. @internal */ static handle(a: A) { return a } }'), 1)
  assert.equal(found('class A { /** Public. */ static from(a: A) { return a } }'), 0)
  assert.equal(found('const skew = (value, name) => check.integer(value ?? 60, name)'), 1)
})

test('a function that runs inside a call is followed by its name', () => {
  const given = `
    interface Engine { a(value: unknown): number }
    declare function run<T>(use: (engine: Engine) => T): T
    declare function clock(): number
    class Door {
      constructor(readonly open: (engine: Engine) => number) {}
      static #of(value: number) { return () => value }
      good(value: number) { return new Door(Door.#of(value)) }
    }
  `
  const found = (text) => callFaultsIn('a.ts', `${given}\n${text}`).length
  assert.equal(found('const open = (engine: Engine) => engine.a(5)\nrun(open)'), 0)
  assert.equal(found('const open = (engine: Engine) => engine.a(clock())\nrun(open)'), 1)
  assert.equal(found('function open(engine: Engine) { return engine.a(clock()) }\nrun(open)'), 1)
  assert.equal(found('run((engine) => engine.a(clock()))'), 1)
  assert.equal(found('const a = () => clock()\nconst b = a as never\nrun(b)'), 1)
  assert.equal(found('const open = 5 > 4 ? () => 5 : () => clock()\nnew Door(open)'), 1)
  assert.equal(
    found('class Other { #late() { return () => clock() } b() { return new Door(this.#late()) } }'),
    1,
  )
  assert.equal(found('function pass(use: (engine: Engine) => number) { return run(use) }'), 0)
  assert.equal(found('function pass(use: () => number) { return run(use) }'), 1)
  assert.equal(found('declare const open: () => number\nrun(open)'), 1)
  assert.equal(found('run(...[clock])'), 1)
})

test('an error made in TypeScript has the data that the core gives with its code', () => {
  const tables =
    '    /// Too large.\n    Size(limit: usize, got: usize) = "ERR_LIMIT_EXCEEDED", "at most {limit}, got {got}";\n' +
    '    /// Locked.\n    Locked = "ERR_NOT_READY", "it is locked";\n'
  const data = errorDataOf(tables)
  assert.deepEqual(
    [...data],
    [
      ['ERR_LIMIT_EXCEEDED', ['limit', 'got']],
      ['ERR_NOT_READY', []],
    ],
  )
  const found = (rest) => lacking(`throw new CountersignError(${rest}`, data)
  assert.deepEqual(found("'ERR_LIMIT_EXCEEDED', `over (${limit}), got`)\nconst got = 1"), [
    'ERR_LIMIT_EXCEEDED without limit, got',
  ])
  assert.deepEqual(found("'ERR_LIMIT_EXCEEDED', text, { limit: 5, got })"), [])
  assert.deepEqual(
    found("'ERR_NOT_READY', 'it is locked') + new CountersignError('ERR_LIMIT_EXCEEDED', '')"),
    ['ERR_LIMIT_EXCEEDED without limit, got'],
  )
})

test('one function requires facts of a report', () => {
  const rows = [
    ['function requireOwn() {}\nexport { requireOwn as demand }', ['requireOwn']],
    ['export async function requireChain(report) {}', ['requireChain']],
    ['export const requireProof = demand', ['requireProof']],
    ['class Report {\n  requireAll() {}\n}', ['requireAll']],
    ['export { demand as requireAll }', ['requireAll']],
    ["function demand() { throw new CountersignError('ERR_FACT_UNCHECKED', '') }", ['demand']],
    ['const options = { requireNonce: true }', []],
    ["export { requireFacts } from './facts.js'", []],
  ]
  for (const [text, names] of rows) assert.deepEqual(requirers(text), names, text)
})

test('one vocabulary says what became of a signature', () => {
  const [rust, typescript] = rowRules
  const own = [
    'json!({ "state": "good" })',
    'members.insert("ok".to_owned(), true.into())',
    'format!("{{\\"state\\":1}}")',
  ]
  for (const text of own) assert.equal(statesIn(text, rust).length, 1, text)
  assert.deepEqual(statesIn('/// `{ "state": … }`\nlet state = "status";', rust), [])
  for (const text of [
    '  | { readonly ok: true }',
    '{ readonly state?: Own }',
    'return { ok: false, ...row }',
  ])
    assert.equal(statesIn(text, typescript).length, 1, text)
  assert.deepEqual(
    statesIn("const rows: Row[] = [{ state: 'ok', key }]\n * ok: true", typescript),
    [],
  )
})

test('a verifier needs a row, and its documentation says what the row says', () => {
  const rows = rowsIn(
    'row("A.verify", "2 signature checks", run),\n row(\n "A.B#push",\n "1 signature check an item", || run(1))',
  )
  assert.deepEqual(rows, [
    ['A.verify', '2 signature checks'],
    ['A.B#push', '1 signature check an item'],
  ])
  const of = (name, text) => ({ name, path: 'a.ts', text })
  const push = of('A.B#push', 'Takes. Costs at most 1 signature check\nan item.')
  const faults = (...functions) => compareCosts(rows, functions)
  const good = of('A.verify', 'Verifies. Costs at most 2 signature checks: of both.')
  assert.deepEqual(faults(good, push, of('A.sign', 'Signs.')), [])
  const wrong = [
    ['', 'no sentence'],
    ['Costs at most 3 signature checks.', 'another number'],
    ['Costs at most 2 signature checks a thing.', 'another cost that begins alike'],
  ]
  for (const [text, why] of wrong) {
    const [fault, ...more] = faults(of('A.verify', text), push)
    assert.match(fault, /a\.ts: A\.verify must say: Costs at most 2 signature checks/, why)
    assert.equal(more.length, 0)
  }
  assert.match(faults(good, push, of('C.verifyAll', ''))[0], /C\.verifyAll has no row/)
  assert.match(faults(good)[0], /A\.B#push is no public function/)
  const trusting = { ...of('A.found', ''), trusts: true }
  assert.match(faults(good, push, trusting)[0], /A\.found has no row/)
  const claimed = of('A.sign', 'Costs at most 1 signature check.')
  assert.match(faults(good, push, claimed)[0], /A\.sign says what it costs/)
})
