// Notes what tests look at: codes of refusals, booleans and states of facts, wherever they go into `expect`.
//
// The names of functions do not matter here, nor does how a test is written, so that the rows of a test stay as
// they are when the API gets another shape. `scripts/verdicts/reporter.mjs` compares them with the table.

import { afterEach, beforeEach, chai } from 'vitest'
import { wordsFor } from '../../conformance/verdict.js'

let noted: string[] = []
/** Errors and functions that are noted already: an assertion may ask for them again. */
let known = new WeakSet<object>()

beforeEach(() => {
  noted = []
  known = new WeakSet()
})
afterEach(({ task }) => {
  Object.assign(task.meta, { verdict: noted })
})

chai.use(({ Assertion }, utils) => {
  const matchers = Object.getOwnPropertyDescriptors(Assertion.prototype)
  for (const [name, { value }] of Object.entries(matchers))
    if (/^to[A-Z]/.test(name) && typeof value === 'function')
      utils.overwriteMethod(Assertion.prototype, name, (original: Matcher) =>
        noting(name, original),
      )

  function noting(name: string, original: Matcher): Matcher {
    return function (this: object, ...expected) {
      const actual: unknown = utils.flag(this, 'object')
      if (isCall(actual) && name.startsWith('toThrow')) utils.flag(this, 'object', watched(actual))
      else note(actual)
      return original.apply(this, expected)
    }
  }
})

type Call = () => unknown
type Matcher = (this: object, ...expected: unknown[]) => unknown

function note(value: unknown): void {
  if (value instanceof Error) {
    if (known.has(value)) return
    known.add(value)
  }
  noted.push(...wordsFor(value))
}

function isCall(value: unknown): value is Call {
  return typeof value === 'function'
}

/** `actual`, noting what it throws. What it gives is no verdict: the test does not look at it. */
function watched(actual: Call): Call {
  if (known.has(actual)) return actual
  const call = () => {
    try {
      return actual()
    } catch (error) {
      note(error)
      throw error
    }
  }
  known.add(call)
  return call
}
