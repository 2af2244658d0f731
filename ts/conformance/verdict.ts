/**
 * What a user learns from a value: codes of refusals, booleans, and the states of facts. Never its bytes.
 *
 * The tables in `ts/verdicts` are made of these words. This runs in browsers too.
 *
 * @module
 */

/** States of a fact in any of our reports. What is verified is ok. */
const states: ReadonlySet<unknown> = new Set([
  'ok',
  'verified',
  'failed',
  'unchecked',
  'unverifiable',
  'unknown-key',
  'unsupported',
])

/** What says of itself how it stands. */
type Given = Readonly<Partial<Record<'state' | 'outcome' | 'ok' | 'valid' | 'code', unknown>>>

/** No result of ours is nested as deep, and a longer text is a document. */
const limits = { depth: 6, items: 5000, text: 200 }

/** The words for `value`: `true`, `ERR_JWS_SIGNATURE`, `linkage=failed:ERR_RECEIPT_PREVIOUS`. */
export function wordsFor(value: unknown, name = '', depth = 0): string[] {
  if (typeof value === 'boolean') return name === '' ? [String(value)] : []
  if (typeof value === 'string') return codesIn(value)
  if (typeof value !== 'object' || value === null || depth > limits.depth) return []
  if (value instanceof Error) return codesIn(String((value as { code?: unknown }).code))
  if (Array.isArray(value))
    return value.slice(0, limits.items).flatMap((item) => wordsFor(item, '', depth + 1))
  if (!isPlain(value)) return []
  const own = members(value)
  const fact = factIn(Object.fromEntries(own))
  const rest = own.filter(([member]) => fact === undefined || member !== 'code')
  return [
    ...(fact === undefined ? [] : [name === '' ? fact : `${name}=${fact}`]),
    ...rest.flatMap(([member, inner]) => wordsFor(inner, member, depth + 1)),
  ]
}

function codesIn(text: string): string[] {
  return text.length > limits.text ? [] : (text.match(/\bERR_[A-Z0-9_]+\b/g) ?? [])
}

/** `ok`, or what it is instead and the code of why, where an object says so of itself. */
function factIn({ ok, valid = ok, state, outcome, code }: Given): string | undefined {
  if (typeof valid === 'boolean') return withCode(valid ? 'ok' : 'failed', code)
  const stated = [state, outcome].find((answer) => states.has(answer))
  if (stated === undefined) return undefined
  return withCode(stated === 'verified' ? 'ok' : String(stated), code)
}

function withCode(word: string, code: unknown): string {
  return typeof code === 'string' ? `${word}:${code}` : word
}

/** Getters are not asked: a test may count who reads. */
function members(value: object): [string, unknown][] {
  return Object.entries(Object.getOwnPropertyDescriptors(value))
    .filter(([, descriptor]) => descriptor.enumerable)
    .map(([name, descriptor]) => [name, descriptor.value])
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
