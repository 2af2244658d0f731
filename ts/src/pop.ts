/**
 * Proof of possession: an agent shows that it holds the key it names.
 *
 * | Step | Who | Call |
 * | --- | --- | --- |
 * | 1 | verifier | {@link challenge}, and remembers it |
 * | 2 | prover | {@link prove}; {@link proveAgreement} for an X25519 key |
 * | 3 | verifier | {@link verify}, {@link verifyAgreement}; {@link verifyAll} for many keys |
 *
 * The expected key comes from the verifier, never from the proof. A challenge
 * counts once: forget it after use, or give a {@link ReplayStore}.
 *
 * Times in the records are Unix seconds. {@link sage} reads and makes the proofs of SAGE.
 *
 * The file is long because the steps share their types, which read best beside them.
 *
 * @module
 */

import * as check from './check.js'
import { received } from './document.js'
import { call } from './engine/slot.js'
import { type Algorithm, fromKeyBytes, keyBytes, type PublicKey } from './key.js'
import { markOnce, type ReplayStore } from './replay.js'
import {
  checkSigner,
  handleOf,
  type LocalAgreement,
  type Signed,
  type Signer,
  signWith,
} from './signing.js'

export * as sage from './pop/sage.js'

/** Difference of two clocks that is allowed where no other is given, in seconds. */
export const defaultSkew = 60

/** Time in which a challenge must be answered where no other is given, in seconds. */
export const defaultLifetime = 300

/** A question of the verifier. */
export type Challenge = {
  readonly type: 'countersign/pop-challenge/v1'
  /** Who asks. */
  readonly audience: string
  /** Base64url. */
  readonly nonce: string
  /** Unix seconds. */
  readonly issued: number
  /** First second at which it no longer holds. */
  readonly expires: number
  /** The verifier's X25519 key, a Multikey, where it asks for the proof of one. */
  readonly ephemeral?: string
}

/** An answer. Proves nothing before it is verified. */
export type Proof = {
  readonly type: 'countersign/pop/v1' | 'countersign/pop-agreement/v1'
  readonly did: string
  /** The key that is proven, a Multikey. */
  readonly key: string
  readonly audience: string
  readonly nonce: string
  readonly issued: number
  readonly expires: number
  readonly algorithm: Algorithm
  readonly signature: string
  /** X25519: the key that signs, a Multikey. */
  readonly identityKey?: string
  /** X25519: the verifier's key, a Multikey. */
  readonly ephemeral?: string
  /** X25519: what only the holder of the key can compute. */
  readonly mac?: string
}

/** What a verified proof proves. */
export type Proven = {
  readonly did: string
  readonly key: PublicKey
  readonly audience: string
  readonly nonce: string
  readonly issued: Date
  readonly expires: Date
  readonly algorithm: Algorithm
  /** The key came from the caller. */
  readonly trust: 'trusted'
  /** X25519: the key that vouched for it. */
  readonly identityKey?: PublicKey
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/** The verdict on one key. */
export type Verdict =
  | { readonly key: PublicKey; readonly ok: true }
  | { readonly key: PublicKey; readonly ok: false; readonly code: string }

/** The verdicts on all keys. */
export type Verdicts = {
  /** Whether every key is proven. */
  readonly ok: boolean
  /** In the order of the keys. */
  readonly keys: readonly Verdict[]
}

/** A record as received: text or bytes; or a parsed object. */
export type Input = string | Uint8Array | object

/**
 * Makes a challenge. Keep it until the answer is there: {@link verify} compares with it.
 *
 * @example
 * ```ts
 * const challenge = Pop.challenge({ audience: 'https://registry.example' })
 * ```
 *
 * @throws `ERR_POP_MALFORMED` for an audience over 8192 bytes, a nonce outside 16 to 64 bytes, or a
 * lifetime over a day.
 */
export function challenge(options: challenge.Options): Challenge {
  const { audience, lifetime, now, nonce, ephemeral } = options
  const issued = time(now)
  const expires = issued + check.integer(lifetime ?? defaultLifetime, 'lifetime', 1)
  const fresh = nonce ?? globalThis.crypto.getRandomValues(new Uint8Array(32))
  const bytes = check.bytes(fresh, 'nonce')
  const key = ephemeral === undefined ? new Uint8Array() : keyBytes(ephemeral, 'ephemeral')
  const name = check.text(audience, 'audience')
  return JSON.parse(
    call((engine) => engine.popChallenge(name, bytes, issued, expires, key)),
  ) as Challenge
}

export declare namespace challenge {
  type Options = {
    /** Who asks, for example the origin of a registry. */
    readonly audience: string
    /** Seconds until it expires. Default: {@link defaultLifetime}. */
    readonly lifetime?: number
    /** Default: the clock. */
    readonly now?: Date
    /** Default: 32 random bytes. */
    readonly nonce?: Uint8Array
    /** A fresh X25519 key of the verifier, to ask for the proof of an X25519 key. */
    readonly ephemeral?: PublicKey
  }
}

/**
 * Proves possession of the key of `signer`. At once for a local signer.
 *
 * @example
 * ```ts
 * const proof = Pop.prove(signer, { did: 'did:web:agent.example', challenge })
 * ```
 *
 * @throws `ERR_POP_EXPIRED`, `ERR_POP_NOT_YET`, `ERR_POP_VERSION`, `ERR_POP_MALFORMED`;
 * `ERR_SIGNER_INVALID`.
 */
export function prove<S extends Signer>(signer: S, options: prove.Options): Signed<S, Proof> {
  const { algorithm, publicKey } = checkSigner(signer)
  const { did, asked, now } = answer(options)
  const key = keyBytes(publicKey)
  const input = call((engine) => engine.popSigningInput(did, algorithm, key, asked, now))
  return signWith(signer, input, (signature) => {
    const text = call((engine) => engine.popAttach(did, algorithm, key, asked, now, signature))
    return JSON.parse(text) as Proof
  })
}

export declare namespace prove {
  type Options = {
    /** Who speaks, in canonical spelling. */
    readonly did: string
    /** The verifier's challenge. */
    readonly challenge: Input
    /** Default: the clock. */
    readonly now?: Date
  }
}

/**
 * Proves possession of an X25519 key, which cannot sign: `identity` signs for it, and a MAC under the
 * secret shared with the verifier shows who holds it.
 *
 * @example
 * ```ts
 * const proof = Pop.proveAgreement(agreement, { did, challenge, identity: signer })
 * ```
 *
 * @throws `ERR_POP_EPHEMERAL` if the challenge has no ephemeral key; else as {@link prove}.
 */
export function proveAgreement<S extends Signer>(
  agreement: LocalAgreement,
  options: proveAgreement.Options<S>,
): Signed<S, Proof> {
  const handle = handleOf(agreement)
  const key = keyBytes(agreement.publicKey)
  const { algorithm, publicKey } = checkSigner(options.identity)
  const identity = keyBytes(publicKey)
  const { did, asked, now } = answer(options)
  const input = call((engine) =>
    engine.popAgreementInput(did, algorithm, identity, key, asked, now),
  )
  return signWith(options.identity, input, (signature) => {
    const text = handle.use((engine, id) =>
      engine.popAgreementAttach(id, did, algorithm, identity, key, asked, now, signature),
    )
    return JSON.parse(text) as Proof
  })
}

export declare namespace proveAgreement {
  type Options<S extends Signer> = prove.Options & {
    /** The key that vouches for the X25519 key. */
    readonly identity: S
  }
}

/**
 * Verifies the proof of a signing key.
 *
 * With a {@link ReplayStore} the challenge is marked as used after all else held, and a promise is
 * given.
 *
 * @example
 * ```ts
 * const { did } = Pop.verify(text, { did: claimed, key, challenge })
 * ```
 *
 * @throws before the signature is checked: `ERR_POP_DID`, `ERR_POP_KEY`, `ERR_POP_AUDIENCE`,
 * `ERR_POP_NONCE`, `ERR_POP_CHALLENGE`, `ERR_POP_NOT_YET`, `ERR_POP_EXPIRED`, `ERR_POP_EPHEMERAL`,
 * `ERR_POP_VERSION`, `ERR_POP_MALFORMED`, a code of JSON or keys. Then `ERR_POP_INVALID`, and
 * `ERR_REPLAY`.
 */
export function verify(proof: Input, options: verify.Options & Once): Promise<Proven>
export function verify(proof: Input, options: verify.Options): Proven
export function verify(
  proof: Input,
  options: verify.Options & Partial<Once>,
): Proven | Promise<Proven> {
  const { text, parsed } = received(proof, 'proof')
  const { did, asked, now, skew } = expectation(options)
  const key = keyBytes(options.key, 'key')
  const facts = call((engine) => engine.popVerify(text, did, key, asked, now, skew))
  return once(proven(facts, parsed), options.replay, skew)
}

export declare namespace verify {
  type Options = Expectation & {
    /** The key to be proven: resolved from the DID, or pinned. */
    readonly key: PublicKey
  }
}

/**
 * Verifies the proof of an X25519 key.
 *
 * @example
 * ```ts
 * Pop.verifyAgreement(text, { did, key, identity, ephemeral, challenge })
 * ```
 *
 * @throws `ERR_POP_IDENTITY` if another key signed; `ERR_POP_EPHEMERAL` if `ephemeral` is not the key
 * of the challenge; else as {@link verify}.
 */
export function verifyAgreement(
  proof: Input,
  options: verifyAgreement.Options & Once,
): Promise<Proven>
export function verifyAgreement(proof: Input, options: verifyAgreement.Options): Proven
export function verifyAgreement(
  proof: Input,
  options: verifyAgreement.Options & Partial<Once>,
): Proven | Promise<Proven> {
  const { text, parsed } = received(proof, 'proof')
  const { did, asked, now, skew } = expectation(options)
  const key = keyBytes(options.key, 'key')
  const identity = keyBytes(options.identity, 'identity')
  const facts = handleOf(options.ephemeral).use((engine, id) =>
    engine.popVerifyAgreement(id, text, did, key, identity, asked, now, skew),
  )
  return once(proven(facts, parsed), options.replay, skew)
}

export declare namespace verifyAgreement {
  type Options = verify.Options & {
    /** The key that must have signed. */
    readonly identity: PublicKey
    /** The verifier's key of the challenge. */
    readonly ephemeral: LocalAgreement
  }
}

/**
 * Verifies the proofs of many keys of one agent, with a verdict for each.
 *
 * An X25519 key counts only beside the proven key that vouches for it.
 *
 * @example
 * ```ts
 * const { ok, keys } = Pop.verifyAll(proofs, { did, keys: resolved, challenge })
 * ```
 *
 * @param proofs - In the order of `keys`; `null` where there is none.
 * @throws `ERR_POP_MALFORMED` unless there is one proof or `null` for each key, and each key stands
 * once; `ERR_LIMIT_EXCEEDED` over 64 keys; `ERR_REPLAY`. What is wrong with one proof is its verdict.
 */
export function verifyAll(
  proofs: readonly (Input | null)[],
  options: verifyAll.Options & Once,
): Promise<Verdicts>
export function verifyAll(proofs: readonly (Input | null)[], options: verifyAll.Options): Verdicts
export function verifyAll(
  proofs: readonly (Input | null)[],
  options: verifyAll.Options & Partial<Once>,
): Verdicts | Promise<Verdicts> {
  const list = JSON.stringify(
    check.list(proofs, 'proofs').map((one, at) => item(one, `proofs[${at}]`)),
  )
  const { did, asked, now, skew } = expectation(options)
  const tagged = check
    .list(options.keys, 'keys')
    .map((key, at) => keyBytes(key as PublicKey, `keys[${at}]`))
  const keys = JSON.stringify(tagged.map((key) => call((engine) => engine.multikeyEncode(key))))
  const facts =
    options.ephemeral === undefined
      ? call((engine) => engine.popVerifyAll(did, keys, list, asked, now, skew))
      : handleOf(options.ephemeral).use((engine, id) =>
          engine.popVerifyAllWith(id, did, keys, list, asked, now, skew),
        )
  const verdicts = judged(facts)
  if (options.replay === undefined || !verdicts.ok) return done(verdicts, options.replay)
  const { nonce, expires } = JSON.parse(asked) as Challenge
  return markOnce(options.replay, nonce, expires + skew).then(() => verdicts)
}

export declare namespace verifyAll {
  type Options = Expectation & {
    /** Every key to be proven. */
    readonly keys: readonly PublicKey[]
    /** The verifier's key of the challenge, for X25519 keys. */
    readonly ephemeral?: LocalAgreement
  }
}

/** What the verifier knows from elsewhere than the proof. */
export type Expectation = {
  /** Whose proof it is. */
  readonly did: string
  /** The challenge that the verifier made. */
  readonly challenge: Input
  /** Default: the clock. */
  readonly now?: Date
  /** Allowed difference of the clocks, in seconds. Default: {@link defaultSkew}. */
  readonly skew?: number
}

/** Makes a verification count once. */
export type Once = {
  /** Remembers the nonces that were used. */
  readonly replay: ReplayStore
}

/** A proof as text; the engine reads each by itself. */
function item(proof: unknown, name: string): string | null {
  return proof === null ? null : received(proof, name).text
}

function answer(options: prove.Options): { did: string; asked: string; now: number } {
  const fields = check.record(options, 'options')
  return {
    did: check.text(fields['did'], 'did'),
    asked: received(fields['challenge'], 'challenge').text,
    now: time(options.now),
  }
}

function expectation(options: Expectation): {
  did: string
  asked: string
  now: number
  skew: number
} {
  return { ...answer(options), skew: check.integer(options.skew ?? defaultSkew, 'skew', 0, 86_400) }
}

function time(now: Date | undefined): number {
  return check.seconds(now ?? new Date(), 'now')
}

function key(text: string): PublicKey {
  return fromKeyBytes(call((engine) => engine.multikeyDecode(text)))
}

/** Facts of the engine, with keys and times in the types of this API. */
function proven(text: string, parsed: boolean): Proven {
  const facts = JSON.parse(text) as Omit<Proof, 'type'>
  return {
    did: facts.did,
    key: key(facts.key),
    audience: facts.audience,
    nonce: facts.nonce,
    issued: new Date(facts.issued * 1000),
    expires: new Date(facts.expires * 1000),
    algorithm: facts.algorithm,
    trust: 'trusted',
    ...(facts.identityKey !== undefined && { identityKey: key(facts.identityKey) }),
    parsed,
  }
}

function judged(text: string): Verdicts {
  const { ok, keys } = JSON.parse(text) as {
    ok: boolean
    keys: { key: string; ok: boolean; code?: string }[]
  }
  const verdicts = keys.map((one) => ({ ...one, key: key(one.key) }) as Verdict)
  return { ok, keys: verdicts }
}

function once(
  facts: Proven,
  replay: ReplayStore | undefined,
  skew: number,
): Proven | Promise<Proven> {
  if (replay === undefined) return facts
  return markOnce(replay, facts.nonce, facts.expires.getTime() / 1000 + skew).then(() => facts)
}

function done<T>(value: T, replay: ReplayStore | undefined): T | Promise<T> {
  return replay === undefined ? value : Promise.resolve(value)
}
