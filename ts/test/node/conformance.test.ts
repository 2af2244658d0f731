import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Api } from '../../conformance/case.js'
import { decisive, flip } from '../../conformance/flip.js'
import { holds, mutantsAsText, mutate } from '../../conformance/mutants.js'
import { rules } from '../../conformance/rules.js'
import { judgeFolder } from '../../conformance/run.js'
import { schemas } from '../../conformance/schemas/index.js'
import { skips } from '../../conformance/skips.js'
import { Folder, readFolder, vectorFile } from '../../conformance/vectors.js'
import { wordsFor } from '../../conformance/verdict.js'
import { noted, watched } from '../../conformance/watch.js'
import * as hazmat from '../../src/hazmat.js'
import * as main from '../../src/subpath/all.js'

const api = { ...main, ...hazmat } as unknown as Api
const folder = readFolder(fileURLToPath(new URL('../../../rust/vectors', import.meta.url)))
const readme = readFileSync(new URL('../../conformance/README.md', import.meta.url), 'utf8')

describe('the vectors of this repository', () => {
  it('pass, and none is unknown', async () => {
    const files = await judgeFolder(folder, api, schemas)
    expect(
      files.flatMap(({ path, failures }) =>
        failures.map((failure) => `${path} ${failure.case}: ${failure.message}`),
      ),
    ).toEqual([])
    expect(files.reduce((sum, file) => sum + file.passed, 0)).toBeGreaterThan(1000)
  })

  it('are skipped only for the reasons in the README', () => {
    for (const [reason, why] of Object.entries(skips))
      expect(readme).toContain(`| ${reason} | ${why} |`)
    for (const [rule, why] of Object.entries(rules))
      expect(readme).toContain(`| ${rule} | ${why} |`)
  })
})

describe('300 vectors, each changed in one decisive byte or verdict', () => {
  it('are all seen to fail, but for named skips', async () => {
    const mutants = await mutate(folder, api, schemas, { count: 300, seed: 15, areas: [] })
    console.log(mutantsAsText(mutants, 15))
    expect(mutants).toHaveLength(300)
    expect(new Set(mutants.map(({ path }) => path.split('/')[0])).size).toBeGreaterThan(34)
    expect(holds(mutants)).toBe(true)
  })

  it('hold only if what is not seen has a reason, and few have one', () => {
    const mutant = { path: '', schema: '', member: '', where: '', from: '', to: '' }
    const seen = Array.from({ length: 19 }, () => ({ ...mutant, seen: true }))
    expect(holds([...seen, { ...mutant, seen: false }])).toBe(false)
    expect(holds([...seen, { ...mutant, seen: false, skip: 'semantics only' }])).toBe(true)
    expect(holds([...seen.slice(1), { ...mutant, seen: false, skip: 'semantics only' }])).toBe(
      false,
    )
    expect(holds([])).toBe(false)
  })

  it('are changed in that place alone', () => {
    const text = '{ "tests": [{"tag": "0f", "result":"valid" , "n": 1.50}] }'
    const file = vectorFile('x/y.json', new TextEncoder().encode(text))
    const schema = {
      name: '',
      matches: () => true,
      cases: () => [],
      expectations: ['tag', 'result'],
    }
    const changed = decisive(file, new Folder([file]), schema).map(
      (place) => flip(place, new Folder([file]), (bound) => bound - 1).file.text,
    )
    expect(changed).toEqual([text.replace('0f', '0e'), text.replace('valid', 'invalid')])
  })
})

describe('a file of unknown shape', () => {
  it('is a failure', async () => {
    const stranger = vectorFile(
      'somewhere/else.json',
      new TextEncoder().encode('{"what":"is this"}'),
    )
    const [result] = await judgeFolder(new Folder([stranger]), api, schemas)
    expect(result?.failures).toEqual([
      { case: '(file)', message: 'no schema knows this file: JSON object of what' },
    ])
  })

  it('is a failure too where the shape is known and the content is broken', async () => {
    const broken = vectorFile(
      'hkdf/x.json',
      new TextEncoder().encode('{"testGroups":[{"type":"HkdfTest","tests":7}]}'),
    )
    const [result] = await judgeFolder(new Folder([broken]), api, schemas)
    expect(result?.failures).toHaveLength(1)
  })
})

const judged = async (path: string, json: unknown) => {
  const file = vectorFile(path, new TextEncoder().encode(JSON.stringify(json)))
  const [result] = await judgeFolder(new Folder([file]), api, schemas)
  return result?.failures.map(({ message }) => message)
}

describe('what no file here has', () => {
  const seed = '00'.repeat(31).concat('01')
  const signer = main.Keys.fromSecret('Ed25519', new Uint8Array(Buffer.from(seed, 'hex')))
  const { publicKey } = signer
  const jwk = { ...main.Keys.toJwk(publicKey) }
  const key = Buffer.from(publicKey.bytes).toString('hex')
  const marshal = { op: 'marshal', type: 'Ed25519', private: seed, marshaled: key, public: key }
  const row = { ...marshal, key_id: main.Sage.Keys.keyId(publicKey) }

  it('is compared: the public key of a marshalled key', async () => {
    expect(await judged('sage/a.json', { cases: [row] })).toEqual([])
    const other = { ...row, public: `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}` }
    expect(await judged('sage/a.json', { cases: [other] })).toHaveLength(1)
  })

  it('is a JWS as an object', async () => {
    const jws = JSON.parse(main.Jws.sign(new Uint8Array([1]), signer, { form: 'flattened' }))
    const of = (result: string) => ({
      testGroups: [{ type: 'JsonWebSignature', public: jwk, tests: [{ tcId: 1, jws, result }] }],
    })
    expect(await judged('jose/a.json', of('valid'))).toEqual([])
    expect(await judged('jose/a.json', of('invalid'))).toHaveLength(1)
  })

  it('is the scheme, and a request target of another form', async () => {
    const of = (target: string, method: string, lines: string[], note = '') => [
      {
        id: '1',
        message: { type: 'request', method, target, headers: [['Host', 'a.example']], body: null },
        expected_lines: lines,
        note,
      },
    ]
    const good = [
      of(
        '/x',
        'GET',
        ['"@scheme": http', '"@target-uri": http://a.example/x'],
        'received over http',
      ),
      of('https://a.example/x', 'GET', ['"@request-target": https://a.example/x']),
      of('a.example:80', 'CONNECT', ['"@request-target": a.example:80']),
      of('*', 'OPTIONS', ['"@request-target": *']),
    ]
    for (const rows of good) expect(await judged('http/a.json', rows)).toEqual([])
    expect(await judged('http/a.json', of('/x', 'GET', ['"@scheme": http']))).toHaveLength(1)
  })

  it('is JWK text that is no JSON, refused by the library and not by the tool', async () => {
    const row = { op: 'import', name: 'no JSON', jwk: '{', public_only: true, accept: false }
    expect(await judged('sage/a.json', { cases: [row] })).toEqual([])
    expect(await judged('sage/a.json', { cases: [{ ...row, accept: true }] })).toEqual([])
  })

  it('is a verdict of ours on info, and on a refusal to sign', async () => {
    const info = {
      op: 'info',
      ctx_id: 'c|x',
      init_did: 'a',
      resp_did: 'b',
      info: '',
      export_ctx: '',
    }
    const of = (verdict: string) => ({ ...info, ours: { verdict, reason: '' } })
    expect(await judged('sage/a.json', { cases: [of('reject')] })).toEqual([])
    expect(await judged('sage/a.json', { cases: [of('accept')] })).toHaveLength(1)
    const refusal = {
      op: 'sign',
      type: 'X25519',
      private: seed,
      message: '',
      signature: '',
      error: 'no',
    }
    const sign = (verdict: string) => ({ ...refusal, ours: { verdict, reason: '' } })
    expect(await judged('sage/a.json', { cases: [sign('reject')] })).toEqual([])
    expect(await judged('sage/a.json', { cases: [sign('accept')] })).toHaveLength(1)
  })

  it('is an unsigned document with no key pair beside it', async () => {
    const document = {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      type: ['A'],
      name: 'n',
    }
    expect(await judged('vc/unsigned.json', document)).toEqual([])
  })
})

describe('the verdicts', () => {
  const path = 'ed25519/wycheproof_ed25519_test.json'
  const verdictsOf = async (text: string) => {
    const file = vectorFile(path, new TextEncoder().encode(text))
    const [result] = await judgeFolder(new Folder([file]), api, schemas)
    return new Map(result?.verdicts)
  }

  it('are what the API gave, whatever the vector expects', async () => {
    const text = folder.files.find((file) => file.path === path)?.text ?? ''
    const parsed = JSON.parse(text)
    const test = parsed.testGroups[0].tests[0]
    const name = `tcId ${test.tcId}`
    const before = await verdictsOf(text)
    expect(before.size).toBeGreaterThan(50)
    const yes = before.get(name) ?? []
    expect(new Set(yes)).toEqual(new Set(['true']))
    test.result = 'invalid'
    const after = await verdictsOf(JSON.stringify(parsed))
    expect(after.get(name)).toEqual(['FAILED', ...yes])
    expect([...after].filter(([key, words]) => `${words}` !== `${before.get(key)}`)).toHaveLength(1)
  })

  it('are codes, booleans and states of facts, by name, and nothing else of a result', () => {
    const failed = { state: 'failed', code: 'ERR_GRANT_ROOT', at: 1, why: 'ERR_OTHER' }
    const report = { facts: { root: failed, time: { outcome: 'verified' } }, parsed: true }
    expect(wordsFor(report).join()).toBe('root=failed:ERR_GRANT_ROOT,ERR_OTHER,time=ok')
    expect(wordsFor([{ ok: true }, { ok: false, code: 'ERR_A' }]).join()).toBe('ok,failed:ERR_A')
    expect(wordsFor([true, { streaming: true }, new Uint8Array(3), 'text', 7]).join()).toBe('true')
    const refusal = new main.CountersignError('ERR_JWS_TYP', 'names ERR_OTHER')
    expect(wordsFor(refusal).join()).toBe('ERR_JWS_TYP')
    const asked = {
      get state(): string {
        throw new Error('a getter was asked')
      },
    }
    expect(wordsFor(asked)).toEqual([])
  })

  it('are noted once for an error that several functions let through', async () => {
    noted.length = 0
    const { Did, Card } = watched(api)
    expect(() => Did.parse('did')).toThrow()
    await expect(Card.fetch('not a url')).rejects.toThrow()
    expect(noted.join()).toMatch(/^ERR_DID_SYNTAX,ERR_[A-Z_]+$/)
  })
})

describe('the schemas', () => {
  it('have one file each, listed in the index', () => {
    const files = readdirSync(new URL('../../conformance/schemas', import.meta.url))
    const index = readFileSync(
      new URL('../../conformance/schemas/index.ts', import.meta.url),
      'utf8',
    )
    const helpers = ['index.ts', 'sage.ts', 'wycheproof.ts']
    for (const file of files.filter((name) => !helpers.includes(name)))
      expect(index).toContain(`./${file.replace('.ts', '.js')}`)
  })
})
