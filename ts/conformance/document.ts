/**
 * What DID documents are compared on: keys, controllers and relationships.
 *
 * The `type` and `@context` of verification methods changed over the years and
 * say nothing that the key does not say.
 *
 * @module
 */

import { type Api, isRecord } from './case.js'
import { importJwk } from './subject.js'

type Row = Record<string, unknown>

const relationships = [
  'authentication',
  'assertionMethod',
  'keyAgreement',
  'capabilityInvocation',
  'capabilityDelegation',
] as const

/** Facts of a document: each is one line of text, so that two documents are compared as sets. */
export function facts(api: Api, document: Row): Set<string> {
  const id = String(document['id'])
  const methods = new Map(
    rows(document['verificationMethod']).map((method) => [absolute(id, method['id']), method]),
  )
  const found = new Set<string>()
  for (const [name, method] of methods)
    for (const fact of methodFacts(api, name, method)) found.add(fact)
  for (const relationship of relationships)
    for (const entry of Array.isArray(document[relationship]) ? document[relationship] : [])
      for (const fact of entryFacts(api, id, entry, methods)) found.add(`${relationship} ${fact}`)
  return found
}

function entryFacts(api: Api, id: string, entry: unknown, methods: Map<string, Row>): string[] {
  if (typeof entry === 'string') {
    const method = methods.get(absolute(id, entry))
    return method ? [material(api, method)] : [`dangling ${entry}`]
  }
  return isRecord(entry) ? [material(api, entry)] : []
}

function methodFacts(api: Api, name: string, method: Row): string[] {
  return [
    `method ${name} controller ${String(method['controller'])}`,
    `method ${name} ${material(api, method)}`,
  ]
}

/** The key of a method in one spelling, or the account that stands for it. */
export function material(api: Api, method: Row): string {
  if (isRecord(method['publicKeyJwk'])) return keyText(importJwk(api, method['publicKeyJwk']))
  if (typeof method['publicKeyMultibase'] === 'string')
    return keyText(api.Keys.fromMultikey(method['publicKeyMultibase']))
  if (typeof method['publicKeyBase58'] === 'string') return keyText(base58Key(api, method))
  if (typeof method['blockchainAccountId'] === 'string')
    return `account ${method['blockchainAccountId'].toLowerCase()}`
  return 'no key'
}

function base58Key(api: Api, method: Row): { type: string; bytes: Uint8Array } {
  const bytes = api.Encoding.base58.decode(String(method['publicKeyBase58']))
  const kind = String(method['type'])
  const type = /X25519/.test(kind)
    ? 'X25519'
    : /Ed25519/.test(kind)
      ? 'Ed25519'
      : /P256|P-256/.test(kind)
        ? 'P-256'
        : 'secp256k1'
  return api.Keys.publicKey({ type, bytes } as never)
}

function keyText(key: { type: string; bytes: Uint8Array }): string {
  return `key ${key.type} ${Buffer.from(key.bytes).toString('hex')}`
}

function absolute(id: string, name: unknown): string {
  return String(name).startsWith('#') ? `${id}${String(name)}` : String(name)
}

function rows(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
