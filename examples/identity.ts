// Run: node examples/identity.ts, with Node 24 or newer after `npm start`
// An identity: a key, its names, its forms, and a signature that only it can make.

import assert from 'node:assert/strict'
import { Did, isCountersignError, Keys } from 'countersign'
import * as Sage from 'countersign/sage'

const signer = Keys.generate('Ed25519')
const { publicKey } = signer
const did = Did.fromKey(publicKey)
console.log('DID          ', did)
console.log('Multikey     ', Keys.toMultikey(publicKey))
console.log('JWK          ', JSON.stringify(Keys.toJwk(publicKey)))
console.log('thumbprint   ', Keys.thumbprint(publicKey))
console.log(Keys.toPem(publicKey).trim())

// The DID is the key: whoever reads the name has all that verification needs.
const message = new TextEncoder().encode('I was here')
const signature = signer.sign(message)
assert(Keys.verify({ publicKey: Did.toKey(did), message, signature }))
message[0] = 'i'.charCodeAt(0)
assert(!Keys.verify({ publicKey: Did.toKey(did), message, signature }))

// An Ethereum account is an agent of SAGE as well.
const account = Keys.generate('secp256k1', { algorithm: 'ecdsa-secp256k1-keccak256' })
console.log('address      ', Keys.toEthereumAddress(account.publicKey))
console.log('SAGE, agent 2', Sage.Did.fromKey(account.publicKey, { nonce: 2 }))

// The secret is in the engine. Closing the handle wipes it.
signer.close()
account.close()
assert.throws(
  () => signer.sign(message),
  (error) => isCountersignError(error, 'ERR_HANDLE_CLOSED'),
)
