/**
 * SAGE's handshake over HPKE, byte for byte.
 *
 * | Step | Who | Call |
 * | --- | --- | --- |
 * | 1 | initiator | {@link initiate}, and sends the request |
 * | 2 | responder | {@link respond}, and sends the reply |
 * | 3 | initiator | {@link Pending.finish} |
 *
 * Every check is made that the format permits, also those that SAGE leaves out: above all, a request for another DID is
 * refused. `session.facts.unproven` names what stays open. In SAGE nothing proves that a DID holds its X25519 key, so
 * take that key from a source that proved it. Use `Handshake` if both sides can.
 *
 * @module
 */

import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import { Handle } from '../handle.js'
import { keyBytes } from '../key.js'
import { markOnce, type ReplayMark, type ReplayStore } from '../replay.js'
import { type Fields, members, shape } from '../shape.js'
import { signText, signUnsigned } from '../signing/unsigned.js'
import {
  agreementOf,
  checkSigner,
  type LocalAgreement,
  type Signed,
  type Signer,
} from '../signing.js'
import { prepareTrust, type Trust, type TrustInput, trustHandle } from '../trust.js'
import { type Pending, pendingOf, skew } from './pending.js'
import {
  type Options as Limits,
  limitFields,
  type SageSession,
  sageSession,
} from './sageSession.js'

export { defaultSkew, Pending } from './pending.js'
export type { SageSession }

/** SAGE's name of this handshake. */
export const task = 'hpke/complete@v1'

/** A message as SAGE's transports carry it. Its `id`, `role` and metadata are not signed. */
export type Request = {
  readonly contextId: string
  readonly taskId: typeof task
  /** DID of the sender. */
  readonly did: string
  /** JSON. It is signed as it is: do not print it again. */
  readonly payload: string
  /** 64 bytes, or 65 of secp256k1. */
  readonly signature: Uint8Array
}

/** What an initiator has after its first step. */
export type Initiated = { readonly request: Request; readonly pending: Pending }

/**
 * Starts a handshake: the signed request, and what waits for the reply. At once for a local signer.
 *
 * @example
 * ```ts
 * const { request, pending } = Sage.Handshake.initiate(signer, { key: peerAgreementKey }, {
 *   did, peer, context: 'ctx-1',
 * })
 * using session = pending.finish(await send(request), { key: peerKey })
 * ```
 *
 * @param trust - The responder's X25519 key, for `keyAgreement`, from a source that proved who holds it. The first is
 * taken.
 * @throws `ERR_HANDSHAKE_SAGE_IDENTITY` if no key is trusted for `peer`, `ERR_KEY_TYPE_MISMATCH` if none is X25519;
 * `ERR_HANDSHAKE_SAGE_AMBIGUOUS` for a name with `|` or a control character; `ERR_HANDSHAKE_SAGE_MALFORMED` for an
 * empty one; `ERR_SIGNATURE_MALFORMED` for a signer that does not sign as SAGE does (secp256k1 over Keccak-256); a
 * code of keys.
 */
export function initiate<S extends Signer>(
  signer: S,
  trust: Trust | TrustInput,
  options: initiate.Options,
): Signed<S, Initiated> {
  const ours = keyBytes(checkSigner(signer).publicKey)
  const trusted = prepareTrust(trust)
  const { did, peer, context, now } = readInitiate(options)
  const pending = pendingOf((engine) =>
    engine.handshakeSageStart(trustHandle(trusted), context, did, peer, now),
  )
  const { payload } = pending
  const bytes = new TextEncoder().encode(payload)
  return signUnsigned(
    signer,
    (engine) => engine.sageUnsigned(ours, bytes),
    (signature): Initiated => ({
      request: { contextId: context, taskId: task, did, payload, signature },
      pending,
    }),
  )
}

const readInitiate = shape({
  did: check.text,
  peer: check.text,
  context: check.text,
  now: check.timestampOrNow,
} satisfies Fields<initiate.Options>)

export declare namespace initiate {
  type Options = {
    /** Our DID. */
    readonly did: string
    /** The DID of the responder. */
    readonly peer: string
    /** SAGE's context id. */
    readonly context: string
    /** Default: the clock. */
    readonly now?: Date
  }
}

/** What a responder has. The initiator has not yet shown that it has the key of the session. */
export type Responded = {
  /** JSON to send back. */
  readonly reply: string
  readonly session: SageSession
}

/**
 * Answers a request. The nonce is marked in `replay` after all else held.
 *
 * Costs at most 16 signature checks: 1 for each trusted key that may be the initiator's.
 *
 * @example
 * ```ts
 * const { reply, session } = await Sage.Handshake.respond(request, signer, { key: peerKey }, {
 *   did, agreement, peer: request.did, replay,
 * })
 * ```
 *
 * @param trust - The initiator's signing keys: its document, or pinned ones, for `authentication`.
 * @throws `ERR_HANDSHAKE_SAGE_IDENTITY` for a request from or for another, or if no key is trusted for `peer`;
 * `ERR_HANDSHAKE_SAGE_CONTEXT`, `ERR_HANDSHAKE_SAGE_TIME`, `ERR_HANDSHAKE_SAGE_MALFORMED`,
 * `ERR_HANDSHAKE_SAGE_AMBIGUOUS`, `ERR_HANDSHAKE_SAGE_SIGNATURE`; `ERR_REPLAY`; a code of JSON or keys.
 */
export async function respond(
  request: Request,
  signer: Signer,
  trust: Trust | TrustInput,
  options: respond.Options,
): Promise<Responded> {
  const ours = keyBytes(checkSigner(signer).publicKey)
  const chosen = { trust: prepareTrust(trust), ...readRespond(options) }
  const { replay, now: clock } = chosen
  const accepted = accept(request, chosen, clock())
  try {
    const made = accepted.use((engine, id) => engine.handshakeSageReplay(id))
    const { mark, until, sender } = JSON.parse(made) as ReplayMark
    await markOnce(replay as ReplayStore, mark, until, sender)
    const reply = await signText(signer, () =>
      accepted.use((engine, id) => engine.handshakeSageUnsignedReply(id, ours)),
    )
    const session = sageSession(clock, () =>
      accepted.use((engine, id) => engine.handshakeSageSession(id)),
    )
    return { reply, session }
  } finally {
    accepted.close()
  }
}

export declare namespace respond {
  type Options = Limits & {
    /** Our DID. */
    readonly did: string
    /** Our X25519 key. */
    readonly agreement: LocalAgreement
    /** The DID that must have asked, whose key is trusted. */
    readonly peer: string
    /** Remembers requests. */
    readonly replay: ReplayStore
    /** Default: {@link defaultSkew}. */
    readonly skew?: number
  }
}

const readRespond = shape({
  ...limitFields,
  did: check.text,
  agreement: agreementOf,
  peer: check.text,
  replay: check.record,
  skew,
} satisfies Fields<respond.Options>)

const requestMembers = ['contextId', 'taskId', 'did', 'payload', 'signature'] as const

type Chosen = ReturnType<typeof readRespond> & { readonly trust: Trust }

function accept(request: Request, chosen: Chosen, now: number): Handle {
  const { agreement, did, peer, trust, skew, maxAge, idle, maxMessages } = chosen
  const message = members(request, 'request', requestMembers)
  const context = check.text(message.contextId, 'request.contextId')
  const payload = check.text(message.payload, 'request.payload')
  const signature = check.bytes(message.signature, 'request.signature')
  const ts = check.timestamp(new Date(now * 1000), 'now')
  if (message.taskId !== task || message.did !== peer)
    throw new CountersignError(
      'ERR_HANDSHAKE_SAGE_IDENTITY',
      'the request is of another kind of handshake, or from another DID than peer',
    )
  const create = (): number =>
    agreement.use((engine, id) => {
      const trusted = trustHandle(trust)
      return engine.handshakeSageAccept(
        id,
        trusted,
        did,
        peer,
        context,
        payload,
        signature,
        ts,
        skew,
        maxAge,
        idle,
        maxMessages,
      )
    })
  return new Handle(create, (engine, id) => engine.handshakeSageDrop(id))
}
