/**
 * Contexts: one setup, many messages in order.
 *
 * @module
 */

import * as check from '../check.js'
import { hpkeAeads } from '../generated/names.js'
import { disposable, Handle } from '../handle.js'
import { keyBytes, type PublicKey } from '../key.js'
import {
  anything,
  type Field,
  type Fields,
  optional,
  type Shape,
  shape,
  withDefault,
} from '../shape.js'
import { agreementOf, type Create, type LocalAgreement } from '../signing.js'
import { type RecipientKey, type RecipientSecret, recipientHandle, recipientKey } from './kem.js'

export { hpkeAeads as aeads } from '../generated/names.js'

/** A cipher. */
export type Aead = (typeof hpkeAeads)[number]

/** What both sides must agree on. */
export type Setup = {
  /** What the messages are for; bound to every key. At most 32,000 bytes. */
  readonly info: Uint8Array
  /** Default: `ChaCha20-Poly1305`. */
  readonly aead?: Aead
  /** A key of at least 32 bytes that both sides have, and its public name. */
  readonly psk?: { readonly key: Uint8Array; readonly id: Uint8Array }
}

const readMessage = shape({ associatedData: anything } satisfies Fields<SenderContext.seal.Options>)

const door: unique symbol = Symbol('countersign')
const nothing = new Uint8Array()
let makeSender: (create: Create) => SenderContext
let makeReceiver: (create: Create) => ReceiverContext

/** Encrypts messages to one recipient, in order. Made by {@link sender}. */
export class SenderContext {
  readonly #handle: Handle
  /** What the recipient needs to set up the same context. */
  readonly encapsulated: Uint8Array
  declare readonly [Symbol.dispose]: () => void

  static {
    makeSender = (create) => new SenderContext(door, create)
  }

  private constructor(key: typeof door, create: Create) {
    if (key !== door) throw check.wrong('key', 'made by `Hpke.sender`', key)
    this.#handle = new Handle(create, (engine, id) => engine.hpkeSenderClose(id))
    this.encapsulated = this.#handle.use((engine, id) => engine.hpkeEncapsulated(id))
  }

  /**
   * Encrypts the next message.
   *
   * @throws `ERR_HPKE_EXPORT_ONLY`, `ERR_HANDLE_CLOSED`, `ERR_HANDLE_LOST`.
   */
  seal(plaintext: Uint8Array, options: SenderContext.seal.Options = {}): Uint8Array {
    const { associatedData } = readMessage(options)
    const [text, bound] = [check.bytes(plaintext, 'plaintext'), boundTo(associatedData)]
    return this.#handle.use((engine, id) => engine.hpkeSeal(id, text, bound))
  }

  /**
   * `length` secret bytes, 0 to 8,160, for the use that `context` names, the same on both sides.
   *
   * @throws `ERR_LIMIT_EXCEEDED` over 8,160 bytes.
   */
  export(context: Uint8Array, length: number): Uint8Array {
    const [name, size] = exportOf(context, length)
    return this.#handle.use((engine, id) => engine.hpkeSenderExport(id, name, size))
  }

  /** Wipes the context. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }
}
disposable(SenderContext)

export declare namespace SenderContext {
  namespace seal {
    type Options = {
      /** Bound to the message and not sent: both sides give the same. Default: nothing. */
      readonly associatedData?: Uint8Array
    }
  }
}

/** Decrypts the messages of one sender, in order. Made by {@link receiver}. */
export class ReceiverContext {
  readonly #handle: Handle
  declare readonly [Symbol.dispose]: () => void

  static {
    makeReceiver = (create) => new ReceiverContext(door, create)
  }

  private constructor(key: typeof door, create: Create) {
    if (key !== door) throw check.wrong('key', 'made by `Hpke.receiver`', key)
    this.#handle = new Handle(create, (engine, id) => engine.hpkeReceiverClose(id))
  }

  /**
   * Decrypts the next message. One that does not open changes nothing.
   *
   * @throws `ERR_HPKE_OPEN` for any message but the next one, unchanged, with its `associatedData`;
   * `ERR_HPKE_EXPORT_ONLY`, `ERR_HANDLE_CLOSED`, `ERR_HANDLE_LOST`.
   */
  open(ciphertext: Uint8Array, options: ReceiverContext.open.Options = {}): Uint8Array {
    const { associatedData } = readMessage(options)
    const [sealed, bound] = [check.bytes(ciphertext, 'ciphertext'), boundTo(associatedData)]
    return this.#handle.use((engine, id) => engine.hpkeOpen(id, sealed, bound))
  }

  /** As {@link SenderContext.export}. */
  export(context: Uint8Array, length: number): Uint8Array {
    const [name, size] = exportOf(context, length)
    return this.#handle.use((engine, id) => engine.hpkeReceiverExport(id, name, size))
  }

  /** Wipes the context. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }
}
disposable(ReceiverContext)

export declare namespace ReceiverContext {
  namespace open {
    type Options = SenderContext.seal.Options
  }
}

/**
 * Starts a context to a recipient.
 *
 * @example
 * ```ts
 * using context = Hpke.sender(theirs, { info })
 * send(context.encapsulated, context.seal(first), context.seal(second))
 * ```
 *
 * @throws `ERR_HPKE_SUITE` for a recipient that is neither X25519 nor X-Wing; `ERR_HPKE_KEY`,
 * `ERR_HPKE_PSK`; `ERR_HPKE_MODE` for a `sender` with X-Wing; `ERR_LIMIT_EXCEEDED`; as `Keys.publicKey`.
 */
export function sender(recipient: RecipientKey, options: sender.Options): SenderContext {
  return senderOf(recipientKey(recipient, 'recipient'), readSender(options))
}

/** The context of options that were read. @internal */
export function senderOf(recipient: Recipient, read: SenderParts): SenderContext {
  const { kem, bytes } = recipient
  const { aead, info, key, id } = setupOf(read)
  const identity = read.sender
  if (identity === undefined)
    return makeSender((engine) => engine.hpkeSender(kem, bytes, aead, info, key, id))
  return makeSender(() =>
    identity.use((engine, own) => engine.hpkeSenderAuth(own, kem, bytes, aead, info, key, id)),
  )
}

export declare namespace sender {
  type Options = Setup & {
    /** Who sends, an X25519 key: proves the sender to the recipient, and to nobody else. */
    readonly sender?: LocalAgreement
  }
}

/**
 * A context from given random bytes, so that vectors can be reproduced. **Dangerous**: two messages
 * from the same bytes to the same key share their key and nonces.
 *
 * @throws `ERR_BYTES_LENGTH`; as {@link sender}.
 */
export function senderFrom(recipient: RecipientKey, options: senderFrom.Options): SenderContext {
  const { kem, bytes } = recipientKey(recipient, 'recipient')
  const { ikm: seed, sender: identity, ...setup } = readSenderFrom(options)
  const { aead, info, key, id } = setupOf(setup)
  if (identity === undefined)
    return makeSender((engine) => engine.hpkeSenderFrom(seed, kem, bytes, aead, info, key, id))
  return makeSender(() =>
    identity.use((engine, own) =>
      engine.hpkeSenderAuthFrom(own, seed, kem, bytes, aead, info, key, id),
    ),
  )
}

export declare namespace senderFrom {
  type Options = sender.Options & {
    /** 32 bytes for X25519, the `ikmE` of RFC 9180; 64 for X-Wing. */
    readonly ikm: Uint8Array
  }
}

/**
 * The recipient's context for an encapsulated key.
 *
 * @example
 * ```ts
 * using context = Hpke.receiver(encapsulated, ours, { info })
 * const first = context.open(ciphertext)
 * ```
 *
 * @throws `ERR_BYTES_LENGTH`, `ERR_KEY_NOT_CANONICAL` or `ERR_KEY_SMALL_ORDER` for the encapsulated key;
 * as {@link sender}.
 */
export function receiver(
  encapsulated: Uint8Array,
  key: RecipientSecret,
  options: receiver.Options,
): ReceiverContext {
  const from = check.source(encapsulated, 'encapsulated')
  return receiverOf(from, recipientHandle(key, 'key'), readReceiver(options))
}

/** The context of options that were read. @internal */
export function receiverOf(
  encapsulated: unknown,
  { handle, xwing }: ReturnType<typeof recipientHandle>,
  read: ReceiverParts,
): ReceiverContext {
  const { aead, info, key, id } = setupOf(read)
  const from = read.sender ?? nothing
  const enc = check.bytes(encapsulated, 'encapsulated')
  return makeReceiver(() =>
    handle.use((engine, own) =>
      xwing
        ? engine.hpkeReceiverXwing(own, enc, aead, info, key, id, from)
        : engine.hpkeReceiver(own, enc, aead, info, key, id, from),
    ),
  )
}

export declare namespace receiver {
  type Options = Setup & {
    /** The sender's X25519 key, where it must prove itself. */
    readonly sender?: PublicKey
  }
}

/** What the fields of options give, each read once. @internal */
export type SetupParts = {
  readonly info: Uint8Array
  readonly aead: Aead
  readonly psk: { readonly key: Uint8Array; readonly id: Uint8Array } | undefined
}

/** The checked key of a recipient. @internal */
export type Recipient = ReturnType<typeof recipientKey>

/** @internal */
export type SenderParts = SetupParts & {
  readonly sender: Handle | undefined
}

/** @internal */
export type ReceiverParts = SetupParts & {
  readonly sender: Uint8Array | undefined
}

/** A field for every member of what is read. */
type FieldsOf<T> = { readonly [Name in keyof T]: Field<T[Name]> }

const pskFields = { key: check.bytes, id: check.bytes } satisfies Fields<NonNullable<Setup['psk']>>

/**
 * In this order: a getter of a key or PSK is code of the caller, which could take the memory of an array away
 * that was looked at before it.
 */
const setupFields: FieldsOf<SetupParts> = {
  psk: optional(shape(pskFields)),
  info: (value, name) => check.bytes(value, name),
  aead: withDefault((value, name) => check.oneOf(value, name, hpkeAeads), 'ChaCha20-Poly1305'),
}

/** Members of the options of {@link sender}. @internal */
export const senderFields: FieldsOf<SenderParts> = {
  sender: optional(agreementOf),
  ...setupFields,
}

/** Members of the options of {@link receiver}. @internal */
export const receiverFields: FieldsOf<ReceiverParts> = {
  sender: optional(keyBytes),
  ...setupFields,
}

const readSender: Shape<SenderParts> = shape(senderFields satisfies Fields<sender.Options>)
const readSenderFrom = shape({
  ...senderFields,
  ikm: check.bytes,
} satisfies Fields<senderFrom.Options>)
const readReceiver: Shape<ReceiverParts> = shape(receiverFields satisfies Fields<receiver.Options>)

function setupOf({ aead, info, psk }: SetupParts) {
  return { aead, info, key: psk?.key ?? nothing, id: psk?.id ?? nothing }
}

/** What a message is bound to, if anything. */
function boundTo(associatedData: unknown): Uint8Array {
  return associatedData === undefined ? nothing : check.bytes(associatedData, 'associatedData')
}

function exportOf(context: unknown, length: unknown): [Uint8Array, number] {
  return [check.bytes(context, 'context'), check.integer32(length, 'length')]
}
