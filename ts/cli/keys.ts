/**
 * Keys of the command line. Secrets come from files or from standard input, never from an argument.
 *
 * @internal
 * @module
 */

import { Did, Keys, type TrustInput } from 'countersign'
import type { Line, Options } from './command.js'
import { readText, requirePrivate } from './files.js'
import { jsonOf } from './jsonText.js'
import { misuse } from './misuse.js'
import { isMultikey, joinParts, type Part, partIn, partNamed, publicKeyIn } from './trustText.js'

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
  const key = publicKeyIn(await readText(source))
  if (key) return key
  throw misuse(`${source} ${noKey}`)
}

const noKey = 'is neither a JWK nor PEM, and no DID or Multikey'

function keyOfDocument(document: object): Keys.PublicKey {
  const [found, ...others] = Did.keys(document).filter(
    ({ publicKey, purposes }) => publicKey && purposes.includes('assertionMethod'),
  )
  if (found?.publicKey && others.length === 0) return found.publicKey
  throw misuse('the document of this DID has not exactly one signing key: name a file with the key')
}

/** What the `--trust` options name, together. */
export async function readTrust(line: Line): Promise<TrustInput> {
  const sources = line.all('trust')
  if (sources.length === 0)
    throw misuse('--trust is missing: name a DID, a Multikey or a file with the key that you trust')
  return joinParts(await Promise.all(sources.map(trustOf)))
}

async function trustOf(source: string): Promise<Part> {
  const named = partNamed(source)
  if (named) return named
  if (source.startsWith('did:')) return { document: await Did.resolver().resolve(source) }
  const part = partIn(await readText(source))
  if (part) return part
  throw misuse(`${source} ${noKey}`)
}
