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
import type { Engine } from '../generated/contract.js'
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
 * Signs the document that `make` puts into the engine with two keys, one after the other. Returns its text.
 *
 * At once if both signers are local, else a promise.
 *
 * @throws as {@link signUnsigned}.
 */
export function signByTwo<A extends Signer, B extends Signer, T = string>(
  first: A,
  second: B,
  make: Create,
  finish: (text: string) => T = (text) => text as T,
): Signed<A | B, T> {
  const waiting = signFirst(first, make)
  const signed =
    waiting instanceof Handle
      ? signSecond(second, waiting, finish)
      : waiting.then((next) => signSecond(second, next, finish))
  return signed as Signed<A | B, T>
}

/** As {@link signByTwo}, for a document that is JSON. */
export function signJsonByTwo<A extends Signer, B extends Signer, T>(
  first: A,
  second: B,
  make: Create,
): Signed<A | B, T> {
  return signByTwo(first, second, make, (text) => JSON.parse(text) as T)
}

/** A step of a handshake that has to be signed. */
type Step<T> = {
  /** Signs in the engine, with a local key. */
  readonly here: (own: Handle) => T
  /** What anybody else signs. */
  readonly message: () => Uint8Array
  /** Goes on with that signature. */
  readonly finish: (signature: Uint8Array) => T
}

/** Signs a step of a handshake that goes on. At once for a local signer, else a promise. */
export function signStep<S extends Signer, T>(signer: S, step: Step<T>): Signed<S, T> {
  const own = signerHandle(signer)
  if (own) return step.here(own) as Signed<S, T>
  const { algorithm } = checkSigner(signer)
  const message = step.message()
  const make: Create = (engine) => engine.unsignedSignature(algorithm, message)
  return external(signer, make).then(step.finish) as Signed<S, T>
}

/** The text of a document that is text. */
export function textOf(document: Uint8Array): string {
  return decode(document, 0, document.length)
}

/** What the second of two keys signs, once the first has. */
function signFirst(signer: Signer, make: Create): Handle | Promise<Handle> {
  const own = signerHandle(signer)
  if (own)
    return waitingFor((engine) => own.use((_, id) => engine.unsignedByTwoSign(make(engine), id)))
  const waiting = new Handle(make, (engine, id) => engine.unsignedByTwoClose(id))
  const message = waiting.use((engine, id) => engine.unsignedByTwoMessage(id))
  return complete(signer, waiting, message, (key, signature) =>
    waitingFor(() => waiting.spend((engine, id) => engine.unsignedByTwoAttach(id, key, signature))),
  )
}

function signSecond<T>(
  signer: Signer,
  waiting: Handle,
  finish: (text: string) => T,
): T | Promise<T> {
  const own = signerHandle(signer)
  if (!own) return attached(signer, waiting).then((document) => finish(textOf(document)))
  const sign = (engine: Engine, id: number) => own.use((_, key) => engine.unsignedSignText(id, key))
  return finish(waiting.spend(sign))
}

/** Refuses at once what the engine refuses, and later what the signer answers. */
function external(signer: Signer, make: Create): Promise<Uint8Array> {
  return attached(signer, waitingFor(make))
}

function waitingFor(make: Create): Handle {
  return new Handle(make, (engine, id) => engine.unsignedClose(id))
}

function attached(signer: Signer, waiting: Handle): Promise<Uint8Array> {
  const message = waiting.use((engine, id) => engine.unsignedMessage(id))
  return complete(signer, waiting, message, (key, signature) =>
    waiting.spend((engine, id) => engine.unsignedAttach(id, key, signature)),
  )
}

/** Asks the signer, and gives its answer to `attach`. What waited is closed in any case. */
async function complete<T>(
  signer: Signer,
  waiting: Handle,
  message: Uint8Array,
  attach: (key: Uint8Array, signature: Uint8Array) => T,
): Promise<T> {
  try {
    const key = keyBytes(checkSigner(signer).publicKey)
    const answer: unknown = await signer.sign(message)
    return attach(key, check.bytes(answer, 'signature of the signer'))
  } finally {
    waiting.close()
  }
}
