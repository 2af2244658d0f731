/**
 * Whom somebody trusts, as text that names or holds keys: on the command line, in files and in pages.
 *
 * @internal
 * @module
 */

import { Did, Keys, type TrustInput } from 'countersign'
import { jsonOf } from './jsonText.js'
import { misuse } from './misuse.js'

/** What one text adds to a trust input. */
export type Part = { readonly keys: readonly object[] } | { readonly document: object }

/** The key that a text names by itself: a did:key or a Multikey; undefined for any other text. */
export function partNamed(text: string): Part | undefined {
  if (text.startsWith('did:key:')) return { keys: [keyOfDid(text)] }
  return isMultikey(text) ? { keys: [{ key: Keys.fromMultikey(text) }] } : undefined
}

/** What a DID document, a JWK set, a JWK or PEM holds; undefined for any other text. A secret key stands for its public half. */
export function partIn(text: string): Part | undefined {
  const members = jsonOf(text)
  if (members && 'verificationMethod' in members) return { document: members }
  if (members && 'keys' in members)
    return { keys: Keys.publicKeysFromJwks(text).map(({ key, kid }) => nameKey(key, kid)) }
  const key = publicKeyIn(text)
  return key && { keys: [{ key }] }
}

/** The key in a JWK or PEM; undefined for any other text. */
export function publicKeyIn(text: string): Keys.PublicKey | undefined {
  if (/^-----BEGIN (EC )?PRIVATE/.test(text)) {
    using signer = Keys.signerFromPem(text)
    return signer.publicKey
  }
  if (text.startsWith('-----BEGIN')) return Keys.publicKeyFromPem(text)
  const members = jsonOf(text)
  if (members === undefined || !('kty' in members)) return undefined
  if (!('d' in members || 'priv' in members)) return Keys.publicKeyFromJwk(text)
  using signer = Keys.signerFromJwk(text)
  return signer.publicKey
}

/** One trust input out of several parts. */
export function joinParts(parts: readonly Part[]): TrustInput {
  const keys = parts.flatMap((part) => ('keys' in part ? part.keys : []))
  const [document, ...more] = parts.flatMap((part) => ('document' in part ? [part.document] : []))
  if (more.length > 0)
    throw misuse('one DID document can be trusted: name the keys of the others by did:key or file')
  return { ...(keys.length > 0 && { keys }), ...(document && { document }) } as TrustInput
}

/** Whether a text is a key in Multibase. */
export function isMultikey(text: string): boolean {
  return /^z[1-9A-HJ-NP-Za-km-z]{40,}$/.test(text)
}

function keyOfDid(text: string): object {
  const did = Did.parse(text.split('#', 1)[0] as string)
  const key = Did.toKey(did)
  return { key, id: Did.keyId(key), controller: did }
}

function nameKey(key: Keys.PublicKey, id: string | undefined): object {
  return id === undefined ? { key } : { key, id }
}
