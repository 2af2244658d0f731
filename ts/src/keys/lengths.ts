/**
 * How long secrets and signatures are.
 *
 * @module
 */

/** Length in bytes of a secret or seed. A hybrid key has two. */
export const secretLength = 32

/** Length in bytes of a signature over a curve, `R ‖ S` or `r ‖ s`. */
export const signatureLength = 64

export { signatureLengths } from '../generated/keys.js'
