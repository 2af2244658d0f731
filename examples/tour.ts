// Run: npm start, or node examples/tour.ts [wasm|native] with Node 24 or newer
// Two agents that never met prove who they are, talk in secret, and leave a trace: keys, DIDs, proofs of
// possession, signed cards, a session, a grant, a receipt.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const engine = process.argv[2] ?? 'wasm'
const {
  Card,
  Did,
  Grant,
  Handshake,
  isCountersignError,
  Keys,
  memoryReplayStore,
  Pop,
  Receipt,
  requireFacts,
} = await load(engine)

let steps = 0
function done(text: string): void {
  steps += 1
  console.log(`  ${String(steps).padStart(2)}  ${text}`)
}
const refused = (code: Parameters<typeof isCountersignError>[1]) => (error: unknown) =>
  isCountersignError(error, code)
const utf8 = (text: string) => new TextEncoder().encode(text)
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
const proof = JSON.stringify(Pop.prove(challenge, notary.identity, { did: notary.did }))
const replay = memoryReplayStore()
const known = { key: Did.toKey(notary.did) }
const expected = { did: notary.did, challenge, replay }
const proven = await Pop.verifyOnce(proof, known, expected)
done(`Notary holds its key, and said so to ${proven.audience}`)

await assert.rejects(Pop.verifyOnce(proof, known, expected), refused('ERR_REPLAY'))
done('the same answer a second time is refused')

const mallory = Keys.generate('Ed25519')
const stolen = JSON.stringify(Pop.prove(challenge, mallory, { did: notary.did }))
await assert.rejects(Pop.verifyOnce(stolen, known, expected), refused('ERR_POP_KEY'))
done('the name of Notary with the key of another is refused')

// A key that agrees cannot sign: it is proven by a shared secret, and the identity vouches for it.
const ephemeral = Keys.generate('X25519')
const second = Pop.challenge({ audience: 'https://ledger.example', ephemeral: ephemeral.publicKey })
const { did } = notary
const verdicts = Pop.verifyAll(
  [
    JSON.stringify(Pop.prove(second, notary.identity, { did })),
    JSON.stringify(
      Pop.proveAgreement(second, notary.agreement, { did, identity: notary.identity }),
    ),
  ],
  { keys: [{ key: notary.identity.publicKey }, { key: notary.agreement.publicKey }] },
  { did, challenge: second, ephemeral },
)
requireFacts(verdicts)
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
    `${mine.name} verifies the card of ${verified.card.name}: ${verified.signer.trust}, nothing uncovered`,
  )

  const forged = served.replace('text/plain', 'text/html')
  const document = await resolver.resolve(theirs.did)
  assert.throws(() => Card.verify(forged, { document }), refused('ERR_CARD_SIGNATURE'))
  done('with one changed word it is refused')
}

// They talk in secret: a handshake in two messages, between DIDs that list a key for each purpose.
const [caller, called] = agents.map(({ identity, agreement }) =>
  Did.peerFromElements({
    keys: [
      { key: identity.publicKey, purpose: 'authentication' },
      { key: agreement.publicKey, purpose: 'keyAgreement' },
    ],
  }),
)
assert(caller && called)
const pending = Handshake.initiate(
  ledger.identity,
  { document: await resolver.resolve(called) },
  { did: caller, peer: called },
)
const { reply, session: there } = await Handshake.respond(
  pending.message,
  notary.identity,
  { document: await resolver.resolve(caller) },
  { agreement: notary.agreement, did: called, replay },
)
const { session: here } = pending.finish(reply)
done(`a session is open after two messages, as ${here.id.slice(0, 16)}…`)

const order = here.seal(utf8('close the books of October'))
assert.deepEqual(there.open(order), utf8('close the books of October'))
assert.throws(() => there.open(order), refused('ERR_SESSION_REPLAYED'))
done('a sealed order arrives; the same bytes a second time are refused')

// Ledger lets Notary read one month for an hour, and Notary shows that with each request.
const audience = 'https://ledger.example'
const grant = Grant.issue(
  {
    issuer: ledger.did,
    subject: notary.did,
    subjectKey: notary.identity.publicKey,
    capabilities: ['read:books/2026-10/*'],
    constraints: { expires: new Date(Date.now() + 3_600_000), audience: [audience] },
  },
  ledger.identity,
)
const trusted = { key: ledger.identity.publicKey }
const store = Grant.memoryStatusStore()
const authorize = async (capability: string) => {
  const request = { method: 'GET', url: `${audience}/books` }
  const presentation = Grant.present([grant], notary.identity, { audience, request })
  const asked = { capability, audience, request, presentation }
  return Grant.authorizeOnce([grant], trusted, { ...asked, replay, store })
}
const allowed = requireFacts(await authorize('read:books/2026-10/sales'))
done(`a grant lets Notary ${allowed.links.at(-1)?.capabilities.join(', ')}`)

for (const capability of ['read:books/2026-11/sales', 'write:books/2026-10/sales']) {
  const report = await authorize(capability)
  assert.throws(() => requireFacts(report), refused('ERR_GRANT_CAPABILITY'))
}
done('another month, and writing, are refused')

// Notary leaves a receipt of what it did, and hands it over in the session.
const content = { tool: 'books.close', month: '2026-10' }
const work = { action: 'tool.call', content, grant: Grant.id(grant) } as const
const receipt = Receipt.issue(work, notary.identity)
const received = here.open(there.seal(utf8(JSON.stringify(receipt))))
const seen = { document: await resolver.resolve(notary.did) }
const { receipt: genuine, signer } = Receipt.verify(received, seen)
assert.equal(genuine.actor, notary.did)
done(`Ledger verifies the receipt of ${genuine.action} by Notary: ${signer.trust}`)

const edited = new TextDecoder().decode(received).replace('2026-10', '2026-11')
assert.throws(() => Receipt.verify(edited, seen), refused('ERR_RECEIPT_SIGNATURE'))
done('with one changed digit it is refused')

// The work is done, so the grant is taken back.
const revocation = Grant.revoke({ revoker: ledger.did, grant: Grant.id(grant) }, ledger.identity)
store.add(revocation, trusted, { chain: [grant] })
const late = await authorize('read:books/2026-10/sales')
assert.throws(() => requireFacts(late), refused('ERR_GRANT_REVOKED'))
done('the grant is taken back, and opens nothing any more')

for (const session of [here, there]) session.close()
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
async function load(name: string): Promise<typeof import('countersign/all')> {
  if (name === 'native') await import('countersign/native')
  else {
    const slim = await import('countersign/slim')
    const { resolve } = createRequire(import.meta.url)
    const read = (part: string) => readFileSync(resolve(`countersign/${name}/${part}.wasm`))
    const parts = Object.fromEntries(slim.parts.map((part) => [part, read(part)]))
    slim.initSync({ core: read('verify'), parts })
  }
  return import('countersign/all')
}
