// How much memory of the engine a live session takes.

import { afterAll, describe, expect, test } from 'vitest'
import { engineName } from '../../src/engine/slot.js'
import { Session } from '../../src/subpath/all.js'
import { context } from '../setup/context.js'

const count = 100_000
const least = 2048

/** The memory of the engine that is made while this class stands in. */
let memory: WebAssembly.Memory | undefined
const { Instance } = WebAssembly

class Watched extends Instance {
  constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
    super(module, imports)
    // The core has it; other parts share it.
    memory = (this.exports['memory'] as WebAssembly.Memory | undefined) ?? memory
  }
}

const used = () => memory?.buffer.byteLength ?? Number.NaN

describe.skipIf(engineName() === 'native')('the memory of sessions', () => {
  afterAll(() => {
    WebAssembly.Instance = Instance
  })

  test(`${count} live sessions take under 2 KB each`, { timeout: 300_000 }, async () => {
    WebAssembly.Instance = Watched as typeof Instance
    await context.reload()
    const sessions = new Session.SessionManager({ limit: count })
    const secret = new Uint8Array(32)
    const words = new DataView(secret.buffer)
    const before = used()
    const ids: string[] = []
    for (let number = 0; number < count; number += 1) {
      words.setUint32(0, number)
      const session = Session.create({ secret, role: 'responder' })
      ids.push(sessions.add(session, { peer: `did:example:${number % 1000}` }))
    }
    const created = (used() - before) / count
    const output = new Uint8Array(64)
    let sealed = 0
    // Epochs cost more than a new session: each has been through one.
    for (const [number, id] of ids.entries()) {
      const session = sessions.get(id, { peer: `did:example:${number % 1000}` })
      session.rekey()
      sealed += session.sealInto(secret, output)
    }
    expect(sealed).toBe(count * (secret.length + Session.overhead))
    const later = (used() - before) / count
    console.log(`bytes for each session: ${Math.round(created)} new, ${Math.round(later)} used`)
    expect(sessions.counts()).toMatchObject({ live: count, evicted: 0 })
    expect(later).toBeLessThan(least)

    // What is closed is used again.
    sessions.close()
    for (let number = 0; number < 1000; number += 1)
      Session.create({ secret, role: 'responder' }).close()
    expect((used() - before) / count).toBe(later)
  })
})
