/**
 * HPKE and the handshake. The report has no figure of SAGE's handshake; its one row that names one
 * compares with TLS.
 *
 * The randomness is fresh in each call, so engines agree on what was received, not on the messages.
 *
 * @module
 */

import type { Api, Case } from '../case.js'
import { secret } from '../input.js'
import { info, text } from '../peers/work/hpke.js'

const group = 'hpke and handshake'
const now = new Date('2026-01-01T00:00:00Z')

const kems = ['X25519', 'X-Wing'] as const

function recipientOf(api: Api, kem: (typeof kems)[number]) {
  const seed = secret(3)
  return kem === 'X25519' ? api.Keys.fromSecret(kem, seed) : api.Hpke.fromSecret(kem, seed)
}

const hpke = kems.flatMap((kem): Case[] => [
  {
    name: `HPKE seal, ${kem}`,
    group,
    bytes: text.length,
    prepare: (api) => {
      const recipient = recipientOf(api, kem)
      const run = () => api.Hpke.seal(text, recipient.publicKey, { info })
      return { run, agree: () => api.Hpke.open(run(), recipient, { info }) }
    },
  },
  {
    name: `HPKE open, ${kem}`,
    group,
    bytes: text.length,
    prepare: (api) => {
      const recipient = recipientOf(api, kem)
      const sealed = api.Hpke.seal(text, recipient.publicKey, { info })
      const run = () => api.Hpke.open(sealed, recipient, { info })
      return { run, agree: run }
    },
  },
])

const keys: Case[] = [
  {
    name: 'X-Wing key pair',
    group,
    prepare: (api) => ({
      run: () => api.Hpke.generate('X-Wing').close(),
      agree: () => api.Hpke.fromSecret('X-Wing', secret(3)).publicKey.bytes,
    }),
  },
]

/** Two agents, and a handshake between them. */
function agents(api: Api, suite: Suite) {
  const [ourSigner, theirSigner] = [
    api.Keys.fromSecret('Ed25519', secret(1)),
    api.Keys.fromSecret('Ed25519', secret(2)),
  ]
  const agreement = api.Keys.fromSecret('X25519', secret(3))
  const [ours, theirs] = ['did:web:one.example', 'did:web:two.example']
  const clock = { now: () => now }
  const trusted = (
    controller: string,
    ...list: { publicKey: ReturnType<Api['Keys']['publicKey']> }[]
  ) => ({
    keys: list.map(({ publicKey }) => ({ key: publicKey, controller })),
  })
  // Every message is new; the store's own cost has a row elsewhere.
  const replay = { checkAndMark: () => true }
  const initiate = () =>
    api.Handshake.initiate(ourSigner, trusted(theirs, theirSigner, agreement), {
      did: ours,
      peer: theirs,
      suites: [suite],
      session: clock,
    })
  const respond = (message: Uint8Array) =>
    api.Handshake.respond(message, theirSigner, trusted(ours, ourSigner), {
      agreement,
      did: theirs,
      replay,
      session: clock,
    })
  return { initiate, respond }
}

/** A whole handshake, from the first message to the first that the responder opens. */
export function handshakeOf(api: Api, suite: Suite): () => Promise<Uint8Array> {
  const { initiate, respond } = agents(api, suite)
  return async () => {
    const pending = initiate()
    const theirs = await respond(pending.message)
    const ours = pending.finish(theirs.reply)
    const opened = theirs.session.open(ours.session.seal(info))
    theirs.session.close()
    ours.session.close()
    return opened
  }
}

type Suite = 'X25519' | 'X25519+ML-KEM-768'

const handshakes = (['X25519', 'X25519+ML-KEM-768'] as const).flatMap((suite): Case[] => [
  {
    name: `handshake, first message, ${suite}`,
    group,
    prepare: (api) => {
      const { initiate, respond } = agents(api, suite)
      const run = () => initiate().close()
      return { run, agree: async () => (await respond(initiate().message)).suite }
    },
  },
  {
    name: `handshake, both sides, ${suite}`,
    group,
    prepare: (api) => {
      const run = handshakeOf(api, suite)
      return { run, later: true, agree: run }
    },
  },
])

export const handshakeCases: readonly Case[] = [...hpke, ...keys, ...handshakes]
