import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { table } from '../peers/table.js'
import { versions as installed } from '../peers/versions.js'
import { isPeer, loadPeer, peers, versions } from '../peers.js'
import { cases } from '../suites/index.js'

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
const names = new Set(cases.map(({ name }) => name))

describe.each(peers)('%s', (peer) => {
  test('has its jobs for cases that there are', () => {
    expect(table[peer].filter((name) => !names.has(name))).toEqual([])
    expect(table[peer]).toEqual([...new Set(table[peer])])
  })

  test('gives the jobs that the table says', async ({ skip }) => {
    const jobs = await loadPeer(peer).catch((error: Error) => error)
    // An addon that nobody has built for this host.
    if (jobs instanceof Error && peer === 'secp256k1') skip(jobs.message)
    if (jobs instanceof Error) throw jobs
    expect(Object.keys(jobs).toSorted()).toEqual(table[peer].toSorted())
  })

  test('has a version', () => {
    expect(versions([peer])[peer]).toMatch(/\d|repository/)
  })
})

test('the versions are those of the lock file', () => {
  const locked = Object.keys(installed).map((name) => [
    name,
    lock.packages[`node_modules/${name}`].version,
  ])
  expect(Object.fromEntries(locked)).toEqual(installed)
})

test('a case names no peer that is not there', () => {
  const named = cases.flatMap((item) => Object.keys(item.peers ?? {}))
  expect(named.filter((name) => !isPeer(name))).toEqual([])
})
