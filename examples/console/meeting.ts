// Two agents in one page, as each would be in its own: what goes from one to the other is bytes, and each verifies what it
// receives.

import {
  Card,
  Did,
  isCountersignError,
  Keys,
  memoryReplayStore,
  Receipt,
  requireFacts,
} from 'countersign'
import { Grant } from 'countersign/grant'
import { Handshake, type Session } from 'countersign/session'

import type { Registry } from './registry.ts'

export type Name = 'Ledger' | 'Notary'

/** What the other agent verified of this one. */
export type Proven = {
  readonly name: Name
  readonly did: string
  readonly card: string
  readonly trust: string
}

export type Message = { readonly from: Name; readonly text: string; readonly sealed: number }

/** What came of a request under the grant: `allowed`, or the code of the refusal. */
export type Verdict = string

type Agent = {
  readonly name: Name
  readonly did: string
  readonly signer: Keys.LocalSigner
  readonly agreement: Keys.LocalAgreement
}

const resolver = Did.resolver()
const audience = 'https://ledger.example'
const capability = 'read:books/2026-10'

export class Meeting {
  readonly agents: readonly [Proven, Proven]
  readonly #parties: Readonly<Record<Name, Agent>>
  readonly #sessions: Readonly<Record<Name, Session.Session>>
  readonly #last: Partial<Record<Name, Receipt.Receipt>> = {}
  readonly #status = Grant.memoryStatusStore()
  readonly #replay = memoryReplayStore()
  #grant: Grant.Grant | undefined

  constructor(
    agents: readonly [Proven, Proven],
    parties: Readonly<Record<Name, Agent>>,
    sessions: Readonly<Record<Name, Session.Session>>,
  ) {
    this.agents = agents
    this.#parties = parties
    this.#sessions = sessions
  }

  /** Seals a text, opens it at the other side, and leaves the sender's receipt. */
  say(from: Name, text: string): { message: Message; receipt: Receipt.Receipt } {
    const sealed = this.#sessions[from].seal(new TextEncoder().encode(text))
    const opened = this.#sessions[other(from)].open(sealed)
    const message = { from, text: new TextDecoder().decode(opened), sealed: sealed.length }
    const contentHash = Receipt.contentHash(text)
    return { message, receipt: this.#sign(from, { action: 'message.send', contentHash }) }
  }

  /** Ledger lets Notary read one month of its books, for an hour. */
  grant(): Receipt.Receipt {
    const { Ledger, Notary } = this.#parties
    this.#grant = Grant.issue(
      {
        issuer: Ledger.did,
        subject: Notary.did,
        subjectKey: Notary.signer.publicKey,
        capabilities: [capability],
        constraints: { expires: new Date(Date.now() + 3_600_000), audience: [audience] },
      },
      Ledger.signer,
    )
    const content = { grant: Grant.id(this.#grant), capability }
    return this.#sign('Ledger', { action: 'grant.issue', content })
  }

  /** Ledger takes it back. */
  revoke(): Receipt.Receipt {
    const { Ledger } = this.#parties
    const grant = this.#granted()
    const revocation = Grant.revoke({ revoker: Ledger.did, grant: Grant.id(grant) }, Ledger.signer)
    this.#status.add(revocation, { key: Ledger.signer.publicKey }, { chain: [grant] })
    const content = { grant: Grant.id(grant) }
    return this.#sign('Ledger', { action: 'grant.revoke', content })
  }

  /** Notary asks for the books, and Ledger decides. */
  async use(): Promise<Verdict> {
    const { Ledger, Notary } = this.#parties
    const grant = this.#granted()
    const request = { method: 'GET', url: `${audience}/books/2026-10` }
    const presentation = Grant.present([grant], Notary.signer, { audience, request })
    const asked = { capability, audience, request, presentation }
    const stores = { replay: this.#replay, store: this.#status }
    const trust = { key: Ledger.signer.publicKey }
    const report = await Grant.authorizeOnce([grant], trust, { ...asked, ...stores })
    return codeOf(() => requireFacts(report)) ?? 'allowed'
  }

  /** Registers both agents. */
  async registerAt(registry: Registry): Promise<void> {
    for (const { did, signer } of Object.values(this.#parties)) await registry.register(did, signer)
  }

  /** Has a receipt recorded by its agent; gives the number of the entry. */
  async recordAt(registry: Registry, receipt: Receipt.Receipt): Promise<number> {
    const { Ledger, Notary } = this.#parties
    const { signer } = receipt.actor === Ledger.did ? Ledger : Notary
    return registry.record(receipt, signer)
  }

  #granted(): Grant.Grant {
    if (this.#grant === undefined) throw new Error('nothing is granted yet')
    return this.#grant
  }

  #sign(by: Name, action: Receipt.Action): Receipt.Receipt {
    const previous = this.#last[by]
    const { signer } = this.#parties[by]
    const receipt = Receipt.issue(action, signer, previous === undefined ? {} : { previous })
    this.#last[by] = receipt
    return receipt
  }
}

/** Makes both agents, lets each verify the card of the other, and opens a session between them. */
export async function meet(): Promise<Meeting> {
  const [ledger, notary] = [makeAgent('Ledger'), makeAgent('Notary')]
  const [caller, called] = [ledger, notary].map(peerDid) as [string, string]
  const pending = Handshake.initiate(
    ledger.signer,
    { document: await resolver.resolve(called) },
    { did: caller, peer: called },
  )
  const { reply, session: there } = await Handshake.respond(
    pending.message,
    notary.signer,
    { document: await resolver.resolve(caller) },
    { agreement: notary.agreement, did: called, replay: memoryReplayStore() },
  )
  const { session: here } = pending.finish(reply)
  const proven = await Promise.all([prove(ledger), prove(notary)])
  return new Meeting(proven, { Ledger: ledger, Notary: notary }, { Ledger: here, Notary: there })
}

function makeAgent(name: Name): Agent {
  const signer = Keys.generate('Ed25519')
  const agreement = Keys.generate('X25519')
  return { name, did: Did.fromKey(signer.publicKey), signer, agreement }
}

/** A DID that lists both keys of an agent. */
function peerDid({ signer, agreement }: Agent): string {
  return Did.peerFromElements({
    keys: [
      { key: signer.publicKey, purpose: 'authentication' },
      { key: agreement.publicKey, purpose: 'keyAgreement' },
    ],
  })
}

/** The card as it is served, verified from the document of the DID. */
async function prove({ name, did, signer }: Agent): Promise<Proven> {
  const url = `https://${name.toLowerCase()}.example/a2a`
  const card: Card.AgentCard = {
    name,
    description: name === 'Ledger' ? 'Keeps the books' : 'Witnesses what is done',
    version: '1.0.0',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'answer', name: 'Answer', description: 'Answers', tags: ['demo'] }],
  }
  const served = JSON.stringify(Card.sign(card, signer, { kid: Did.keyId(signer.publicKey) }))
  const verified = Card.verify(served, { document: await resolver.resolve(did) })
  return { name, did, card: verified.card.description, trust: verified.signer.trust }
}

/**
 * Verifies receipts from a file, one a line, with nothing but the file: every signature against the DID of its actor, and
 * each chain. Gives how many hold; throws the code of what does not.
 */
export async function verifyFile(text: string): Promise<number> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const chains = Map.groupBy(lines, (line) => (JSON.parse(line) as Receipt.Receipt).actor)
  for (const [actor, chain] of chains) {
    const document = await resolver.resolve(actor)
    const { facts } = Receipt.verifyChain(chain, { document }, { count: chain.length })
    requireFacts({ facts })
  }
  return lines.length
}

/** The code of what `run` throws. */
export function codeOf(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    return explain(error)
  }
}

/** What to say of an error. */
export function explain(error: unknown): string {
  return isCountersignError(error) ? error.code : `it cannot be read: ${String(error)}`
}

export function other(name: Name): Name {
  return name === 'Ledger' ? 'Notary' : 'Ledger'
}
