// Run: node examples/key-service.ts, with Node 24 or newer after `npm start`
// An agent whose key never leaves a Vault. The Vault here is a few lines that answer as its transit engine does; give
// `vaultTransitSigner` the address and token of yours.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Did, Encoding, isCountersignError, Jws, Keys } from 'countersign'
import { vaultTransitSigner } from 'countersign/signers/vault-transit'

const inVault = Keys.generate('Ed25519')
const { base64 } = Encoding
const server = createServer(async (request, response) => {
  const body = await text(request)
  const sign = () => base64.encode(inVault.sign(base64.decode(JSON.parse(body).input)))
  const answers: Readonly<Record<string, () => object>> = {
    '/v1/transit/keys/agent': () => ({
      type: 'ed25519',
      latest_version: 1,
      keys: { 1: { public_key: base64.encode(inVault.publicKey.bytes) } },
    }),
    '/v1/transit/sign/agent': () => ({ signature: `vault:v1:${sign()}` }),
  }
  const answer = request.headers['x-vault-token'] === 'token' ? answers[request.url ?? ''] : null
  response.statusCode = answer ? 200 : 403
  response.end(JSON.stringify(answer ? { data: answer() } : { errors: ['permission denied'] }))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

// One call to read the public key; from then on it signs like any other signer.
const signer = await vaultTransitSigner({ address, token: 'token' }, 'agent')
const kid = Did.keyId(signer.publicKey)
const jws = await Jws.sign(new TextEncoder().encode('month closed'), signer, { header: { kid } })
const proven = Jws.verify(jws, { keys: [{ id: kid, key: signer.publicKey }] })
console.log(new TextDecoder().decode(proven.payload), 'signed by', kid.slice(0, 20))

// What the Vault refuses is an error with a code, and with what it said.
await assert.rejects(
  () => vaultTransitSigner({ address, token: 'old' }, 'agent'),
  (error) =>
    isCountersignError(error, 'ERR_SIGNER_UNAVAILABLE') && error.reason === 'permission denied',
)
server.close()
inVault.close()
