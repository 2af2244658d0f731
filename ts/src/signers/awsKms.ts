/**
 * A {@link Signer} over a key of AWS KMS.
 *
 * @module
 */

import * as check from '../check.js'
import { publicKeyFromDer } from '../keyFormats/pem.js'
import type { Signer } from '../signing.js'
import {
  ask,
  checkClient,
  fields,
  read,
  readDer,
  readRaw,
  sha256,
  signerOver,
  wrongKey,
} from './service.js'

/** What is used of a `KMS` of `@aws-sdk/client-kms`. */
export type AwsKms = {
  getPublicKey(input: { KeyId: string }): Promise<{
    readonly KeyId?: string | undefined
    readonly PublicKey?: Uint8Array | undefined
    readonly SigningAlgorithms?: readonly string[] | undefined
  }>
  sign(input: AwsSignInput): Promise<{ readonly Signature?: Uint8Array | undefined }>
}

type AwsSignInput = {
  KeyId: string
  Message: Uint8Array
  MessageType: 'DIGEST' | 'RAW'
  SigningAlgorithm: 'ECDSA_SHA_256' | 'ED25519_SHA_512'
}

const service = 'AWS KMS'

/** The longest message that the service takes as it is, in bytes (`Sign`, `MessageType` `RAW`). */
const longestRaw = 4096

/** What a key must sign with. */
const algorithms = ['ECDSA_SHA_256', 'ED25519_SHA_512'] as const

/**
 * Signs with a key of AWS KMS: `ECC_NIST_P256`, `ECC_SECG_P256K1` or `ECC_NIST_EDWARDS25519`, for `SIGN_VERIFY`. Needs
 * `kms:GetPublicKey` once, and `kms:Sign`.
 *
 * Ed25519 signs messages of at most 4,096 bytes there; the others have no limit, as a longer
 * message goes there as its digest.
 *
 * @example
 * ```ts no-run: it needs an account
 * // kms = new KMS({ region: 'eu-central-1' })
 * const signer = await awsKmsSigner(kms, 'alias/agent')
 * ```
 *
 * @param client - A `KMS` of `@aws-sdk/client-kms`, which has a method for each operation.
 * @param keyId - Id, ARN or alias of the key. An alias is followed once: the signer stays with its key.
 * @throws `ERR_KEY_ALGORITHM` for a key of another kind; `ERR_SIGNER_UNAVAILABLE` if the service refuses or fails, as
 * does `sign` later; `ERR_SIGNER_INVALID` for an answer that is not a signature; `ERR_ARGUMENT`. `sign` also throws
 * `ERR_LIMIT_EXCEEDED`.
 */
export async function awsKmsSigner(client: AwsKms, keyId: string): Promise<Signer> {
  checkClient(client, 'client', ['getPublicKey', 'sign'])
  const asked = check.text(keyId, 'keyId')
  const answer = await ask(service, () => client.getPublicKey({ KeyId: asked }))
  const told = fields(service, answer, ['KeyId', 'PublicKey', 'SigningAlgorithms'])
  const SigningAlgorithm = algorithmOf(told.SigningAlgorithms)
  const key = read(service, 'public key', () =>
    publicKeyFromDer(check.bytes(told.PublicKey, 'PublicKey')),
  )
  const id = told.KeyId === undefined ? asked : String(told.KeyId)
  return signerOver(service, key, async (message) => {
    const input = { KeyId: id, SigningAlgorithm, ...(await messageOf(SigningAlgorithm, message)) }
    const { Signature } = fields(service, await client.sign(input), ['Signature'])
    return SigningAlgorithm === 'ED25519_SHA_512'
      ? readRaw(service, Signature)
      : readDer(service, key.type, Signature)
  })
}

/** Keys of other kinds sign with others, and those of no kind that signs have none. */
function algorithmOf(list: unknown): (typeof algorithms)[number] {
  const named = Array.isArray(list) ? list : []
  const algorithm = algorithms.find((name) => named.includes(name))
  if (algorithm === undefined)
    throw wrongKey('SigningAlgorithms', algorithms.join(' or '), named.join(', ') || 'none')
  return algorithm
}

async function messageOf(
  algorithm: (typeof algorithms)[number],
  message: Uint8Array,
): Promise<Pick<AwsSignInput, 'Message' | 'MessageType'>> {
  if (algorithm === 'ECDSA_SHA_256' && message.length > longestRaw)
    return { Message: await sha256(message), MessageType: 'DIGEST' }
  check.limit(message.length, longestRaw, 'message')
  return { Message: message, MessageType: 'RAW' }
}
