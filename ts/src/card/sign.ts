/**
 * Signs a card.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import type { Algorithm } from '../key.js'
import { type Fields, optional, printOptions, shape } from '../shape.js'
import { signJson } from '../signing/unsigned.js'
import { checkSigner, type Signed, type Signer } from '../signing.js'
import { type Reading, readReading } from './reading.js'
import type { AgentCard } from './types.js'
import type { Input } from './validate.js'

/**
 * Signs a card and returns it with one more signature. At once for a local signer.
 *
 * Without a reading the card must be valid, and every reading must give the same bytes, so that every verifier agrees.
 * With a reading, the card is signed under that reading alone.
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
  const { text, parsed } = receive(card, 'card')
  const { algorithm } = checkSigner(signer)
  const { reading, issuedAt: iat, expires: exp, ...names } = signOptions(options)
  const header = { ...names, iat, exp }
  const passed = printOptions({
    reading,
    header,
    algorithm: algorithm satisfies Algorithm,
    parsed,
  })
  return signJson(signer, (engine) => engine.cardUnsigned(text, passed))
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
