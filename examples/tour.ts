// Run: npm start, or node examples/tour.ts [wasm|native] with Node 24 or newer
// Two agents that never met prove who they are: keys, DIDs, proofs of possession, signed cards.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const engine = process.argv[2] ?? 'wasm'
const { Card, Did, isCountersignError, Keys, memoryReplayStore, Pop } = await load(engine)

let steps = 0
function done(text: string): void {
  steps += 1
  console.log(`  ${String(steps).padStart(2)}  ${text}`)
}
const refused = (code: Parameters<typeof isCountersignError>[1]) => (error: unknown) =>
  isCountersignError(error, code)
const start = performance.now()
console.log(`\nTwo agents meet, on ${engine === 'native' ? 'the native addon' : 'WebAssembly'}`)

// Each agent makes its keys. The secrets stay in the engine; what is passed around are handles.
const agents = ['Ledger', 'Notary'].map((name) => {
  const identity = Keys.generate('Ed25519')
  return {
    name,
    identity,
    did: Did.fromKey(identity.publicKey),
    agreement: Keys.generate('X25519'),
  }
})
const [ledger, notary] = agents
assert(ledger && notary)
for (const { name, did } of agents) done(`${name} is ${did}`)

// A DID of this kind carries its key, so its document needs no network.
const resolver = Did.resolver()
const document = await resolver.resolve(notary.did)
done(`Ledger resolves the DID: ${document.verificationMethod?.length} key`)

// Ledger asks; Notary answers with a signature over the question, its name and its key.
const challenge = Pop.challenge({ audience: 'https://ledger.example' })
const proof = JSON.stringify(Pop.prove(notary.identity, { did: notary.did, challenge }))
const replay = memoryReplayStore()
const expected = { did: notary.did, key: Did.toKey(notary.did), challenge, replay }
const proven = await Pop.verify(proof, expected)
done(`Notary holds its key, and said so to ${proven.audience}`)

await assert.rejects(async () => Pop.verify(proof, expected), refused('ERR_REPLAY'))
done('the same answer a second time is refused')

const mallory = Keys.generate('Ed25519')
const stolen = JSON.stringify(Pop.prove(mallory, { did: notary.did, challenge }))
await assert.rejects(
  async () => Pop.verify(stolen, { ...expected, challenge }),
  refused('ERR_POP_KEY'),
)
done('the name of Notary with the key of another is refused')

// A key that agrees cannot sign: it is proven by a shared secret, and the identity vouches for it.
const ephemeral = Keys.generate('X25519')
const second = Pop.challenge({ audience: 'https://ledger.example', ephemeral: ephemeral.publicKey })
const claim = { did: notary.did, challenge: second }
const verdicts = Pop.verifyAll(
  [
    JSON.stringify(Pop.prove(notary.identity, claim)),
    JSON.stringify(Pop.proveAgreement(notary.agreement, { ...claim, identity: notary.identity })),
  ],
  { ...claim, keys: [notary.identity.publicKey, notary.agreement.publicKey], ephemeral },
)
assert(verdicts.ok)
done(`Notary proves ${verdicts.keys.length} keys at once, one of them X25519`)

// Both publish a signed A2A card, and each verifies the other's from the DID document.
for (const [mine, theirs] of [
  [ledger, notary],
  [notary, ledger],
] as const) {
  const kid = Did.keyId(theirs.identity.publicKey)
  const served = JSON.stringify(Card.sign(cardOf(theirs.name), theirs.identity, { kid }))
  const verified = Card.verify(served, { document: await resolver.resolve(theirs.did) })
  assert.equal(verified.card.name, theirs.name)
  done(
    `${mine.name} verifies the card of ${verified.card.name}: ${verified.trust}, nothing uncovered`,
  )

  const forged = served.replace('text/plain', 'text/html')
  const document = await resolver.resolve(theirs.did)
  assert.throws(() => Card.verify(forged, { document }), refused('ERR_CARD_SIGNATURE'))
  done('with one changed word it is refused')
}

for (const { identity, agreement } of agents) {
  identity.close()
  agreement.close()
}
assert.throws(() => ledger.identity.sign(new Uint8Array(1)), refused('ERR_HANDLE_CLOSED'))
done('the keys are wiped')
console.log(`      ${steps} steps in ${(performance.now() - start).toFixed(0)} ms`)

function cardOf(name: string): import('countersign').Card.AgentCard {
  const host = `https://${name.toLowerCase()}.example/a2a`
  return {
    name,
    description: `The agent ${name}`,
    version: '1.0.0',
    supportedInterfaces: [{ url: host, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'answer', name: 'Answer', description: 'Answers', tags: ['demo'] }],
  }
}

/** A user imports one entry. The tour takes its engine from the command line. */
async function load(name: string): Promise<typeof import('countersign')> {
  if (name === 'native') return (await import('countersign/native')) as never
  const slim = await import('countersign/slim')
  slim.initSync({
    module: readFileSync(createRequire(import.meta.url).resolve(`countersign/${name}.wasm`)),
  })
  return slim as never
}
