/**
 * `countersign/signers/vault-transit`: a key of HashiCorp Vault or OpenBao signs.
 *
 * @module
 */

export { type Vault, vaultTransitSigner } from '../../signers/vaultTransit.js'
