/**
 * Receipts: the rows of AgenticIdentity's report with our own format, and what the report has not:
 * chains verified, a log, proofs.
 *
 * The report's receipt signs a hash that nothing recomputes. Ours hashes and checks the whole receipt,
 * the actor's key and the trust input.
 *
 * "bare signature check" is what `receipt verify` is held against: the same key, message and signature. It reads its
 * key each time; `receipt verify` keeps its trust input, and the key in it has tables from the eighth receipt on. A
 * chain reads its key once, and from the second receipt on uses tables of the key's multiples. Its signatures are
 * decided one by one: a combined equation gives the same verdict for every input only with a proof for each `R` that
 * costs as much as it saves.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { secret } from '../input.js'

const now = new Date('2026-01-01T00:00:00Z')
const action = { action: 'tool.call', content: { tool: 'search', query: 'weather' } } as const

type Receipt = ReturnType<typeof chainOf>[number]

function signerOf(api: Api) {
  return api.Keys.fromSecret('Ed25519', secret(1))
}

function chainOf(api: Api, signer: ReturnType<typeof signerOf>, count: number) {
  const receipts = [api.Receipt.issue(action, signer, { now })]
  for (let index = 1; index < count; index += 1) {
    const previous = receipts[index - 1] as object
    receipts.push(api.Receipt.issue(action, signer, { now, previous }))
  }
  return receipts
}

/** A receipt as text, and what it takes to verify it. */
function issued(api: Api) {
  const signer = signerOf(api)
  const [receipt] = chainOf(api, signer, 1) as [Receipt]
  return { signer, receipt, text: JSON.stringify(receipt), trust: { key: signer.publicKey } }
}

/** What a receipt signs (`rust/core/src/receipt.rs`): its label after the label's length, then the canonical body. */
function statement(canonical: string): Uint8Array {
  const [label, body] = ['countersign/receipt/v1', canonical].map((text) => utf8.encode(text))
  if (!label || !body) throw new Error('two texts')
  return Uint8Array.from([0, 0, 0, label.length, ...label, ...body])
}

const utf8 = new TextEncoder()

const report: Case[] = [
  {
    name: 'receipt sign',
    group: 'receipts',
    prepare: (api) => {
      const { signer } = issued(api)
      const run = () => api.Receipt.issue(action, signer, { now })
      return { run, agree: run }
    },
  },
  {
    name: 'receipt verify',
    group: 'receipts',
    prepare: (api) => {
      const { text, trust } = issued(api)
      const run = () => api.Receipt.verify(text, trust, { now })
      return { run, agree: run }
    },
  },
  {
    name: 'bare signature check',
    group: 'receipts',
    prepare: (api) => {
      const { signer, receipt } = issued(api)
      const { signature: own, ...body } = receipt
      const { publicKey } = signer
      const message = statement(api.Encoding.jcs(JSON.stringify(body)))
      const signature = api.Encoding.base64url.decode(own)
      const run = () => api.Keys.verify({ publicKey, message, signature })
      return { run, agree: run }
    },
  },
  {
    name: 'receipt chain, 10 issued',
    group: 'receipts',
    n: 10,
    prepare: (api) => {
      const run = () => {
        const signer = signerOf(api)
        const receipts = chainOf(api, signer, 10)
        signer.close()
        return receipts
      }
      return { run, agree: run }
    },
  },
]

const chains = [10, 100, 1000].map(
  (n): Case => ({
    name: `verify a chain of ${n}`,
    group: 'receipts',
    n,
    prepare: (api) => {
      const signer = signerOf(api)
      const texts = chainOf(api, signer, n).map((receipt) => JSON.stringify(receipt))
      const trust = { key: signer.publicKey }
      const run = () => api.Receipt.verifyChain(texts, trust, { now })
      return { run, agree: run }
    },
  }),
)

const more: Case[] = [
  {
    name: 'verify 10 receipts by themselves',
    group: 'receipts',
    n: 10,
    prepare: (api) => {
      const signer = signerOf(api)
      const texts = chainOf(api, signer, 10).map((receipt) => JSON.stringify(receipt))
      const trust = { key: signer.publicKey }
      const run = () => api.Receipt.verifyBatch(texts, trust, { now })
      return { run, agree: run }
    },
  },
  {
    name: 'countersign',
    group: 'receipts',
    prepare: (api) => {
      const { text, trust } = issued(api)
      const witness = api.Keys.fromSecret('Ed25519', secret(2))
      const run = () => api.Receipt.countersign(text, witness, trust, { now })
      return { run, agree: run }
    },
  },
  ...(['Jws', 'Dsse', 'Cose'] as const).map(
    (kind): Case => ({
      name: `from ${kind === 'Cose' ? 'COSE_Sign1' : kind.toUpperCase()}`,
      group: 'receipts',
      prepare: (api) => {
        const { signer, text, trust } = issued(api)
        const run = opener(api, kind, text, signer, trust)
        return { run, agree: run }
      },
    }),
  ),
  {
    name: 'verify an inclusion proof, 1,000,000 leaves',
    group: 'receipts',
    n: 1_000_000,
    prepare: async (api) => {
      const { text } = issued(api)
      const { proof, tree } = await inclusion(api, text)
      const run = () => api.Log.verifyInclusion(proof, tree, { entry: text })
      const other = { ...tree, root: api.Encoding.base64.encode(secret(1)) }
      return {
        run,
        agree: () => [
          verdictOf(run),
          verdictOf(() => api.Log.verifyInclusion(proof, other, { entry: text })),
        ],
      }
    },
  },
]

function verdictOf(verify: () => unknown): unknown {
  try {
    verify()
    return true
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** A proof for one of a million leaves, and the root to which it leads (RFC 9162, section 2.1.3.2). */
async function inclusion(api: Api, text: string) {
  const [index, size] = [499_999, 1_000_000]
  const path = Array.from({ length: 20 }, (_, index) => secret(index + 1))
  const leaf = new TextEncoder().encode(api.Encoding.jcs(text))
  let root = await sha256(0, leaf)
  let [own, last] = [index, size - 1]
  for (const beside of path) {
    const right = own % 2 === 1 || own === last
    root = await (right ? sha256(1, beside, root) : sha256(1, root, beside))
    while (right && own % 2 === 0 && own > 0) [own, last] = [own >> 1, last >> 1]
    ;[own, last] = [own >> 1, last >> 1]
  }
  const { encode } = api.Encoding.base64
  const hashes = path.map((hash) => encode(hash))
  return { proof: { index, size, hashes }, tree: { size, root: encode(root) } }
}

/** SHA-256 of a first byte and what follows it, by the host. */
async function sha256(first: number, ...rest: readonly Uint8Array[]): Promise<Uint8Array> {
  const input = Uint8Array.from([first, ...rest.flatMap((part) => [...part])])
  return new Uint8Array(await crypto.subtle.digest('SHA-256', input))
}

function opener(
  api: Api,
  kind: 'Jws' | 'Dsse' | 'Cose',
  text: string,
  signer: ReturnType<typeof signerOf>,
  trust: Parameters<Api['Receipt']['verify']>[1],
): () => unknown {
  const { Receipt } = api
  if (kind === 'Jws') {
    const jws = Receipt.toJws(text, signer)
    return () => Receipt.fromJws(jws, trust, { now })
  }
  if (kind === 'Dsse') {
    const dsse = JSON.stringify(Receipt.toDsse(text, signer))
    return () => Receipt.fromDsse(dsse, trust, { now })
  }
  const cose = Receipt.toCose(text, signer)
  return () => Receipt.fromCose(cose, trust, { now })
}

export const receiptCases: readonly Case[] = [...report, ...chains, ...more]
