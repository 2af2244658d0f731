/**
 * A process with a worker that calls the addon: at the very end of its stack, or on a stack that was painted.
 *
 * It gets an `Order` on its standard input and prints what the worker found. A stack that overflows in the addon
 * ends the process by a signal.
 */

import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

import type { Engine } from '../../src/generated/contract.js'

export type Order = {
  readonly addon: string
  /** `deep`: call where JavaScript has no stack left. `paint`: say what each operation leaves. */
  readonly task: 'deep' | 'paint'
  /** The worker's `resourceLimits.stackSizeMb`. */
  readonly stackSizeMb: number
}

/** Operation by operation, the longest row of bytes that was left on the stack; 0 for the task `deep`. */
export type Report = Readonly<Record<string, number>>

type Operations = Record<string, () => unknown>

const message = new Uint8Array(32).fill(7)
const none = new Uint8Array()

/** All that goes deep with a secret. */
function operations(engine: Engine): Operations {
  const all: Operations = {}
  for (const [type, algorithm] of [
    ['secp256k1', 'ecdsa-secp256k1-sha256'],
    ['ML-DSA-44', 'ml-dsa-44'],
    ['ML-DSA-65', 'ml-dsa-65'],
    ['ML-DSA-87', 'ml-dsa-87'],
  ] as const) {
    const key = engine.signerGenerate(type)
    all[`${type}: a key`] = () => engine.signerClose(engine.signerGenerate(type))
    all[`${type}: a signature`] = () => engine.signerSign(key, algorithm, message)
  }
  return { ...all, ...encryption(engine), ...rings(engine) }
}

/** Goes deep too, and leaves what it had there. */
function verification(engine: Engine): Operations {
  const seed = message
  const key = engine.mlDsaPublic('ML-DSA-87', seed)
  const expanded = engine.mlDsaExpand('ML-DSA-87', seed)
  const signature = engine.mlDsaSignInternal('ML-DSA-87', expanded, message, message)
  return {
    'ML-DSA-87: a verification': () =>
      engine.mlDsaVerifyInternal('ML-DSA-87', key, message, signature),
  }
}

function encryption(engine: Engine): Operations {
  const recipient = engine.xwingGenerate()
  const key = engine.xwingPublic(recipient)
  const send = () => engine.hpkeSender('X-Wing', key, 'AES-128-GCM', none, none, none)
  const encapsulated = engine.hpkeEncapsulated(send())
  return {
    'X-Wing: a key': () => engine.xwingClose(engine.xwingGenerate()),
    'X-Wing: a sender': () => engine.hpkeSenderClose(send()),
    'X-Wing: a receiver': () =>
      engine.hpkeReceiverClose(
        engine.hpkeReceiverXwing(recipient, encapsulated, 'AES-128-GCM', none, none, none, none),
      ),
  }
}

function rings(engine: Engine): Operations {
  const [first, second] = [engine.signerGenerate('secp256k1'), engine.signerGenerate('secp256k1')]
  const keys = Uint8Array.of(...engine.signerPublic(first), ...engine.signerPublic(second))
  const ring = engine.ringPrepare('secp256k1', keys, none)
  return {
    'a ring signature': () => engine.ringSign(ring, first, message),
    'a ring signature of ring-go': () => engine.ringGoSign(first, keys, message),
  }
}

/** Goes as deep as JavaScript may, and runs each operation as far down as it can be called at all. */
function deep(all: Operations): Report {
  const waiting = Object.entries(all)
  const done: Record<string, number> = {}
  const next = () => {
    for (let operation = waiting[0]; operation !== undefined; operation = waiting[0]) {
      operation[1]()
      done[operation[0]] = 0
      waiting.shift()
    }
  }
  const dive = () => {
    try {
      dive()
    } catch (error) {
      if (waiting.length === 0 || !(error instanceof RangeError)) throw error
      next()
    }
  }
  dive()
  return done
}

const size = 1 << 20
/** Below the call that asks where the stack is; above, what is in use changes from call to call. */
const spared = 4_096
const colour = 0xa5

/** Where the stack of this thread ends now (proc_pid_syscall(5)). */
function stackPointer(): number {
  const words = readFileSync('/proc/thread-self/syscall', 'utf8').trim().split(' ')
  return Number.parseInt(words.at(-2) as string, 16)
}

/** The longest row of bytes that are neither paint nor wiped. An address has six, and two zeros. */
function longest(bytes: Uint8Array): number {
  let [most, row] = [0, 0]
  for (const byte of bytes) {
    row = byte === colour || byte === 0 ? 0 : row + 1
    most = Math.max(most, row)
  }
  return most
}

/** Runs each operation on a painted stack, and says what it leaves there. */
function paint(all: Operations): Report {
  const memory = openSync('/proc/self/mem', 'r+')
  const [painted, after] = [new Uint8Array(size).fill(colour), new Uint8Array(size)]
  const leftBy = (run: (bottom: number) => unknown): number => {
    const bottom = stackPointer() - spared - size
    writeSync(memory, painted, 0, size, bottom)
    run(bottom)
    readSync(memory, after, 0, size, bottom)
    return longest(after)
  }
  const left = Object.entries(all).map(([name, run]): [string, number] => [name, leftBy(run)])
  const planted = leftBy((bottom) => writeSync(memory, message, 0, message.length, bottom + 9_999))
  closeSync(memory)
  return { ...Object.fromEntries(left), planted }
}

if (isMainThread) {
  const order = JSON.parse(readFileSync(0, 'utf8')) as Order
  const worker = new Worker(fileURLToPath(import.meta.url), {
    workerData: order,
    resourceLimits: { stackSizeMb: order.stackSizeMb },
  })
  worker.on('message', (report) => process.stdout.write(JSON.stringify(report)))
} else {
  const { addon, task } = workerData as Order
  const engine = createRequire(import.meta.url)(addon) as Engine
  const all = operations(engine)
  const found = task === 'deep' ? deep({ ...all, ...verification(engine) }) : paint(all)
  parentPort?.postMessage(found)
}
