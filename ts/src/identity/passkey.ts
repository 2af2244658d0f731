/**
 * Passkeys: an identity file that opens with a touch (Web Authentication Level 3, extension `prf`).
 *
 * From the slot's salt, the authenticator makes 32 bytes that only it can make; HKDF derives the slot key from them.
 * The output depends on user verification, so that is always asked for. Nothing here proves to a server who the user
 * is: no attestation and no assertion is checked, because the file itself is the check.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { CountersignError } from '../errors.js'
import type { HostCredentials } from '../host.js'
import { type Fields, optional, printOptions, shape } from '../shape.js'
import { base } from './file/slot.js'
import { slotOf, type Unlock } from './file/unlock.js'
import { type FileInput, infoOf, type NewSlot } from './info.js'

/** COSE algorithms that a passkey may have: EdDSA, ES256, RS256. Its signatures are not used. */
const algorithms = [-8, -7, -257] as const

/** How long the user has, in milliseconds. */
const timeout = 120_000

/**
 * Makes a passkey, and a new slot for it. In a page, after a click: the browser asks the user.
 *
 * @example
 * ```ts no-run: it needs a page
 * const slot = await Identity.passkeySlot({ user: 'agent.example', relyingParty: location.hostname })
 * identity.addSlot(slot)
 * ```
 *
 * @throws `ERR_PASSKEY_UNAVAILABLE` outside a page, or if the authenticator has no PRF;
 * `ERR_PASSKEY_FAILED` if the user or the browser refused.
 */
export async function passkeySlot(options: passkeySlot.Options): Promise<NewSlot> {
  const { relyingParty, user, label, credentials } = readPasskeySlot(options)
  const salt = random()
  const made = await ask(() =>
    credentials.create({
      publicKey: {
        challenge: random(),
        rp: { id: relyingParty, name: relyingParty },
        user: { id: random(), name: user, displayName: user },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: { eval: { first: salt } } },
        timeout,
      },
    }),
  )
  const credential = new Uint8Array(made.rawId)
  // Some authenticators give the output at once, others only say that they can: those are asked again.
  if (made.getClientExtensionResults().prf?.enabled === false) throw noPrf()
  const secret = output(made) ?? (await evaluate(credentials, relyingParty, credential, salt))
  const settings = printOptions({
    ...base('passkey', label, salt),
    credential: call((engine) => engine.encodingBase64urlEncode(credential)),
    relyingParty,
  })
  return { settings, secret }
}

const readPasskeySlot = shape({
  relyingParty: check.text,
  user: check.text,
  label: optional(check.text),
  credentials: container,
} satisfies Fields<passkeySlot.Options>)

export declare namespace passkeySlot {
  type Options = {
    /** The domain that the passkey is for: that of the page, or one above it. */
    readonly relyingParty: string
    /** What the browser calls the passkey. */
    readonly user: string
    /** A name for the slot. */
    readonly label?: string
    /** Default: `navigator.credentials`. */
    readonly credentials?: HostCredentials
  }
}

/**
 * Asks for the secret of a passkey slot of a file. In a page, after a click: the browser asks the user.
 *
 * @example
 * ```ts no-run: it needs a page
 * const key = await Identity.unlockWithPasskey(file)
 * using identity = Identity.open(file, key)
 * key.secret.fill(0)
 * ```
 *
 * @throws `ERR_IDENTITY_FILE_SLOT` without such a slot; as {@link passkeySlot}.
 */
export async function unlockWithPasskey(
  file: FileInput,
  options: unlockWithPasskey.Options = {},
): Promise<Unlock> {
  const { credentials, ...rest } = readUnlock(options)
  const slot = slotOf(infoOf(file), 'passkey', rest.slot)
  const bytes = (text: string) => call((engine) => engine.encodingBase64urlDecode(text))
  const [credential, salt] = [bytes(slot.credential), bytes(slot.salt)]
  const secret = await evaluate(credentials, slot.relyingParty, credential, salt)
  return { slot: slot.id, secret }
}

const readUnlock = shape({
  slot: optional(check.text),
  credentials: container,
} satisfies Fields<unlockWithPasskey.Options>)

export declare namespace unlockWithPasskey {
  type Options = {
    /** Id of the slot. Default: the first passkey slot. */
    readonly slot?: string
    /** Default: `navigator.credentials`. */
    readonly credentials?: HostCredentials
  }
}

/** What the authenticator makes from `salt`. */
async function evaluate(
  credentials: Pick<HostCredentials, 'get'>,
  rpId: string,
  credential: Uint8Array,
  salt: Uint8Array,
): Promise<Uint8Array> {
  const got = await ask(() =>
    credentials.get({
      publicKey: {
        challenge: random(),
        rpId,
        allowCredentials: [{ type: 'public-key', id: credential as Uint8Array<ArrayBuffer> }],
        userVerification: 'required',
        extensions: { prf: { eval: { first: salt as Uint8Array<ArrayBuffer> } } },
        timeout,
      },
    }),
  )
  const secret = output(got)
  if (secret) return secret
  throw noPrf()
}

function noPrf(): CountersignError {
  return new CountersignError(
    'ERR_PASSKEY_UNAVAILABLE',
    'the authenticator has no PRF: use another one, or a passphrase',
  )
}

function output(credential: PublicKeyCredential): Uint8Array | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (first === undefined) return undefined
  const view = ArrayBuffer.isView(first) ? first : new Uint8Array(first)
  return new Uint8Array(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength))
}

async function ask(request: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let credential: Credential | null
  try {
    credential = await request()
  } catch (cause) {
    throw new CountersignError(
      'ERR_PASSKEY_FAILED',
      'the user or the browser did not use the passkey: ask again after a click',
      { cause },
    )
  }
  if (credential && 'getClientExtensionResults' in credential)
    return credential as PublicKeyCredential
  throw new CountersignError(
    'ERR_PASSKEY_FAILED',
    'the browser gave no passkey: ask again after a click',
  )
}

type Container = HostCredentials

/** The container that makes and uses passkeys: the given one, or the page's. */
function container(value: unknown, name: string): Container {
  const own = typeof navigator === 'object' ? navigator.credentials : undefined
  const found = value === undefined ? own : check.record(value, name)
  // Some hosts have `navigator.credentials` by name only.
  if (found === undefined || found === null)
    throw new CountersignError(
      'ERR_PASSKEY_UNAVAILABLE',
      'there are no passkeys here: call this in a page, or pass credentials',
    )
  return found as unknown as Container
}

function random(): Uint8Array<ArrayBuffer> {
  return globalThis.crypto.getRandomValues(new Uint8Array(32))
}
