/**
 * Merkle trees of RFC 6962 and RFC 9162: the root of each size, and proofs, which also verify.
 *
 * @module
 */

import { type Api, type Case, isRecord, same } from '../case.js'
import { hex, list, type Schema, toHex } from '../schema.js'
import type { Row } from './wycheproof.js'

export const merkleTree: Schema = {
  name: 'Merkle tree',
  matches: ({ json }) =>
    isRecord(json) && ['leaves', 'roots', 'inclusion', 'consistency'].every((name) => name in json),
  *cases({ json }): Iterable<Case> {
    const file = json as Row
    const leaves = (file['leaves'] as unknown[]).map((leaf) => ({ data: hex(leaf) }))
    yield { name: 'roots', run: (api) => roots(api, file, leaves) }
    for (const row of list(file, 'inclusion'))
      yield {
        name: `leaf ${row['index']} in ${row['size']}`,
        run: (api) => inclusion(api, row, leaves),
      }
    for (const row of list(file, 'consistency'))
      yield {
        name: `${row['first']} begins ${row['second']}`,
        run: (api) => consistency(api, row, leaves),
      }
  },
  expectations: ['emptyRoot', 'roots', 'proof'],
}

type Leaves = readonly { readonly data: Uint8Array }[]

async function roots(api: Api, file: Row, leaves: Leaves): Promise<void> {
  const found = await Promise.all(leaves.map((_, index) => tree(api, leaves.slice(0, index + 1))))
  same((await tree(api, [])).hex, file['emptyRoot'], 'empty root')
  same(
    found.map((root) => root.hex),
    file['roots'],
    'roots',
  )
}

async function inclusion(api: Api, row: Row, leaves: Leaves): Promise<void> {
  const [index, size] = [Number(row['index']), Number(row['size'])]
  const proof = await withLog(api, leaves, (log) => log.inclusion(index, { size }))
  same(plain(api, proof.hashes), row['proof'], 'proof')
  const { state } = await tree(api, leaves.slice(0, size))
  const entry = leaves[index] as { data: Uint8Array }
  api.Log.verifyInclusion(proof, state, { entry })
}

async function consistency(api: Api, row: Row, leaves: Leaves): Promise<void> {
  const [first, second] = [Number(row['first']), Number(row['second'])]
  const proof = await withLog(api, leaves, (log) => log.consistency(first, { size: second }))
  same(plain(api, proof.hashes), row['proof'], 'proof')
  const [old, now] = await Promise.all(
    [first, second].map((size) => tree(api, leaves.slice(0, size))),
  )
  if (old !== undefined && now !== undefined)
    api.Log.verifyConsistency(proof, now.state, { older: old.state })
}

type Log = Awaited<ReturnType<Api['Log']['create']>>

async function withLog<T>(api: Api, leaves: Leaves, use: (log: Log) => T | Promise<T>): Promise<T> {
  const log = await api.Log.create()
  try {
    await log.append(...leaves)
    return await use(log)
  } finally {
    log.close()
  }
}

async function tree(api: Api, leaves: Leaves) {
  const state = await withLog(api, leaves, (log) => log.tree())
  return { state, hex: toHex(api.Encoding.base64.decode(state.root)) }
}

function plain(api: Api, hashes: readonly string[]): string[] {
  return hashes.map((hash) => toHex(api.Encoding.base64.decode(hash)))
}
