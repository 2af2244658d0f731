/**
 * A {@link Signer} over a key behind PKCS#11: an HSM, a smart card, SoftHSM.
 *
 * @module
 */

import * as check from '../check.js'
import { hex } from '../encoding.js'
import { CountersignError } from '../errors.js'
import type { HostBuffer } from '../host.js'
import { type PublicKey, publicKey, type SigningKeyType } from '../key.js'
import { type Fields, optional, shape } from '../shape.js'
import type { Signer } from '../signing.js'
import { ask, checkClient, kindOf, read, readKey, readRaw, sha256, signerOver } from './service.js'

/** What is used of a `PKCS11` of `pkcs11js`. */
export type Pkcs11 = {
  C_FindObjectsInit(session: Pkcs11Handle, template: Pkcs11Attribute[]): void
  C_FindObjects(session: Pkcs11Handle, most: number): Pkcs11Handle[]
  C_FindObjectsFinal(session: Pkcs11Handle): void
  C_GetAttributeValue(
    session: Pkcs11Handle,
    object: Pkcs11Handle,
    template: Pkcs11Attribute[],
  ): { readonly value: Uint8Array }[]
  C_SignInit(session: Pkcs11Handle, mechanism: { mechanism: number }, key: Pkcs11Handle): void
  C_SignAsync(session: Pkcs11Handle, data: Uint8Array, signature: Uint8Array): Promise<Uint8Array>
}

/** A handle of `pkcs11js`, which is a `Buffer`. */
export type Pkcs11Handle = Uint8Array

type Pkcs11Attribute = { type: number; value?: number | string | HostBuffer }

const service = 'PKCS#11'

// Names and values as in the standard (PKCS#11 3.1, section 3 and appendix).
const CKA_CLASS = 0x0
const CKA_LABEL = 0x3
const CKA_ID = 0x102
const CKA_EC_PARAMS = 0x180
const CKA_EC_POINT = 0x181
const CKO_PUBLIC_KEY = 2
const CKO_PRIVATE_KEY = 3
const CKM_ECDSA = 0x1041
const CKM_EDDSA = 0x1057

/** `CKA_EC_PARAMS` in hex: an object identifier in DER, or the name of the curve as a printable string. */
const kinds: Readonly<Record<string, SigningKeyType>> = {
  '06082a8648ce3d030107': 'P-256',
  '06052b8104000a': 'secp256k1',
  '06032b6570': 'Ed25519',
  '130c656477617264733235353139': 'Ed25519',
}

const signatureLength = 64

/**
 * Signs with a key behind PKCS#11, of P-256 or secp256k1 (`CKM_ECDSA`) or Ed25519 (`CKM_EDDSA`). Only Node can load such
 * a module.
 *
 * The token must hold both halves of the key, with one `CKA_ID`. A session does one thing at a time: signers of one
 * session wait for each other. Use another session for whatever else you do.
 *
 * @example
 * ```ts no-run: it needs a token
 * // pkcs11.C_Login(session, CKU_USER, pin)
 * const signer = await pkcs11Signer(pkcs11, session, { label: 'ledger' })
 * ```
 *
 * @param pkcs11 - A `PKCS11` of `pkcs11js` that has loaded its module.
 * @param session - A session in which the user has logged in.
 * @throws `ERR_ARGUMENT` without `label` or `id`, and unless just one key has them; `ERR_KEY_ALGORITHM` for a key of
 * another kind; `ERR_SIGNER_UNAVAILABLE` if the token refuses or fails, as does `sign` later; `ERR_SIGNER_INVALID` for an
 * answer that is not a signature. `sign` throws `ERR_ARGUMENT` for an empty message to Ed25519.
 */
export async function pkcs11Signer(
  pkcs11: Pkcs11,
  session: Pkcs11Handle,
  key: pkcs11Signer.Key,
): Promise<Signer> {
  checkClient(pkcs11, 'pkcs11', Object.keys(methods))
  const handle = check.source(session, 'session')
  const { type, point, secret } = await inLane(handle, () =>
    find(pkcs11, handle, nameAttributes(key)),
  )
  return signerOver(service, point, async (message) => {
    const [mechanism, data] =
      type === 'Ed25519' ? [CKM_EDDSA, notEmpty(message)] : [CKM_ECDSA, await sha256(message)]
    const signature = await inLane(handle, () => {
      pkcs11.C_SignInit(handle, { mechanism }, secret)
      return pkcs11.C_SignAsync(handle, data, new Uint8Array(signatureLength))
    })
    return readRaw(service, signature)
  })
}

/** Nothing has no address in memory, which tokens refuse in the middle: the session would be stuck. */
function notEmpty(message: Uint8Array): Uint8Array {
  if (message.length === 0) throw check.unfit('message', 'of one byte or more', '')
  return message
}

export declare namespace pkcs11Signer {
  /** What the key is found by: one of both, or both. */
  type Key = {
    /** Its `CKA_LABEL`. */
    readonly label?: string
    /** Its `CKA_ID`. */
    readonly id?: Uint8Array
  }
}

const methods: Readonly<Record<keyof Pkcs11, true>> = {
  C_FindObjectsInit: true,
  C_FindObjects: true,
  C_FindObjectsFinal: true,
  C_GetAttributeValue: true,
  C_SignInit: true,
  C_SignAsync: true,
}

const readNames = shape({
  label: optional(check.text),
  id: optional(check.bytes),
} satisfies Fields<pkcs11Signer.Key>)

function nameAttributes(key: pkcs11Signer.Key): Pkcs11Attribute[] {
  const { label, id } = readNames(key, 'key')
  if (label === undefined && id === undefined) throw check.wrong('key', '`label` or `id`', key)
  return [
    ...(label === undefined ? [] : [{ type: CKA_LABEL, value: label }]),
    ...(id === undefined ? [] : [{ type: CKA_ID, value: id as HostBuffer }]),
  ]
}

type Found = {
  readonly type: SigningKeyType
  readonly point: PublicKey
  readonly secret: Pkcs11Handle
}

/** Both halves of the key. */
function find(pkcs11: Pkcs11, session: Pkcs11Handle, names: Pkcs11Attribute[]): Found {
  const object = only(pkcs11, session, 'public', [
    { type: CKA_CLASS, value: CKO_PUBLIC_KEY },
    ...names,
  ])
  const wanted = [CKA_ID, CKA_EC_PARAMS, CKA_EC_POINT].map((type) => ({ type }))
  const values = pkcs11.C_GetAttributeValue(session, object, wanted)
  const [id, curve, encoded] = values.map(({ value }) => value)
  const type = kindOf(
    kinds,
    'CKA_EC_PARAMS',
    read(service, 'CKA_EC_PARAMS', () => hexOf(curve)),
  )
  const point = readKey(service, type, () => publicKey({ type, bytes: unwrap(type, encoded) }))
  const secret = only(pkcs11, session, 'private', [
    { type: CKA_CLASS, value: CKO_PRIVATE_KEY },
    { type: CKA_ID, value: read(service, 'CKA_ID', () => check.bytes(id, 'CKA_ID')) as HostBuffer },
  ])
  return { type, point, secret }
}

/** The one object that fits. */
function only(
  pkcs11: Pkcs11,
  session: Pkcs11Handle,
  half: string,
  template: Pkcs11Attribute[],
): Pkcs11Handle {
  pkcs11.C_FindObjectsInit(session, template)
  try {
    const [object, other] = pkcs11.C_FindObjects(session, 2)
    if (object !== undefined && other === undefined) return object
    const what = object === undefined ? 'no' : 'more than one'
    throw new CountersignError('ERR_ARGUMENT', `the token shows ${what} ${half} key of that name`, {
      member: 'key',
      reason: `${what} ${half} key`,
    })
  } finally {
    pkcs11.C_FindObjectsFinal(session)
  }
}

function hexOf(bytes: unknown): string {
  return hex.encode(check.bytes(bytes, 'CKA_EC_PARAMS'))
}

/** The point in its octet string (DER); some tokens give it bare. */
function unwrap(type: SigningKeyType, bytes: unknown): Uint8Array {
  const point = check.bytes(bytes, 'CKA_EC_POINT')
  const length = type === 'Ed25519' ? 32 : 65
  const wrapped = point.length === length + 2 && point[0] === 4 && point[1] === length
  return wrapped ? point.slice(2) : point
}

/** What each session does last, by its handle. */
const lanes = new WeakMap<object, Promise<unknown>>()

/** Runs `work` when the session has nothing else to do. */
function inLane<T>(session: Pkcs11Handle, work: () => T | Promise<T>): Promise<T> {
  const before = lanes.get(session) ?? Promise.resolve()
  const mine = before.catch(() => undefined).then(() => ask(service, work))
  lanes.set(session, mine)
  return mine
}
