/**
 * Receipts and their chains.
 *
 * @internal
 * @module
 */

import { type CountersignError, isCountersignError, Receipt, requireFacts } from 'countersign'
import type { Command, Line, Outcome } from '../command.js'
import { appendLine, readIfThere, readText } from '../files.js'
import { readSigner, readTrust, signing, trusting } from '../keys.js'
import { misuse } from '../misuse.js'
import { factRows, pretty, signerText, table } from '../words.js'

export const commands: readonly Command[] = [
  {
    name: 'receipt issue',
    summary: 'sign what an agent did, and link that to what it did before',
    operands: '[FILE]',
    options: {
      ...signing,
      action: { value: 'NAME', help: 'what was done, as tool.call' },
      chain: { value: 'FILE', help: 'file of receipts, one a line: follow the last, and add this' },
      actor: { value: 'DID', help: 'who acted; default: the did:key of the key' },
      'key-id': { value: 'URL', help: 'name of the key, needed with --actor' },
      final: { help: 'the last receipt of its chain' },
    },
    notes: ['FILE holds the content: JSON. Without it, the content comes from standard input.'],
    examples: [
      'echo \'{"tool":"search"}\' | countersign receipt issue --key agent.jwk --action tool.call --chain log.jsonl',
    ],
    run: issue,
  },
  {
    name: 'receipt verify',
    summary: 'verify a receipt, or a chain of receipts, one a line',
    operands: '[FILE]',
    options: {
      ...trusting,
      tip: { value: 'ID', help: 'id of the last receipt of a chain' },
      count: { value: 'N', help: 'how many receipts a chain has' },
      'allow-unchecked': {
        value: 'FACT',
        multiple: true,
        help: 'a fact that may stay unchecked, as completeness',
      },
    },
    notes: [
      'A chain is refused unless every fact about it holds. Without --tip, --count or a final receipt nobody can know whether its end was cut off: then completeness is unchecked.',
    ],
    examples: [
      'countersign receipt verify --trust did:key:z6Mk… --allow-unchecked completeness log.jsonl',
    ],
    run: verify,
  },
]

async function issue(line: Line): Promise<Outcome> {
  const action = line.needed('action', 'say what was done, as tool.call')
  using signer = await readSigner(line)
  const content = jsonIn(await readText(line.operand))
  const path = line.text('chain')
  const previous = path === undefined ? undefined : lastLine(await readIfThere(path))
  const [actor, keyId] = [line.text('actor'), line.text('key-id')]
  const receipt = Receipt.issue(
    { action, content, ...(line.has('final') && { final: true }) } as Receipt.Action,
    signer,
    { ...(previous && { previous }), ...(actor && { actor }), ...(keyId && { keyId }) },
  )
  if (path !== undefined) await appendLine(path, JSON.stringify(receipt))
  return { text: `${pretty(receipt)}\n`, data: receipt }
}

async function verify(line: Line): Promise<Outcome> {
  const trust = await readTrust(line)
  const text = await readText(line.operand)
  const receipts = linesOf(text)
  if (receipts.length === 0) throw misuse('there is no receipt')
  if (receipts.length === 1) return single(Receipt.verify(receipts[0] as string, trust))
  const [tip, count] = [line.text('tip'), line.number('count')]
  const report = Receipt.verifyChain(receipts, trust, {
    ...(tip && { tip }),
    ...(count !== undefined && { count }),
  })
  return judged(report, report.signer && signerText(report.signer), line)
}

function single(found: Receipt.Verified): Outcome {
  const text = table([
    ['verified', `${found.receipt.action} by ${found.actor}`],
    ['signer', signerText(found.signer)],
    ['time', new Date(found.receipt.time).toISOString()],
    ['id', found.id],
  ])
  return { text: `${text}\n`, data: found }
}

/** A report with its facts, refused unless all of them hold but those that may stay unchecked. */
export function judged(
  report: Parameters<typeof requireFacts>[0],
  signer: string | null,
  line: Line,
): Outcome {
  const rows = [...factRows(report.facts), ['signer', signer ?? 'nobody'] as const]
  const outcome = { text: `${table(rows)}\n`, data: report }
  try {
    requireFacts(report, { unchecked: line.all('allow-unchecked') })
    return outcome
  } catch (error) {
    if (!isCountersignError(error)) throw error
    return { ...outcome, refused: error as CountersignError }
  }
}

/** A receipt is one JSON value, or each line is one. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').filter((row) => row.trim() !== '')
  return lines.every((row) => row.startsWith('{') && row.trimEnd().endsWith('}')) ? lines : [text]
}

function lastLine(text: string): string | undefined {
  return linesOf(text).at(-1)?.trim() || undefined
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw misuse('the content must be JSON: put quotation marks around a text', error)
  }
}
