// The log: a Merkle tree over the journal. Entry n is leaf n, so every instance makes the same tree, and it does no harm
// if several publish at once or one ends half-way.

import type { Keys, Receipt } from 'countersign'
import { Log } from 'countersign/log'
import type { Stores } from 'countersign/stores/memory'

import type { Journal } from './journal.ts'
import { Refusal } from './refusal.ts'

/** So many entries are appended at once. */
const step = 256

/** A proof, and the checkpoint for which it holds. */
export type Proven<P> = { readonly proof: P; readonly checkpoint: string }

export class RegistryLog {
  /** The name of the log: a URL without its scheme. */
  readonly origin: string
  readonly #tiles: ReturnType<Stores['log']>
  readonly #journal: Journal
  readonly #operator: Keys.LocalSigner

  constructor(
    stores: Pick<Stores, 'log'>,
    journal: Journal,
    operator: Keys.LocalSigner,
    host: string,
  ) {
    this.origin = `${host}/v1/log`
    this.#tiles = stores.log(this.origin)
    this.#journal = journal
    this.#operator = operator
  }

  /** The name and the key of the log, as other tools take them. */
  get verifierKey(): string {
    return Log.verifierKey(this.#operator.publicKey, this.origin)
  }

  /** The latest checkpoint. */
  async checkpoint(): Promise<string> {
    const note = await this.#tiles.latest()
    if (note === undefined) throw new Refusal(404, 'NOT_YET')
    return note
  }

  /** Takes in what was recorded since the latest checkpoint, and signs the next. */
  async publish(): Promise<void> {
    const note = await this.#tiles.latest()
    using log = await this.#open(note)
    const before = log.size
    let batch: Receipt.Receipt[] = []
    for await (const entry of this.#journal.read(before)) {
      batch.push(entry)
      if (batch.length < step) continue
      await log.append(...batch)
      batch = []
    }
    await log.append(...batch)
    if (note !== undefined && log.size === before) return
    const next = await log.checkpoint(this.#operator, { origin: this.origin })
    await this.#tiles.publish(next, log.tree())
  }

  /** That an entry is in the log. @throws Refusal until it is in a checkpoint. */
  prove(index: number): Promise<Proven<Log.InclusionProof>> {
    return this.#proven((log) => {
      if (index >= log.size) throw new Refusal(404, 'NOT_YET')
      return log.inclusion(index)
    })
  }

  /** That the log begins with the log of `first` entries. */
  proveGrowth(first: number): Promise<Proven<Log.ConsistencyProof>> {
    return this.#proven((log) => log.consistency(first))
  }

  async #proven<P>(prove: (log: Log.Log) => Promise<P>): Promise<Proven<P>> {
    const checkpoint = await this.checkpoint()
    using log = await this.#open(checkpoint)
    return { proof: await prove(log), checkpoint }
  }

  /** The log as a checkpoint of this registry has it. It reads some tiles, however long the log is. */
  async #open(note: string | undefined): Promise<Log.Log> {
    const store = this.#tiles
    if (note === undefined) return Log.create({ store })
    const trust = { key: this.#operator.publicKey }
    return Log.resume(Log.verifyCheckpoint(note, trust, { origin: this.origin }), { store })
  }
}

/** Publishes every second until it is stopped. */
export function keepPublishing(
  log: RegistryLog,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const rest = 1000
  let timer: ReturnType<typeof setTimeout>
  let running: Promise<void> = Promise.resolve()
  const next = () => {
    running = log.publish().catch(onError)
    void running.then(() => {
      timer = setTimeout(next, rest)
    })
  }
  next()
  return async () => {
    await running
    clearTimeout(timer)
    await log.publish().catch(onError)
  }
}
