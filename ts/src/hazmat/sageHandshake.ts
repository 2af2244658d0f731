/**
 * Parts of SAGE's handshake over HPKE. **Dangerous**: the secrets are plain bytes here, and none of these
 * alone says who the other side is. Use `Handshake.sage`.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { type Pending, pendingOf } from '../handshake/sage.js'

/**
 * HPKE's `info`.
 *
 * @throws `ERR_HANDSHAKE_SAGE_AMBIGUOUS` for `|` or a control character.
 */
export function info(options: info.Options): string {
  const [context, initiator, responder] = [
    check.text(options.context, 'context'),
    check.text(options.initiator, 'initiator'),
    check.text(options.responder, 'responder'),
  ]
  return call((engine) => engine.handshakeSageInfo(context, initiator, responder))
}

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
  const [exporter, shared] = [
    check.bytes(options.exporter, 'exporter'),
    check.bytes(options.sharedSecret, 'sharedSecret'),
  ]
  const context = check.text(options.exportContext, 'exportContext')
  return call((engine) => engine.handshakeSageCombine(exporter, shared, context))
}

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
  const { combined, enc, ephC, ephS, ...texts } = options
  const [secret, a, b, c] = [
    check.bytes(combined, 'combined'),
    check.bytes(enc, 'enc'),
    check.bytes(ephC, 'ephC'),
    check.bytes(ephS, 'ephS'),
  ]
  const { info, exportContext, initiator, responder, context, nonce, keyId } = texts
  for (const [name, value] of Object.entries(texts)) check.text(value, name)
  return call((engine) =>
    engine.handshakeSageAckTag(
      secret,
      info,
      exportContext,
      a,
      b,
      c,
      initiator,
      responder,
      context,
      nonce,
      keyId,
    ),
  )
}

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
  const [context, payload] = [
    check.text(options.context, 'context'),
    check.text(options.payload, 'payload'),
  ]
  const [ephemeral, exporter] = [
    check.bytes(options.ephemeral, 'ephemeral'),
    check.bytes(options.exporter, 'exporter'),
  ]
  return pendingOf((engine) => engine.handshakeSageResume(context, payload, ephemeral, exporter))
}

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
