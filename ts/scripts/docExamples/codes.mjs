// Every error code that a file names must be one that the package raises.

/** Codes of 0.1.0 that are no more. */
const gone =
  'ENGINE_LEAN RECEIPT_CHAIN CONTINUITY_FACT COMPETENCE_FACT GRANT_UNCHECKED SPAWN_UNCHECKED NEGATIVE_UNCHECKED AID_UNCHECKED'

/** What looks like a code of ours and is none, without `ERR_`, by the path of the files that may name it. */
const foreign = [
  // The answers of the registry that is put under load.
  ['bench/capacity/', 'BUSY METHOD PATH REGISTERED REQUEST WORKER_LOST'],
  // Verdicts that no engine gives: what differs from them must be seen.
  ['ts/test/node/conformance.test.ts', 'A OTHER'],
  ['ts/verdicts/tests.txt', 'A OTHER'],
  // They tell of codes of 0.1.0 that are no more.
  ...['CHANGELOG.md', 'ts/docs/upgrade.md', 'ts/verdicts/changed.md'].map((path) => [path, gone]),
  // A slip on purpose: the types must refuse it.
  ['ts/packaging/fixtures/types.ts', 'ARGUMNET'],
]

/** Tests of what reads codes, which make up their own. */
const unread = ['ts/scripts/test/docExamples.test.mjs', 'ts/scripts/test/verdicts.test.mjs']

/** The codes that `core`, the source of `ts/src/generated/codes.ts`, and `host`, that of `ts/src/errors.ts`, list. */
export function codesIn(core, host) {
  const [, list] = /\bhostCodes = \[([^\]]*)\]/.exec(host)
  const found = [...`${core}${list}`.matchAll(/'(ERR_\w+)'/g)]
  return new Set(found.map(([, code]) => code))
}

/** The codes that `text`, the file at `path`, names and that are not in `known`, as `path:line: text`. */
export function codeFaults(path, text, known) {
  if (unread.includes(path)) return []
  const faults = []
  const say = (index, code) =>
    faults.push(`${path}:${lineAt(text, index)}: there is no code ${code}`)
  for (const { 0: name, index } of text.matchAll(/\bERR_[A-Z0-9_]*/g))
    if (!known.has(name) && !isPrefix(name, known) && !isForeign(path, name)) say(index, name)
  for (const { index, code } of endings(text)) if (!known.has(code)) say(index, code)
  return faults
}

/** `ERR_JSON_`, which stands for all codes that begin so. */
function isPrefix(name, known) {
  return name.endsWith('_') && [...known].some((code) => code.startsWith(name))
}

function isForeign(path, name) {
  return foreign.some(
    ([start, names]) =>
      path.startsWith(start) && names.split(' ').some((rest) => `ERR_${rest}` === name),
  )
}

/** The codes of a list such as "`ERR_HTTP_SIG_` codes: `MISSING`, `LABEL`". */
function* endings(text) {
  for (const list of text.matchAll(/`(ERR_[A-Z0-9_]+_)`((?:(?!ERR_|\*\/|;|\.\s)[\s\S])*)/g))
    for (const ending of list[2].matchAll(/`([A-Z][A-Z0-9_]*)`/g))
      yield { code: list[1] + ending[1], index: list.index + list[0].indexOf(ending[0]) }
}

function lineAt(text, index) {
  return text.slice(0, index).split('\n').length
}
