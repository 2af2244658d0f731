import { Encoding, Keys } from 'countersign'

/** The first account of the tools that start a chain for tests. */
export const signer = Keys.fromSecret(
  'secp256k1',
  Encoding.hex.decode('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'),
)
