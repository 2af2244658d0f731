/**
 * Signed agent cards in servers and clients of `@a2a-js/sdk`.
 *
 * @module
 */

import { sign } from '../card/sign.js'
import type { AgentCard } from '../card/types.js'
import { verify } from '../card/verify.js'
import * as check from '../check.js'
import type { HostFetch } from '../host.js'
import { readBody } from '../httpSig/body.js'
import { type Field, type Fields, shape } from '../shape.js'
import type { Signer } from '../signing.js'
import { prepareTrust, type Trust, type TrustInput } from '../trust.js'

/** What the SDK signs and canonicalizes. */
const reading = 'a2a-sdk'

/**
 * Signs the card of a server, for the parameter `agentCardSignatureGenerator` of `DefaultRequestHandler`. It is signed under
 * the reading `a2a-sdk`, so that the SDK verifies it too, once for each card.
 *
 * @example
 * ```ts
 * const signCard = a2aCardSigner(signer, { kid: 'did:web:agent.example#key-1' })
 * ```
 *
 * @throws the function given: as `Card.sign`; for a card of 0.3 `ERR_CARD_FORM_UNSPECIFIED`, which names `Card.upgrade`.
 */
export function a2aCardSigner(
  signer: Signer,
  options: a2aCardSigner.Options,
): <Card extends object>(card: Card) => Promise<Card> {
  const { kid } = readSigner(options)
  const signed = new WeakMap<object, Promise<AgentCard>>()
  return async <Card extends object>(card: Card) => {
    const before = signed.get(card)
    if (before) return (await before) as unknown as Card
    const made = (async () => sign(card as unknown as AgentCard, signer, { kid, reading }))()
    signed.set(card, made)
    // A service that failed is asked again.
    made.catch(() => signed.delete(card))
    return (await made) as unknown as Card
  }
}

const readSigner = shape({ kid: check.text } satisfies Fields<a2aCardSigner.Options>)

export declare namespace a2aCardSigner {
  type Options = {
    /** Name of the key, by which a client finds it among those that it trusts. */
    readonly kid: string
  }
}

/**
 * A `fetch` that gives nothing but verified cards, for the option `fetchImpl` of `DefaultAgentCardResolver`. The client then
 * sees what the signature covers, the signatures that hold, and nothing else. An answer other than 200 is passed on: the SDK
 * refuses it. The extended card of a server comes another way: see {@link a2aCardVerifier}.
 *
 * @example
 * ```ts
 * const fetchImpl = a2aCardFetch(trust)
 * ```
 *
 * @param trust - Whose cards are accepted.
 * @throws the function given: as `Card.verify`; for a card of 0.3 `ERR_CARD_FORM_UNSPECIFIED`, which names `Card.upgrade`.
 */
export function a2aCardFetch(
  trust: Trust | TrustInput,
  options: a2aCardFetch.Options = {},
): HostFetch {
  const trusted = prepareTrust(trust)
  const own = readFetch(options).fetch as typeof globalThis.fetch | undefined
  const send: typeof globalThis.fetch = async (input, init) => {
    const response = await (own ?? globalThis.fetch)(input, init)
    if (response.status !== 200) return response
    return Response.json(provenIn(await readBody(response, check.maxDocument), trusted))
  }
  return send as HostFetch
}

/** What is proven of a card, with the signatures that prove it. */
function provenIn(bytes: Uint8Array, trust: Trust): object {
  const { card, signatures } = verify(bytes, trust, { reading })
  const received = (JSON.parse(new TextDecoder().decode(bytes)) as AgentCard).signatures ?? []
  return { ...card, signatures: received.filter((_, index) => signatures[index]?.state === 'ok') }
}

const readFetch = shape({
  fetch: ((value, name) =>
    value === undefined ? undefined : check.callable(value, name)) as Field<HostFetch | undefined>,
} satisfies Fields<a2aCardFetch.Options>)

export declare namespace a2aCardFetch {
  type Options = {
    /** What sends. Default: the `fetch` of the host. */
    readonly fetch?: HostFetch
  }
}

/**
 * Verifies a card that the SDK has read, for the second argument of `getAgentCard` of its client. A client fetches the
 * extended card of a server by itself, past {@link a2aCardFetch}, and keeps it unchecked without this.
 *
 * @example
 * ```ts
 * import { AgentCard } from '@a2a-js/sdk'
 *
 * const verifySignature = a2aCardVerifier(trust, { toJSON: AgentCard.toJSON })
 * ```
 *
 * @param trust - Whose cards are accepted.
 * @throws the function given: as `Card.verify`; for a card of 0.3 `ERR_CARD_FORM_UNSPECIFIED`, which names `Card.upgrade`.
 */
export function a2aCardVerifier<Card extends object>(
  trust: Trust | TrustInput,
  options: a2aCardVerifier.Options<Card>,
): (card: Card) => Promise<void> {
  const trusted = prepareTrust(trust)
  const toJSON = readVerifier(options).toJSON as (card: Card) => AgentCard
  return async (card) => {
    verify(toJSON(card), trusted, { reading })
  }
}

const readVerifier = shape({ toJSON: check.callable } satisfies Fields<
  a2aCardVerifier.Options<never>
>)

export declare namespace a2aCardVerifier {
  type Options<Card extends object> = {
    /** `AgentCard.toJSON` of the SDK, which writes its own form of a card as the JSON that is signed. */
    readonly toJSON: (card: Card) => unknown
  }
}
