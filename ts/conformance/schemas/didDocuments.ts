/**
 * DID documents: did:key maps, did:ethr and did:pkh examples, did:peer, and the reports of the
 * DID Core test suite.
 *
 * A DID must parse. Where its method needs no network, our document must hold
 * every fact of the one given (`../document.ts`); where it does, the document
 * given must be one that we read.
 *
 * @module
 */

import {
  type Api,
  attempt,
  type Case,
  gives,
  isRecord,
  judge,
  Mismatch,
  Skip,
  same,
} from '../case.js'
import { facts, material } from '../document.js'
import { didOf, documentOf, readDocument } from '../documents.js'
import { hex, isTable, list, object, type Schema, text } from '../schema.js'
import { importJwkSecret, withSecret } from '../subject.js'
import type { Row } from './wycheproof.js'

/** Implementations name the methods of a document as they like. */
function isMethod(row: Row, member: string): boolean {
  return member === 'id' && 'controller' in row
}

/** Our document has every fact of `expected`. */
function holds(api: Api, did: string, expected: Row): void {
  same(expected['id'], did, 'id')
  const ours = facts(api, documentOf(api, did, 'keyAgreement' in expected))
  const missing = [...facts(api, expected)].filter((fact) => !ours.has(fact))
  if (missing.length > 0) throw new Mismatch(`the document lacks ${missing.join('; ')}`)
}

export const didKeyMap: Schema = {
  name: 'did:key map',
  matches: ({ json }) =>
    isRecord(json) &&
    Object.keys(json).length > 0 &&
    Object.keys(json).every((key) => key.startsWith('did:key:')),
  *cases({ json }): Iterable<Case> {
    for (const [did, value] of Object.entries(json as Row)) {
      const entry = value as Row
      const document = 'didDocument' in entry ? object(entry, 'didDocument') : entry
      yield { name: `${did} document`, run: (api) => holds(api, did, document) }
      if (document !== entry)
        yield { name: `${did} key`, run: (api) => secretGivesDid(api, did, entry) }
    }
  },
  expectations: ['publicKeyBase58', 'publicKeyMultibase', 'id'],
  settled: isMethod,
}

/** The seed, scalar or private JWK gives the public key, and that gives the DID. */
function secretGivesDid(api: Api, did: string, entry: Row): void {
  const pair = 'verificationKeyPair' in entry ? 'verificationKeyPair' : 'verificationMethod'
  const method = object(entry, pair)
  const jwk = method['privateKeyJwk']
  const publicKey = isRecord(jwk)
    ? importJwkSecret(api, jwk, (key) => key.publicKey)
    : withSecret(api, typeOf(method), secretOf(api, entry, method), (key) => key.publicKey)
  same(didOf(api, publicKey), did, 'DID')
  const multikey = { publicKeyMultibase: api.Keys.toMultikey(publicKey) }
  same(material(api, multikey), material(api, method), 'key')
  if (isRecord(entry['keyAgreementKeyPair'])) agrees(api, did, entry['keyAgreementKeyPair'])
}

/** The pair for agreement is that of the document. */
function agrees(api: Api, did: string, pair: Row): void {
  const key = material(api, pair)
  if (key === 'no key') return
  same(facts(api, documentOf(api, did, true)).has(`keyAgreement ${key}`), true, key)
}

function secretOf(api: Api, entry: Row, method: Row): Uint8Array {
  if ('seed' in entry) return hex(entry['seed'])
  return api.Encoding.base58.decode(text(method, 'privateKeyBase58'))
}

function typeOf(method: Row): 'Ed25519' | 'secp256k1' | 'P-256' | 'X25519' {
  const kind = text(method, 'type')
  if (kind.includes('X25519')) return 'X25519'
  if (kind.includes('Ed25519')) return 'Ed25519'
  return kind.includes('Secp256k1') ? 'secp256k1' : 'P-256'
}

export const didDocument: Schema = {
  name: 'DID document',
  matches: ({ json }) =>
    isDocument(json) || (Array.isArray(json) && json.length > 0 && json.every(holdsDocument)),
  *cases({ json }): Iterable<Case> {
    for (const entry of Array.isArray(json) ? json : [json]) {
      const document = isDocument(entry) ? entry : object(entry, 'didDocument')
      yield { name: text(document, 'id'), run: (api) => judgeDocument(api, document) }
    }
  },
  expectations: ['id'],
}

function isDocument(value: unknown): value is Row {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    'verificationMethod' in value &&
    '@context' in value
  )
}

function holdsDocument(value: unknown): boolean {
  return isDocument(value) || (isRecord(value) && isDocument(value['didDocument']))
}

/** Methods whose documents follow from the DID. Of did:ethr, as long as the chain has not added to it. */
const offline = /^did:(key|jwk|peer|pkh|ethr):/

function judgeDocument(api: Api, document: Row): void {
  const did = text(document, 'id')
  if (did.startsWith('<')) throw new Skip('placeholder')
  api.Did.parse(did)
  if (!offline.test(did) || isOldAccount(did)) readDocument(api, document, did)
  else if (did.startsWith('did:pkh:')) holdsAccounts(api, did, document)
  else holds(api, did, document)
}

/** The first did:pkh named networks in words; nobody can make their documents from those names. */
function isOldAccount(did: string): boolean {
  return /^did:pkh:[^:]+:[^:]+$/.test(did)
}

/** Implementations give the methods of an account other names, and add some, so the accounts are compared. */
function holdsAccounts(api: Api, did: string, expected: Row): void {
  const ours = accounts(documentOf(api, did, false))
  const missing = accounts(expected).filter((account) => !ours.includes(account))
  if (missing.length > 0) throw new Mismatch(`the document lacks ${missing.join('; ')}`)
}

function accounts(document: Row): string[] {
  const methods = document['verificationMethod']
  const found = Array.isArray(methods) ? methods.filter(isRecord) : []
  return found.map((method) => String(method['blockchainAccountId']).toLowerCase())
}

export const peerDids: Schema = {
  name: 'did:peer pairs',
  matches: ({ json }) =>
    isRecord(json) && Object.keys(json).some((key) => key.startsWith('PEER_DID_')),
  *cases({ json }): Iterable<Case> {
    const root = json as Row
    for (const [name, did] of Object.entries(root).filter(([key]) => key.startsWith('PEER_DID_'))) {
      yield { name, run: (api) => void api.Did.parse(String(did)) }
    }
    const dids = Object.values(root).filter((value) => String(value).startsWith('did:'))
    for (const [document, value] of Object.entries(root))
      if (isRecord(value))
        yield {
          name: document,
          run: (api) => {
            same(dids.includes(value['id']), true, 'whether the file has this DID')
            sameKeys(api, text(value, 'id'), value)
          },
        }
  },
  expectations: ['publicKeyBase58', 'publicKeyMultibase', 'id'],
}

/**
 * Old spellings of did:peer name their methods otherwise, so that only keys are compared, by what
 * they are for. Numalgo 2 says authentication and key agreement; what else follows has changed.
 */
function sameKeys(api: Api, did: string, expected: Row): void {
  const listed = hasServiceList(api, did)
  const made = attempt(() => documentOf(api, did, 'keyAgreement' in expected))
  judge('value' in made, listed ? 'reject' : 'accept', listed ? 'one service an element' : '')
  if (!('value' in made)) return
  const pattern = did.startsWith('did:peer:2') ? /^(authentication|keyAgreement) / : /^(?!method )/
  const bare = (document: Row) =>
    [...facts(api, document)].filter((fact) => pattern.test(fact)).sort()
  same(bare(made.value), bare(expected), 'keys and relationships')
}

/** Rule "one service an element": the first did:peer 2 put a list into one element. */
function hasServiceList(api: Api, did: string): boolean {
  const encoded = did.split('.S')[1]?.split('.')[0]
  if (encoded === undefined) return false
  const decoded = attempt(() => api.Encoding.base64url.decode(encoded))
  return 'value' in decoded && new TextDecoder().decode(decoded.value).trimStart().startsWith('[')
}

export const peerSpecification: Schema = {
  name: 'did:peer in a specification',
  matches: ({ json, text: content }) =>
    json === undefined && /did:peer:[0-9]/.test(content) && content.includes('```'),
  *cases({ text: content }): Iterable<Case> {
    const blocks = content.matchAll(/```json\s([\s\S]*?)```/g)
    for (const [, block] of blocks) {
      const document = attemptJson(block ?? '')
      if (isRecord(document) && /^did:peer:[024]/.test(String(document['id'])))
        yield {
          name: String(document['id']).slice(0, 60),
          run: (api) => peerExample(api, text(document, 'id'), document),
        }
    }
  },
  expectations: [],
}

/** A short form of numalgo 4 is that of the long form, which the document also knows. */
function peerExample(api: Api, did: string, document: Row): void {
  if (!/^did:peer:4[^:]+$/.test(did)) {
    holds(api, did, document)
    return
  }
  const [long] = Array.isArray(document['alsoKnownAs']) ? document['alsoKnownAs'] : []
  same(api.Did.peerShortForm(String(long)), did, 'short form')
}

function attemptJson(block: string): unknown {
  try {
    return JSON.parse(block)
  } catch {
    return undefined
  }
}

export const suiteReport: Schema = {
  name: 'DID Core implementation report',
  matches: ({ json }) => isRecord(json) && Array.isArray(json['dids']) && 'didMethod' in json,
  *cases({ json }): Iterable<Case> {
    const root = json as Row
    const parameters = isRecord(root['didParameters']) ? Object.values(root['didParameters']) : []
    for (const did of [...(root['dids'] as unknown[]), ...parameters])
      yield { name: `parse ${String(did)}`, run: (api) => void api.Did.parseUrl(String(did)) }
    for (const [did, entry] of Object.entries(root))
      if (isRecord(entry) && isRecord(entry['didDocumentDataModel']))
        yield { name: `document ${did}`, run: (api) => reported(api, did, entry) }
  },
  expectations: ['id'],
  settled: isMethod,
}

/** The document that an implementation gave, and its representations, are ones that we read. */
function reported(api: Api, did: string, entry: Row): void {
  const document = object(object(entry, 'didDocumentDataModel'), 'properties')
  const subject = api.Did.parseUrl(did).did
  same(document['id'], subject, 'id')
  readDocument(api, document, subject)
  for (const value of Object.values(entry))
    if (isRecord(value) && typeof value['representation'] === 'string')
      readDocument(api, value['representation'], subject)
}

export const resolverReport: Schema = {
  name: 'DID resolution report',
  matches: ({ json }) =>
    isRecord(json) && isTable(json['executions'], 'function', 'input', 'output'),
  *cases({ json }): Iterable<Case> {
    for (const [index, row] of list(json as Row, 'executions').entries())
      yield { name: `execution ${index}`, run: (api) => execution(api, row) }
  },
  expectations: ['error'],
}

/** What a resolver may say (DID Core 1.0, section 7.1.2), and what reports have besides. */
const errors: readonly unknown[] = [
  undefined,
  null,
  '',
  'invalidDid',
  'notFound',
  'representationNotSupported',
  'methodNotSupported',
  'internalError',
]

function execution(api: Api, row: Row): void {
  const output = object(row, 'output')
  const error = object(output, 'didResolutionMetadata')['error']
  if (!errors.includes(error)) throw new Error(`no error ${String(error)}`)
  const did = text(object(row, 'input'), 'did')
  const rule = isAddress(did) ? 'did:web names a host' : ''
  const verdict = error === 'invalidDid' || rule !== '' ? 'reject' : 'accept'
  judge(
    gives(() => api.Did.parse(did)),
    verdict,
    rule,
  )
  const document = output['didDocument']
  if (verdict === 'accept' && isRecord(document) && 'id' in document)
    readDocument(api, document, did)
}

/** Rule "did:web names a host": a last label of digits makes it an IPv4 address in a URL. */
function isAddress(did: string): boolean {
  return /^did:web:([^:%]*\.)?[0-9]+(%3A[0-9]+)?(:|$)/i.test(did)
}
