/**
 * Forms of ML-DSA keys: JWK and JWS of RFC 9964, PKCS#8, SPKI and certificates of RFC 9881.
 *
 * In a folder of PEM files, those of one parameter set are one key; a name that starts with `bad` is
 * a key that must be refused.
 *
 * @module
 */

import { type Api, accepts, type Case, gives, isRecord, judge, same } from '../case.js'
import { jwsVerify } from '../documents.js'
import { has, hex, object, type Schema, text, utf8 } from '../schema.js'
import {
  closing,
  importJwk,
  importJwkSecret,
  importPem,
  importPemSecret,
  thumbprint,
} from '../subject.js'
import type { Folder, VectorFile } from '../vectors.js'
import type { Row } from './wycheproof.js'

export const mlDsaJose: Schema = {
  name: 'JOSE of a post-quantum key',
  matches: ({ json }) =>
    isRecord(json) && isRecord(json['jwk']) && json['jwk']['kty'] === 'AKP' && 'jws' in json,
  *cases({ json }): Iterable<Case> {
    const row = json as Row
    yield { name: String(object(row, 'jwk')['alg']), run: (api) => joseCase(api, row) }
  },
  expectations: ['raw_public_key', 'raw_composite_public_key', 'raw_signature', 'kid', 'jws'],
}

function joseCase(api: Api, row: Row): void {
  const { priv, ...jwk } = object(row, 'jwk')
  const key = importJwk(api, jwk)
  same(thumbprint(api, jwk), text(jwk, 'kid'), 'thumbprint')
  const raw = row['raw_public_key'] ?? row['raw_composite_public_key']
  same(key.bytes, hex(raw), 'public key')
  importJwkSecret(api, { ...jwk, priv }, (secret) =>
    same(secret.publicKey, key, 'key of the secret'),
  )
  const jws = text(row, 'jws')
  jwsVerify(api, jws, jwk)
  const [, , signature = ''] = jws.split('.')
  if (has(row, 'raw_signature'))
    same(api.Encoding.base64url.decode(signature), hex(row['raw_signature']), 'signature')
  if (has(row, 'raw_to_be_signed'))
    same(utf8(jws.slice(0, jws.lastIndexOf('.'))), hex(row['raw_to_be_signed']), 'signing input')
  const changed = jws.replace(/\.(.)/, (_, first) => `.${first === 'A' ? 'B' : 'A'}`)
  judge(
    gives(() => jwsVerify(api, changed, jwk)),
    'reject',
    'another payload',
  )
}

/** Seeds of both halves, and what the key made of them is called and signs. */
export const hybridJose: Schema = {
  name: 'JOSE of a hybrid key, from its seeds',
  matches: ({ json }) =>
    isRecord(json) && ['mldsa_seed', 'eddsa_seed', 'kid', 'jws'].every((name) => name in json),
  *cases({ json }): Iterable<Case> {
    const row = json as Row
    const secret = Uint8Array.from([...hex(row['mldsa_seed']), ...hex(row['eddsa_seed'])])
    yield {
      name: text(row, 'kid'),
      run: (api) =>
        closing(api.Keys.fromSecret('Ed25519+ML-DSA-65', secret), (signer) => {
          same(api.Keys.thumbprint(signer.publicKey), text(row, 'kid'), 'thumbprint')
          jwsVerify(api, text(row, 'jws'), { ...api.Keys.toJwk(signer.publicKey) })
        }),
    }
  },
  expectations: ['kid'],
}

const names = /^(bad-)?(ML-DSA-\d\d)(-\w+)?\.(priv|pub|crt)$/

export const mlDsaPem: Schema = {
  name: 'PEM of a post-quantum key',
  matches: ({ name, text }) => names.test(name) && text.startsWith('-----BEGIN '),
  *cases(file, folder): Iterable<Case> {
    const [, bad, , , kind] = names.exec(file.name) ?? []
    const run = (api: Api): void => {
      if (bad !== undefined) {
        judge(
          gives(() => importPemSecret(api, file.text, (key) => key.publicKey)),
          'reject',
        )
        return
      }
      const wanted = publicOf(api, file, folder)
      if (kind === 'priv')
        importPemSecret(api, file.text, (key) => same(key.publicKey, wanted, 'key'))
      if (kind === 'pub') same(importPem(api, file.text), wanted, 'key')
      if (kind === 'crt') checkCertificate(api, der(file.text), wanted)
    }
    yield { name: file.name, run }
  },
  expectations: [],
}

type PublicKey = ReturnType<typeof importPem>

/** The key of the `.pub` file of the same set. */
function publicOf(api: Api, file: VectorFile, folder: Folder): PublicKey {
  const set = names.exec(file.name)?.[2]
  const other = folder.beside(file, `${set}.pub`)
  if (other === undefined) throw new Error(`there is no ${set}.pub`)
  return importPem(api, other.text)
}

/** A certificate that signs itself: it holds the key, which made the signature. */
function checkCertificate(api: Api, certificate: Uint8Array, publicKey: PublicKey): void {
  const outer = element(certificate, 0)
  const signed = element(certificate, outer.content)
  const algorithm = element(certificate, signed.end)
  const bits = element(certificate, algorithm.end)
  const message = certificate.subarray(signed.start, signed.end)
  const spki = Buffer.from(api.Keys.toDer(publicKey))
  judge(Buffer.from(message).includes(spki), 'accept', 'the key in the certificate')
  const signature = certificate.slice(bits.content + 1, bits.end)
  judge(
    accepts(() => api.Keys.verify({ publicKey, message: message.slice(), signature })),
    'accept',
  )
}

/** Where an element of DER starts, where its content does, and where it ends. */
function element(
  bytes: Uint8Array,
  start: number,
): { start: number; content: number; end: number } {
  const first = bytes[start + 1] ?? 0
  const count = first < 0x80 ? 0 : first & 0x7f
  const length = Array.from(bytes.subarray(start + 2, start + 2 + count)).reduce(
    (sum, byte) => sum * 256 + byte,
    0,
  )
  const content = start + 2 + count
  return { start, content, end: content + (count === 0 ? first : length) }
}

function der(pem: string): Uint8Array {
  return new Uint8Array(Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64'))
}
