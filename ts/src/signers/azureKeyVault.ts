/**
 * A {@link Signer} over a key of Azure Key Vault or Managed HSM.
 *
 * @module
 */

import * as check from '../check.js'
import { type PublicKey, publicKey, type SigningKeyType } from '../key.js'
import { type Fields, members, optional, shape } from '../shape.js'
import type { Signer } from '../signing.js'
import { ask, checkClient, fields, kindOf, read, readKey, readRaw, signerOver } from './service.js'

/** What is used of a `KeyClient` of `@azure/keyvault-keys`. */
export type AzureKeys = {
  getKey(
    name: string,
    options?: { version?: string },
  ): Promise<{
    readonly key?: {
      readonly crv?: string
      readonly x?: Uint8Array
      readonly y?: Uint8Array
    }
    readonly properties: { readonly version?: string }
  }>
  getCryptographyClient(
    name: string,
    options?: { keyVersion?: string },
  ): {
    signData(
      algorithm: 'ES256' | 'ES256K',
      data: Uint8Array,
    ): Promise<{ readonly result: Uint8Array }>
  }
}

type Kind = { readonly type: SigningKeyType; readonly algorithm: 'ES256' | 'ES256K' }

const service = 'Azure Key Vault'

const kinds: Readonly<Record<string, Kind>> = {
  'P-256': { type: 'P-256', algorithm: 'ES256' },
  'P-256K': { type: 'secp256k1', algorithm: 'ES256K' },
}

/** Bytes of a coordinate of either curve. */
const coordinate = 32

/**
 * Signs with a key of Azure Key Vault or Managed HSM: `EC` or `EC-HSM`, of `P-256` or `P-256K`. Needs the permissions
 * `get` once, and `sign`.
 *
 * @example
 * ```ts no-run: it needs an account
 * // keys = new KeyClient('https://agents.vault.azure.net', new DefaultAzureCredential())
 * const signer = await azureKeyVaultSigner(keys, 'ledger')
 * ```
 *
 * @param client - A `KeyClient` of `@azure/keyvault-keys`. Its `getCryptographyClient` signs.
 * @param name - The name of the key in the vault.
 * @throws `ERR_KEY_ALGORITHM` for a key of another kind; `ERR_SIGNER_UNAVAILABLE` if the service refuses or fails, as
 * does `sign` later; `ERR_SIGNER_INVALID` for an answer that is not a signature; `ERR_ARGUMENT`.
 */
export async function azureKeyVaultSigner(
  client: AzureKeys,
  name: string,
  options: azureKeyVaultSigner.Options = {},
): Promise<Signer> {
  checkClient(client, 'client', ['getKey', 'getCryptographyClient'])
  const { version } = readOptions(options)
  const asked = check.text(name, 'name')
  const answer = await ask(service, () => client.getKey(asked, version ? { version } : {}))
  const { key, properties } = fields(service, answer, ['key', 'properties'])
  const jwk = fields(service, key, ['crv', 'x', 'y'])
  const { type, algorithm } = kindOf(kinds, 'crv', jwk.crv)
  const point = readKey(service, type, () => pointOf(type, jwk.x, jwk.y))
  const pinned = read(service, 'version of its key', () => versionOf(properties))
  const signing = await ask(service, () =>
    client.getCryptographyClient(asked, { keyVersion: pinned }),
  )
  return signerOver(service, point, async (message) => {
    const { result } = fields(service, await signing.signData(algorithm, message), ['result'])
    return readRaw(service, result)
  })
}

const readOptions = shape({
  version: optional(check.text),
} satisfies Fields<azureKeyVaultSigner.Options>)

export declare namespace azureKeyVaultSigner {
  type Options = {
    /** A version of the key. Default: the newest when the signer is made; the signer stays with it. */
    readonly version?: string
  }
}

function versionOf(properties: unknown): string {
  return check.text(members(properties, 'properties', ['version']).version, 'properties.version')
}

function pointOf(type: SigningKeyType, x: unknown, y: unknown): PublicKey {
  const bytes = new Uint8Array(1 + 2 * coordinate)
  bytes[0] = 4
  bytes.set(check.bytes(x, 'key.x', coordinate), 1)
  bytes.set(check.bytes(y, 'key.y', coordinate), 1 + coordinate)
  return publicKey({ type, bytes })
}
