/**
 * Makes a key.
 *
 * @internal
 * @module
 */

import { Did, Keys } from 'countersign'
import type { Command, Line, Outcome } from '../command.js'
import { writeNew } from '../files.js'
import { misuse } from '../misuse.js'
import { pretty } from '../words.js'

/** Types by the name that is typed. */
const types: Readonly<Record<string, Keys.UsableKeyType>> = Object.fromEntries(
  Keys.types.map((name) => [name.toLowerCase(), name]),
)

export const commands: readonly Command[] = [
  {
    name: 'keygen',
    summary: 'make a key: the secret goes to a file, the public half to standard output',
    options: {
      private: { value: 'FILE', help: 'new file for the secret key, with mode 0600' },
      type: { value: 'TYPE', help: `${Object.values(types).join(', ')}; default: Ed25519` },
      format: { value: 'FORMAT', help: 'jwk or pem, of the secret key; default: jwk' },
    },
    notes: [
      'Standard output gets the public key as a JWK; --json adds its DIDs. The secret is never printed.',
    ],
    examples: [
      'countersign keygen --private agent.jwk > agent.pub.jwk',
      'countersign keygen --private agent.pem --format pem --type P-256 --json',
    ],
    run: keygen,
  },
]

async function keygen(line: Line): Promise<Outcome> {
  const path = line.needed('private', 'name a new file for the secret key')
  const asked = line.text('type') ?? 'Ed25519'
  const type = types[asked.toLowerCase()]
  if (!type) throw misuse(`--type is one of ${Object.values(types).join(', ')}, and not "${asked}"`)
  const write = writerOf(line.text('format') ?? 'jwk')
  using key = Keys.generate(type)
  await writeNew(path, write(key), 0o600)
  const jwk = Keys.toJwk(key.publicKey)
  return { text: `${pretty(jwk)}\n`, data: { private: path, ...describeKey(key.publicKey) } }
}

function writerOf(format: string): (key: Keys.LocalSigner | Keys.LocalAgreement) => string {
  if (format === 'jwk') return (key) => `${pretty(Keys.dangerouslyExportJwk(key))}\n`
  if (format === 'pem') return (key) => Keys.dangerouslyExportPem(key)
  throw misuse(`--format is jwk or pem, and not "${format}"`)
}

/** What a public key is called. A hybrid key has no Multikey, and so no `did:key`. */
export function describeKey(key: Keys.PublicKey): Record<string, unknown> {
  const isHybrid = key.type === 'Ed25519+ML-DSA-65'
  return {
    type: key.type,
    ...(!isHybrid && { did: Did.fromKey(key), keyId: Did.keyId(key) }),
    didJwk: Did.jwkFromKey(key),
    ...(key.type === 'secp256k1' && {
      didEthr: Did.ethrFromKey(key),
      ethereumAddress: Keys.toEthereumAddress(key),
    }),
    ...(!isHybrid && { multikey: Keys.toMultikey(key) }),
    thumbprint: Keys.thumbprint(key),
    jwk: Keys.toJwk(key),
  }
}
