// Run: node examples/identity-file.ts, with Node 24 or newer after `npm start`
// An identity kept in one encrypted file: made in Node, opened in a browser, where Argon2id runs in a worker
// and the page shows how far it is. Without a browser it is opened by another engine, in another thread.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { isCountersignError, Keys } from 'countersign'
import { Identity } from 'countersign/identity'
import { type Browser, chromium } from 'playwright-core'

import { addresses, importMap, packageFile } from './pages/package.ts'

/** What is asked of whoever opens the file. */
type Task = { file: string; passphrase: Uint8Array; message: Uint8Array }

const utf8 = (text: string) => new TextEncoder().encode(text)

if (isMainThread) await main()
else parentPort?.postMessage(sign(workerData as Task))

async function main(): Promise<void> {
  // Two keys and a root secret, of which further keys are derived.
  using signing = Keys.generate('Ed25519')
  using inbox = Keys.generate('X25519')
  using identity = Identity.create({ identity: 'did:web:agent.example', keys: { signing, inbox } })

  // Two ways in: a passphrase, and a recovery key for paper.
  const passphrase = utf8('correct horse battery staple')
  identity.addSlot(Identity.passphraseSlot({ passphrase, label: 'desk' }))
  const { slot, recoveryKey } = Identity.recoverySlot()
  identity.addSlot(slot)

  const folder = await mkdtemp(join(tmpdir(), 'identity-'))
  try {
    const store = Identity.fileStore({ folder })
    await store.set('agent', identity.seal())
    const file = (await store.get('agent')) ?? ''
    console.log('file         ', `${file.length} letters, slots:`, slots(file))

    const message = utf8('opened elsewhere')
    const { where, signature } = await elsewhere({ file, passphrase, message })
    assert(Keys.verify({ publicKey: signing.publicKey, message, signature }))
    console.log('opened in    ', where)

    using recovered = Identity.open(file, { recoveryKey })
    assert.deepEqual(recovered.info().keys, identity.info().keys)
    assert.throws(
      () => Identity.open(file, { passphrase: utf8('a guess') }),
      (error) => isCountersignError(error, 'ERR_IDENTITY_FILE_LOCKED'),
    )

    // The change of a passphrase leaves the recovery key as it is.
    const next = utf8('another passphrase')
    const changed = Identity.changePassphrase(file, { current: passphrase, next })
    Identity.open(changed, { recoveryKey }).close()
    console.log('changed      ', slots(changed))
  } finally {
    await rm(folder, { recursive: true })
  }
}

function slots(file: string): string {
  return Identity.read(file)
    .slots.map(({ kind }) => kind)
    .join(', ')
}

function sign({ file, passphrase, message }: Task): Uint8Array {
  using identity = Identity.open(file, { passphrase })
  using signer = identity.signer('signing')
  return signer.sign(message)
}

async function elsewhere(task: Task): Promise<{ where: string; signature: Uint8Array }> {
  const browser = await launch()
  if (browser) {
    const { signature, parts, expected, took } = await inBrowser(browser, task)
    // The page was free meanwhile: it heard of progress more than at the two ends.
    assert(parts.length > 2 && parts.at(0) === 0 && parts.at(-1) === 1)
    const time = `${Math.round(took)} ms of Argon2id in a worker, estimated ${Math.round(expected)}`
    return { where: `Chromium: ${time}, ${parts.length} reports of progress`, signature }
  }
  const worker = new Worker(new URL(import.meta.url), { workerData: task })
  const signature = await new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  return { where: 'another thread', signature }
}

async function launch(): Promise<Browser | undefined> {
  const executablePath = process.env['CHROME_PATH']
  const own = executablePath && { executablePath }
  try {
    return await chromium.launch({ ...own, args: ['--no-sandbox'], timeout: 300_000 })
  } catch (error) {
    console.log('no browser   ', (error as Error).message.split('\n')[0])
    return undefined
  }
}

/** What a page did, and how it went. */
type Opened = { signature: Uint8Array; parts: number[]; expected: number; took: number }

/** Opens the file in a page, which gets the package from its built files. */
async function inBrowser(browser: Browser, task: Task): Promise<Opened> {
  const server = await serve()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(300_000) // For a hang, not for a slow machine.
    await page.goto(server.url)
    const input = { file: task.file, passphrase: [...task.passphrase], message: [...task.message] }
    const { signature, ...rest } = await page.evaluate(async ({ file, passphrase, message }) => {
      const { init } = await import('countersign')
      const { Identity } = await import('countersign/identity')
      const { connect, withProgress } = await import('countersign/worker')
      await init()
      const remote = connect(new globalThis.Worker('/thread.js', { type: 'module' }))
      const expected = await remote.Identity.estimateUnlock(file)
      const parts: number[] = []
      const report = (part: number) => parts.push(part)
      const start = performance.now()
      const work = remote.Identity.unlock(file, { passphrase: Uint8Array.from(passphrase) })
      const key = await withProgress(work, { expected, report, interval: 10 })
      const took = performance.now() - start
      const identity = Identity.open(file, key)
      key.secret.fill(0)
      const signer = identity.signer('signing')
      const signature = [...signer.sign(Uint8Array.from(message))]
      return { signature, parts, expected, took }
    }, input)
    return { signature: Uint8Array.from(signature), ...rest }
  } finally {
    await browser.close()
    server.close()
  }
}

/** Serves a page and the package's `dist` on a free port of this machine. */
async function serve(): Promise<{ url: string; close: () => void }> {
  const thread = `import { init } from '${addresses['countersign']}'
import { serve } from '${addresses['countersign/worker']}'
serve(self, init())`
  const pages: Readonly<Record<string, { type: string; body: string }>> = {
    '/': { type: 'text/html', body: `<!doctype html>${importMap}` },
    '/thread.js': { type: 'text/javascript', body: thread },
  }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = pages[pathname] ?? (await packageFile(pathname))
    if (file === undefined) return response.writeHead(404).end()
    return response.writeHead(200, { 'Content-Type': file.type }).end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
