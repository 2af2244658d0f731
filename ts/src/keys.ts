/**
 * Keys: make, import, sign, verify, recover, agree.
 *
 * Secrets stay inside the engine, behind a {@link LocalSigner} or {@link LocalAgreement}.
 *
 * | Type | Signs with | Agrees |
 * | --- | --- | --- |
 * | `Ed25519` | `ed25519` | |
 * | `secp256k1` | `ecdsa-secp256k1-sha256` (default), `ecdsa-secp256k1-keccak256` | |
 * | `P-256` | `ecdsa-p256-sha256` | |
 * | `X25519` | | yes |
 * | `ML-DSA-44`, `ML-DSA-65`, `ML-DSA-87` | `ml-dsa-44`, `ml-dsa-65`, `ml-dsa-87` (FIPS 204) | |
 * | `Ed25519+ML-DSA-65` | `ed25519+ml-dsa-65`: two signatures, and both must hold | |
 *
 * The last two rows are post-quantum. The last one is `MLDSA65-Ed25519-SHA512` of
 * draft-ietf-lamps-pq-composite-sigs-19, so its bytes may change until that draft is an RFC.
 *
 * @module
 */

export { keyTypes as types } from './generated/keys.js'
export {
  type Algorithm,
  type KeyType,
  type PublicKey,
  publicKey,
  type SigningKeyType,
} from './key.js'
export * from './keyFormats.js'
export { verifyBatch } from './keys/batch.js'
export type { Claim, HighS } from './keys/claim.js'
export { recover, signatureFromDer, signatureToDer, toUncompressed } from './keys/ecdsa.js'
export { secretLength, signatureLength, signatureLengths } from './keys/lengths.js'
export {
  dangerouslyExportSecret,
  fromSecret,
  generate,
  type LocalKey,
  type UsableKeyType,
} from './keys/local.js'
export { sharedSecret, sign } from './keys/use.js'
export { verify } from './keys/verify.js'
export { browserKey } from './signing/browserKey.js'
export { fromCryptoKey } from './signing/webCrypto.js'
export type {
  LocalAgreement,
  LocalSigner,
  Signed,
  Signer,
} from './signing.js'
