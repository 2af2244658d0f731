/**
 * A {@link Signer} over a key of Google Cloud KMS.
 *
 * @module
 */

import * as check from '../check.js'
import type { SigningKeyType } from '../key.js'
import { publicKeyFromPem } from '../keyFormats/pem.js'
import type { Signer } from '../signing.js'
import {
  ask,
  checkClient,
  fields,
  kindOf,
  readDer,
  readKey,
  readRaw,
  sha256,
  signerOver,
} from './service.js'

/** What is used of a `KeyManagementServiceClient` of `@google-cloud/kms`. */
export type GoogleKms = {
  getPublicKey(request: {
    name: string
  }): Promise<
    readonly [{ readonly pem?: string | null; readonly algorithm?: unknown }, ...unknown[]]
  >
  asymmetricSign(
    request: GoogleSignRequest,
  ): Promise<readonly [{ readonly signature?: Uint8Array | string | null }, ...unknown[]]>
}

type GoogleSignRequest = { name: string } & (
  | { digest: { sha256: Uint8Array } }
  | { data: Uint8Array }
)

const service = 'Google Cloud KMS'

/** The longest message that the service takes as it is, in bytes (`AsymmetricSign`, `data`). */
const longestData = 65_536

const kinds: Readonly<Record<string, SigningKeyType>> = {
  EC_SIGN_P256_SHA256: 'P-256',
  EC_SIGN_SECP256K1_SHA256: 'secp256k1',
  EC_SIGN_ED25519: 'Ed25519',
}

/**
 * Signs with a version of a key of Google Cloud KMS: `EC_SIGN_P256_SHA256`, `EC_SIGN_SECP256K1_SHA256` or
 * `EC_SIGN_ED25519`. Needs `cloudkms.cryptoKeyVersions.viewPublicKey` once, and `useToSign`.
 *
 * Ed25519 signs messages of at most 65,536 bytes there; the others get a digest, and have no limit.
 *
 * @example
 * ```ts no-run: it needs an account
 * // google = new KeyManagementServiceClient()
 * const ring = 'projects/books/locations/europe-west3/keyRings/agents'
 * const signer = await googleKmsSigner(google, `${ring}/cryptoKeys/ledger/cryptoKeyVersions/1`)
 * ```
 *
 * @param client - A `KeyManagementServiceClient` of `@google-cloud/kms`.
 * @param name - The resource name of the version: `projects/…/cryptoKeys/…/cryptoKeyVersions/1`.
 * @throws `ERR_KEY_ALGORITHM` for a key of another kind; `ERR_SIGNER_UNAVAILABLE` if the service refuses or fails, as
 * does `sign` later; `ERR_SIGNER_INVALID` for an answer that is not a signature; `ERR_ARGUMENT`. `sign` also throws
 * `ERR_LIMIT_EXCEEDED`.
 */
export async function googleKmsSigner(client: GoogleKms, name: string): Promise<Signer> {
  checkClient(client, 'client', ['getPublicKey', 'asymmetricSign'])
  const version = check.text(name, 'name')
  const answer = await ask(service, () => client.getPublicKey({ name: version }))
  const told = fields(service, first(answer), ['pem', 'algorithm'])
  const type = kindOf(kinds, 'algorithm', told.algorithm)
  const key = readKey(service, type, () => publicKeyFromPem(check.text(told.pem, 'pem')))
  return signerOver(service, key, async (message) => {
    const request = { name: version, ...(await partOf(type, message)) }
    const signed = await client.asymmetricSign(request)
    const { signature } = fields(service, first(signed), ['signature'])
    return type === 'Ed25519' ? readRaw(service, signature) : readDer(service, type, signature)
  })
}

/** The client gives a list: the answer, the request and the call. */
function first(answer: unknown): unknown {
  return Array.isArray(answer) ? answer[0] : undefined
}

async function partOf(type: SigningKeyType, message: Uint8Array) {
  if (type !== 'Ed25519') return { digest: { sha256: await sha256(message) } }
  check.limit(message.length, longestData, 'message')
  return { data: message }
}
