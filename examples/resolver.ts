// Run: node examples/resolver.ts, with Node 24 or newer after `npm start`
// From a DID to its document: from the name alone, from a registry, and not from a private address.

import assert from 'node:assert/strict'
import { Did, isCountersignError, Keys } from 'countersign'
import * as Sage from 'countersign/sage'

const signer = Keys.generate('secp256k1')
const did = Sage.Did.fromKey(signer.publicKey)

// A registry, here in memory: on a chain, this function would ask a node.
const registry = new Map([
  [
    did as string,
    {
      id: did,
      verificationMethod: [
        {
          id: '#key-1',
          type: 'Multikey',
          controller: did,
          publicKeyMultibase: Keys.toMultikey(signer.publicKey),
        },
      ],
      authentication: ['#key-1'],
    },
  ],
])
let asked = 0
const resolver = Did.resolver({
  ttl: 60,
  methods: {
    sage(wanted) {
      asked += 1
      const found = registry.get(wanted)
      if (!found) throw new Error(`${wanted} is not registered`)
      return found
    },
  },
})

// An alias and a checksum are spellings of one name: it is asked for once.
const spelled = did.replace('ethereum', 'eth')
console.log(await resolver.resolve(spelled))
await resolver.resolve(did)
assert.equal(asked, 1)

// did:key needs nobody.
console.log(await resolver.resolve(Did.fromKey(signer.publicKey)))

// did:web is fetched, but not from inside our own network.
await assert.rejects(resolver.resolve('did:web:localhost'), (error) =>
  isCountersignError(error, 'ERR_FETCH_BLOCKED'),
)
signer.close()
