/**
 * Sessions, as SAGE's baseline report measures them, and what they are compared with there.
 *
 * A message opens once, so the jobs that open have a supply of messages; when it is used up, a new
 * session of the same secret takes it from the start.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { bytes, secret } from '../input.js'
import { sizes } from '../peers/work/aeadNames.js'

const group = 'session'
type Size = (typeof sizes)[number]

function side(api: Api, role: 'initiator' | 'responder') {
  return api.Session.create({ secret: secret(1), role })
}

/** Messages of a fresh session, and a session that opens them in turn, for ever. */
function supply(
  api: Api,
  size: Size,
  use: (session: ReturnType<typeof side>, message: Uint8Array) => unknown,
) {
  const from = side(api, 'initiator')
  const text = bytes(size)
  const messages = Array.from({ length: size > 1024 ? 128 : 1024 }, () => from.seal(text))
  from.close()
  let to = side(api, 'responder')
  let next = 0
  return () => {
    if (next === messages.length) {
      to.close()
      to = side(api, 'responder')
      next = 0
    }
    const message = messages[next] as Uint8Array
    next += 1
    return use(to, message)
  }
}

const creation: Case[] = [
  {
    name: 'create a session',
    group,
    prepare: (api) => ({
      run: () => side(api, 'initiator').close(),
      agree: () => side(api, 'initiator').id,
    }),
  },
  {
    name: 'two HKDF calls, the bound of creation',
    group,
    prepare: (api) => {
      const salt = bytes(32)
      const derive = () => api.Hkdf.derive({ secret: secret(1), salt, info: salt, length: 44 })
      return { run: () => [derive(), derive()], agree: derive }
    },
  },
  {
    name: 'create 1000 sessions',
    group,
    n: 1000,
    // The report's own figure times an error: all but the first have the same id.
    prepare: (api) => {
      const create = (index: number) => {
        const own = secret(1)
        new DataView(own.buffer).setUint32(0, index)
        return api.Session.create({ secret: own, role: 'initiator' })
      }
      const run = () => {
        const all = Array.from({ length: 1000 }, (_, index) => create(index))
        for (const session of all) session.close()
      }
      return { run, agree: () => create(999).id }
    },
  },
]

const messages = (size: Size): Case[] => [
  {
    name: `seal ${size} B`,
    group,
    bytes: size,
    prepare: (api) => {
      const session = side(api, 'initiator')
      const text = bytes(size)
      return { run: () => session.seal(text), agree: () => side(api, 'initiator').seal(text) }
    },
  },
  {
    name: `open ${size} B`,
    group,
    bytes: size,
    prepare: (api) => {
      const run = supply(api, size, (session, message) => session.open(message))
      return { run, agree: run }
    },
  },
  {
    name: `seal and open ${size} B`,
    group,
    bytes: size,
    prepare: (api) => {
      const [a, b] = [side(api, 'initiator'), side(api, 'responder')]
      const text = bytes(size)
      const run = () => b.open(a.seal(text))
      return { run, agree: run }
    },
  },
]

const copy = (size: Size): Case => ({
  name: `copy ${size} B, no security`,
  group,
  bytes: size,
  prepare: () => {
    const text = bytes(size)
    const run = () => text.slice()
    return { run, agree: run }
  },
})

const bySize = sizes.flatMap((size) => [...messages(size), copy(size)])

const intoMemory = ([64, 16_384] as const).flatMap((size): Case[] => [
  {
    name: `seal ${size} B into memory of the caller`,
    group,
    bytes: size,
    prepare: (api) => {
      const session = side(api, 'initiator')
      const [text, output] = [bytes(size), new Uint8Array(size + api.Session.overhead)]
      const run = () => session.sealInto(text, output)
      const agree = () => [side(api, 'initiator').sealInto(text, output), output.slice()]
      return { run, agree }
    },
  },
  {
    name: `open ${size} B into memory of the caller`,
    group,
    bytes: size,
    prepare: (api) => {
      const output = new Uint8Array(size)
      const run = supply(api, size, (session, message) => session.openInto(message, output))
      return { run, agree: () => [run(), output.slice()] }
    },
  },
])

const compared: Case[] = [
  {
    name: 'SHA-256 of 1 KB, simple hash',
    group,
    bytes: 1024,
    only: 'node',
    prepare: async () => {
      const { createHash } = await import('node:crypto')
      const text = bytes(1024)
      const run = () => new Uint8Array(createHash('sha256').update(text).digest())
      return { run, agree: run }
    },
  },
  {
    name: 'round trip of 1 KB, copied',
    group,
    bytes: 1024,
    single: true,
    prepare: () => {
      const text = bytes(1024)
      const run = () => text.slice().slice()
      return { run, agree: run }
    },
  },
  {
    // What the report calls so: a message is sealed by one side and opened by the other.
    name: 'round trip of 1 KB, sealed and opened',
    group,
    bytes: 1024,
    single: true,
    prepare: (api) => {
      const [a, b] = [side(api, 'initiator'), side(api, 'responder')]
      const text = bytes(1024)
      const run = () => b.open(a.seal(text))
      return { run, agree: run }
    },
  },
  {
    name: 'round trip of 1 KB, a message and its answer',
    group,
    bytes: 1024,
    prepare: (api) => {
      const [a, b] = [side(api, 'initiator'), side(api, 'responder')]
      const text = bytes(1024)
      const run = () => a.open(b.seal(b.open(a.seal(text))))
      return { run, agree: run }
    },
  },
  {
    name: '1000 messages of 1 KB, sealed and opened',
    group,
    bytes: 1024,
    n: 1000,
    prepare: (api) => {
      const [a, b] = [side(api, 'initiator'), side(api, 'responder')]
      const text = bytes(1024)
      const run = () => {
        let total = 0
        for (let index = 0; index < 1000; index += 1) total += b.open(a.seal(text)).length
        return total
      }
      return { run, agree: run }
    },
  },
  {
    name: '1000 messages of 1 KB, copied',
    group,
    bytes: 1024,
    n: 1000,
    prepare: () => {
      const text = bytes(1024)
      const run = () => Array.from({ length: 1000 }, () => text.slice()).length
      return { run, agree: run }
    },
  },
]

/** What the report asks for: many small messages in one call. */
const batches = ([64, 256] as const).flatMap((size): Case[] => {
  const texts = Array.from({ length: 100 }, () => bytes(size))
  const common = { group, bytes: size, n: 100 }
  return [
    {
      ...common,
      name: `seal 100 messages of ${size} B, one by one`,
      prepare: (api) => {
        const session = side(api, 'initiator')
        const run = () => texts.map((text) => session.seal(text))
        const fresh = () => {
          const first = side(api, 'initiator')
          return texts.map((text) => first.seal(text))
        }
        return { run, agree: fresh }
      },
    },
    {
      ...common,
      name: `seal 100 messages of ${size} B in a batch`,
      prepare: (api) => {
        const session = side(api, 'initiator')
        const run = () => session.sealBatch(texts)
        return { run, agree: () => side(api, 'initiator').sealBatch(texts) }
      },
    },
    {
      ...common,
      name: `seal and open 100 messages of ${size} B in batches`,
      prepare: (api) => {
        const [a, b] = [side(api, 'initiator'), side(api, 'responder')]
        const run = () => b.openBatch(a.sealBatch(texts))
        return { run, agree: run }
      },
    },
  ]
})

export const sessionCases: readonly Case[] = [
  ...creation,
  ...bySize,
  ...intoMemory,
  ...compared,
  ...batches,
]
