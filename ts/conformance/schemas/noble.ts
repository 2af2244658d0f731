/**
 * secp256k1 vectors of noble-curves (from bitcoinjs and tiny-secp256k1): signatures over a
 * given digest, RFC 6979 nonces, points.
 *
 * @module
 */

import {
  type Api,
  accepts,
  type Case,
  gives,
  isRecord,
  judge,
  Mismatch,
  Skip,
  same,
} from '../case.js'
import { hex, isTable, list, object, type Schema, text, utf8 } from '../schema.js'
import { agree, signDigest, verifyDigest, withSecret } from '../subject.js'
import type { Row } from './wycheproof.js'

const type = 'secp256k1'

export const nobleEcdsa: Schema = {
  name: 'noble ECDSA over a digest',
  matches: ({ json }) => isRecord(json) && isTable(json['valid'], 'd', 'm', 'signature'),
  *cases({ json }): Iterable<Case> {
    const root = json as Row
    const invalid = isRecord(root['invalid']) ? root['invalid'] : {}
    yield* rows('valid', list(root, 'valid'), signs)
    yield* rows('invalid.sign', optional(invalid, 'sign'), refusesToSign)
    yield* rows('invalid.verify', optional(invalid, 'verify'), refusesToVerify)
    yield* rows('extraEntropy', optional(root, 'extraEntropy'), signs)
    yield* rows('extraEntropy values', optional(root, 'extraEntropy'), () => {
      throw new Skip('extra entropy')
    })
  },
  expectations: ['signature'],
}

function signs(api: Api, row: Row): void {
  const [digest, expected] = [hex(row['m']), hex(row['signature'])]
  same(signDigest(api, type, hex(row['d']), digest), expected, 'signature')
  const publicKey = withSecret(api, type, hex(row['d']), (signer) => signer.publicKey)
  judge(verifyDigest(api, publicKey, digest, expected), 'accept')
}

function refusesToSign(api: Api, row: Row): void {
  judge(
    gives(() => signDigest(api, type, hex(row['d']), hex(row['m']))),
    'reject',
  )
}

function refusesToVerify(api: Api, row: Row): void {
  const accepted = accepts(() => {
    const publicKey = api.Keys.publicKey({ type, bytes: hex(row['Q']) })
    return verifyDigest(api, publicKey, hex(row['m']), hex(row['signature']))
  })
  judge(accepted, 'reject')
}

export const rfc6979: Schema = {
  name: 'RFC 6979 nonces',
  matches: ({ json }) => isTable(json, 'message', 'd', 'k0'),
  *cases({ json }): Iterable<Case> {
    yield* rows('k0', json as Row[], firstNonce)
    yield* rows('k1, k15', json as Row[], () => {
      throw new Skip('later nonce candidates')
    })
  },
  expectations: ['k0'],
}

/** r is the x of `k·G`, and `k·G` is the public key of the secret k. */
function firstNonce(api: Api, row: Row): void {
  const signature = withSecret(api, type, hex(row['d']), (signer) =>
    signer.sign(utf8(text(row, 'message'))),
  )
  const point = withSecret(api, type, hex(row['k0']), (signer) => signer.publicKey.bytes)
  same(signature.subarray(0, 32), point.subarray(1), 'r')
}

export const noblePoints: Schema = {
  name: 'noble secp256k1 points',
  matches: ({ json }) =>
    isRecord(json) &&
    isRecord(json['valid']) &&
    'isPoint' in json['valid'] &&
    'pointAdd' in json['valid'],
  *cases({ json }): Iterable<Case> {
    for (const kind of ['valid', 'invalid'] as const) {
      const groups = object(json as Row, kind)
      for (const [name, table] of Object.entries(groups))
        if (Array.isArray(table))
          yield* rows(`${kind}.${name}`, table as Row[], pointCase(name, kind))
    }
  },
  expectations: ['expected'],
}

type Run = (api: Api, row: Row) => void

function pointCase(name: string, kind: 'valid' | 'invalid'): Run {
  const run = points[name]
  if (run === undefined) throw new Error(`no operation ${name}`)
  if (kind === 'valid') return run
  return (api, row) =>
    judge(
      gives(() => run(api, { ...row, expected: undefined })),
      'reject',
    )
}

const points: Readonly<Record<string, Run>> = {
  isPoint: (api, row) =>
    judge(
      gives(() => point(api, row['P'])),
      row['expected'] === true ? 'accept' : 'reject',
    ),
  pointCompress: (api, row) => {
    const key = point(api, row['P'])
    expect(row, row['compress'] === false ? api.Keys.toUncompressed(key) : key.bytes)
  },
  pointFromScalar: (api, row) =>
    expect(
      row,
      withSecret(api, type, hex(row['d']), (signer) => signer.publicKey.bytes),
    ),
  // ECDH gives the x of the product, which is all that the API returns of it.
  pointMultiply: (api, row) => {
    const shared = agree(api, type, hex(row['d']), point(api, row['P']))
    if (row['expected'] === null) throw new Mismatch('a product at infinity is given')
    if (row['expected'] !== undefined) same(shared, hex(row['expected']).subarray(1, 33), 'x')
  },
  pointAdd: () => {
    throw new Skip('point arithmetic')
  },
  pointAddScalar: () => {
    throw new Skip('point arithmetic')
  },
}

function expect(row: Row, actual: Uint8Array): void {
  if (row['expected'] !== undefined) same(actual, hex(row['expected']), 'point')
}

function point(api: Api, bytes: unknown): ReturnType<Api['Keys']['publicKey']> {
  return api.Keys.publicKey({ type, bytes: hex(bytes) })
}

function* rows(name: string, table: readonly Row[], run: Run): Iterable<Case> {
  for (const [index, row] of table.entries())
    yield { name: `${name}[${index}]`, run: (api) => run(api, row) }
}

function optional(record: Row, name: string): Row[] {
  return record[name] === undefined ? [] : list(record, name)
}
