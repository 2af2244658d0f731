/**
 * Keys of the command line. Secrets come from files or from standard input, never from an argument.
 *
 * @internal
 * @module
 */

import { Did, Keys, type TrustInput } from 'countersign'
import type { Line, Options } from './command.js'
import { readText, requirePrivate } from './files.js'
import { misuse } from './misuse.js'

/** Options of every command that signs. */
export const signing: Options = {
  key: {
    value: 'FILE',
    help: 'secret key of mode 0600: a JWK, PEM, or an identity file; - is standard input',
  },
  'passphrase-file': { value: 'FILE', help: 'file with the passphrase of an identity file' },
  label: { value: 'NAME', help: 'which key of an identity file; default: signing' },
}

/** Options of every command that verifies. */
export const trusting: Options = {
  trust: {
    value: 'WHO',
    multiple: true,
    help: 'a DID, a Multikey, or a file: DID document, public JWK, JWK set or PEM',
  },
}

/** The signer that `--key` names. */
export async function readSigner(line: Line): Promise<Keys.LocalSigner> {
  const path = line.needed('key', 'name the file with the secret key; countersign keygen makes one')
  const text = await readText(path)
  const members = jsonOf(text)
  // Encrypted: anybody may read it.
  if (members?.['type'] === 'countersign/identity-file/v1') return fromIdentity(text, line)
  await requirePrivate(path)
  if (text.startsWith('-----BEGIN')) return Keys.signerFromPem(text)
  if (members && 'kty' in members) return Keys.signerFromJwk(text)
  throw misuse(`${path} is neither a JWK, PEM nor an identity file`)
}

async function fromIdentity(text: string, line: Line): Promise<Keys.LocalSigner> {
  const { Identity } = await import('countersign/identity')
  const passphrase = await readPassphrase(line)
  try {
    using vault = Identity.open(text, { passphrase })
    return vault.signer(line.text('label') ?? 'signing')
  } finally {
    passphrase.fill(0)
  }
}

/** The passphrase in the file that an option names, without the end of its line. */
export async function readPassphrase(line: Line): Promise<Uint8Array> {
  const path = line.needed('passphrase-file', 'name a file of mode 0600 that holds the passphrase')
  const text = await readText(path)
  await requirePrivate(path)
  return new TextEncoder().encode(text.replace(/\r?\n$/, '').normalize('NFC'))
}

/** A public key: of a DID that is a key, a Multikey, or a file. */
export async function readPublicKey(source: string): Promise<Keys.PublicKey> {
  if (source.startsWith('did:key:')) return Did.toKey(source.split('#', 1)[0] as string)
  if (source.startsWith('did:')) return keyOfDocument(await Did.resolver().resolve(source))
  if (isMultikey(source)) return Keys.fromMultikey(source)
  return publicKeyOf(await readText(source), source)
}

function keyOfDocument(document: object): Keys.PublicKey {
  const [found, ...others] = Did.keys(document).filter(
    ({ publicKey, purposes }) => publicKey && purposes.includes('assertionMethod'),
  )
  if (found?.publicKey && others.length === 0) return found.publicKey
  throw misuse('the document of this DID has not exactly one signing key: name a file with the key')
}

function publicKeyOf(text: string, path: string): Keys.PublicKey {
  if (/^-----BEGIN (EC )?PRIVATE/.test(text)) {
    using signer = Keys.signerFromPem(text)
    return signer.publicKey
  }
  if (text.startsWith('-----BEGIN')) return Keys.publicKeyFromPem(text)
  const members = jsonOf(text)
  if (members === undefined || !('kty' in members))
    throw misuse(`${path} is neither a JWK nor PEM, and no DID or Multikey`)
  if (!('d' in members || 'priv' in members)) return Keys.publicKeyFromJwk(text)
  using signer = Keys.signerFromJwk(text)
  return signer.publicKey
}

/** What the `--trust` options name, together. */
export async function readTrust(line: Line): Promise<TrustInput> {
  const sources = line.all('trust')
  if (sources.length === 0)
    throw misuse('--trust is missing: name a DID, a Multikey or a file with the key that you trust')
  const parts = await Promise.all(sources.map(trustOf))
  const keys = parts.flatMap((part) => ('keys' in part ? part.keys : []))
  const [document, ...more] = parts.flatMap((part) => ('document' in part ? [part.document] : []))
  if (more.length > 0)
    throw misuse('--trust takes one DID document: name the keys of the others by did:key or file')
  return { ...(keys.length > 0 && { keys }), ...(document && { document }) } as TrustInput
}

type Part = { readonly keys: readonly object[] } | { readonly document: object }

async function trustOf(source: string): Promise<Part> {
  if (source.startsWith('did:key:')) return { keys: [keyOfDid(source)] }
  if (source.startsWith('did:')) return { document: await Did.resolver().resolve(source) }
  if (isMultikey(source)) return { keys: [{ key: Keys.fromMultikey(source) }] }
  const text = await readText(source)
  const members = jsonOf(text)
  if (members && 'verificationMethod' in members) return { document: members }
  if (members && 'keys' in members)
    return { keys: Keys.publicKeysFromJwks(text).map(({ key, kid }) => nameKey(key, kid)) }
  return { keys: [{ key: publicKeyOf(text, source) }] }
}

function keyOfDid(source: string): object {
  const did = Did.parse(source.split('#', 1)[0] as string)
  const key = Did.toKey(did)
  return { key, id: Did.keyId(key), controller: did }
}

function nameKey(key: Keys.PublicKey, id: string | undefined): object {
  return id === undefined ? { key } : { key, id }
}

function isMultikey(source: string): boolean {
  return /^z[1-9A-HJ-NP-Za-km-z]{40,}$/.test(source)
}

/** The members of a JSON object; undefined for any other text. */
export function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
