// The rules of the layout check: each must see the fault that it is there for.
//
// Run: npm run check -- --only scripts

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { callFaultsIn } from '../mirror/calls.mjs'
import { compareCosts, rowsIn } from '../mirror/costs.mjs'
import { dataOf as errorDataOf, lacking, messagesOf, repeated } from '../mirror/errorData.mjs'
import { requirers } from '../mirror/facts.mjs'
import { listsOfTypes } from '../mirror/keyTypes.mjs'
import { namesIn } from '../mirror/names.mjs'
import { optionFaultsIn } from '../mirror/optionTypes.mjs'
import { optionalRoles, otherTrusts } from '../mirror/positional.mjs'
import { hasRange } from '../mirror/ranges.mjs'
import { seconds } from '../mirror/records.mjs'
import { rules as rowRules, statesIn } from '../mirror/rows.mjs'
import { searches } from '../mirror/signers.mjs'

test('a second reader, framing or list of records is seen, and a second reader or printer of options', () => {
  const framed = 'let n = u32::try_from(part.len()).unwrap_or(u32::MAX).to_be_bytes();'
  const rows = [
    ['rust/core/src/pop/record.rs', 'pub(super) struct Record(Members);', 1],
    ['rust/core/src/record.rs', "pub struct Record<'a> {", 0],
    ['rust/core/src/identity/aid/record.rs', 'struct Record;', 0],
    ['rust/core/src/receipt.rs', 'fn label_bytes(label: &str) {}', 1],
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
    ['ts/src/jws.ts', 'return signStep(signer, step)', 1],
    ['ts/src/handshake/initiator.ts', 'return signStep(signer, step)', 0],
    ['ts/src/jws.ts', 'const signature = await signer.sign(input)', 1],
    ['ts/src/jws.ts', ' * const signature = signer.sign(message)', 0],
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

test('a type of what may be trusted has one name everywhere', () => {
  const rows = [
    ['type AidTrust = Trust | { readonly identities: readonly string[] }', 1],
    ['namespace verify { type Trusted = (TrustMembers & Partial<KeySet>) | KeySet }', 1],
    ['function verify(trust: Trust | TrustInput | Shared) {}', 1],
    ['type TrustSource = Known | KeyLookup\ntype Known = Trust | TrustInput | Shared', 0],
    ['function verify(trust: Trust | TrustInput, other: verify.TrustSource) {}', 0],
    ["type Standing = 'Trust' | 'none'", 0],
  ]
  for (const [text, count] of rows) assert.equal(otherTrusts(text).length, count, text)
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

test('a type of options that has no name, or another than that of its function, is seen', () => {
  const rows = [
    ['export function f(a: A, how: { readonly at?: Date } = {}) {}', 1],
    ['export function f(a: A, how: { readonly at: Date }) {}', 1],
    ['export class V { seal(how: Now & { fresh?: boolean } = {}) {} }', 1],
    ['export class V { constructor(how: { fresh?: boolean } = {}) {} }', 1],
    ['shape({} satisfies Fields<NonNullable<Parameters<typeof f>[1]>>)', 1],
    ['shape({ at } satisfies Fields<{ at?: Date }>)', 1],
    ['export function f(options: f.Options = {}) { shape({} satisfies Fields<f.Options>) }', 0],
    ['export function f<T>(options: f.Options<T> = {}) {}', 0],
    ['export function f(how: Policy = {}) {}', 1],
    ['export function f(options: g.Options) {}', 1],
    ['/** For g. @internal */\nexport function f(options: g.Options) {}', 0],
    ['function f(options: g.Options) {}', 0],
    ['export class V { seal(options: V.seal.Options) {}\n#seal(options: V.seal.Options) {} }', 0],
    ['export class V { seal(options: V.Options) {} }', 1],
    ['export class V { constructor(options: V.Options) {} }', 0],
    ['export function f(resolver: { resolve(did: string): string }) {}', 0],
    ['type Host = { parse(options: { limit: number }): void }', 0],
    ['export type SealOptions = { at?: Date }', 1],
    ['export interface SealOptions { at?: Date }', 1],
    ['export declare namespace f { type SealOptions = { at?: Date } }', 1],
    ["export { type SealOptions } from './seal.js'", 1],
    ['type SealOptions = { at?: Date }\nexport declare namespace f { type Options = {} }', 0],
  ]
  for (const [text, count] of rows) assert.equal(optionFaultsIn(text).length, count, text)
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

test('an error made in TypeScript does not say again what the core says', () => {
  const messages = messagesOf(
    'JsonSize(limit: usize) = "ERR_JSON_SIZE", "more than {limit} in `a`, got \\"b\\""',
  )
  assert.deepEqual([...messages], [['ERR_JSON_SIZE', 'more than {} in `a`, got "b"']])
  const found = (text) => repeated(`throw new CountersignError('ERR_JSON_SIZE', ${text})`, messages)
  const fault = 'ERR_JSON_SIZE has the words of the core: make it with `coreError`'
  assert.deepEqual(found('`more than ${most} in \\`a\\`, got "b"`, { limit: most }'), [fault])
  assert.deepEqual(found("'more than 5'"), [])
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

test('a name says what is meant', () => {
  const texts = [
    'let at = 0;',
    'for one in list {',
    '.map(|(at, item)| item)',
    'fn held() {',
    'const [it, rest] = list',
    '.find((one) => one.id)',
  ]
  for (const text of texts) assert.equal(namesIn(text).length, 1, text)
  assert.deepEqual(namesIn('// let at = 0;\nlet attempt = one_of(list.at(0));\nfor_it(one)'), [])
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
