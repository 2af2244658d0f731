/**
 * Profile `ring-go`: ring signatures of the Go modules of noot and pokt-network.
 *
 * The message must have 32 bytes, so hash it first. {@link Proven.uncovered} names what a signature of this format
 * does not cover; nothing here can change that.
 *
 * @module
 */

import * as check from './check.js'
import { call } from './engine/slot.js'
import { publicKeyLengths, ringKeyTypes } from './generated/keys.js'
import type { PublicKey } from './key.js'
import { isUpstream, type UpstreamReading } from './reading.js'
import { packRing } from './ring/members.js'
import { type Fields, shape, withDefault } from './shape.js'
import { handleOf, type LocalSigner } from './signing.js'

export { dangerouslySignWith, hashToCurve } from './ringGo/raw.js'

/** Key types with rings. */
export type RingKeyType = (typeof ringKeyTypes)[number]

/** What a signature that holds has shown. It has no `signer`: a ring hides which of its members signed. */
export type Proven = {
  /** The same for every signature of one key, whatever the ring and the purpose. */
  readonly keyImage: Uint8Array
  /** The members as the signature names them, encoded. */
  readonly members: readonly Uint8Array[]
  /** Whether the verifier brought the ring, or the signature did. */
  readonly trust: 'trusted' | 'self-asserted'
  /** What the format leaves unproven. */
  readonly uncovered: typeof uncovered
}

/** A signature can be rotated without a secret; its key image links everywhere; it does not state its curve. */
const uncovered = ['order of the ring', 'scope', 'curve'] as const

/**
 * Signs as one of `ring`, whose order is kept. Both backends of the module take the result.
 *
 * @example
 * ```ts
 * const ring = [signer.publicKey, other]
 * const signature = RingGo.sign(digest, signer, ring)
 * const { keyImage } = RingGo.verify({ type: 'Ed25519', message: digest, signature }, ring)
 * ```
 *
 * @param message - 32 bytes.
 * @param ring - Keys of one type, the signer's among them.
 * @throws `ERR_RING_NOT_MEMBER`, `ERR_RING_SIZE`, `ERR_RING_DUPLICATE`, `ERR_RING_TORSION`,
 * `ERR_KEY_TYPE_MISMATCH`, `ERR_BYTES_LENGTH`.
 */
export function sign(
  message: Uint8Array,
  signer: LocalSigner,
  ring: readonly PublicKey[],
): Uint8Array {
  const key = handleOf(signer, 'signer')
  const { keys } = packRing(ring)
  // After the ring, whose keys have getters, which could take its memory away.
  const bytes = check.bytes(message, 'message')
  return key.use((engine, id) => engine.ringGoSign(id, keys, bytes))
}

/** Accepts the ring that the signature names. Anybody can make one up. */
export type EmbeddedRing = { readonly allowEmbeddedRing: true }

/**
 * Verifies a signature against a ring that you know, in any order.
 *
 * Costs at most 1 signature check a member: 1024 for the largest ring. A signature that names another ring costs
 * none.
 *
 * @param ring - The members that you expect, or {@link EmbeddedRing}.
 * @throws `ERR_RING_OTHER` for another ring; `ERR_RING_SIGNATURE`, `ERR_RING_MALFORMED`,
 * `ERR_RING_IMAGE`, `ERR_RING_TORSION`, `ERR_RING_DUPLICATE`, `ERR_RING_SIZE`, `ERR_BYTES_LENGTH`.
 */
export function verify(
  claim: verify.Claim,
  ring: readonly PublicKey[] | EmbeddedRing,
  options: verify.Options = {},
): Proven {
  const { reading: upstream } = readVerify(options)
  const isRing = check.isArray(ring, 'ring')
  const expected = isRing ? packRing(ring).keys : acceptEmbedded(ring)
  const { type, message, signature: proof } = readClaim(claim)
  const points = call((engine) =>
    engine.ringGoVerify(type, message, proof, expected, !isRing, upstream),
  )
  const [keyImage = new Uint8Array(), ...members] = chunks(points, publicKeyLengths[type])
  const trust = isRing ? 'trusted' : 'self-asserted'
  return { keyImage, members, trust, uncovered }
}

/** No members: the core then takes those of the signature. */
function acceptEmbedded(ring: unknown): Uint8Array {
  if (ring !== undefined && readEmbedded(ring, 'ring').allowEmbeddedRing) return new Uint8Array()
  throw check.wrong('ring', 'the ring that you expect, or { allowEmbeddedRing: true }', ring)
}

const readEmbedded = shape({
  allowEmbeddedRing: withDefault(check.boolean, false),
} satisfies Fields<EmbeddedRing>)

const readType = (value: unknown, name: string) => check.oneOf(value, name, ringKeyTypes)

const optionFields = { reading: isUpstream } satisfies Fields<verify.Options>

const readVerify = shape(optionFields)

const readClaim = shape({
  type: readType,
  message: check.bytes,
  signature: check.bytes,
} satisfies Fields<verify.Claim>)

export declare namespace verify {
  type Claim = {
    /** The format does not say which curve it is of. */
    readonly type: RingKeyType
    /** 32 bytes. */
    readonly message: Uint8Array
    readonly signature: Uint8Array
  }
  type Options = {
    /** `upstream`: the verdicts of the Go module, with its holes. Default: `strict`. */
    readonly reading?: UpstreamReading
  }
}

/**
 * Tells whether two signatures have the same key image. It verifies neither.
 *
 * @throws What {@link verify} throws for bytes that are no signature.
 */
export function link(a: Uint8Array, b: Uint8Array, options: link.Options): boolean {
  const { type, reading: upstream } = readLink(options)
  const [first, second] = [check.bytes(a, 'a'), check.bytes(b, 'b')]
  return call((engine) => engine.ringGoLinked(type, first, second, upstream))
}

const readLink = shape({ ...optionFields, type: readType } satisfies Fields<link.Options>)

export declare namespace link {
  type Options = verify.Options & Pick<verify.Claim, 'type'>
}

function chunks(bytes: Uint8Array, length: number): Uint8Array[] {
  return Array.from({ length: bytes.length / length }, (_, index) =>
    bytes.slice(index * length, (index + 1) * length),
  )
}
