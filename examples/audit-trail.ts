// Run: node examples/audit-trail.ts, with Node 24 or newer after `npm start`
// An audit trail of 1,000 tool calls: chained receipts in a log, one of them proven in a browser.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { isCountersignError, Keys, Receipt, requireFacts } from 'countersign'
import { Log } from 'countersign/log'
import { chromium } from 'playwright-core'

import { importMap, packageFile } from './pages/package.ts'

const calls = 1000
const origin = 'log.example/audit'

// The agent signs a receipt for every call, each linked to the one before.
const agent = Keys.generate('Ed25519')
const receipts: Receipt.Receipt[] = []
for (let index = 0; index < calls; index += 1) {
  const previous = receipts.at(-1)
  const content = { tool: 'ledger.read', account: index % 7, run: index }
  const call = { action: 'tool.call', content } as const
  const action = index + 1 === calls ? { ...call, final: true as const } : call
  receipts.push(Receipt.issue(action, agent, previous === undefined ? {} : { previous }))
}

// A log takes them in and signs two checkpoints: in the middle, and at the end.
const operator = Keys.generate('Ed25519')
const log = await Log.create()
await log.append(...receipts.slice(0, 500))
const middle = await log.checkpoint(operator, { origin })
await log.append(...receipts.slice(500))
const note = await log.checkpoint(operator, { origin })
console.log(`${calls} calls in ${log.size} receipts, under one checkpoint:\n${note}`)

// The auditor: the chain is whole, and the log only grew.
const lines = receipts.map((receipt) => JSON.stringify(receipt))
const trust = { key: agent.publicKey }
const { facts } = requireFacts(Receipt.verifyChain(lines, trust))
console.log(`auditor: linkage ${facts.linkage.state}, completeness ${facts.completeness.state}`)
const key = operator.publicKey
const [older, tree] = [middle, note].map((signedNote) =>
  Log.verifyCheckpoint(signedNote, { key }, { origin }),
) as [Log.Checkpoint, Log.Checkpoint]
Log.verifyConsistency(await log.consistency(older.size), tree, { older })

// What was tampered with shows, and where.
const cut = Receipt.verifyChain(lines.slice(0, 900), trust, { count: calls })
assert.throws(
  () => requireFacts(cut),
  (error) => isCountersignError(error, 'ERR_RECEIPT_COUNT'),
)
const edited = lines.with(417, lines[417]?.replace('"account":4', '"account":5') as string)
const { signatures } = Receipt.verifyChain(edited, trust).facts
assert(signatures.state === 'failed' && signatures.code === 'ERR_RECEIPT_SIGNATURE')
assert.equal(signatures.at, 417)
console.log('auditor: a cut tail and an edited call are found')

/** Whoever disputes call 417 gets four things, and needs nothing else. */
const evidence = {
  receipt: lines[417] as string,
  other: lines[418] as string,
  proof: await log.inclusion(417),
  note,
  origin,
  agent: Keys.toMultikey(agent.publicKey),
  operator: Keys.toMultikey(key),
}

/** Checks the evidence. It runs in a tab, so all it has is what it is given and what it imports. */
async function check(shown: typeof evidence) {
  const { init, isCountersignError, Keys, Receipt } = await import('countersign')
  const { Log } = await import('countersign/log')
  await init()
  const key = Keys.fromMultikey(shown.operator)
  const { receipt, id } = Receipt.verify(shown.receipt, { key: Keys.fromMultikey(shown.agent) })
  const tree = Log.verifyCheckpoint(shown.note, { key }, { origin: shown.origin })
  Log.verifyInclusion(shown.proof, tree, { entry: shown.receipt })
  try {
    Log.verifyInclusion(shown.proof, tree, { entry: shown.other })
    return { id, content: receipt.content, size: tree.size, other: 'held' }
  } catch (error) {
    const other = isCountersignError(error) ? error.code : String(error)
    return { id, content: receipt.content, size: tree.size, other }
  }
}

/** The page, and the package for it. */
const site = createServer(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname
  const page = `<!doctype html><title>evidence</title>${importMap}`
  if (path === '/') return response.writeHead(200, { 'Content-Type': 'text/html' }).end(page)
  const file = await packageFile(path)
  if (file === undefined) return response.writeHead(404).end()
  return response.writeHead(200, { 'Content-Type': file.type }).end(file.body)
})

/** Runs the check in a tab where a browser is found, else in Node. */
async function inTab(): ReturnType<typeof check> {
  const known = [process.env['CHROME_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome']
  const executablePath = known.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) {
    console.log('no browser found (CHROME_PATH names one): the check runs in Node')
    return check(evidence)
  }
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox'],
    timeout: 300_000,
  })
  try {
    console.log(`the check runs in a tab of Chromium ${browser.version()}`)
    const tab = await browser.newPage()
    tab.setDefaultTimeout(300_000) // For a hang, not for a slow machine.
    await tab.goto(`http://127.0.0.1:${port}/`)
    return await tab.evaluate(check, evidence)
  } finally {
    await browser.close()
    site.close()
    site.closeAllConnections()
  }
}

const shown = await inTab()
console.log(`call 417 was ${JSON.stringify(shown.content)}: one of ${shown.size} by`)
console.log(`${evidence.proof.hashes.length} hashes; the same proof for call 418: ${shown.other}`)
assert.equal(shown.id, Receipt.id(receipts[417] as object))
assert.equal(shown.other, 'ERR_MERKLE_PROOF')

// The end of the chain is the end.
const after = { previous: receipts.at(-1) as Receipt.Receipt }
assert.throws(
  () => Receipt.issue({ action: 'tool.call', content: null }, agent, after),
  (error) => isCountersignError(error, 'ERR_RECEIPT_FINAL'),
)
for (const handle of [agent, operator, log]) handle.close()
