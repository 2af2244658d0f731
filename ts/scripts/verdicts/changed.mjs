// Writes `ts/verdicts/changed.md`: every frozen row whose words have changed since the tables were first written, with
// what it said, what it says, and the commit that changed it. It needs the whole history.
//
// Run: node ts/scripts/verdicts/changed.mjs

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { main, root, run } from '../setup/shell.mjs'

const tables = ['vectors', 'tests', 'rust']

const head = `# Changed verdicts

Every row of the frozen tables whose words have changed since they were first written, by the commit that last changed
them, with what its author wrote. \`node ts/scripts/verdicts/changed.mjs\` writes this page.
`

/** What the text of a commit does not say of its rows, by the subject of the commit. */
const further = {
  'fix: an empty ring is none that a verifier of ring-go knows':
    'The other rows gained words and lost none of a refusal: results have one vocabulary (`ok`, `failed`, `unchecked`), in which they now say what a document lacks (an acknowledgment of AgenticIdentity, the replay of an HTTP signature without a store, the proofs of many keys). A refusal of one item of a list stands in its row (`failed:CODE`) instead of being thrown.',
}

async function write() {
  const changes = (await Promise.all(tables.map(changesOf))).flat()
  const commits = [...new Set(changes.map(({ commit }) => commit))]
  const sections = await Promise.all(
    commits.map(async (commit) => {
      const subject = await git('show', '--no-patch', '--format=%s (%h)', commit)
      const why = [
        await git('show', '--no-patch', '--format=%b', commit),
        further[subject.replace(/ \(\w+\)$/, '')],
      ]
      const rows = changes.filter((change) => change.commit === commit).map(rowOf)
      const text = why.filter((part) => part !== undefined && part !== '').join('\n\n')
      return `## ${subject}\n\n${text}\n\n| Row | Was | Is |\n| --- | --- | --- |\n${rows.join('\n')}\n`
    }),
  )
  writeFileSync(join(root, 'ts/verdicts/changed.md'), [head, ...sections].join('\n'))
}

async function changesOf(table) {
  const path = `ts/verdicts/${table}.txt`
  const [first] = (await git('log', '--format=%h', '--diff-filter=A', '--', path))
    .split('\n')
    .slice(-1)
  const before = wordsByCase(await git('show', `${first}:${path}`))
  const lines = readFileSync(join(root, path), 'utf8')
  const moved = unique(before)
  const blamed = (await git('blame', '-s', '-M10', '--abbrev=11', path)).split('\n')
  return casesIn(lines).flatMap(({ name, words, line }) => {
    const was = before.get(name) ?? moved.get(caseOf(name))
    if (was === undefined || was === words) return []
    return [{ commit: blamed[line].slice(0, 12).trim(), name, was, is: words }]
  })
}

/** Each case of a table with its words, and the line on which it stands. */
function casesIn(text) {
  let section = ''
  return text.split('\n').flatMap((row, line) => {
    if (row.startsWith('# ')) section = row.slice(2)
    const end = row.lastIndexOf(' → ')
    if (end < 0) return []
    return [{ name: `${section}: ${row.slice(0, end)}`, words: row.slice(end + 3), line }]
  })
}

/** Cases by their names alone, where only one has the name: its section may have been split. */
function unique(before) {
  const counts = new Map()
  for (const name of before.keys()) counts.set(caseOf(name), (counts.get(caseOf(name)) ?? 0) + 1)
  const single = [...before].filter(([name]) => counts.get(caseOf(name)) === 1)
  return new Map(single.map(([name, words]) => [caseOf(name), words]))
}

function caseOf(name) {
  return name.slice(name.indexOf(': ') + 2)
}

function wordsByCase(text) {
  return new Map(casesIn(text).map(({ name, words }) => [name, words]))
}

function rowOf({ name, was, is }) {
  return `| ${[name, was, is].map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
}

async function git(...args) {
  return (await run('git', args)).trimEnd()
}

main(write)
