// The registry of `examples/registry`, where the agents of the page register and hand in their receipts. It is asked under
// `/v1` of the page itself (`vite.config.ts`); without one, the page does without.

import { Did, type Keys, Receipt } from 'countersign'
import { Pop } from 'countersign/grant'
import { HttpSig } from 'countersign/http'

/** What a registry says of itself. `origin` is what requests to it are signed for. */
type Named = { readonly origin: string; readonly did: string }

/** A request that is sent again, signed anew, while an instance of the registry is gone. */
const tries = 5

export class Registry {
  readonly did: string
  readonly #origin: string
  /** Receipts of one agent go one after the other. */
  #queue: Promise<unknown> = Promise.resolve()

  private constructor({ origin, did }: Named) {
    this.#origin = origin
    this.did = did
  }

  /** The registry behind this page, where there is one. */
  static async find(): Promise<Registry | undefined> {
    const answer = await fetch('/v1')
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false
    return answer.ok && isJson ? new Registry((await answer.json()) as Named) : undefined
  }

  /** Registers an agent, which proves that it holds its key. */
  async register(did: string, signer: Keys.LocalSigner): Promise<void> {
    await insist(async () => {
      const asked = (await read(await fetch('/v1/challenges', { method: 'POST' }))) as {
        challenge: Pop.Challenge
        token: string
      }
      const proof = Pop.prove(asked.challenge, signer, { did })
      const body = JSON.stringify({ did, proof, token: asked.token })
      const headers = { 'content-type': 'application/json' }
      await read(await fetch('/v1/agents', { method: 'POST', headers, body }))
    })
  }

  /** Hands a receipt in. Gives the number of the entry, the registry's signed word that it is recorded. */
  record(receipt: Receipt.Receipt, signer: Keys.LocalSigner): Promise<number> {
    const recorded = this.#queue.then(() => insist(() => this.#send(receipt, signer)))
    this.#queue = recorded.catch(() => {})
    return recorded
  }

  async #send(receipt: Receipt.Receipt, signer: Keys.LocalSigner): Promise<number> {
    const [path, body] = ['/v1/receipts', JSON.stringify(receipt)]
    const request = new Request(`${this.#origin}${path}`, { method: 'POST', body })
    const keyid = Did.keyId(signer.publicKey)
    const { headers } = await HttpSig.sign(request, signer, { keyid })
    const { entry } = (await read(await fetch(path, { method: 'POST', headers, body }))) as {
      entry: object
    }
    const { receipt: word } = Receipt.verify(JSON.stringify(entry), { key: Did.toKey(this.did) })
    const named = (word.content as { receipt?: string }).receipt
    if (named !== Receipt.id(receipt)) throw new Error('the registry recorded another receipt')
    return word.sequence
  }
}

/** An answer that is no yes is an error with its code. */
async function read(answer: Response): Promise<unknown> {
  const body = (await answer.json().catch(() => ({}))) as { error?: string }
  if (!answer.ok) throw new Error(body.error ?? `the registry answered ${answer.status}`)
  return body
}

async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (left === 1) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}
