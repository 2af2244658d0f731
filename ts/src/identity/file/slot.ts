/**
 * New slots of identity files. Each is one way to open an identity file.
 *
 * A {@link NewSlot} is plain data with a secret of 32 bytes in it, so it can come from a worker: Argon2id takes about a
 * second, and a page should not wait for it. Fill the secret with zeros after use.
 *
 * @module
 */

import * as argon2id from '../../argon2id.js'
import * as check from '../../check.js'
import { call, callApart } from '../../engine/slot.js'
import { type Field, type Fields, optional, printOptions, shape, withDefault } from '../../shape.js'
import type { NewSlot } from '../info.js'

/**
 * A new slot for a passphrase. Takes the time and memory of Argon2id.
 *
 * @example
 * ```ts
 * const slot = await remote.Identity.passphraseSlot({ passphrase })
 * ```
 *
 * @throws `ERR_IDENTITY_PASSPHRASE_EMPTY`; `ERR_ARGON2ID_COST` for a cost over the limits, or so small
 * that it protects nothing; `ERR_ARGON2ID_MEMORY`.
 */
export function passphraseSlot(options: passphraseSlot.Options): NewSlot {
  return stretchPassphrase(readPassphraseSlot(options))
}

type Passphrase = {
  readonly passphrase: Uint8Array
  readonly label: string | undefined
} & Required<argon2id.Cost>

/** As {@link passphraseSlot}, of options that were read. @internal */
export function stretchPassphrase(slot: Passphrase): NewSlot {
  const { passphrase, label, memory, iterations, parallelism } = slot
  const settings = printOptions({ ...base('passphrase', label), memory, iterations, parallelism })
  const secret = callApart((engine) => engine.identityFileStretch(settings, passphrase))
  return { settings, secret }
}

const { memory, iterations, parallelism } = argon2id.defaultCost

/** The cost of a slot. @internal */
export const costFields: { readonly [Name in keyof argon2id.Cost]-?: Field<number> } = {
  memory: withDefault(check.integer, memory),
  iterations: withDefault(check.integer, iterations),
  parallelism: withDefault(check.integer, parallelism),
}

const readPassphraseSlot = shape({
  ...costFields,
  passphrase: check.bytes,
  label: optional(check.text),
} satisfies Fields<passphraseSlot.Options>)

export declare namespace passphraseSlot {
  type Options = argon2id.Cost & {
    /** Encode it as it will be typed later: UTF-8, normalised. */
    readonly passphrase: Uint8Array
    /** A name for the slot. */
    readonly label?: string
  }
}

/**
 * About how long a {@link passphraseSlot} at a cost will take here, in milliseconds. For what opens a file, see
 * `Identity.estimateUnlock`.
 *
 * @example
 * ```ts
 * const expected = await remote.Identity.estimate({ iterations: 4 })
 * ```
 */
export function estimate(options: estimate.Options = {}): number {
  return argon2id.estimate(options)
}

export declare namespace estimate {
  type Options = argon2id.Cost
}

/**
 * A slot for a random recovery key. Write the text down on paper: it is shown once.
 *
 * @example
 * ```ts
 * const { slot, recoveryKey } = Identity.recoverySlot()
 * ```
 */
export function recoverySlot(options: recoverySlot.Options = {}): {
  readonly slot: NewSlot
  readonly recoveryKey: string
} {
  const { label } = readRecoverySlot(options)
  const secret = globalThis.crypto.getRandomValues(new Uint8Array(32))
  const settings = printOptions(base('recovery', label))
  const recoveryKey = call((engine) => engine.identityRecoveryText(secret))
  return { slot: { settings, secret }, recoveryKey }
}

const readRecoverySlot = shape({
  label: optional(check.text),
} satisfies Fields<recoverySlot.Options>)

export declare namespace recoverySlot {
  type Options = {
    /** A name for the slot. */
    readonly label?: string
  }
}

/** What the settings of every kind of slot hold, with a fresh salt. @internal */
export function base(
  kind: string,
  label: string | undefined,
  salt: Uint8Array = globalThis.crypto.getRandomValues(new Uint8Array(32)),
): Record<string, unknown> {
  return {
    kind,
    salt: call((engine) => engine.encodingBase64urlEncode(salt)),
    ...(label !== undefined && { label: check.text(label, 'label') }),
  }
}
