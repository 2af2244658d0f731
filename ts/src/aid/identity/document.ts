/**
 * Identity documents of AgenticIdentity, rotation, and derived keys.
 *
 * @module
 */

import * as check from '../../check.js'
import { receive } from '../../document.js'
import { call } from '../../engine/slot.js'
import { keyBytes, type PublicKey } from '../../key.js'
import { anything, type Fields, shape, withDefault } from '../../shape.js'
import { signByTwo, signText } from '../../signing/unsigned.js'
import {
  checkSigner,
  handleOf,
  type LocalSigner,
  localSigner,
  type Signed,
  type Signer,
} from '../../signing.js'
import type { ProvenKey } from '../../trust.js'
import {
  aidHandle,
  draftText,
  type Input,
  type Now,
  nowText,
  prepareAidTrust,
  resultOf,
  type TrustSource,
} from '../common.js'

/**
 * The identity of an Ed25519 key.
 *
 * @example
 * ```ts
 * Aid.Identity.id(signer.publicKey) // 'aid_…'
 * ```
 *
 * @throws `ERR_KEY_TYPE_MISMATCH` for a key of another type.
 */
export function id(publicKey: PublicKey): string {
  const key = keyBytes(publicKey)
  return call((engine) => engine.identityAidId(key))
}

/** What a derived key is for. `raw` takes the whole `info` as argument. */
export type DerivedKind =
  | 'session'
  | 'capability'
  | 'device'
  | 'revocation'
  | 'encryption'
  | 'aid-file-encryption'
  | 'raw'

/**
 * A key derived from an identity's key, as AgenticIdentity derives it. It stays in the engine. Nothing certifies it:
 * whoever trusts it names the identity as its `controller`.
 *
 * @example
 * ```ts
 * const key = Aid.Identity.derive(signer, { kind: 'session', argument: 'session-1' })
 * ```
 *
 * @throws `ERR_AID_MALFORMED`; `ERR_KEY_TYPE_MISMATCH`; `ERR_LIMIT_EXCEEDED` above 4,096 bytes.
 */
export function derive(signer: LocalSigner, options: derive.Options): LocalSigner {
  const root = handleOf(signer, 'signer')
  const { kind, argument } = readDerived(options)
  return localSigner('Ed25519', undefined, () =>
    root.use((engine, handle) => engine.identityAidDerive(handle, kind, argument)),
  )
}

const readDerived = shape({
  kind: check.text,
  argument: withDefault(check.text, ''),
} satisfies Fields<derive.Options>)

export declare namespace derive {
  type Options = {
    readonly kind: DerivedKind
    /** Tells the keys of one kind apart. Default: empty. */
    readonly argument?: string
  }
}

/** The `info` under which {@link derive} derives. */
export function derivationInfo(options: derivationInfo.Options): string {
  const { kind, argument } = readDerived(options)
  return call((engine) => engine.identityAidInfo(kind, argument))
}

export declare namespace derivationInfo {
  type Options = derive.Options
}

/** What a document proved. */
export type VerifiedDocument = {
  /** The document, as AgenticIdentity writes it. */
  readonly document: string
  readonly id: string
  /** The key of the document. */
  readonly signer: ProvenKey
  /**
   * The identity of the first key: an identity changes with its key. Claimed: the history is not signed
   * by the document's key, so whoever holds any key can say that it was the one before.
   */
  readonly inception: string
  readonly createdAt: bigint
  readonly name: string | null
  readonly rotations: readonly {
    readonly from: string
    readonly to: string
    readonly rotatedAt: bigint
    readonly reason: string
    readonly message: string
  }[]
  /** What is signed. */
  readonly payload: string
  readonly uncovered: readonly string[]
  readonly unproven: readonly string[]
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/**
 * Makes the document of a key.
 *
 * @returns The document, as text.
 * @throws `ERR_KEY_TYPE_MISMATCH` for a signer that is not Ed25519.
 */
export function issueDocument<S extends Signer>(
  draft: { readonly created_at: bigint; readonly name?: string | null },
  signer: S,
): Signed<S, string> {
  const text = draftText(draft, 'draft', ['created_at'])
  const key = keyBytes(checkSigner(signer).publicKey)
  return signText(signer, (engine) => engine.identityAidDocumentUnsigned(text, key))
}

/**
 * Verifies a document and the whole history of its keys.
 *
 * Costs at most 257 signature checks: 1 for the document, and 1 for each of 256 rotations.
 *
 * @throws `ERR_AID_IDENTITY`, `ERR_AID_SIGNATURE`, `ERR_AID_LINK`, `ERR_AID_TIME`, `ERR_AID_UNTRUSTED`,
 * `ERR_AID_KEY`, `ERR_AID_MALFORMED`; `ERR_LIMIT_EXCEEDED` over 256 rotations; an `ERR_JSON_` code.
 */
export function verifyDocument(
  document: Input,
  trust: TrustSource,
  options: verifyDocument.Options = {},
): VerifiedDocument {
  const { text, parsed } = receive(document, 'document')
  const [trusted, now] = [prepareAidTrust(trust), nowText(options)]
  const facts = call((engine) => engine.identityAidDocumentVerify(text, ...aidHandle(trusted), now))
  return { ...resultOf<VerifiedDocument>(facts), parsed }
}

export declare namespace verifyDocument {
  type Options = Now
}

/** Why a key is rotated. */
export type RotationReason =
  | 'Scheduled'
  | 'Compromised'
  | 'DeviceLost'
  | 'PolicyRequired'
  | 'Manual'

/**
 * Rotates from the key of a document to another: both keys sign. The old one authorizes, the new one
 * signs the document.
 *
 * @example
 * ```ts
 * const rotated = Aid.Identity.rotate(document, oldSigner, newSigner, {
 *   reason: 'Scheduled', rotatedAt: 1735689600000000n,
 * })
 * ```
 *
 * @param signer - The key of the document.
 * @param successor - The key that takes over.
 * @returns The document of the new key, as text.
 * @throws `ERR_AID_SIGNATURE` for another old key; `ERR_AID_KEY` for the same key; `ERR_AID_TIME`; as
 * {@link verifyDocument}.
 */
export function rotate<From extends Signer, To extends Signer>(
  document: Input,
  signer: From,
  successor: To,
  options: rotate.Options,
): Signed<From | To, string> {
  const { text } = receive(document, 'document')
  checkSigner(signer)
  const key = keyBytes(checkSigner(successor, 'successor').publicKey)
  const { reason, rotatedAt } = readRotation(options)
  const step = draftText({ reason, rotated_at: rotatedAt }, 'options', ['rotated_at'])
  return signByTwo(signer, successor, (engine) =>
    engine.identityAidRotationUnsigned(text, key, step),
  )
}

const readRotation = shape({
  reason: anything,
  rotatedAt: anything,
} satisfies Fields<rotate.Options>)

export declare namespace rotate {
  type Options = {
    readonly reason: RotationReason
    /** Microseconds since 1970. */
    readonly rotatedAt: bigint
  }
}
