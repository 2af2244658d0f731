/**
 * What a prover answers.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { keyBytes } from '../key.js'
import { anything, type Fields, shape } from '../shape.js'
import { signJson } from '../signing/unsigned.js'
import {
  agreementOf,
  checkSigner,
  type LocalAgreement,
  type Signed,
  type Signer,
} from '../signing.js'
import type { Input, Proof } from './types.js'

const fields = { did: check.text, now: check.secondsOrNow } satisfies Fields<prove.Options>

const readAnswer = shape(fields)
const readAgreement = shape({
  ...fields,
  identity: anything,
} satisfies Fields<proveAgreement.Options<Signer>>)

/**
 * Answers a challenge: proves possession of the key of `signer`. At once for a local signer.
 *
 * @example
 * ```ts
 * const proof = Pop.prove(challenge, signer, { did: 'did:web:agent.example' })
 * ```
 *
 * @throws `ERR_POP_EXPIRED`, `ERR_POP_NOT_YET`, `ERR_POP_VERSION`, `ERR_POP_MALFORMED`;
 * `ERR_SIGNER_INVALID`.
 */
export function prove<S extends Signer>(
  challenge: Input,
  signer: S,
  options: prove.Options,
): Signed<S, Proof> {
  const { text: asked } = receive(challenge, 'challenge')
  const { algorithm, publicKey } = checkSigner(signer)
  const { did, now } = readAnswer(options)
  const key = keyBytes(publicKey)
  return signJson(signer, (engine) => engine.popUnsigned(did, algorithm, key, asked, now))
}

export declare namespace prove {
  type Options = {
    /** Who speaks, in canonical spelling. */
    readonly did: string
    /** Default: the clock. */
    readonly now?: Date
  }
}

/**
 * Answers a challenge: proves possession of an X25519 key. Such a key cannot sign, so `identity` signs for it, and a
 * MAC under the secret that is shared with the verifier shows who holds it.
 *
 * @example
 * ```ts
 * const proof = Pop.proveAgreement(challenge, agreement, { did, identity: signer })
 * ```
 *
 * @throws `ERR_POP_EPHEMERAL` if the challenge has no ephemeral key; else as {@link prove}.
 */
export function proveAgreement<S extends Signer>(
  challenge: Input,
  agreement: LocalAgreement,
  options: proveAgreement.Options<S>,
): Signed<S, Proof> {
  const { text: asked } = receive(challenge, 'challenge')
  const handle = agreementOf(agreement)
  const key = keyBytes(agreement.publicKey)
  const { did, now, ...read } = readAgreement(options)
  const signer = read.identity as S
  const { algorithm, publicKey } = checkSigner(signer, 'identity')
  const identity = keyBytes(publicKey)
  return signJson(signer, () =>
    handle.use((engine, id) =>
      engine.popAgreementUnsigned(id, did, algorithm, identity, key, asked, now),
    ),
  )
}

export declare namespace proveAgreement {
  type Options<S extends Signer> = prove.Options & {
    /** The key that vouches for the X25519 key. */
    readonly identity: S
  }
}
