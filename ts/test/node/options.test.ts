// Every object of options that a public function takes, as the compiler lists them: each has a row in the table that
// `options.test.ts` tries on every engine, and here each of its members is tried.

import { expect, test } from 'vitest'

import { type Call, calls, refusal } from '../setup/optionCalls.js'
import { type Taker, takersOf } from '../setup/optionTypes.js'

const modules = ['subpath/all.ts', 'hazmat.ts', 'entry/worker.ts']

/** Objects that are no options: keys and handles, what a host has, and documents, whose members a format names. */
const others = new Set([
  // Keys, handles, and what the caller implements.
  'LocalAgreement',
  'LocalKem',
  'LocalSigner',
  'PublicKey',
  'Session',
  'Shared',
  'Signer',
  'XWingKey',
  // Messages of HTTP and of SAGE.
  'Header',
  'PlainRequest',
  'PlainResponse',
  // What the package itself gave.
  'ConsistencyProof',
  'Dsse',
  'History',
  'InclusionProof',
  'Report',
  'ReceiptProof',
  'Sealed',
  'Tree',
])

/** Parameters that are documents, although their types have no name of their own, or one that options have too. */
const documents = new Set([
  'Aid.Grant.issue 0',
  'Aid.Grant.revoke 0',
  'Sage.Guard.sign 0',
  'Sage.Guard.signatureBase 0',
  'Sage.Guard.verify 0',
  'Sage.Handshake.respond 0',
  'HttpSig.didKeys 0',
  'Aid.Identity.checkSpawn 0',
  'Aid.Identity.issueDocument 0',
  'Aid.Identity.terminateSpawn 1',
  'Identity.competence.attempt 0',
  'Sage.Pop.verifyAll 0',
  'Aid.Receipt.issue 0',
  'Keys.fromCryptoKey 0',
  'connect 0',
  'serve 0',
])

const key = ({ path, position }: Taker) => `${path} ${position}`
const all = takersOf(modules)
/** Trust inputs have a test of their own: `verifierOptions.test.ts`. */
const isTrust = ({ members }: Taker) =>
  ['key', 'keys', 'document', 'allowEmbeddedKey'].every((name) => members.includes(name))
const takers = all.filter(
  (taker) =>
    !documents.has(key(taker)) && !isTrust(taker) && !taker.types.every((name) => others.has(name)),
)

/** The row of a parameter: a function with two objects of options has two, in the order of its parameters. */
function rowOf(taker: Taker): Call | undefined {
  const place = takers.filter(
    ({ path, position }) => path === taker.path && position < taker.position,
  ).length
  return calls.filter(([path]) => path === taker.path)[place]?.[1]
}

test('the compiler lists what is public', () => {
  expect(takers.length).toBeGreaterThan(200)
  expect([...documents].filter((document) => !all.map(key).includes(document))).toEqual([])
  const types = new Set(all.flatMap(({ types }) => types))
  expect([...others].filter((name) => !types.has(name))).toEqual([])
})

test('every object of options stands in the table', () => {
  expect(takers.filter((taker) => rowOf(taker) === undefined).map(key)).toEqual([])
})

test('every row of the table is of a public function', () => {
  const paths = new Set(takers.map(({ path }) => path))
  const named = calls.map(([name]) => name.split(',')[0] as string)
  expect(named.filter((name) => !paths.has(name))).toEqual([])
})

test.each(takers.map((taker) => [key(taker), taker] as const))(
  'each member of %s is refused where it is misspelt',
  async (_, taker) => {
    const call = rowOf(taker) as Call
    for (const member of taker.members) {
      const error = await refusal(call, { [`${member}z`]: 1 })
      expect(error, member).toEqual(expect.objectContaining({ code: 'ERR_ARGUMENT' }))
      expect((error as Error).message).toContain(`"${member}z"; did you mean "`)
    }
  },
)

/** Members that may be null: their type says what it stands for. */
const nullable = new Set(['Aid.Identity.findReason 0 ceiling'])

test.each(takers.map((taker) => [key(taker), taker] as const))(
  'no member of %s may be null',
  async (name, taker) => {
    const call = rowOf(taker) as Call
    for (const member of taker.members) {
      if (nullable.has(`${name} ${member}`)) continue
      const error = await refusal(call, { [member]: null })
      expect(error, member).toEqual(expect.objectContaining({ name: 'CountersignError' }))
    }
  },
)
