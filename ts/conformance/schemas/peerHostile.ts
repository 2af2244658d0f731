/**
 * Other forms of libp2p keys and PeerIds, and what its readers make of them.
 *
 * @module
 */

import { type Api, gives, isRecord, judge, Skip } from '../case.js'
import { isEd25519Key } from '../curve.js'
import { findExpected, type Rule } from '../rules.js'
import { has, hex, isTable, list, type Schema, text } from '../schema.js'
import type { Folder, VectorFile } from '../vectors.js'
import { libp2pKeys } from './peer.js'
import type { Row } from './wycheproof.js'

export const libp2pHostile: Schema = {
  name: 'other forms of libp2p keys',
  matches: ({ json }) =>
    isRecord(json) &&
    isTable(json['cases'], 'name') &&
    json['cases'].some((row) => 'public_key_protobuf' in row) &&
    json['cases'].every((row) => verdicts.some((member) => member in row)),
  *cases(file, folder) {
    for (const row of list(file.json as Row, 'cases'))
      yield { name: text(row, 'name'), run: (api) => judged(api, row, file, folder) }
  },
  expectations: ['accepted', 'verdict'],
}

/** How upstream's verdict is written down. */
const verdicts = ['accepted', 'upstream', 'upstream_accepts'] as const

function judged(api: Api, row: Row, file: VectorFile, folder: Folder): void {
  const { read, refusing } = subject(api, row, file, folder)
  const recorded = verdicts.map((member) => row[member]).find((value) => value !== undefined)
  const accepted = typeof recorded === 'string' ? !recorded.startsWith('error') : recorded === true
  const { verdict, why } = findExpected(row, accepted, refusing)
  judge(gives(read), verdict, why)
}

type Subject = { readonly read: () => unknown; readonly refusing: readonly (Rule | false)[] }

/** What the case reads, and what ours holds against it. */
function subject(api: Api, row: Row, file: VectorFile, folder: Folder): Subject {
  if (has(row, 'public_key_protobuf')) {
    const bytes = hex(row['public_key_protobuf'])
    const refusing = [
      !isOneEncoding(bytes) && 'one encoding of a key',
      isSmall(bytes) && 'point checked on import',
      bindsNobody(bytes) && 'a key binds its owner',
    ] as const
    return { read: () => api.Peer.decodePublicKey(bytes), refusing }
  }
  if (has(row, 'text')) return { read: () => api.Peer.parse(text(row, 'text')), refusing: [] }
  const pair = keypair(text(row, 'name'), file, folder)
  if (pair !== undefined)
    return {
      read: () => api.Peer.signerFromKeypair(pair).close(),
      refusing: ['one encoding of a key'],
    }
  const bytes = has(row, 'multihash') ? hex(row['multihash']) : multihash(text(row, 'name'))
  if (bytes === undefined) throw new Skip('no data in the vector')
  return {
    read: () => api.Peer.fromBytes(bytes),
    refusing: [!isId(bytes) && 'an id holds a key or a hash'],
  }
}

/** `Type`, `Data`, nothing else, each number as short as it can be. */
function isOneEncoding(bytes: Uint8Array): boolean {
  const [typeTag, type, dataTag, length = 0, high = 0] = bytes
  if (typeTag !== 8 || type === undefined || type >= 0x80 || dataTag !== 18) return false
  if (length < 0x80) return bytes.length === 4 + length
  return high !== 0 && high < 0x80 && bytes.length === 5 + (length & 0x7f) + high * 128
}

function isSmall(bytes: Uint8Array): boolean {
  return bytes[1] === 1 && bytes.length === 36 && !isEd25519Key(bytes.subarray(4))
}

/** An ML-DSA key whose `t1` is zero. */
function bindsNobody(bytes: Uint8Array): boolean {
  return bytes[1] === 4 && bytes.length > 37 && bytes.subarray(37).every((byte) => byte === 0)
}

function isId(bytes: Uint8Array): boolean {
  const [code, length] = bytes
  if (bytes.length !== 2 + Number(length)) return false
  return code === 0x12 ? length === 32 : code === 0 && isOneEncoding(bytes.subarray(2))
}

/** The keypair that the name of a case describes. */
function keypair(name: string, file: VectorFile, folder: Folder): Uint8Array | undefined {
  const zeros = /keypair of (\d+) zero bytes/.exec(name)?.[1]
  if (zeros !== undefined) {
    const length = Number(zeros)
    return Uint8Array.from([
      8,
      4,
      18,
      (length & 0x7f) | 0x80,
      length >> 7,
      ...new Uint8Array(length),
    ])
  }
  if (!/public half of another key/.test(name)) return undefined
  const pairs = folder
    .around(file)
    .filter((other) => libp2pKeys.matches(other, folder))
    .flatMap(({ json }) => list(json as Row, 'cases'))
  const row = pairs.find((candidate) => candidate['key_type'] === 'Dilithium')
  if (row === undefined) throw new Skip('no data in the vector')
  const pair = hex(row['keypair_protobuf'])
  return pair.map((byte, index) => (index === pair.length - 1 ? byte ^ 1 : byte))
}

/** The multihash that the name of a case describes. */
function multihash(name: string): Uint8Array | undefined {
  const [, digest] = /sha2-256 multihash with a (\d+)-byte digest/.exec(name) ?? []
  const [, identity] = /identity multihash of (\d+) bytes/.exec(name) ?? []
  const length = Number(digest ?? identity)
  if (Number.isNaN(length)) return undefined
  return Uint8Array.from([
    digest === undefined ? 0 : 0x12,
    length,
    ...new Uint8Array(length).fill(8),
  ])
}
