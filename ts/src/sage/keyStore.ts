/**
 * SAGE's boxes for an Ed25519 key, and the files in which it stores keys.
 *
 * Vault and key files are read, not written: PBKDF2 with 100,000 rounds is too weak, a file does not say its
 * parameters, and its name is not bound to its content. Write an `Identity` instead.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import { type KeyType, keyBytes, type PublicKey } from '../key.js'
import { adoptAs, type adoptSigner, importFields } from '../keyFormats/adopt.js'
import { type Fields, shape } from '../shape.js'
import { agreementOf, handleOf, type LocalAgreement, type LocalSigner } from '../signing.js'

/**
 * What SAGE calls the shared secret: SHA-256 of the raw one, 32 bytes.
 *
 * @throws `ERR_KEY_TYPE_MISMATCH`, `ERR_KEY_SMALL_ORDER`, `ERR_KEY_AGREEMENT_ZERO`.
 */
export function sharedSecret(agreement: LocalAgreement, peer: PublicKey): Uint8Array {
  const key = keyBytes(peer, 'peer')
  return agreementOf(agreement).use((engine, id) => engine.sageSharedSecret(id, key))
}

/**
 * Seals bytes to the holder of an Ed25519 key, as SAGE's old handshake does. Nothing shows who sealed them, when, or
 * whether they came before.
 *
 * @throws `ERR_KEY_TYPE_MISMATCH` for a key of another type.
 */
export function sealBox(plaintext: Uint8Array, recipient: PublicKey): Uint8Array {
  const [key, bytes] = [keyBytes(recipient, 'recipient'), check.bytes(plaintext, 'plaintext')]
  return call((engine) => engine.sageBoxSeal(key, bytes))
}

/**
 * Opens what was sealed to an Ed25519 key.
 *
 * @throws `ERR_KEY_TYPE_MISMATCH`; `ERR_KEY_BOX` if it does not open, whatever is wrong with it.
 */
export function openBox(packet: Uint8Array, recipient: LocalSigner): Uint8Array {
  const bytes = check.bytes(packet, 'packet')
  return handleOf(recipient, 'recipient').use((engine, id) => engine.sageBoxOpen(id, bytes))
}

const vaultFields = {
  keyId: check.text,
  passphrase: check.bytes,
} satisfies Fields<openVault.Options>
const readVault = shape(vaultFields)
const readVaultKey = shape({
  ...vaultFields,
  ...importFields,
  type: check.text,
} satisfies Fields<signerFromVault.Options>)
const readKeyFile = shape({
  ...importFields,
  name: check.text,
} satisfies Fields<signerFromKeyFile.Options>)

/**
 * Opens a vault file: the bytes that SAGE was given, of any kind. Takes a while.
 *
 * @throws `ERR_VAULT_SAGE_PASSPHRASE`, `ERR_VAULT_SAGE_ID`, `ERR_VAULT_SAGE_MALFORMED`,
 * `ERR_VAULT_SAGE_OPEN`; a code of JSON or base64.
 */
export function openVault(
  file: string | Uint8Array | object,
  options: openVault.Options,
): Uint8Array {
  const { text } = receive(file, 'file')
  const { keyId, passphrase } = readVault(options)
  return call((engine) => engine.sageVaultOpen(text, keyId, passphrase))
}

export declare namespace openVault {
  type Options = {
    /** The key that is wanted; the file must say the same. Nothing proves that it is right. */
    readonly keyId: string
    /** UTF-8, not empty. */
    readonly passphrase: Uint8Array
  }
}

/**
 * Imports the signing key of a vault file, without showing it.
 *
 * @throws as {@link openVault}; a code of keys.
 */
export function signerFromVault(
  file: string | Uint8Array | object,
  options: signerFromVault.Options,
): LocalSigner {
  const { text } = receive(file, 'file')
  const { keyId, passphrase, type, algorithm } = readVaultKey(options)
  return adoptAs(algorithm, (engine) => engine.sageVaultKey(text, keyId, passphrase, type))
}

export declare namespace signerFromVault {
  type Options = openVault.Options &
    adoptSigner.Options & {
      /** What the file holds: it does not say. */
      readonly type: KeyType
    }
}

/**
 * Imports the signing key of a key file, which SAGE writes in the clear.
 *
 * @throws `ERR_VAULT_SAGE_ID` for a name in another form, or an id that is not the key's;
 * `ERR_VAULT_SAGE_MALFORMED`; as `Sage.Keys.signerFromJwk`.
 */
export function signerFromKeyFile(
  file: string | Uint8Array | object,
  options: signerFromKeyFile.Options,
): LocalSigner {
  const { text } = receive(file, 'file')
  const { name, algorithm } = readKeyFile(options)
  return adoptAs(algorithm, (engine) => engine.sageKeyFile(text, name))
}

export declare namespace signerFromKeyFile {
  type Options = adoptSigner.Options & {
    /** The name of the file, which holds the id of the key. */
    readonly name: string
  }
}
