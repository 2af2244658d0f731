/**
 * Says what something is and what it claims. Nothing is verified.
 *
 * @internal
 * @module
 */

import { fileURLToPath } from 'node:url'
import { cureOf, helpOf, isCode } from 'countersign/cures'
import type { Command, Line, Outcome } from '../command.js'
import { readText } from '../files.js'
import { misuse } from '../misuse.js'
import { recognise } from '../recognise.js'
import { table } from '../words.js'

export const commands: readonly Command[] = [
  {
    name: 'explain',
    summary: 'say what a document, DID or key is and claims, or what an error code means',
    operands: '[FILE|DID|CODE]',
    options: {},
    notes: [
      'It knows agent cards, JWS, receipts, grants, signed HTTP messages, DID documents, identity files, keys, DIDs and the codes of errors. Nothing is verified: the last line names the command that does.',
    ],
    examples: [
      'countersign explain signed.json',
      'countersign explain ERR_CARD_SIGNATURE',
      'pbpaste | countersign explain',
    ],
    run: explain,
  },
]

async function explain(line: Line): Promise<Outcome> {
  const { operand } = line
  if (operand?.startsWith('ERR_')) return explainCode(operand)
  const text = operand?.startsWith('did:') ? operand : (await readText(operand)).trim()
  const found = await recognise(text)
  if (!found)
    throw misuse(
      'this is no card, JWS, receipt, grant, signed HTTP message, DID, DID document, key or identity file',
    )
  const { kind, rows, next } = found
  const shown = table([
    ['this is', kind],
    ...rows,
    ['verified', 'no'],
    ['verify by', next && `countersign ${next}`],
  ])
  const members = rows.filter(([, value]) => value !== undefined)
  const data = { kind, ...Object.fromEntries(members), verified: false, ...(next && { next }) }
  return { text: `${shown}\n`, data }
}

async function explainCode(code: string): Promise<Outcome> {
  if (!isCode(code)) throw misuse(`there is no code ${code}`)
  // From `dist/cli/commands`, to the guide that travels with the package.
  const path = fileURLToPath(new URL('../../../ts/docs/errors.md', import.meta.url))
  const entries = (await readText(path)).split(/^## /m)
  const meaning = entries
    .find((entry) => entry.startsWith(`${code}\n`))
    ?.slice(code.length)
    .trim()
  const shown = table([
    ['code', code],
    ['means', meaning],
    ['more', helpOf(code)],
  ])
  return { text: `${shown}\n`, data: { code, meaning, cure: cureOf(code), help: helpOf(code) } }
}
