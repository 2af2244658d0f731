// Agents are registered once they have proven that they hold the key of their DID.

import { type Did, Jws, type Keys, type Receipt } from 'countersign'
import { Pop } from 'countersign/grant'
import type { Stores } from 'countersign/stores/memory'

import type { Journal } from './journal.ts'

/** What a registry asks. The token is the question signed, so that nobody has to remember it. */
export type Asked = { readonly challenge: Pop.Challenge; readonly token: string }

/** What an agent answers. */
export type Answer = { readonly did: string; readonly proof: object; readonly token: string }

export class Agents {
  readonly #journal: Journal
  readonly #operator: Keys.LocalSigner
  readonly #replay: Stores['replay']
  readonly #resolver: ReturnType<typeof Did.resolver>
  readonly #origin: string

  constructor(
    journal: Journal,
    operator: Keys.LocalSigner,
    replay: Stores['replay'],
    resolver: ReturnType<typeof Did.resolver>,
    origin: string,
  ) {
    this.#journal = journal
    this.#operator = operator
    this.#replay = replay
    this.#resolver = resolver
    this.#origin = origin
  }

  ask(): Asked {
    const challenge = Pop.challenge({ audience: this.#origin })
    const payload = new TextEncoder().encode(JSON.stringify(challenge))
    return { challenge, token: Jws.sign(payload, this.#operator, { header: { typ: 'challenge' } }) }
  }

  /** Registers an agent. @throws as `Jws.verify` and `Pop.verifyOnce`, and what the resolver throws. */
  async register({ did, proof, token }: Answer): Promise<Receipt.Receipt> {
    const { payload } = Jws.verify(token, { key: this.#operator.publicKey }, { typ: 'challenge' })
    const document = await this.#resolver.resolve(did)
    const expected = { did, challenge: payload, replay: this.#replay }
    await Pop.verifyOnce(proof, { document }, expected)
    return this.#journal.record(nameOf(did), { action: 'agent.register', content: { did } })
  }

  /** The entry of an agent, where it is registered. */
  find(did: string): Promise<Receipt.Receipt | undefined> {
    return this.#journal.find(nameOf(did))
  }
}

function nameOf(did: string): string {
  return `agent/${did}`
}
