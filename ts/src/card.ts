/**
 * Agent Cards of A2A 1.0: validate, sign, verify, fetch.
 *
 * The specification leaves open which bytes a card signature covers. A {@link Reading} answers by
 * name; one verification uses one reading. The default keeps the rule as written and covers
 * everything that the card holds.
 *
 * @module
 */

import type { AgentCard } from './card/types.js'
import * as check from './check.js'
import { received } from './document.js'
import { call } from './engine/slot.js'
import { type FetchPolicy, fetchDocument } from './http.js'
import type { Algorithm as JwsAlgorithm } from './jws.js'
import type { Algorithm, KeyType } from './key.js'
import { anything, type Fields, optional, shape, withDefault } from './shape.js'
import { checkSigner, type Signed, type Signer, signWith } from './signing.js'
import { maxChecks, type Trust, trustOf } from './trust.js'

export type * from './card/types.js'

/** Where an agent serves its card (RFC 8615). */
export const wellKnownPath = '/.well-known/agent-card.json'

/**
 * Which bytes a signature covers: a preset, one answer by its name, or each of the four.
 *
 * | Name | Means |
 * | --- | --- |
 * | `default` | `rule-1-as-written`, `served-scope`, `retain`, `refuse` |
 * | `a2a-sdk` | what the first-party SDKs do: `prune-protojson` and `exclude` |
 * | `a2a-go` | `served-as-is` |
 */
export type Reading =
  | 'default'
  | 'a2a-sdk'
  | 'a2a-go'
  | Answers['defaults']
  | Answers['absentRequired']
  | Answers['unknown']
  | Answers['dualNames']
  | Partial<Answers>

/** The four questions, and their answers. The first of each is the default. */
export type Answers = {
  /** Fields at their default value. Under a `prune-` answer, empty REQUIRED fields are not covered. */
  readonly defaults: 'rule-1-as-written' | 'prune-empty' | 'prune-protojson' | 'served-as-is'
  /** REQUIRED fields that the card does not hold. */
  readonly absentRequired: 'served-scope' | 'descriptor-scope'
  /** Fields outside the schema. Under `exclude` anybody can change them. */
  readonly unknown: 'retain' | 'exclude' | 'reject'
  /** One field under its JSON name and its proto name. */
  readonly dualNames: 'refuse' | 'tolerate'
}

/** What {@link detect} found. */
export type Detected = {
  /** `1.0`, `0.3`, `0.2`, …; `0.x` for 0.3 or older where the card does not say; `unknown`. */
  readonly version: string
  /** Top-level members that only 0.3 and older have. */
  readonly legacy: readonly string[]
}

/** One thing that is wrong, and where: a JSON Pointer (RFC 6901) and a code. */
export type Problem = {
  readonly path: string
  readonly code:
    | 'version'
    | 'missing'
    | 'empty'
    | 'type'
    | 'one-of'
    | 'name'
    | 'dual-name'
    | 'url'
    | 'reference'
    | 'duplicate'
}

/** What {@link validate} found. */
export type Report = Detected & {
  /** Whether `problems` is empty. */
  readonly valid: boolean
  /** At most 100. */
  readonly problems: readonly Problem[]
  /** Fields outside the schema, at most 100. No problem in themselves. */
  readonly unknown: readonly string[]
  /** Whether a list was cut. */
  readonly truncated: boolean
}

/** The key under which a signature holds. */
export type ProvenKey = {
  readonly publicKeyMultibase: string
  readonly type: KeyType
  /** JOSE name. */
  readonly algorithm: JwsAlgorithm
  /** `self-asserted`: the card carried the key, and nobody vouched for it. */
  readonly trust: 'trusted' | 'self-asserted'
  /** Its name in the trust input. */
  readonly id?: string
  /** Who controls it, by the trust input. */
  readonly controller?: string
  /** An ECDSA signature with the high S. Anybody can write it with the low one, so a card is not known by its bytes. */
  readonly highS?: true
}

/** What became of one signature. `header` is the protected header. */
export type SignatureResult =
  | { readonly outcome: 'verified'; readonly header: ProtectedHeader; readonly key: ProvenKey }
  | {
      readonly outcome: 'failed'
      readonly header: ProtectedHeader
      readonly reason: 'signature' | 'expired' | 'not-yet-valid'
    }
  | {
      readonly outcome: 'unverifiable'
      readonly header: ProtectedHeader
      readonly reason:
        | 'malformed'
        | 'kid-missing'
        | 'critical'
        | 'algorithm'
        | 'key-unknown'
        | 'key-revoked'
        | 'key-expired'
        | 'key-purpose'
        | 'key-algorithm'
        | 'clock-missing'
        | 'checks'
    }

/** Members of a protected header. */
export type ProtectedHeader = {
  readonly alg?: string
  readonly kid?: string
  readonly typ?: string
  readonly jku?: string
  readonly iat?: number
  readonly exp?: number
  readonly [name: string]: unknown
}

/** What a card proved. */
export type Verified = Detected & {
  /** The content that the signature covers, and nothing else. Its shape is checked in `problems`. */
  readonly card: AgentCard
  /** `unspecified` for a card of 0.3 or older. */
  readonly form: 'a2a-1.0' | 'unspecified'
  /** The reading used. */
  readonly reading: Answers
  /** `trusted` if a key of the trust input signed. */
  readonly trust: 'trusted' | 'self-asserted'
  /** The key of the first signature of that trust. */
  readonly key: ProvenKey
  /** Each signature, in the order of the card. */
  readonly signatures: readonly SignatureResult[]
  /** JSON Pointers of what the received card holds beyond `card`. */
  readonly uncovered: readonly string[]
  /** What {@link validate} says about `card`; it is an {@link AgentCard} if there is nothing. */
  readonly problems: readonly Problem[]
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/** One change of {@link upgrade}: a path in the old card. */
export type Change = { readonly path: string; readonly kind: 'moved' | 'lost' }

/** A card as received: text or bytes; or a parsed object. */
export type Input = string | Uint8Array | object

/**
 * Says which A2A version a card is written in.
 *
 * @example
 * ```ts
 * Card.detect(bytes).version // '1.0'
 * ```
 *
 * @throws an `ERR_JSON_` code for a text that is not strict JSON.
 */
export function detect(card: Input): Detected {
  const { text, parsed } = received(card, 'card')
  return JSON.parse(call((engine) => engine.cardDetect(text, parsed))) as Detected
}

/**
 * Lists every problem of a card against A2A 1.0.
 *
 * @example
 * ```ts
 * const { valid, problems } = Card.validate(card)
 * // [{ path: '/skills/0/tags', code: 'missing' }]
 * ```
 *
 * @throws an `ERR_JSON_` code for a text that is not strict JSON.
 */
export function validate(card: Input): Report {
  const { text, parsed } = received(card, 'card')
  return JSON.parse(call((engine) => engine.cardValidate(text, parsed))) as Report
}

/**
 * The text that a signature of the card covers (RFC 8785), without `signatures`.
 *
 * @throws `ERR_CARD_DUAL_NAME`, `ERR_CARD_UNKNOWN_FIELD` where the reading refuses;
 * `ERR_CARD_READING` for a reading that is none; an `ERR_JSON_` code.
 */
export function canonicalize(card: Input, options: canonicalize.Options = {}): string {
  const { text, parsed } = received(card, 'card')
  const { reading } = canonicalizeOptions(options)
  const passed = JSON.stringify({ reading, parsed })
  return call((engine) => engine.cardCanonicalize(text, passed))
}

const readAnswers = shape({
  defaults: optional(check.text),
  absentRequired: optional(check.text),
  unknown: optional(check.text),
  dualNames: optional(check.text),
} satisfies Fields<Answers>)

/** A name, or answers by question. Which there are, the core knows. */
function readReading(value: unknown, name: string): unknown {
  if (typeof value === 'string') return check.text(value, name)
  if (typeof value !== 'object') throw check.wrong(name, 'a name or an object', value)
  return readAnswers(value, name)
}

const canonicalizeOptions = shape({
  reading: optional(readReading),
} satisfies Fields<canonicalize.Options>)

export declare namespace canonicalize {
  type Options = {
    /** Default: `'default'`. */
    readonly reading?: Reading
  }
}

/**
 * Signs a card and gives it with one more signature. At once for a local signer.
 *
 * Without a reading the card must be valid, and every reading must give the same bytes, so that
 * every verifier agrees. With one, the card is signed under that one.
 *
 * @example
 * ```ts
 * const signed = Card.sign(card, signer, { kid: 'did:web:agent.example#key-1' })
 * ```
 *
 * @throws `ERR_CARD_INVALID`, `ERR_CARD_READINGS_DIFFER`, `ERR_CARD_FORM_UNSPECIFIED` for a card of
 * 0.3 or older, `ERR_CARD_HEADER`, `ERR_JWS_ALGORITHM` for Keccak-256, `ERR_SIGNER_INVALID`.
 */
export function sign<S extends Signer>(
  card: Input,
  signer: S,
  options: sign.Options,
): Signed<S, AgentCard> {
  const { text, parsed } = received(card, 'card')
  const { algorithm } = checkSigner(signer)
  const { reading, issuedAt: iat, expires: exp, ...names } = signOptions(options)
  const header = { ...names, iat, exp }
  const passed = JSON.stringify({
    reading,
    header,
    algorithm: algorithm satisfies Algorithm,
    parsed,
  })
  const input = call((engine) => engine.cardSigningInput(text, passed))
  return signWith(signer, input, (signature) => {
    return JSON.parse(
      call((engine) => engine.cardAttach(text, input, signature, parsed)),
    ) as AgentCard
  })
}

const signOptions = shape({
  kid: check.text,
  typ: optional(check.text),
  jku: optional(check.text),
  issuedAt: optional(check.seconds),
  expires: optional(check.seconds),
  reading: optional(readReading),
} satisfies Fields<sign.Options>)

export declare namespace sign {
  type Options = {
    /** Name of the key, by which a verifier finds it among those that it trusts. */
    readonly kid: string
    /** Default: `JOSE`. */
    readonly typ?: string
    /** Where the key set is served; https. This package never fetches it. */
    readonly jku?: string
    /** When it was signed. */
    readonly issuedAt?: Date
    /** First moment at which the signature no longer counts. */
    readonly expires?: Date
    /** Names the reading to sign under. Default: refuse a card whose readings differ. */
    readonly reading?: Reading
  }
}

/**
 * Verifies the signatures of a card against a trust input; gives what was proven.
 *
 * Give the text or bytes as received: in a parsed object a duplicate member cannot be seen.
 *
 * Costs at most 16 signature checks, over all signatures, unless `maxChecks` says otherwise: one for each whose `kid`
 * names one trusted key.
 * Those that name a key are tried before those that any key may have made.
 *
 * @example
 * ```ts
 * const { card, key } = Card.verify(bytes, { document })
 * ```
 *
 * @throws `ERR_CARD_UNSIGNED`; `ERR_CARD_SIGNATURE` if a signature was checked and none holds;
 * `ERR_CARD_UNVERIFIABLE` if none could be checked; `ERR_TRUST_CHECKS` if more would have to be tried than `maxChecks`
 * allows; `ERR_CARD_FORM_UNSPECIFIED` for a card of 0.3 or older; and as {@link canonicalize}.
 */
export function verify(card: Input, trust: Trust, options: verify.Options = {}): Verified {
  const { text, parsed } = received(card, 'card')
  const passed = JSON.stringify({ ...verifyOptions(options), parsed })
  const [key, trusted] = trustOf(trust)
  return JSON.parse(call((engine) => engine.cardVerify(text, key, trusted, passed))) as Verified
}

const verifyOptions = shape({
  reading: optional(readReading),
  now: check.secondsOrNow,
  acceptUnspecifiedForm: withDefault(check.boolean, false),
  maxChecks,
} satisfies Fields<verify.Options>)

export declare namespace verify {
  type Options = {
    /** Default: `'default'`. */
    readonly reading?: Reading
    /** The time, for keys and signatures that expire. Default: the clock. */
    readonly now?: Date
    /** Check signatures of 0.3 and older by the rules of 1.0. Default: refuse them. */
    readonly acceptUnspecifiedForm?: boolean
    /** How many signature checks the call may make, over all signatures, 1 to 4096. Default: 16. */
    readonly maxChecks?: number
  }
}

/**
 * Writes a card of A2A 0.3 or older as one of 1.0, and reports every change. Signatures are lost:
 * they cover the old text.
 *
 * @throws `ERR_CARD_VERSION` for a card of another version.
 */
export function upgrade(card: Input): {
  readonly card: AgentCard
  readonly from: string
  readonly changes: readonly Change[]
} {
  const { text, parsed } = received(card, 'card')
  return JSON.parse(call((engine) => engine.cardUpgrade(text, parsed))) as ReturnType<
    typeof upgrade
  >
}

/**
 * Fetches the card that an origin serves at {@link wellKnownPath}, under the policy of the resolver:
 * https, no private addresses, no redirects, at most 1 MiB. Gives the bytes for {@link verify}; nothing is proven yet.
 *
 * @example
 * ```ts no-run: it asks a server
 * const { bytes } = await Card.fetch('https://agent.example')
 * const { card } = Card.verify(bytes, trust)
 * ```
 *
 * @throws `ERR_ARGUMENT` unless `origin` is one; `ERR_FETCH_BLOCKED`, `ERR_FETCH_FAILED`,
 * `ERR_FETCH_LIMIT`, `ERR_FETCH_TYPE`.
 */
export async function fetch(origin: string, options: fetch.Options = {}): Promise<fetch.Result> {
  const url = new URL(wellKnownPath, originOf(origin)).href
  const { policy } = fetchOptions(options)
  const { bytes } = await fetchDocument(url, policy as FetchPolicy | undefined)
  return { url, bytes }
}

const fetchOptions = shape({ policy: anything } satisfies Fields<fetch.Options>)

export declare namespace fetch {
  type Options = {
    /** What may be fetched. */
    readonly policy?: FetchPolicy
  }
  type Result = {
    /** The address it came from. */
    readonly url: string
    /** The card as served. */
    readonly bytes: Uint8Array
  }
}

function originOf(origin: string): URL {
  const text = check.text(origin, 'origin')
  const url = URL.canParse(text) ? new URL(text) : undefined
  const bare = url?.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  if (!url || !bare) throw check.wrong('origin', 'an origin such as https://agent.example', origin)
  return url
}
