/**
 * `countersign/signers/pkcs11`: a key of an HSM or a smart card signs.
 *
 * @module
 */

export { type Pkcs11, type Pkcs11Handle, pkcs11Signer } from '../../signers/pkcs11.js'
