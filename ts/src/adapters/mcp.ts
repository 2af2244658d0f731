/**
 * A signer that authenticates a client of the MCP SDK at its authorization server.
 *
 * @module
 */

import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import type { HostUrl } from '../host.js'
import { jcsBytes } from '../jcs.js'
import { sign } from '../jws.js'
import { type Fields, optional, shape } from '../shape.js'
import type { Signer } from '../signing.js'

/** How long an assertion counts, in seconds. */
const lifetime = 60

const bearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** What is used of `URLSearchParams`. */
type Parameters = { set(name: string, value: string): void }

/**
 * Authenticates a client by `private_key_jwt` (RFC 7523, OpenID Connect Core, section 9), for the member
 * `addClientAuthentication` of an `OAuthClientProvider` of `@modelcontextprotocol/sdk`. The SDK's own helper wants the
 * secret key; this one takes any signer.
 *
 * An assertion counts for 60 seconds and once. It is made for one authorization server: at another, which could take it to
 * the first, nothing is signed.
 *
 * @example
 * ```ts
 * const addClientAuthentication = mcpClientAuth(signer, {
 *   clientId: 'ledger',
 *   issuer: 'https://login.example',
 * })
 * ```
 *
 * @throws the function given: `ERR_ARGUMENT` with `want` and `got` if the server is another one; as `Jws.sign`.
 */
export function mcpClientAuth(
  signer: Signer,
  options: mcpClientAuth.Options,
): (
  headers: unknown,
  params: Parameters,
  url: string | HostUrl,
  metadata?: { readonly issuer: string },
) => Promise<void> {
  const { clientId, issuer, kid } = readOptions(options)
  const header = kid === undefined ? { typ: 'JWT' } : { typ: 'JWT', kid }
  return async (_headers, params, url, metadata) => {
    // Without metadata, the SDK asks the server at its usual addresses.
    same(issuer, metadata?.issuer ?? new URL(String(url)).origin)
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: clientId, sub: clientId, aud: issuer, iat: now, exp: now + lifetime }
    const payload = jcsBytes({ ...claims, jti: globalThis.crypto.randomUUID() })
    params.set('client_assertion', await sign(payload, signer, { header }))
    params.set('client_assertion_type', bearer)
  }
}

const readOptions = shape({
  clientId: check.text,
  issuer: check.text,
  kid: optional(check.text),
} satisfies Fields<mcpClientAuth.Options>)

export declare namespace mcpClientAuth {
  type Options = {
    /** As whom the client is registered. */
    readonly clientId: string
    /** The issuer of the authorization server where it is registered. */
    readonly issuer: string
    /** Name of the key, if the server knows several. */
    readonly kid?: string
  }
}

function same(want: string, got: string): void {
  const bare = (text: string) => text.replace(/\/$/, '')
  if (bare(want) === bare(got)) return
  throw new CountersignError('ERR_ARGUMENT', `the client is registered at ${want}, not at ${got}`, {
    member: 'issuer',
    want,
    got,
  })
}
