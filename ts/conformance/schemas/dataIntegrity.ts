/**
 * W3C Data Integrity test vectors: folders of one signed document and the steps to it.
 *
 * | File | Judged by |
 * | --- | --- |
 * | signed document | verifies with the key of its folder; changed, it does not; Ed25519 signs it again |
 * | `canonDoc…`, `proofCanon…` | are the canonical forms of the document and of the proof options |
 * | `docHash…`, `proofHash…`, `combinedHash…` | are their SHA-256 |
 * | `sigHex…`, `sigBTC58…` | are the proof's value |
 * | `proofConfig…` | is the proof without its value, with the document's context |
 * | key pair | the secret makes the public key |
 * | unsigned document | is signed and verified |
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { type Api, type Case, gives, isRecord, judge, Skip, same } from '../case.js'
import { signDocument, verifyDocument } from '../documents.js'
import { object, type Schema, text, toHex } from '../schema.js'
import { multikeySecret, withSecret } from '../subject.js'
import type { Folder, VectorFile } from '../vectors.js'
import type { Row } from './wycheproof.js'

const suites = ['eddsa-jcs-2022', 'ecdsa-jcs-2019']

export const signedDocument: Schema = {
  name: 'Data Integrity document',
  matches: ({ json }) =>
    isRecord(json) && isRecord(json['proof']) && json['proof']['type'] === 'DataIntegrityProof',
  *cases(file, folder): Iterable<Case> {
    const signed = file.json as Row
    const suite = text(object(signed, 'proof'), 'cryptosuite')
    const key = keyPairAbove(file, folder, multikeyOf(signed))
    const guard = (run: (api: Api) => void) => (api: Api) => offered(suite, signed, () => run(api))
    yield {
      name: 'verify',
      run: guard((api) => judge(verifies(api, file.text, signed, key), 'accept')),
    }
    yield {
      name: 'changed document',
      run: guard((api) =>
        judge(verifies(api, JSON.stringify({ ...signed, changed: true }), signed, key), 'reject'),
      ),
    }
    if (key) yield { name: 'sign', run: guard((api) => signsAgain(api, signed, key)) }
  },
  expectations: ['proofValue', 'created', 'proofPurpose', 'name', 'issuer', 'validFrom'],
}

/** RDF canonicalization, selective disclosure and P-384 are no part of the API. */
function offered(suite: string, signed: Row, run: () => void): void {
  if (!isOffered(suite, signed)) throw new Skip('cryptosuite not offered')
  run()
}

function isOffered(suite: string, signed: Row): boolean {
  const method = text(object(signed, 'proof'), 'verificationMethod')
  return suites.includes(suite) && !method.split('#').some(isP384)
}

/** Multikeys of P-384 start so: public with codec 0x1201, secret with 0x1307. */
function isP384(multikey: string): boolean {
  return /^(z82L|z2fa)/.test(multikey.replace(/^did:key:/, ''))
}

function verifies(api: Api, document: string, signed: Row, key: Row | undefined): boolean {
  const proof = object(signed, 'proof')
  const id = text(proof, 'verificationMethod')
  const multikey = key ? publicOf(key) : multikeyOf(signed)
  return gives(() => verifyDocument(api, document, { id, multikey }))
}

/** The key that a document names, if it names it by itself. */
function multikeyOf(signed: Row): string {
  return text(object(signed, 'proof'), 'verificationMethod').split('#')[1] ?? ''
}

/** Ed25519 is deterministic and must give the same bytes; a new ECDSA proof must verify. */
function signsAgain(api: Api, signed: Row, key: Row): void {
  const { proof, ...document } = signed
  const again = signDocument(api, JSON.stringify(document), proof as Row, secretOf(key))
  if ((proof as Row)['cryptosuite'] === 'eddsa-jcs-2022')
    same(object(again, 'proof')['proofValue'], (proof as Row)['proofValue'], 'proofValue')
  judge(verifies(api, JSON.stringify(again), again, key), 'accept')
}

const steps =
  /^(canonDoc|proofCanon|docHash|proofHash|combinedHash|sigHex|sigBTC58|proofConfig)\w*\.(txt|json)$/

export const documentSteps: Schema = {
  name: 'Data Integrity step',
  matches: (file, folder) => {
    const signed = signedBeside(file, folder)
    if (signed === undefined || keyPair.matches(file, folder)) return false
    // The steps of other suites have other names, and are passed over together.
    return steps.test(file.name) || !isOffered(text(object(signed, 'proof'), 'cryptosuite'), signed)
  },
  *cases(file, folder): Iterable<Case> {
    const step = steps.exec(file.name)?.[1] ?? ''
    const signed = signedBeside(file, folder) as Row
    const suite = text(object(signed, 'proof'), 'cryptosuite')
    yield {
      name: step,
      run: (api) =>
        offered(suite, signed, () =>
          same(recordedStep(file, step), stepOf(api, signed, step), step),
        ),
    }
  },
  expectations: [
    '@context',
    'type',
    'created',
    'cryptosuite',
    'proofPurpose',
    'verificationMethod',
  ],
  lines(line, file, folder) {
    const signed = signedBeside(file, folder)
    const suite = signed && text(object(signed, 'proof'), 'cryptosuite')
    return signed && isOffered(String(suite), signed) ? line.trim() : undefined
  },
}

function recordedStep(file: VectorFile, step: string): unknown {
  return step === 'proofConfig' ? file.json : file.text.trim()
}

function signedBeside(file: VectorFile, folder: Folder): Row | undefined {
  return folder.around(file).find((other) => signedDocument.matches(other, folder))?.json as
    | Row
    | undefined
}

/** What the step must hold, made from the signed document by the API. */
function stepOf(api: Api, signed: Row, step: string): unknown {
  const { proof, ...document } = signed as Row & { proof: Row }
  const { proofValue, ...rest } = proof
  const config = { ...rest, '@context': document['@context'] }
  const canonDoc = api.Encoding.jcsBytes(JSON.stringify(document))
  const proofCanon = api.Encoding.jcsBytes(JSON.stringify(config))
  const made: Readonly<Record<string, () => unknown>> = {
    canonDoc: () => new TextDecoder().decode(canonDoc),
    proofCanon: () => new TextDecoder().decode(proofCanon),
    docHash: () => sha256(canonDoc),
    proofHash: () => sha256(proofCanon),
    combinedHash: () => sha256(proofCanon) + sha256(canonDoc),
    sigHex: () => toHex(api.Encoding.multibase.decode(String(proofValue)).bytes),
    sigBTC58: () => proofValue,
    proofConfig: () => config,
  }
  return made[step]?.()
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export const keyPair: Schema = {
  name: 'Multikey pair',
  matches: ({ json }) =>
    isRecord(json) && typeof json['publicKeyMultibase'] === 'string' && secretOf(json) !== '',
  *cases({ json }): Iterable<Case> {
    yield {
      name: 'public key',
      run: (api) => makesPublic(api, json as Row),
    }
  },
  expectations: ['publicKeyMultibase'],
}

/** A pair on P-384 is refused, and no more is asked of it. */
function makesPublic(api: Api, key: Row): void {
  if (isP384(publicOf(key))) {
    judge(
      gives(() => api.Keys.fromMultikey(publicOf(key))),
      'reject',
      'P-384',
    )
    throw new Skip('key type not offered')
  }
  const made = multikeySecret(api, secretOf(key), (local) => api.Keys.toMultikey(local.publicKey))
  same(made, publicOf(key), 'public key')
}

function publicOf(key: Row): string {
  return text(key, 'publicKeyMultibase')
}

function secretOf(key: Row): string {
  return String(key['secretKeyMultibase'] ?? key['privateKeyMultibase'] ?? '')
}

/** The pair in this folder or the one above: of the key that is named, else the first that signs here. */
function keyPairAbove(file: VectorFile, folder: Folder, multikey = ''): Row | undefined {
  const above = folder.files.filter(
    (other) =>
      folder.beside(file, other.name) === other ||
      folder.beside(file, `../${other.name}`) === other,
  )
  const pairs = above
    .filter((other) => keyPair.matches(other, folder))
    .map(({ json }) => json as Row)
  return (
    pairs.find((pair) => publicOf(pair) === multikey) ??
    pairs.find((pair) => !isP384(publicOf(pair)))
  )
}

/** A pair for a document that has none beside it. */
function freshPair(api: Api): Row {
  const secret = new Uint8Array(32).fill(7)
  const publicKey = withSecret(api, 'Ed25519', secret, (key) => key.publicKey)
  const coded = Uint8Array.from([...api.Encoding.varint.encode(4864), ...secret])
  return {
    publicKeyMultibase: api.Keys.toMultikey(publicKey),
    secretKeyMultibase: api.Encoding.multibase.encode(coded, 'base58btc'),
  }
}

export const unsignedDocument: Schema = {
  name: 'unsigned document',
  matches: ({ json }) =>
    isRecord(json) &&
    '@context' in json &&
    'type' in json &&
    !('proof' in json) &&
    !('verificationMethod' in json),
  *cases(file, folder): Iterable<Case> {
    const key = keyPairAbove(file, folder)
    yield {
      name: 'sign and verify',
      run: (api) => signsAndVerifies(api, file.text, key ?? freshPair(api)),
    }
  },
  expectations: [],
}

function signsAndVerifies(api: Api, document: string, key: Row): void {
  const multikey = publicOf(key)
  const options = {
    verificationMethod: `did:key:${multikey}#${multikey}`,
    proofPurpose: 'assertionMethod',
    created: '2025-01-01T00:00:00Z',
  }
  const signed = signDocument(api, document, options, secretOf(key))
  judge(verifies(api, JSON.stringify(signed), signed, key), 'accept')
}

/** JSON Pointers for selective disclosure. */
export const pointers: Schema = {
  name: 'JSON pointers',
  matches: ({ json }) =>
    Array.isArray(json) &&
    json.length > 0 &&
    json.every((pointer) => typeof pointer === 'string' && pointer.startsWith('/')),
  *cases(): Iterable<Case> {
    yield {
      name: 'selective disclosure',
      run: () => {
        throw new Skip('cryptosuite not offered')
      },
    }
  },
  expectations: [],
}
