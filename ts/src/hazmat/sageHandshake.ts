/**
 * Parts of SAGE's handshake over HPKE. **Dangerous**: the secrets are plain bytes here, and none of these
 * alone says who the other side is. Use `Sage.Handshake`.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { type Pending, pendingOf } from '../sage/pending.js'
import { type Fields, shape } from '../shape.js'

/**
 * HPKE's `info`.
 *
 * @throws `ERR_HANDSHAKE_SAGE_AMBIGUOUS` for `|` or a control character.
 */
export function info(options: info.Options): string {
  const { context, initiator, responder } = readInfo(options)
  return call((engine) => engine.handshakeSageInfo(context, initiator, responder))
}

const infoFields = { context: check.text, initiator: check.text, responder: check.text }

const readInfo = shape(infoFields satisfies Fields<info.Options>)

export declare namespace info {
  type Options = {
    readonly context: string
    /** DID. */
    readonly initiator: string
    /** DID. */
    readonly responder: string
  }
}

/** The context of HPKE's exporter. Throws as {@link info}. */
export function exportContext(context: string): string {
  const text = check.text(context, 'context')
  return call((engine) => engine.handshakeSageExportContext(text))
}

/**
 * The secret of the session: of HPKE's exporter, and the shared secret of the ephemeral keys.
 *
 * @throws `ERR_BYTES_LENGTH` unless both are 32 bytes.
 */
export function combine(options: combine.Options): Uint8Array {
  const { exporter, sharedSecret: shared, exportContext: context } = readCombine(options)
  return call((engine) => engine.handshakeSageCombine(exporter, shared, context))
}

const readCombine = shape({
  exporter: check.bytes,
  sharedSecret: check.bytes,
  exportContext: check.text,
} satisfies Fields<combine.Options>)

export declare namespace combine {
  type Options = {
    readonly exporter: Uint8Array
    /** Raw, of X25519. */
    readonly sharedSecret: Uint8Array
    /** As {@link exportContext}. */
    readonly exportContext: string
  }
}

/**
 * The responder's acknowledgement.
 *
 * @throws `ERR_BYTES_LENGTH`; `ERR_HANDSHAKE_SAGE_AMBIGUOUS` for a text with NUL.
 */
export function ackTag(options: ackTag.Options): Uint8Array {
  const read = readAck(options)
  return call((engine) =>
    engine.handshakeSageAckTag(
      read.combined,
      read.info,
      read.exportContext,
      read.enc,
      read.ephC,
      read.ephS,
      read.initiator,
      read.responder,
      read.context,
      read.nonce,
      read.keyId,
    ),
  )
}

const readAck = shape({
  ...infoFields,
  combined: check.bytes,
  info: check.text,
  exportContext: check.text,
  enc: check.bytes,
  ephC: check.bytes,
  ephS: check.bytes,
  nonce: check.text,
  keyId: check.text,
} satisfies Fields<ackTag.Options>)

export declare namespace ackTag {
  type Options = info.Options & {
    /** As {@link combine}. */
    readonly combined: Uint8Array
    readonly info: string
    readonly exportContext: string
    readonly enc: Uint8Array
    readonly ephC: Uint8Array
    readonly ephS: Uint8Array
    readonly nonce: string
    readonly keyId: string
  }
}

/**
 * A pending initiator from its secrets and the request that it sent.
 *
 * @throws `ERR_HANDSHAKE_SAGE_CONTEXT` if they do not fit; `ERR_HANDSHAKE_SAGE_MALFORMED`.
 */
export function resume(options: resume.Options): Pending {
  const { context, payload, ephemeral, exporter } = readResume(options)
  return pendingOf((engine) => engine.handshakeSageResume(context, payload, ephemeral, exporter))
}

const readResume = shape({
  context: check.text,
  payload: check.text,
  ephemeral: check.bytes,
  exporter: check.bytes,
} satisfies Fields<resume.Options>)

export declare namespace resume {
  type Options = {
    readonly context: string
    /** The payload of the request. */
    readonly payload: string
    /** Our ephemeral secret. */
    readonly ephemeral: Uint8Array
    /** 32 bytes of HPKE's exporter. */
    readonly exporter: Uint8Array
  }
}
