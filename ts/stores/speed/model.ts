// The document of what was measured, with a model: what 1,000, 10,000 and 100,000 requests a second need.

import type { Batches, Proofs } from './logs.js'
import type { MarkSize, Verifying } from './verifying.js'

export type Result = {
  readonly form: 'countersign-stores/1'
  readonly machine: {
    readonly processor: string
    readonly cores: number
    readonly node: string
    /** `PostgreSQL 15.18`. */
    readonly servers: readonly string[]
    /** Of the minute before it began. */
    readonly load: number
  }
  readonly verifying: { readonly rows: readonly Verifying[]; readonly sizes: readonly MarkSize[] }
  readonly batches: readonly Batches[]
  readonly proofs: Proofs
}

const rates = [1_000, 10_000, 100_000]
/** Seconds for which a mark is there: the greatest age of a signature, the difference of clocks, and a minute more. */
const lifetime = 300 + 60 + 60
/** Of a core, how much is planned for: the rest is for peaks. */
const share = 0.7

export function documentOf(result: Result): string {
  const { machine, verifying } = result
  return `# Figures of the stores

\`npm run bench:stores\` made this page and its result in JSON: ${machine.cores} cores (${machine.processor}), Node ${machine.node.slice(1)};
${machine.servers.join(', ')}. Instances, databases and whoever sends the requests share these cores; the load of the
minute before was ${machine.load.toFixed(1)}. Rows were taken one after the other. With more cores, instances do not take them from each
other. The servers sync each write to disk before they acknowledge it.

${[verifyingSection(verifying), logSection(result), rateSection(verifying)].join('\n\n')}
`
}

function verifyingSection({ rows, sizes }: Result['verifying']): string {
  return `## Verifying with a shared replay store

Each instance is a process that verifies requests signed with Ed25519 (\`HttpSig.verify\`, a nonce each), 32 at a time. In
PostgreSQL, marks that come at once are one statement; in Redis and Valkey, a mark is two scripts, one of them for the share of
its sender, and all are pipelined. \`waiting\` is the part of a request's time from its question to the
store until it goes on with the answer; in memory, that is the queue of the process itself.

${table(['store', 'instances', 'verified/s', 'p50 ms', 'p99 ms', 'waiting', 'CPU us of the instance', 'CPU us of the store'], rows.map(verifyingCells))}

${sizes.map(({ store, bytes }) => `A mark has ${bytes.toFixed(0)} bytes in ${store}.`).join(' ')}`
}

function logSection({ batches, proofs }: Result): string {
  return `## Logs

Entries a second that were appended, signed for in a checkpoint, and kept. Each batch has a checkpoint of its own.

${table(['store', 'batch', 'entries/s'], batches.map(batchCells))}

A tree of ${whole(proofs.leaves)} leaves was made in files at ${whole(proofs.perSecond)} leaves a second, in batches of 65,536. An inclusion proof of any leaf
reads ${proofs.reads} tiles at most (8 KiB each): p50 ${proofs.p50.toFixed(1)} ms, p99 ${proofs.p99.toFixed(1)} ms. To go on with the log took ${proofs.resume.toFixed(0)} ms.`
}

function rateSection(verifying: Result['verifying']): string {
  return `## What a rate needs

From the processor times above, of the row with one instance, with cores planned to ${share * 100} %. Marks are there for ${lifetime} s with the
default \`maxAge\`; \`limit\` must be higher than their number.

${table(
  ['requests/s', 'store', 'cores of instances', 'cores of the store', 'marks', 'their size'],
  rates.flatMap((rate) => needs(rate, verifying)),
)}

- Redis and Valkey run scripts on one core. Where more than one is needed, use a cluster: each mark and each sender has a
  slot of its own.
- An instance has two statements of marks under way, of up to 64 marks each; PostgreSQL syncs those of all instances
  together. Where it needs more cores than a server has, keep the marks in Valkey and the rest in PostgreSQL.
- A log needs no more than a checkpoint a second: then each rate is one batch, and the tables above show which store takes it.
- In front of the queue of an instance, refuse with 503 at once: \`waiting\` (1,000 calls) does so for the store, and
  \`bench/capacity\` shows it for requests.`
}

function verifyingCells(row: Verifying): readonly string[] {
  const { store, instances, perSecond, p50, p99, waiting, cpu, storeCpu } = row
  const milliseconds = [p50, p99].map((value) => value.toFixed(1))
  const costs = [cpu, storeCpu].map((value) => value.toFixed(0))
  return [store, `${instances}`, whole(perSecond), ...milliseconds, percent(waiting), ...costs]
}

function batchCells({ store, batch, perSecond }: Batches): readonly string[] {
  return [store, whole(batch), whole(perSecond)]
}

function needs(rate: number, { rows, sizes }: Result['verifying']): readonly (readonly string[])[] {
  const single = rows.filter(({ store, instances }) => instances === 1 && store !== 'memory')
  return single.map(({ store, cpu, storeCpu }) => {
    const cores = (each: number) => ((rate * each) / 1e6 / share).toFixed(1)
    const bytes = sizes.find((size) => size.store === store)?.bytes ?? 0
    const marks = rate * lifetime
    const size = `${((marks * bytes) / 1e9).toFixed(1)} GB`
    return [whole(rate), store, cores(cpu), cores(storeCpu), whole(marks), size]
  })
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, header.map((_, index) => (index === 0 ? '---' : '--:')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

function percent(value: number): string {
  return `${(100 * value).toFixed(0)} %`
}
