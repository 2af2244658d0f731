// A worker that ends leaves no call waiting. (A page's worker: `ts/packaging/fixtures/page-worker.js`.)

import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { connect } from '../../src/entry/worker.js'

const lost = expect.objectContaining({ code: 'ERR_ENGINE_LOST', name: 'CountersignError' })

test('calls that wait for a worker that ends are rejected, and later ones at once', async () => {
  const worker = new Worker('setInterval(() => {}, 1000)', { eval: true })
  const { Keys } = connect(worker)
  const waiting = expect(Keys.generate('Ed25519')).rejects.toThrowError(lost)
  await worker.terminate()
  await waiting
  await expect(Keys.generate('Ed25519')).rejects.toThrowError(lost)
})

test("a worker's own error still reaches those who listen for it", async () => {
  const worker = new Worker('throw new Error("broken")', { eval: true })
  const failed = new Promise((resolve) => worker.once('error', resolve))
  await expect(connect(worker).Keys.generate('Ed25519')).rejects.toThrowError(lost)
  expect(await failed).toHaveProperty('message', 'broken')
})
