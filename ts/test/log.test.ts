import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import { Keys, Log, Receipt } from '../src/subpath/all.js'
import { join } from './setup/bytes.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const utf8 = (text: string) => new TextEncoder().encode(text)
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

const origin = 'log.example/agents'
const now = new Date(1_760_000_000_000)
const signer = Keys.fromSecret('Ed25519', new Uint8Array(32).fill(7))
const { publicKey: key } = signer

/** Receipts of one chain, as text. */
function receipts(count: number): string[] {
  const texts: string[] = []
  let previous: Receipt.Receipt | undefined
  for (let index = 0; index < count; index += 1) {
    const action = { action: 'tool.call', content: index } as const
    previous = Receipt.issue(action, signer, { now, ...(previous && { previous }) })
    texts.push(JSON.stringify(previous))
  }
  return texts
}

const texts = receipts(300)

/** RFC 9162, section 2.1.1, with another implementation of the hash. */
function mth(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves
  if (first === undefined) return sha256(new Uint8Array())
  if (leaves.length === 1) return first
  let middle = 1
  while (middle * 2 < leaves.length) middle *= 2
  return sha256(join(Uint8Array.of(1), mth(leaves.slice(0, middle)), mth(leaves.slice(middle))))
}

/** Members of these receipts are one level deep, so sorting them is JCS. */
function leaf(text: string): Uint8Array {
  const sorted = Object.fromEntries(
    Object.entries(JSON.parse(text)).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  return sha256(join(Uint8Array.of(0), utf8(JSON.stringify(sorted))))
}

async function logOf(count: number, store = Log.memoryTileStore()) {
  const log = await Log.create({ store })
  await log.append(...texts.slice(0, count))
  return log
}

describe('a log', () => {
  test('has the root that the definition gives', async () => {
    for (const count of [0, 1, 2, 255, 256, 257, 300]) {
      const log = await logOf(count)
      const leaves = texts.slice(0, count).map(leaf)
      expect(log.tree()).toEqual({ size: count, root: toBase64(mth(leaves)) })
      log.close()
    }
  })

  test('proves that a receipt is in it, and that it only grew', async () => {
    const log = await logOf(0)
    const trees: Log.Tree[] = []
    for (const [index, text] of texts.entries()) {
      expect(await log.append(text)).toBe(index)
      trees.push(log.tree())
    }
    for (const [index, size] of [
      [0, 1],
      [0, 300],
      [255, 256],
      [256, 300],
      [299, 300],
      [100, 257],
    ] as const) {
      const tree = trees[size - 1] as Log.Tree
      const proof = await log.inclusion(index, { size })
      const entry = texts[index] as string
      Log.verifyInclusion(proof, tree, { entry })
      const other = texts[(index + 1) % 300] as string
      const refused = code('ERR_MERKLE_PROOF')
      expect(() => Log.verifyInclusion(proof, tree, { entry: other })).toThrow(refused)
      const grown = { ...tree, size: tree.size + 1 }
      expect(() => Log.verifyInclusion(proof, grown, { entry })).toThrow(refused)
    }
    const last = log.tree()
    for (const size of [1, 128, 255, 256, 299]) {
      const [older, proof] = [trees[size - 1] as Log.Tree, await log.consistency(size)]
      Log.verifyConsistency(proof, last, { older })
      const forged = { size, root: last.root }
      const check = () => Log.verifyConsistency(proof, last, { older: forged })
      expect(check).toThrow(code('ERR_MERKLE_PROOF'))
    }
    await expect(log.inclusion(300)).rejects.toThrow(code('ERR_MERKLE_RANGE'))
    await expect(log.consistency(2, { size: 301 })).rejects.toThrow(code('ERR_MERKLE_RANGE'))
    log.close()
    await expect(log.append(texts[0] as string)).rejects.toThrow(code('ERR_HANDLE_CLOSED'))
  })

  test('a proof is of an entry, or of an older tree', async () => {
    const log = await logOf(3)
    const [proof, grown, tree] = [await log.inclusion(1), await log.consistency(2), log.tree()]
    const inclusion = () => Log.verifyInclusion(proof, tree, {} as never)
    expect(inclusion).toThrow(code('ERR_ARGUMENT'))
    expect(inclusion).toThrow(/^entry must be a receipt/)
    const consistency = () => Log.verifyConsistency(grown, tree, {} as never)
    expect(consistency).toThrow(code('ERR_ARGUMENT'))
    expect(consistency).toThrow(/^older must be an object/)
  })

  test('witnesses that come later do not change the leaf', async () => {
    const log = await logOf(3)
    const witness = Keys.fromSecret('Ed25519', new Uint8Array(32).fill(8))
    const trust = { key } as const
    const witnessed = Receipt.countersign(texts[1] as string, witness, trust, { now })
    Log.verifyInclusion(await log.inclusion(1), log.tree(), { entry: witnessed })
  })

  test('goes on from its store and a checkpoint', async () => {
    const tiles = new Map<string, Uint8Array>()
    const store: Log.TileStore = {
      read: async (path) => tiles.get(path),
      write: async (path, tile) => void tiles.set(path, tile.slice()),
    }
    const log = await logOf(290, store)
    const note = await log.checkpoint(signer, { origin })
    log.close()
    expect([...tiles.keys()]).toEqual(['tile/0/000', 'tile/0/001.p/34', 'tile/1/000.p/1'])
    const tree = Log.verifyCheckpoint(note, { key }, { origin })
    const again = await Log.resume(tree, { store })
    await again.append(...texts.slice(290))
    expect(again.tree()).toEqual((await logOf(300)).tree())
    Log.verifyConsistency(await again.consistency(290), again.tree(), { older: tree })
    const forged = { ...tree, root: again.tree().root }
    await expect(Log.resume(forged, { store })).rejects.toThrow(code('ERR_MERKLE_PROOF'))
    tiles.delete('tile/0/001.p/34')
    await expect(Log.resume(tree, { store })).rejects.toThrow(code('ERR_MERKLE_TILE'))
  })

  test('keeps what a store could not take', async () => {
    let broken = true
    const store = Log.memoryTileStore()
    const failing: Log.TileStore = {
      read: (path) => store.read(path),
      write: (path, tile) => {
        if (broken) throw new Error('the disk is full')
        return store.write(path, tile)
      },
    }
    const log = await Log.create({ store: failing })
    await expect(log.append(...texts)).rejects.toThrow('the disk is full')
    expect(log.size).toBe(300)
    const entry = texts[7] as string
    Log.verifyInclusion(await log.inclusion(7), log.tree(), { entry })
    broken = false
    await log.flush()
    expect(await store.read('tile/0/000')).toHaveLength(8192)
  })

  test('a second history stops at the store, which keeps the first', async () => {
    const store = Log.memoryTileStore()
    const first = await logOf(10, store)
    await first.flush()
    const tree = first.tree()
    const second = await Log.resume(tree, { store })
    await first.append(texts[10] as string)
    await first.flush()
    const tile = await store.read('tile/0/000.p/11')
    await second.append(texts[11] as string)
    await expect(second.flush()).rejects.toThrow(code('ERR_MERKLE_FORK'))
    expect(await store.read('tile/0/000.p/11')).toEqual(tile)
    // The same history again is no fork, whoever writes it.
    const same = await logOf(11, store)
    await same.flush()
    // A whole tile, too, is written once.
    await first.append(...texts.slice(11, 256))
    await expect(second.append(...texts.slice(12, 257))).rejects.toThrow(code('ERR_MERKLE_FORK'))
    const entry = texts[255] as string
    Log.verifyInclusion(await first.inclusion(255), first.tree(), { entry })
  })

  test('a receipt that cannot be read is not appended, nor are those beside it', async () => {
    const log = await logOf(2)
    await expect(log.append(texts[2] as string, '{}')).rejects.toThrow(code('ERR_RECEIPT_VERSION'))
    expect(log.size).toBe(2)
  })
})

describe('a checkpoint', () => {
  const tree = { size: 7, root: toBase64(sha256(utf8('root'))) }
  const note = Log.checkpoint(tree, signer, { origin, extensions: ['more'] })

  test('is a signed note, by another implementation', () => {
    const [text = '', line = ''] = note.split('\n\n')
    expect(text).toBe(`${origin}\n7\n${tree.root}\nmore`)
    const [dash, name, blob = ''] = line.trimEnd().split(' ')
    expect([dash, name]).toEqual(['\u2014', origin])
    const id = sha256(join(utf8(`${origin}\n`), Uint8Array.of(1), key.bytes)).subarray(0, 4)
    expect(fromBase64(blob).subarray(0, 4)).toEqual(id)
    const signature = fromBase64(blob).subarray(4)
    expect(ed25519.verify(signature, utf8(`${text}\n`), key.bytes, { zip215: false })).toBe(true)
    const [, hash, material = ''] = Log.verifierKey(key, origin).split('+')
    expect(hash).toBe([...id].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
    expect(material.startsWith('A')).toBe(true)
  })

  test('gives the tree', () => {
    const got = Log.verifyCheckpoint(note, { key }, { origin })
    const signer = { publicKeyMultibase: Keys.toMultikey(key), type: 'Ed25519', trust: 'trusted' }
    expect(got).toEqual({ ...tree, origin, extensions: ['more'], signer })
  })

  test.each([
    ['another size', (text: string) => text.replace('\n7\n', '\n8\n'), 'ERR_CHECKPOINT_SIGNATURE'],
    ['no signature', (text: string) => text.split('\n\n')[0] ?? '', 'ERR_CHECKPOINT_MALFORMED'],
    ['another log', (text: string) => text.replace(origin, 'x.example'), 'ERR_CHECKPOINT_ORIGIN'],
  ])('refuses %s', (_, change, reason) => {
    const verify = () => Log.verifyCheckpoint(change(note), { key }, { origin })
    expect(verify).toThrow(code(reason))
  })

  test('is of one key, Ed25519, under its name', () => {
    const other = Keys.generate('Ed25519')
    const verify = () => Log.verifyCheckpoint(note, { key: other.publicKey }, { origin })
    expect(verify).toThrow(code('ERR_CHECKPOINT_KEY'))
    const named = () => Log.verifyCheckpoint(note, { key }, { origin, name: 'other' })
    expect(named).toThrow(code('ERR_CHECKPOINT_KEY'))
    const p256 = Keys.generate('P-256')
    expect(() => Log.checkpoint(tree, p256, { origin })).toThrow(code('ERR_KEY_TYPE_MISMATCH'))
    const lines = { origin: 'two\nlines' }
    expect(() => Log.checkpoint(tree, signer, lines)).toThrow(code('ERR_CHECKPOINT_MALFORMED'))
  })
})
