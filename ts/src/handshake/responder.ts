/**
 * The side that is asked.
 *
 * @module
 */

import * as check from '../check.js'
import { Handle } from '../handle.js'
import { keyBytes } from '../key.js'
import { markOnce, type ReplayMark, type ReplayStore } from '../replay.js'
import { type Clock, printSession } from '../session/options.js'
import { sessionOf } from '../session/state.js'
import type { Options as SessionOptions } from '../session.js'
import { type Fields, shape } from '../shape.js'
import { signStep } from '../signing/unsigned.js'
import {
  agreementOf,
  type Create,
  checkSigner,
  type LocalAgreement,
  type Signer,
} from '../signing.js'
import { prepareTrust, type Trust, type TrustInput, trustHandle, trustRecord } from '../trust.js'
import { contextOf, type Established, factsOf, type Suite, sharedFields } from './peer.js'

/** What {@link respond} gives. */
export type Answered = Established & {
  /** The second message, to send to the other side. */
  readonly reply: Uint8Array
}

/** One message between its checks. */
class Asked {
  readonly #handle: Handle

  constructor(create: Create) {
    this.#handle = new Handle(create, (engine, id) => engine.handshakeAnswerClose(id))
  }

  get peer(): string {
    return this.#handle.use((engine, id) => engine.handshakeAnswerPeer(id))
  }

  verify(trust: Trust, now: number): ReplayMark {
    return JSON.parse(
      this.#handle.use((engine, id) => engine.handshakeAnswerVerify(id, trustHandle(trust), now)),
    ) as ReplayMark
  }

  async sign(signer: Signer): Promise<Uint8Array> {
    const { algorithm, publicKey } = checkSigner(signer)
    const key = keyBytes(publicKey)
    const handle = this.#handle
    return signStep(signer, {
      here: (own) =>
        handle.use((engine, id) =>
          own.use((_, signing) => engine.handshakeAnswerSignHere(id, algorithm, signing)),
        ),
      message: () => handle.use((engine, id) => engine.handshakeAnswerInput(id, algorithm, key)),
      finish: (signature) => handle.use((engine, id) => engine.handshakeAnswerSign(id, signature)),
    })
  }

  established(clock: Clock): Established {
    const facts = this.#handle.use((engine, id) => engine.handshakeAnswerFacts(id))
    const now = clock()
    const start = () => this.#handle.use((engine, id) => engine.handshakeAnswerSession(id, now))
    return { session: sessionOf(start, clock), ...factsOf(facts) }
  }

  close(): void {
    this.#handle.close()
  }
}

/**
 * Answers the first message of a handshake.
 *
 * The session is not confirmed until the other side's first message opens: until then it seals nothing
 * (`ERR_SESSION_UNCONFIRMED`), and the initiator has not shown that it is there.
 *
 * Costs at most 1 signature check, however many keys `trust` holds.
 *
 * @example
 * ```ts
 * const trust = async (peer: string) => ({ document: await resolver.resolve(peer) })
 * const { reply, session, peer } = await Handshake.respond(message, signer, trust, {
 *   agreement, did, replay,
 * })
 * ```
 *
 * @param signer - Our identity key, listed for authentication in our document.
 * @param trust - What we know of the other side, or what finds it: most often its resolved document.
 * @throws before anything is asked of others: `ERR_HANDSHAKE_OPEN` if the message is not for `agreement`, or
 * was changed; `ERR_HANDSHAKE_RECIPIENT`, `ERR_HANDSHAKE_SELF`, `ERR_HANDSHAKE_CONTEXT`,
 * `ERR_HANDSHAKE_NOT_YET`, `ERR_HANDSHAKE_EXPIRED`, `ERR_HANDSHAKE_SUITE`, `ERR_HANDSHAKE_MALFORMED`,
 * `ERR_HANDSHAKE_VERSION`, codes of keys. Then `ERR_HANDSHAKE_DOCUMENT`, `ERR_HANDSHAKE_KEY`,
 * `ERR_HANDSHAKE_SIGNATURE`, and once more the codes of time; `ERR_REPLAY`; `ERR_SIGNER_INVALID`,
 * `ERR_SESSION_OPTIONS`.
 */
export async function respond(
  message: Uint8Array,
  signer: Signer,
  trust: respond.TrustSource,
  options: respond.Options,
): Promise<Answered> {
  checkSigner(signer)
  if (typeof trust !== 'function') trustRecord(trust)
  const chosen = readOptions(options)
  const clock = chosen.session.now
  const asked = read(message, chosen, clock())
  try {
    const trusted = prepareTrust(await trustIn(trust, asked.peer))
    const { mark, until, sender } = asked.verify(trusted, clock())
    await markOnce(chosen.replay as ReplayStore, mark, until, sender)
    const reply = await asked.sign(signer)
    return { reply, ...asked.established(clock) }
  } finally {
    asked.close()
  }
}

const readOptions = shape({
  ...sharedFields,
  agreement: agreementOf,
  replay: check.record,
} satisfies Fields<respond.Options>)

export declare namespace respond {
  /** What every verifier takes; or a function that finds it by the initiator's DID. */
  type TrustSource = Known | ((did: string) => Known | Promise<Known>)
  type Known = Trust | TrustInput
  type Options = {
    /** Our X25519 key, listed for key agreement in our document. */
    readonly agreement: LocalAgreement
    /** Our DID, in canonical spelling. */
    readonly did: string
    /** Remembers messages for about two minutes, so that none is answered twice. */
    readonly replay: ReplayStore
    /** What the session is for; both sides must name the same. At most 1,024 bytes. Default: empty. */
    readonly context?: Uint8Array
    /** Key exchanges that we take, the preferred one first. Default: all. */
    readonly suites?: readonly Suite[]
    /** Allowed difference of the clocks, in seconds, at most a day. Default: 60. */
    readonly skew?: number
    /** Options of the session; its clock is that of the handshake too. */
    readonly session?: SessionOptions
  }
}

function read(message: Uint8Array, chosen: ReturnType<typeof readOptions>, now: number): Asked {
  const { agreement, did, suites, skew, session } = chosen
  const [bytes, context] = [check.bytes(message, 'message'), contextOf(chosen.context)]
  const passed = printSession(session)
  return new Asked(() =>
    agreement.use((engine, id) =>
      engine.handshakeAnswer(id, bytes, did, context, suites, passed, now, skew),
    ),
  )
}

function trustIn(trust: respond.TrustSource, did: string): respond.Known | Promise<respond.Known> {
  return typeof trust === 'function' ? trust(did) : trust
}
