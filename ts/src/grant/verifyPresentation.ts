/**
 * Verifies who holds a chain, by what the holder showed.
 *
 * @module
 */

import * as check from '../check.js'
import { type Received, receive } from '../document.js'
import { call } from '../engine/slot.js'
import { checkStore, markOnce, type ReplayMark, type ReplayStore } from '../replay.js'
import { type Field, type Fields, optional, printOptions, type Read, shape } from '../shape.js'
import { skew } from '../skew.js'
import { type ProvenKey, prepareTrust, type Trust, type TrustInput, trustHandle } from '../trust.js'
import { chainText, nonceText } from './common.js'
import { type Bound, type RequestBinding, request, split } from './present.js'
import type { ChainInput, Input } from './types.js'

/** What a verifier expects of a presentation. */
export type PresentationPolicy = {
  /** The chain that is presented. */
  readonly chain: ChainInput
  /** The verifier's own name. */
  readonly audience: string
  /** The request that came. A presentation for a request holds for no other. */
  readonly request?: RequestBinding
  /** Default: the clock. */
  readonly now?: Date
  /** Allowed difference of the clocks, in seconds, at most a day. Default: 60. */
  readonly skew?: number
}

/** What a presentation proves: who holds the chain. Whether the chain holds is another question. */
export type Presented = {
  /** DID of the last subject. */
  readonly holder: string
  /** The key of the holder. `trusted` if the trust input has it; else only the chain names it, which is not verified here. */
  readonly signer: ProvenKey
  /** Id of the last grant. */
  readonly grant: string
  readonly nonce: string
  readonly expires: Date
  /** Whether parsed objects were given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/** What is compared with a presentation. @internal */
export const expectedFields: {
  readonly audience: Field<string>
  readonly nonce: Field<string | undefined>
  readonly request: Field<Bound | undefined>
  readonly now: Field<number | undefined>
  readonly skew: Field<number>
} = {
  audience: check.text,
  nonce: optional(nonceText),
  request,
  now: optional(check.seconds),
  skew,
}

const fields = { ...expectedFields, chain: (value: unknown): Received => chainText(value) }

const readOptions = shape({
  ...fields,
  nonce: readNonce,
} satisfies Fields<verifyPresentation.Options>)

const readOnce = shape({
  ...fields,
  replay: checkStore,
} satisfies Fields<verifyPresentationOnce.Options>)

/**
 * Verifies that the holder of `chain` made a presentation, for this verifier, with the nonce that it gave out.
 *
 * This call does not remember the nonce: forget it yourself once it was used, or call {@link verifyPresentationOnce}.
 *
 * Costs at most 1 signature check: the chain is not verified here.
 *
 * @example
 * ```ts
 * const audience = 'https://api.example'
 * const { holder } = Grant.verifyPresentation(text, trust, { chain, audience, nonce })
 * ```
 *
 * @param trust - As in {@link verifyChain}. The holder needs no entry; one that has an entry holds as it is listed, for
 * `capabilityInvocation`, or is `ERR_GRANT_HOLDER`. Who issued the chain is for {@link verifyChain} to say.
 * @throws `ERR_GRANT_HOLDER`, `ERR_GRANT_AUDIENCE`, `ERR_GRANT_NONCE`, `ERR_GRANT_REQUEST`,
 * `ERR_GRANT_NOT_YET`, `ERR_GRANT_EXPIRED`, `ERR_GRANT_SIGNATURE`.
 */
export function verifyPresentation(
  presentation: Input,
  trust: Trust | TrustInput,
  options: verifyPresentation.Options,
): Presented {
  const record = receive(presentation, 'presentation')
  const trusted = prepareTrust(trust)
  return judge(record, trusted, readOptions(options)).proven
}

export declare namespace verifyPresentation {
  type Options = PresentationPolicy & {
    /** The nonce that the verifier gave out. */
    readonly nonce: Uint8Array
  }
}

/**
 * As {@link verifyPresentation}, but each presentation counts once: its nonce is marked as used after everything else
 * held.
 *
 * Without `nonce`, any nonce that is not marked yet is taken. Verify the chain before: a stranger with a chain of his own
 * is marked too, and can fill the store. `Grant.authorizeOnce` does both in this order.
 *
 * Costs at most 1 signature check: the chain is not verified here.
 *
 * @example
 * ```ts
 * const audience = 'https://api.example'
 * const { holder } = await Grant.verifyPresentationOnce(text, trust, { chain, audience, replay })
 * ```
 *
 * @throws as {@link verifyPresentation}; `ERR_REPLAY`; whatever the store throws, for example `ERR_REPLAY_FULL`.
 */
export async function verifyPresentationOnce(
  presentation: Input,
  trust: Trust | TrustInput,
  options: verifyPresentationOnce.Options,
): Promise<Presented> {
  const record = receive(presentation, 'presentation')
  const trusted = prepareTrust(trust)
  const { replay, ...expected } = readOnce(options)
  const { proven, mark } = judge(record, trusted, expected)
  await markOnce(replay, mark.mark, mark.until, mark.sender)
  return proven
}

export declare namespace verifyPresentationOnce {
  type Options = PresentationPolicy & {
    /** The nonce that the verifier gave out, if it did. */
    readonly nonce?: Uint8Array
    /** Remembers the nonces of presentations. */
    readonly replay: ReplayStore
  }
}

type Facts = Omit<Presented, 'expires' | 'parsed'> & {
  readonly expires: number
  readonly replay: ReplayMark
}

function judge(
  record: Received,
  trusted: Trust,
  { chain, ...expected }: Read<typeof fields>,
): { proven: Presented; mark: ReplayMark } {
  const { text, body } = expectation(expected)
  const { replay, ...facts } = JSON.parse(
    call((engine) =>
      engine.grantVerifyPresentation(record.text, chain.text, trustHandle(trusted), text, body),
    ),
  ) as Facts
  const expires = new Date(facts.expires * 1000)
  const parsed = record.parsed || chain.parsed
  return { proven: { ...facts, expires, parsed }, mark: replay }
}

/** A nonce that must be there, since nothing else makes a presentation new. */
function readNonce(value: unknown, name: string): string {
  return nonceText(check.bytes(value, name), name)
}

/** What the engine compares a presentation with. @internal */
export function expectation(policy: Read<typeof expectedFields>): {
  text: string
  body: Uint8Array
} {
  const { audience, nonce, skew } = policy
  const { request, body } = split(policy.request)
  const now = policy.now ?? check.secondsOrNow(undefined, 'now')
  return { text: printOptions({ audience, nonce, ...request, now, skew }), body }
}
