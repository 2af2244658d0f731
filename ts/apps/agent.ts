// An agent that is registered and has its receipts recorded.

import { Did, Keys, Receipt } from 'countersign'
import { Pop } from 'countersign/grant'
import { HttpSig } from 'countersign/http'

/** What came back: a status and a body, or nothing. */
export type Outcome = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** A request as it is sent; the same one can be sent twice. */
export type Signed = { readonly headers: Record<string, string>; readonly body: string }

export class Agent {
  readonly origin: string
  readonly signer: Keys.LocalSigner = Keys.generate('Ed25519')
  readonly did: string = Did.fromKey(this.signer.publicKey)
  #previous: Receipt.Receipt | undefined

  constructor(origin: string) {
    this.origin = origin
  }

  /** Proves that it holds its key. */
  async register(signer: Keys.LocalSigner = this.signer): Promise<Outcome> {
    const { body } = await ask(`${this.origin}/v1/challenges`, { method: 'POST' })
    const { challenge, token } = body as { challenge: Pop.Challenge; token: string }
    const proof = Pop.prove(challenge, signer, { did: this.did })
    return this.answer({ did: this.did, proof, token })
  }

  /** Sends an answer to a challenge. */
  answer(answer: object): Promise<Outcome> {
    const headers = { 'content-type': 'application/json' }
    return ask(`${this.origin}/v1/agents`, {
      method: 'POST',
      headers,
      body: JSON.stringify(answer),
    })
  }

  /** A receipt of the next thing it did. */
  work(content: number): Receipt.Receipt {
    const previous = this.#previous
    const action = { action: 'tool.call', content }
    this.#previous = Receipt.issue(action, this.signer, previous === undefined ? {} : { previous })
    return this.#previous
  }

  /** A request that hands a receipt in, or with none one that asks for those that are recorded. */
  async sign(path: string, body = ''): Promise<Signed> {
    const init = body === '' ? {} : { method: 'POST', body }
    const request = new Request(`${this.origin}${path}`, init)
    const keyid = Did.keyId(this.signer.publicKey)
    const { headers } = await HttpSig.sign(request, this.signer, { keyid })
    return { headers: Object.fromEntries(headers), body }
  }

  /** Signs and sends. */
  async send(path: string, body = ''): Promise<Outcome> {
    return deliver(this.origin, path, await this.sign(path, body))
  }
}

/** Sends a signed request to a server, which may stand behind the one that it was signed for. */
export function deliver(server: string, path: string, { headers, body }: Signed): Promise<Outcome> {
  const init = body === '' ? { headers } : { method: 'POST', headers, body }
  return ask(`${server}${path}`, init)
}

/** Asks; status 0 is no answer. */
export async function ask(url: string, init: RequestInit = {}): Promise<Outcome> {
  try {
    const response = await fetch(url, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, body: isJson ? JSON.parse(text) : { text } }
  } catch {
    return { status: 0, body: {} }
  }
}
