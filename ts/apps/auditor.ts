// Somebody who trusts the registry's key, and nothing else that it says.

import { Did, type Keys, Receipt, requireFacts } from 'countersign'
import { Log } from 'countersign/log'

import { must } from '../stores/report.js'
import { pause } from '../stores/servers/process.js'
import { type Agent, ask } from './agent.js'

type Named = { readonly did: string; readonly log: string }

export class Auditor {
  readonly #server: string
  readonly #key: Keys.PublicKey
  readonly #origin: string
  #latest: Log.Checkpoint | undefined
  /** Checkpoints that were compared with the one before. */
  compared = 0

  private constructor(server: string, { did, log }: Named) {
    this.#server = server
    this.#key = Did.toKey(did)
    this.#origin = log
  }

  static async of(server: string): Promise<Auditor> {
    return new Auditor(server, (await ask(`${server}/v1`)).body as Named)
  }

  /** Takes the latest checkpoint, which must begin with the one before. Gives its size, if there was an answer. */
  async follow(): Promise<number | undefined> {
    const older = this.#latest
    const { status, body } = await ask(`${this.#server}/v1/log/consistency/${older?.size ?? 0}`)
    // Where an instance was not asked yet, an older checkpoint is no fault; a proof for one cannot be made.
    if (status !== 200) return undefined
    const tree = this.#verify(body['checkpoint'] as string)
    if (older !== undefined && tree.size > older.size) {
      Log.verifyConsistency(body['proof'] as Log.ConsistencyProof, tree, { older })
      this.compared += 1
    }
    this.#latest = tree
    return tree.size
  }

  /** Waits until the log has so many entries. */
  async waitFor(size: number): Promise<void> {
    while (((await this.follow()) ?? 0) < size) await pause(100)
  }

  /** An acknowledgement must be the registry's, name the receipt, and be in the log. */
  async check(text: string, id: string): Promise<void> {
    const { receipt: entry } = Receipt.verify(text, { key: this.#key })
    must((entry.content as { receipt: string }).receipt === id, 'an entry names another receipt')
    const { status, body } = await ask(`${this.#server}/v1/log/inclusion/${entry.sequence}`)
    must(status === 200, `no proof for entry ${entry.sequence}: ${status} ${JSON.stringify(body)}`)
    const tree = this.#verify(body['checkpoint'] as string)
    Log.verifyInclusion(body['proof'] as Log.InclusionProof, tree, { entry: text })
  }

  /** The whole journal, which must be one chain; gives the ids of the receipts that it names. */
  async journal(): Promise<readonly string[]> {
    const entries: Receipt.Receipt[] = []
    for (;;) {
      const { body } = await ask(`${this.#server}/v1/log/entries/${entries.length}`)
      const page = body['entries'] as Receipt.Receipt[]
      if (page.length === 0) break
      entries.push(...page)
    }
    const report = Receipt.verifyChain(entries, { key: this.#key }, { count: entries.length })
    requireFacts(report)
    return entries.flatMap(({ action, content }) =>
      action === 'receipt.record' ? [(content as { receipt: string }).receipt] : [],
    )
  }

  /** The receipts of an agent as the registry has them, which must be one chain; gives how many. */
  async chainOf(agent: Agent, count: number): Promise<number> {
    const { body } = await agent.send('/v1/receipts/0')
    const report = Receipt.verifyChain(
      body['receipts'] as string[],
      { key: agent.signer.publicKey },
      { count },
    )
    requireFacts(report)
    return report.count
  }

  #verify(note: string): Log.Checkpoint {
    return Log.verifyCheckpoint(note, { key: this.#key }, { origin: this.#origin })
  }
}
