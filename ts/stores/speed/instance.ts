// One instance of a fleet, as a process: it signs requests beforehand, and verifies them when it is told to.

import { Did, Keys, memoryReplayStore } from 'countersign'
import { HttpSig } from 'countersign/http'

import { connect, type Target } from '../target.js'

/** What an instance is told: which store has its marks, how many requests, and how many of them at once. */
export type Order = {
  readonly target: Target | { readonly kind: 'memory' }
  readonly requests: number
  readonly atOnce: number
}

/** What it tells. Milliseconds; times by the clock are since 1970. */
export type Report = {
  readonly begin: number
  readonly end: number
  readonly latencies: readonly number[]
  /** How long each mark was waited for. */
  readonly waits: readonly number[]
  /** Of this process, all threads, in microseconds. */
  readonly cpu: number
}

const audience = 'https://registry.example'

process.once('message', async (order: Order) => {
  const { replay, close } = await replayOf(order)
  const requests = await signed(order.requests)
  process.send?.('ready')
  await new Promise((resolve) => process.once('message', resolve))
  await tell(await run(replay, requests, order.atOnce))
  await close()
  process.disconnect()
})

/** A report is long: it has left this process before the line is closed. */
function tell(report: Report): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(report, undefined, undefined, (error) => (error ? reject(error) : resolve()))
  })
}

async function replayOf({ target, requests }: Order) {
  if (target.kind === 'memory')
    return {
      replay: memoryReplayStore({ limit: 4 * requests, perSender: 4 * requests }),
      close() {},
    }
  const { stores, close } = await connect(target)
  return { replay: stores.replay, close }
}

type Sent = { readonly url: string; readonly headers: Headers }

async function signed(count: number): Promise<readonly Sent[]> {
  const signer = Keys.generate('Ed25519')
  const keyid = Did.keyId(signer.publicKey)
  const all: Sent[] = []
  for (let index = 0; index < count; index += 1) {
    const request = new Request(`${audience}/orders/${index}`)
    const { url, headers } = await HttpSig.sign(request, signer, { keyid })
    all.push({ url, headers })
  }
  return all
}

/** `atOnce` requests are under way, as behind a server whose connections are never idle. */
async function run(
  { checkAndMark }: Awaited<ReturnType<typeof replayOf>>['replay'],
  requests: readonly Sent[],
  atOnce: number,
): Promise<Report> {
  const [latencies, waits]: [number[], number[]] = [[], []]
  const replay = {
    async checkAndMark(nonce: string, expires: number, sender?: string) {
      const start = performance.now()
      const isNew = await checkAndMark(nonce, expires, sender)
      waits.push(performance.now() - start)
      return isNew
    },
  }
  const keys = HttpSig.didKeys(Did.resolver())
  let next = 0
  const lane = async () => {
    for (let sent = requests[next++]; sent; sent = requests[next++]) {
      const start = performance.now()
      await HttpSig.verify(new Request(sent.url, sent), keys, { replay, requireNonce: true })
      latencies.push(performance.now() - start)
    }
  }
  const [before, begin] = [process.cpuUsage(), Date.now()]
  await Promise.all(Array.from({ length: atOnce }, lane))
  const { user, system } = process.cpuUsage(before)
  return { begin, end: Date.now(), latencies, waits, cpu: user + system }
}
