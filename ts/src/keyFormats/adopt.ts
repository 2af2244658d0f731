/**
 * Puts a secret that a format holds behind a handle, as a key of the kind that the format states.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { type CountersignError, coreError } from '../errors.js'
import { keyAlgorithm } from '../generated/messages.js'
import { type Algorithm, algorithms, algorithmsOf, type KeyType, signs } from '../key.js'
import { type Field, type Fields, optional, type Read, type Shape, shape } from '../shape.js'
import {
  type Create,
  type LocalAgreement,
  type LocalSigner,
  localAgreement,
  localSigner,
} from '../signing.js'

/** The fields of {@link adoptSigner.Options}. */
export const importFields: { readonly algorithm: Field<Algorithm | undefined> } = {
  algorithm: optional((value, name) => check.oneOf(value, name, algorithms)),
}

/** Reads {@link adoptSigner.Options}. @internal */
export const readImport: Shape<Read<typeof importFields>> = shape(
  importFields satisfies Fields<adoptSigner.Options>,
)

/** The signing key that `create` puts into the engine; a key of another kind is wiped and refused. @internal */
export function adoptSigner(options: adoptSigner.Options, create: Create): LocalSigner {
  return adoptAs(readImport(options).algorithm, create)
}

export declare namespace adoptSigner {
  /** How an imported key signs. @inline */
  type Options = {
    /** Curve and hash. Needed only for secp256k1 over Keccak-256. */
    readonly algorithm?: Algorithm
  }
}

/** As {@link adoptSigner}, with options that were read. @internal */
export function adoptAs(algorithm: Algorithm | undefined, create: Create): LocalSigner {
  return adopt(create, (type, again) => {
    if (!signs(type)) throw misfit(type, 'signatures')
    if (algorithm !== undefined && !algorithmsOf[type].includes(algorithm))
      throw misfit(type, algorithm)
    return localSigner(type, algorithm, again)
  })
}

/** The X25519 key that `create` puts into the engine; a key of another kind is wiped and refused. @internal */
export function adoptAgreement(create: Create): LocalAgreement {
  return adopt(create, (type, again) => {
    if (signs(type)) throw misfit(type, 'an X25519 agreement')
    return localAgreement(again)
  })
}

/** What `wrap` makes of the key that `create` puts into the engine; if it refuses the key, that is wiped. @internal */
export function adopt<T>(create: Create, wrap: (type: KeyType, create: Create) => T): T {
  const id = call(create)
  try {
    return wrap(call((engine) => engine.signerType(id)) as KeyType, () => id)
  } catch (error) {
    call((engine) => engine.signerClose(id))
    throw error
  }
}

/** The error for a key that does not do `want`. @internal */
export function misfit(got: KeyType, want: string): CountersignError {
  return coreError(keyAlgorithm, { got, want })
}
