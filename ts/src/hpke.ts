/**
 * Hybrid public key encryption (RFC 9180): encrypts to a public key.
 *
 * | Mode | Options | The recipient knows |
 * | --- | --- | --- |
 * | base | | nothing about the sender |
 * | psk | `psk` | that the sender has the PSK |
 * | auth | `sender` | that the sender has that X25519 key |
 * | auth_psk | both | both |
 *
 * The key of the recipient decides the KEM: X25519, or X-Wing (X25519 with ML-KEM-768). X-Wing keeps a secret
 * even from somebody who will have a quantum computer. It has the modes base and psk only.
 *
 * No mode has forward secrecy if the recipient's key leaks, prevents the replay of a first message, or hides
 * lengths. To talk with another agent use `Handshake`, which has what is missing.
 *
 * @module
 */

import * as check from './check.js'
import {
  type receiver,
  receiverFields,
  receiverOf,
  type sender,
  senderFields,
  senderOf,
} from './hpke/context.js'
import {
  type RecipientKey,
  type RecipientSecret,
  recipientHandle,
  recipientKey,
} from './hpke/kem.js'
import { type Fields, members, optional, shape } from './shape.js'

export {
  type Aead,
  aeads,
  type ReceiverContext,
  receiver,
  type SenderContext,
  type Setup,
  sender,
} from './hpke/context.js'
export {
  dangerouslyExportSecret,
  deriveKeyPair,
  fromSecret,
  generate,
  type LocalKem,
  type RecipientKey,
  type RecipientSecret,
  type XWingKey,
} from './hpke/kem.js'

/** One encrypted message. */
export type Sealed = {
  /** The encapsulated key. */
  readonly encapsulated: Uint8Array
  /** As long as the text, plus a tag of 16 bytes. */
  readonly ciphertext: Uint8Array
}

const bound = { associatedData: optional(check.bytes) }
const readSeal = shape({ ...senderFields, ...bound } satisfies Fields<seal.Options>)
const readOpen = shape({ ...receiverFields, ...bound } satisfies Fields<open.Options>)

/**
 * Encrypts one message.
 *
 * @example
 * ```ts
 * const sealed = Hpke.seal(plaintext, theirs, { info })
 * ```
 *
 * @throws as {@link sender}; `ERR_HPKE_EXPORT_ONLY`.
 */
export function seal(
  plaintext: Uint8Array,
  recipient: RecipientKey,
  options: seal.Options,
): Sealed {
  const to = recipientKey(recipient, 'recipient')
  const { associatedData, ...setup } = readSeal(options)
  const text = check.bytes(plaintext, 'plaintext')
  const context = senderOf(to, setup)
  try {
    return {
      encapsulated: context.encapsulated,
      ciphertext: context.seal(text, { ...(associatedData && { associatedData }) }),
    }
  } finally {
    context.close()
  }
}

export declare namespace seal {
  type Options = sender.Options & {
    /** Bound to the message and not sent. */
    readonly associatedData?: Uint8Array
  }
}

/**
 * Decrypts one message.
 *
 * @example
 * ```ts
 * const plaintext = Hpke.open(sealed, ours, { info })
 * ```
 *
 * @throws as {@link receiver}; `ERR_HPKE_OPEN`, `ERR_HPKE_EXPORT_ONLY`.
 */
export function open(sealed: Sealed, key: RecipientSecret, options: open.Options): Uint8Array {
  const { encapsulated, ciphertext } = members(sealed, 'sealed', ['encapsulated', 'ciphertext'])
  const ours = recipientHandle(key, 'key')
  const { associatedData, ...setup } = readOpen(options)
  const text = check.bytes(ciphertext, 'sealed.ciphertext')
  const context = receiverOf(check.source(encapsulated, 'sealed.encapsulated'), ours, setup)
  try {
    return context.open(text, { ...(associatedData && { associatedData }) })
  } finally {
    context.close()
  }
}

export declare namespace open {
  type Options = receiver.Options & {
    /** As given to {@link seal}. */
    readonly associatedData?: Uint8Array
  }
}
