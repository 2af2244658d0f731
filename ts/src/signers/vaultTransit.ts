/**
 * A {@link Signer} over a key of the transit engine of HashiCorp Vault or OpenBao.
 *
 * @module
 */

import * as check from '../check.js'
import { base64, base64url } from '../encoding.js'
import { excerpt } from '../errors.js'
import type { HostFetch, HostResponse } from '../host.js'
import { type PublicKey, publicKey, type SigningKeyType } from '../key.js'
import { publicKeyFromPem } from '../keyFormats/pem.js'
import { type Fields, members, optional, shape, withDefault } from '../shape.js'
import type { Signer } from '../signing.js'
import { ask, fields, kindOf, read, readKey, signerOver, unavailable, wrongKey } from './service.js'

/** Where a Vault is, and as whom it is asked. */
export type Vault = {
  /** Its URL, without `/v1`. */
  readonly address: string
  /** The token, or what gives the one of the moment: tokens expire. */
  readonly token: string | (() => string | Promise<string>)
  /** The namespace of Vault Enterprise and of HCP. */
  readonly namespace?: string
  /** A `fetch` of your own, for a proxy or a client certificate. Default: that of the host. */
  readonly fetch?: HostFetch
}

const service = 'Vault'

const kinds: Readonly<Record<string, SigningKeyType>> = {
  ed25519: 'Ed25519',
  'ecdsa-p256': 'P-256',
}

/** How long a Vault may take to answer, in milliseconds. */
const patience = 30_000

/**
 * Signs with a key of the transit engine of HashiCorp Vault or OpenBao: `ed25519` or `ecdsa-p256`. Needs a policy with
 * `read` on `transit/keys/NAME` and `update` on `transit/sign/NAME`.
 *
 * The message goes to the Vault as it is. A key that is `derived` has no public key of its own, and is refused.
 *
 * @example
 * ```ts no-run: it needs a server
 * const vault = { address: 'https://vault.example:8200', token: () => login() }
 * const signer = await vaultTransitSigner(vault, 'ledger')
 * ```
 *
 * @param vault - Where it is. A redirect is not followed: it would carry the token on.
 * @param name - The name of the key.
 * @throws `ERR_KEY_ALGORITHM` for a key of another kind; `ERR_SIGNER_UNAVAILABLE` if the service refuses, fails or takes
 * longer than 30 seconds, as does `sign` later; `ERR_SIGNER_INVALID` for an answer that is not a signature; `ERR_ARGUMENT`.
 */
export async function vaultTransitSigner(
  vault: Vault,
  name: string,
  options: vaultTransitSigner.Options = {},
): Promise<Signer> {
  const read = readVault(vault, 'vault')
  const { mount, version } = readOptions(options)
  const address = (what: string) =>
    `${read.address.replace(/\/+$/, '')}/v1/${segments(mount)}/${what}/${encodeURIComponent(key)}`
  const key = check.text(name, 'name')
  const answer = fields(service, await request(read, address('keys')), [
    'type',
    'keys',
    'latest_version',
    'derived',
  ])
  const type = kindOf(kinds, 'type', answer.type)
  if (answer.derived === true) throw wrongKey('derived', 'derived=false', 'true')
  const pinned = version ?? Number(answer.latest_version)
  const publicKey = readKey(service, type, () => keyOf(type, answer.keys, pinned))
  return signerOver(service, publicKey, async (message) => {
    const input = { input: base64.encode(message), key_version: pinned, ...formats[type] }
    return signatureOf(type, await request(read, address('sign'), input))
  })
}

const readVault = shape({
  address: check.text,
  token: (value, name) => (typeof value === 'function' ? value : check.text(value, name)),
  namespace: optional(check.text),
  fetch: optional(check.callable),
} satisfies Fields<Vault>)

const readOptions = shape({
  mount: withDefault(check.text, 'transit'),
  version: optional(check.integer),
} satisfies Fields<vaultTransitSigner.Options>)

export declare namespace vaultTransitSigner {
  type Options = {
    /** Where the engine is mounted. Default: `transit`. */
    readonly mount?: string
    /** A version of the key. Default: the newest when the signer is made; the signer stays with it. */
    readonly version?: number
  }
}

type Connection = ReturnType<typeof readVault>

/** What ECDSA is asked for: raw bytes. */
const formats: Readonly<Partial<Record<SigningKeyType, object>>> = {
  'P-256': { hash_algorithm: 'sha2-256', marshaling_algorithm: 'jws' },
}

/** A mount may have several segments. */
function segments(mount: string): string {
  return mount.split('/').map(encodeURIComponent).join('/')
}

/** The `data` of an answer; `body` makes it a POST. */
function request(vault: Connection, url: string, body?: object): Promise<unknown> {
  return ask(service, async () => {
    const { token, namespace } = vault
    const fetching = (vault.fetch ?? globalThis.fetch) as typeof globalThis.fetch
    const response = await fetching(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-vault-token': typeof token === 'string' ? token : String(await token()),
        'x-vault-request': 'true',
        ...(namespace === undefined ? {} : { 'x-vault-namespace': namespace }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return dataOf(response as HostResponse)
  })
}

async function dataOf(response: HostResponse): Promise<unknown> {
  const text = await response.text()
  if (response.status === 200)
    return read(service, 'answer that can be read', () => JSON.parse(text).data)
  const reason = reasonOf(text)
  const said = reason === undefined ? '' : `: ${reason}`
  const details = { got: response.status, ...(reason === undefined ? {} : { reason }) }
  throw unavailable(`${service} answered with status ${response.status}${said}`, details)
}

/** What a Vault says of a failure: `{ "errors": ["permission denied"] }`. */
function reasonOf(text: string): string | undefined {
  try {
    const { errors } = members(JSON.parse(text), 'answer', ['errors'])
    return excerpt(check.list(errors, 'errors').map(String).join('; ').trim()) || undefined
  } catch {
    return undefined
  }
}

/** The public key of a version: base64 of Ed25519, PEM of ECDSA. */
function keyOf(type: SigningKeyType, versions: unknown, version: number): PublicKey {
  const entry = members(versions, 'keys', [String(version)])[String(version)]
  const text = check.text(members(entry, 'key', ['public_key']).public_key, 'public_key')
  return type === 'Ed25519'
    ? publicKey({ type, bytes: base64.decode(text) })
    : publicKeyFromPem(text)
}

/** The bytes of `vault:v1:…`; those of ECDSA are written as JWS has them. */
function signatureOf(type: SigningKeyType, answer: unknown): Uint8Array {
  return read(service, 'signature', () => {
    const { signature } = members(answer, 'answer', ['signature'])
    const text = check.text(signature, 'signature').replace(/^vault:v\d+:/, '')
    return type === 'Ed25519' ? base64.decode(text) : base64url.decode(text)
  })
}
