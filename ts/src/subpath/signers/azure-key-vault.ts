/**
 * `countersign/signers/azure-key-vault`: a key of Azure Key Vault or Managed HSM signs.
 *
 * @module
 */

export { type AzureKeys, azureKeyVaultSigner } from '../../signers/azureKeyVault.js'
