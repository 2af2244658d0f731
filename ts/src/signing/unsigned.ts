/**
 * Documents that the engine makes, and then signs or has signed.
 *
 * The engine keeps the document until it is signed (`rust/core/src/unsigned.rs`). A local signer signs it there; what
 * any other signer answers is verified there.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { decode } from '../engine/entries/text.js'
import { Handle } from '../handle.js'
import { keyBytes } from '../key.js'
import { type Create, checkSigner, type Signed, type Signer, signerHandle } from '../signing.js'

/**
 * Signs the document that `make` puts into the engine, and returns what `finish` makes of it; the document itself
 * without `finish`.
 *
 * At once for a local signer, else a promise.
 *
 * @throws `ERR_SIGNER_INVALID` if an external signer gave anything but its signature.
 */
export function signUnsigned<S extends Signer, T = Uint8Array>(
  signer: S,
  make: Create,
  finish: (document: Uint8Array) => T = (document) => document as T,
): Signed<S, T> {
  const own = signerHandle(signer)
  if (own)
    return finish(own.use((engine, id) => engine.unsignedSign(make(engine), id))) as Signed<S, T>
  return external(signer, make).then(finish) as Signed<S, T>
}

/** As {@link signUnsigned}, for a document that is text. */
export function signText<S extends Signer, T = string>(
  signer: S,
  make: Create,
  finish: (text: string) => T = (text) => text as T,
): Signed<S, T> {
  const own = signerHandle(signer)
  if (own)
    return finish(own.use((engine, id) => engine.unsignedSignText(make(engine), id))) as Signed<
      S,
      T
    >
  return external(signer, make).then((document) => finish(textOf(document))) as Signed<S, T>
}

/** As {@link signUnsigned}, for a document that is JSON. */
export function signJson<S extends Signer, T>(signer: S, make: Create): Signed<S, T> {
  return signText(signer, make, (text) => JSON.parse(text) as T)
}

/**
 * Signs `message` itself, for what no one signature completes: a document of two keys, a handshake that goes on. Returns
 * what `finish` makes of the signature.
 */
export function signBytes<S extends Signer, T>(
  signer: S,
  message: Uint8Array,
  finish: (signature: Uint8Array) => T,
): Signed<S, T> {
  const { algorithm } = checkSigner(signer)
  return signUnsigned(signer, (engine) => engine.unsignedSignature(algorithm, message), finish)
}

/** The text of a document that is text. */
export function textOf(document: Uint8Array): string {
  return decode(document, 0, document.length)
}

/** Refuses at once what the engine refuses, and later what the signer answers. */
function external(signer: Signer, make: Create): Promise<Uint8Array> {
  return complete(signer, new Handle(make, (engine, id) => engine.unsignedClose(id)))
}

async function complete(signer: Signer, waiting: Handle): Promise<Uint8Array> {
  try {
    const key = keyBytes(checkSigner(signer).publicKey)
    const message = waiting.use((engine, id) => engine.unsignedMessage(id))
    const answer: unknown = await signer.sign(message)
    const signature = check.bytes(answer, 'signature of the signer')
    return waiting.spend((engine, id) => engine.unsignedAttach(id, key, signature))
  } finally {
    waiting.close()
  }
}
