// Which mutants a run is about: all of some files, those of changed lines, or a draw by lot.

import { createHash } from 'node:crypto'

import { capture, run, Stop } from '../setup/shell.mjs'
import { deciding, resolveFile, rustFiles } from './features.mjs'

/** How many a run without arguments draws. */
const usual = 300

/** The arguments of the command. */
export function parse(args) {
  const options = { files: [], seed: '1' }
  const take = { '--count': 'count', '--seed': 'seed', '--since': 'since' }
  for (let at = 0; at < args.length; at++) {
    const name = take[args[at]]
    if (name) options[name] = args[++at]
    else if (args[at].startsWith('-')) throw new Stop(`unknown option ${args[at]}`)
    else options.files.push(resolveFile(args[at]))
  }
  const { files, count, since } = options
  if (count !== undefined && !(Number(count) > 0)) throw new Stop('--count takes a number above 0')
  const narrowed = files.length > 0 || since !== undefined
  const most = narrowed ? Number.POSITIVE_INFINITY : usual
  return { ...options, narrowed, count: count ? Number(count) : most }
}

/**
 * The candidates in the order of the lot, more of them than asked for: some do not compile.
 *
 * The lot depends on what a mutant changes and not on where it stands, so that a draw is the same
 * after a change elsewhere.
 */
export async function candidates(tool, { files, since, seed }) {
  const from = files.length > 0 ? files : since ? rustFiles() : deciding()
  const paths = from.map((file) => file.replace(/^rust\//, ''))
  const listed = JSON.parse(await tool(['list', ...paths]))
  const all = named(listed.map((mutant) => ({ ...mutant, file: `rust/${mutant.file}` })))
  const lines = since && (await changed(since))
  const chosen = lines ? all.filter((mutant) => touches(lines.get(mutant.file), mutant)) : all
  const lot = (mutant) => createHash('sha256').update(`${seed}\n${mutant.key}`).digest('hex')
  return chosen
    .map((mutant) => ({ mutant, lot: lot(mutant) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .map(({ mutant }) => mutant)
}

/** Gives each its name in rust/mutants.txt; the second of two alike in one function says so. */
function named(mutants) {
  const seen = new Map()
  return mutants.map((mutant) => {
    const { file, function: where, change } = mutant
    const name = `${file.replace('rust/core/src/', '')} | ${where} | ${change}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return { ...mutant, key: times > 1 ? `${name} #${times}` : name }
  })
}

function touches(lines, { line, lines: count }) {
  return Array.from({ length: count }, (_, at) => line + at).some((at) => lines?.has(at))
}

/** Lines that differ from a commit, by file. */
async function changed(since) {
  const { code } = await capture('git', ['rev-parse', '--verify', '--quiet', `${since}^{commit}`])
  if (code !== 0) throw new Stop(`--since takes a commit that is here; ${since} is not`)
  const plain = ['--unified=0', '--no-ext-diff', '--no-color']
  return changedLines(await run('git', ['diff', ...plain, since, '--', 'rust/core/src']))
}

/** The lines that a diff without context adds or changes, by file. */
export function changedLines(diff) {
  const files = new Map()
  let lines = new Set()
  for (const row of diff.split('\n')) {
    if (row.startsWith('+++ b/')) {
      lines = new Set()
      files.set(row.slice(6), lines)
    }
    const hunk = /^@@ .*\+(\d+)(?:,(\d+))? @@/.exec(row)
    const [first, count] = hunk ? [Number(hunk[1]), Number(hunk[2] ?? 1)] : [0, 0]
    for (let at = 0; at < count; at++) lines.add(first + at)
  }
  return files
}
