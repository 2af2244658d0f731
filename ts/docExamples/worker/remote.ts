// What a worker offers, here a thread of Node.

import { Worker } from 'node:worker_threads'
import { connect } from 'countersign/worker'

const code = `
const { parentPort } = require('node:worker_threads')
Promise.all([import('countersign'), import('countersign/worker')]).then(
  ([{ init }, { serve }]) => serve(parentPort, init()),
)`
const worker = new Worker(code, { eval: true })
worker.unref()
export const remote = connect(worker)
