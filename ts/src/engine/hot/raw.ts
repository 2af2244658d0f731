/**
 * The functions of `rust/bindings/src/scratch.rs`, in both hosts.
 *
 * @internal
 * @module
 */

/** What a function gives for a case that it leaves to the ordinary entry. */
export const ASK = -1

/** Each gives a length, or what the table there says, or {@link ASK}. */
export type Raw = {
  hotVerify(algorithm: number, key: number, message: number, signature: number): number
  hotSign(handle: number, algorithm: number, message: number): number
  hotDidParse(length: number): number
  hotJcs(length: number): number
  hotJwkPublic(key: number): number
  hotJwkSecret(handle: number): number
  hotSessionCreate(context: number, initiator: number, confirmed: number, now: number): number
  hotSessionSeal(
    handle: number,
    associated: number,
    plaintext: number,
    room: number,
    now: number,
  ): number
  hotSessionSealBatch(handle: number, associated: number, list: number, now: number): number
  hotSessionOpen(handle: number, associated: number, message: number, now: number): number
}
