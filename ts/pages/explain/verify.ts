/**
 * Verifies what was recognised, under the keys that somebody gives.
 *
 * @module
 */

import {
  Card,
  type CountersignError,
  isCountersignError,
  Jws,
  type ProvenKey,
  Receipt,
  requireFacts,
  type TrustInput,
} from 'countersign'
import { Grant } from 'countersign/grant'
import { HttpSig } from 'countersign/http'
import { messageIn } from '../../cli/httpText.js'
import { readings } from '../../cli/readings.js'
import type { Form, Rows } from '../../cli/recognise.js'
import { joinParts, partIn, partNamed } from '../../cli/trustText.js'
import { factRows, listText, signerText, timeText } from '../../cli/words.js'

/** What somebody gave besides the document. */
export type Given = {
  readonly trust: TrustInput
  /** Where a request was received. */
  readonly origin?: string
}

/** What was found. A document that is refused without a report is an error instead. */
export type Verdict = {
  /** False where facts are left that a page cannot know. */
  readonly whole: boolean
  readonly rows: Rows
  /** Why a report is refused. */
  readonly refused?: CountersignError
}

const verifiers: Readonly<
  Record<Form, (text: string, given: Given) => Verdict | Promise<Verdict>>
> = { card, jws, receipt, grant, http }

/** Verifies a text of that form. */
export async function verify(form: Form, text: string, given: Given): Promise<Verdict> {
  return verifiers[form](text, given)
}

/** The trust input in a text; undefined for an empty one. Throws a `TypeError` for what names no key. */
export function trustIn(text: string): TrustInput | undefined {
  const wanted = text.trim()
  if (wanted === '') return undefined
  const part = partNamed(wanted) ?? partIn(wanted)
  if (part) return joinParts([part])
  throw new TypeError(
    /^did:[a-z0-9]+:/.test(wanted)
      ? 'This page fetches nothing: paste the DID document of this DID, or one of its keys.'
      : 'This is no did:key, Multikey, JWK, JWK set, PEM or DID document.',
  )
}

function card(text: string, { trust }: Given): Verdict {
  const { found, reading } = readCard(text, trust)
  return {
    whole: true,
    rows: [
      ['card', `${found.card.name} ${found.card.version}`],
      ['signer', signerText(found.signer)],
      ['reading', reading],
      ['not covered', listText(found.uncovered)],
    ],
  }
}

/**
 * A card does not say under which reading it was signed, and whoever looks at one may not know. If none holds, the error is
 * that of the first.
 */
function readCard(text: string, trust: TrustInput) {
  const attempts = readings.map((reading) => attempt(text, trust, reading))
  const held = attempts.find(({ found }) => found)
  if (held?.found) return { found: held.found, reading: held.reading }
  throw attempts[0]?.error
}

function attempt(text: string, trust: TrustInput, reading: (typeof readings)[number]) {
  try {
    return { reading, found: Card.verify(text, trust, { reading }) }
  } catch (error) {
    return { reading, error }
  }
}

function jws(text: string, { trust }: Given): Verdict {
  const { payload, signatures } = Jws.verify(text.trim(), trust)
  const signers = signatures.flatMap((each) =>
    each.state === 'ok' ? [signerText(each.signer)] : [],
  )
  return {
    whole: true,
    rows: [
      ['signer', listText(signers)],
      ['payload', new TextDecoder().decode(payload)],
    ],
  }
}

function receipt(text: string, { trust }: Given): Verdict {
  const receipts = text.split('\n').filter((line) => line.trim() !== '')
  const isChain = receipts.length > 1 && receipts.every((line) => line.startsWith('{"'))
  if (isChain) return judgeChain(receipts, trust)
  const { receipt, actor, signer, id } = Receipt.verify(text, trust)
  return {
    whole: true,
    rows: [
      ['action', `${receipt.action} by ${actor}`],
      ['signer', signerText(signer)],
      ['time', timeText(receipt.time / 1000)],
      ['id', id],
    ],
  }
}

function judgeChain(receipts: readonly string[], trust: TrustInput): Verdict {
  const report = Receipt.verifyChain(receipts, trust)
  return judge(report, report.signer)
}

function grant(text: string, { trust }: Given): Verdict {
  const chain = text.trimStart().startsWith('[') ? text : `[${text}]`
  const report = Grant.verifyChain(chain, trust)
  return judge(report, report.signer)
}

/** As of when the message was signed: whoever looks at one has it later than a server would take it. */
async function http(text: string, { trust, origin }: Given): Promise<Verdict> {
  const message = messageIn(text, origin)
  const [claims] = HttpSig.list(message)
  const now = claims?.created === undefined ? {} : { now: new Date(claims.created * 1000) }
  const found = await HttpSig.verify(message, trust, now)
  return {
    whole: true,
    rows: [
      ['signer', found.signer ? signerText(found.signer) : 'a shared secret'],
      ['covered', listText(found.components)],
      ['not covered', listText(found.uncovered)],
      ['judged as of', timeText(found.created)],
      ...(message.kind === 'request' ? [['received at', message.url] as const] : []),
    ],
  }
}

/** A report whose facts stand in rows. A fact that has a code refuses the whole. */
function judge(report: Parameters<typeof requireFacts>[0], signer: ProvenKey | null): Verdict {
  const open = Object.entries(report.facts).filter(([, fact]) => fact?.state === 'unchecked')
  const rows = [
    ...factRows(report.facts),
    ['signer', signer ? signerText(signer) : 'nobody'] as const,
  ]
  try {
    requireFacts(report, { unchecked: open.map(([name]) => name) })
    return { whole: open.length === 0, rows }
  } catch (error) {
    if (!isCountersignError(error)) throw error
    return { whole: false, rows, refused: error }
  }
}
