/** Sessions, handshakes, encryption, proofs: what they were given, and what follows from it. */

import { createHash } from 'node:crypto'

import {
  Handshake,
  Hpke,
  Keys,
  memoryReplayStore,
  Pop,
  Ring,
  RingGo,
  Sage,
  Session,
} from '../../src/subpath/all.js'
import { documentOf } from '../setup/document.js'
import { expand, extract, framed, hkdf, refuses, utf8 } from './help.js'
import type { Bytes, Scenario } from './scenario.js'

const info = utf8('info')
const text = utf8(
  'a text that is long enough to be in more than one block of any cipher, and a bit more',
)
const none = new Uint8Array()

/** The key schedule in the header of rust/core/src/session.rs. */
function schedule(secret: Uint8Array): Record<string, Uint8Array> {
  const salt = createHash('sha256')
    .update(framed(utf8('countersign/session-context/v1')))
    .update(framed(none))
    .digest()
  const root = extract(salt, secret)
  const keys = expand(root, utf8('countersign/session/v1'), 96)
  const chains = expand(root, utf8('countersign/session-chains/v1'), 96)
  const info = Uint8Array.of(...utf8('countersign/session-epoch/v1'), 0, 0, 0, 1)
  const next = expand(chains.slice(0, 32), info, 76)
  return {
    'the root': root,
    'key i→r of epoch 0': keys.slice(0, 32),
    'key r→i of epoch 0': keys.slice(32, 64),
    'chain i→r': chains.slice(0, 32),
    'chain r→i': chains.slice(32, 64),
    'the resumption secret': chains.slice(64),
    'chain i→r of epoch 1': next.slice(0, 32),
    'key i→r of epoch 1': next.slice(32, 64),
  }
}

const both = (secret: Bytes, options: Session.Options = {}) =>
  (['initiator', 'responder'] as const).map((role) =>
    Session.create({ secret, role, ...options }),
  ) as [Session.Session, Session.Session]

function talk(a: Session.Session, b: Session.Session): void {
  b.open(a.seal(text))
  a.open(b.seal(text))
  b.open(a.sealBatch([text, text])[0] as Uint8Array)
}

const sessions: Scenario[] = [{}, { padding: 64 }].map((options) => ({
  name: `a session${'padding' in options ? ' in the ordinary lane' : ''}: used, with new epochs, closed`,
  given: { 'the secret': 32 },
  inside: ({ 'the secret': secret }) => schedule(secret as Bytes),
  run({ 'the secret': secret }) {
    const [a, b] = both(secret as Bytes, options)
    talk(a, b)
    for (let epoch = 0; epoch < 3; epoch += 1) {
      a.rekey()
      talk(a, b)
    }
    const message = a.seal(text)
    message[message.length - 1] = (message[message.length - 1] as number) ^ 1
    refuses(() => b.open(message))
    refuses(() => Session.create({ secret: (secret as Bytes).subarray(1), role: 'initiator' }))
    a.close()
    b.close()
  },
}))

const many: Scenario = {
  name: 'a table of 200 sessions and ticket keys, closed in another order',
  given: { 'the secret': 32, 'the key': 32 },
  inside: ({ 'the secret': secret }) => schedule(secret as Bytes),
  run({ 'the secret': secret, 'the key': key }) {
    const all = Array.from({ length: 100 }, () => [
      Session.create({ secret: secret as Bytes, role: 'initiator' }),
      Session.ticketKey({ key: key as Bytes }),
    ]).flat()
    for (const handle of all.filter((_, index) => index % 3 !== 0)) handle.close()
    for (const handle of all.filter((_, index) => index % 3 === 0)) handle.close()
  },
}

const resumption: Scenario = {
  name: 'a session put away under a ticket key, resumed, refused, closed',
  given: { 'the secret': 32, 'key of one side': 32, 'key of the other': 32 },
  inside: ({ 'the secret': secret }) => schedule(secret as Bytes),
  async run({ 'the secret': secret, 'key of one side': ownKey, 'key of the other': theirKey }) {
    const [a, b] = both(secret as Bytes)
    talk(a, b)
    const [mine, theirs] = [
      Session.ticketKey({ key: ownKey as Bytes }),
      Session.ticketKey({ key: theirKey as Bytes }),
    ]
    const [first, second] = [a.export({ key: mine }), b.export({ key: theirs })]
    const replay = memoryReplayStore()
    const resumption = await Session.resume(first, { key: mine, replay })
    const forged = resumption.message.map((byte, index) => byte ^ (index === 70 ? 1 : 0))
    await Session.answerResumption(forged, second, { key: theirs, replay }).then(
      () => refuses(() => undefined),
      () => undefined,
    )
    const answered = await Session.answerResumption(resumption.message, second, {
      key: theirs,
      replay: memoryReplayStore(),
    })
    refuses(() => resumption.finish(answered.answer.slice(1)))
    const again = resumption.finish(answered.answer)
    answered.session.open(again.seal(text))
    const dropped = await Session.resume(first, { key: mine, replay: memoryReplayStore() })
    for (const closing of [dropped, again, answered.session, mine, theirs]) closing.close()
    refuses(() => Session.ticketKey({ key: (ownKey as Bytes).subarray(1) }))
  },
}

function agent(name: string, seed: Bytes, secret: Bytes) {
  const did = `did:web:${name}.example`
  const [signer, agreement] = [Keys.fromSecret('Ed25519', seed), Keys.fromSecret('X25519', secret)]
  return { did, signer, agreement, document: documentOf(did, signer, agreement) }
}

const handshakes: Scenario[] = Handshake.suites.map((suite) => ({
  name: `a handshake over ${suite}: a reply that is refused, one that holds, closed`,
  given: { 'seed of one': 32, 'key of one': 32, 'seed of the other': 32, 'key of the other': 32 },
  async run(inputs) {
    const [a, b] = [
      agent('a', inputs['seed of one'] as Bytes, inputs['key of one'] as Bytes),
      agent('b', inputs['seed of the other'] as Bytes, inputs['key of the other'] as Bytes),
    ]
    const pending = Handshake.initiate(
      a.signer,
      { document: b.document },
      { did: a.did, peer: b.did, suites: [suite] },
    )
    const answered = await Handshake.respond(
      pending.message,
      b.signer,
      { document: a.document },
      { agreement: b.agreement, did: b.did, replay: memoryReplayStore() },
    )
    refuses(() =>
      pending.finish(answered.reply.map((byte, index) => byte ^ (index === 60 ? 1 : 0))),
    )
    const { session } = pending.finish(answered.reply)
    talk(session, answered.session)
    const closing = [session, answered.session, a.signer, a.agreement, b.signer, b.agreement]
    for (const handle of closing) handle.close()
  },
}))

const encryption: Scenario[] = Hpke.aeads.flatMap((aead) =>
  (['X25519', 'X-Wing'] as const).map((type) => ({
    name: `HPKE to ${type} with ${aead}: sent, received, refused, exported, closed`,
    given: { 'the key of the recipient': 32, 'the key of the sender': 32, 'the PSK': 40 },
    run(inputs, { learn, steady }) {
      const [own, from] = [inputs['the key of the recipient'], inputs['the key of the sender']]
      const recipient =
        type === 'X25519'
          ? Keys.fromSecret(type, own as Bytes)
          : Hpke.fromSecret(type, own as Bytes)
      const sender = Keys.fromSecret('X25519', from as Bytes)
      const psk = { key: inputs['the PSK'] as Bytes, id: info }
      const mode = type === 'X25519' ? { info, aead, psk, sender } : { info, aead, psk }
      const sending = Hpke.sender(recipient.publicKey, mode)
      const proof = type === 'X25519' ? { sender: sender.publicKey } : {}
      const receiving = Hpke.receiver(sending.encapsulated, recipient, {
        info,
        aead,
        psk,
        ...proof,
      })
      if (aead !== 'export-only') {
        receiving.open(sending.seal(text))
        refuses(() => receiving.open(text))
      }
      learn('an exported secret', sending.export(info, 32))
      steady()
      receiving.export(info, 32).fill(0)
      steady()
      for (const closing of [sending, receiving, sender, recipient]) closing.close()
    },
  })),
)

const derived: Scenario[] = (['X25519', 'X-Wing'] as const).map((type) => ({
  name: `HPKE: a key of ${type} derived from keying material, given out, closed`,
  given: { 'the keying material': 48 },
  run({ 'the keying material': ikm }, { learn }) {
    const key =
      type === 'X25519'
        ? Hpke.deriveKeyPair(type, ikm as Bytes)
        : Hpke.deriveKeyPair(type, ikm as Bytes)
    learn(
      'the key',
      'sharedSecret' in key ? Keys.dangerouslyExportSecret(key) : Hpke.dangerouslyExportSecret(key),
    )
    key.close()
    refuses(() => Hpke.deriveKeyPair('X25519', (ikm as Bytes).subarray(20)))
  },
}))

const sage: Scenario[] = [
  {
    name: 'a session of SAGE from a seed of 48 bytes',
    given: { 'the seed': 48 },
    inside: ({ 'the seed': seed }) => {
      const okm = hkdf(seed as Bytes, utf8('s'), utf8('sage-session-keys-v1'), 64)
      return { 'the key': okm.slice(0, 32), 'the key of its MAC': okm.slice(32) }
    },
    run({ 'the seed': seed }) {
      const ours = Sage.Session.fromSeed(seed as Bytes, { id: 's' })
      const theirs = Sage.Session.fromSeed(seed as Bytes, { id: 's' })
      theirs.open(ours.seal(text))
      theirs.verifyCovered({ covered: text, mac: ours.signCovered(text) })
      refuses(() => theirs.open(text))
      refuses(() => theirs.verifyCovered({ covered: text, mac: text }))
      ours.close()
      theirs.close()
    },
  },
  {
    name: 'a session of SAGE for each direction, and one of an agreement',
    given: { 'the exporter': 32, 'the ephemeral key': 32 },
    run({ 'the exporter': exporter, 'the ephemeral key': secret }) {
      const ours = Sage.Session.fromExporter(exporter as Bytes, { role: 'initiator' })
      const theirs = Sage.Session.fromExporter(exporter as Bytes, { role: 'responder' })
      theirs.open(ours.seal(text))
      const key = Keys.fromSecret('X25519', secret as Bytes)
      const agreed = Sage.Session.fromAgreement(key, { peer: key.publicKey, context: 'c' })
      agreed.seal(text)
      for (const closing of [ours, theirs, key, agreed]) closing.close()
    },
  },
]

const rings: Scenario[] = (['Ed25519', 'secp256k1'] as const).map((type) => ({
  name: `a ring signature on ${type}, with and without a prepared ring`,
  given: { 'the secret': 32 },
  run({ 'the secret': secret }) {
    const signer = Keys.fromSecret(type, secret as Bytes)
    const other = Keys.generate(type)
    const ring = [signer.publicKey, other.publicKey]
    Ring.sign(text, signer, ring, { scope: 'poll' })
    const open = Ring.prepare(ring, { scope: 'poll' })
    open.sign(text, signer)
    Ring.deriveKeyImage(signer, { scope: utf8('poll') })
    refuses(() => Ring.sign(text, signer, [other.publicKey, other.publicKey]))
    for (const closing of [open, other, signer]) closing.close()
  },
}))

const ringsOfGo: Scenario[] = (['Ed25519', 'secp256k1'] as const).map((type) => ({
  name: `a ring signature of ring-go on ${type}`,
  given: { 'the secret': 32 },
  run({ 'the secret': secret }) {
    const signer = Keys.fromSecret(type, secret as Bytes)
    const other = Keys.generate(type)
    const ring = [signer.publicKey, other.publicKey]
    RingGo.sign(new Uint8Array(32), signer, ring)
    for (const closing of [other, signer]) closing.close()
  },
}))

const proof: Scenario = {
  name: 'the proof of an X25519 key',
  given: { 'the key': 32, 'the ephemeral key': 32, 'the seed of the identity': 32 },
  run(inputs) {
    const agreement = Keys.fromSecret('X25519', inputs['the key'] as Bytes)
    const ephemeral = Keys.fromSecret('X25519', inputs['the ephemeral key'] as Bytes)
    const identity = Keys.fromSecret('Ed25519', inputs['the seed of the identity'] as Bytes)
    const did = 'did:web:agent.example'
    const challenge = Pop.challenge({
      audience: 'https://a.example',
      ephemeral: ephemeral.publicKey,
    })
    const proof = Pop.proveAgreement(challenge, agreement, { did, identity })
    const trust = { keys: [{ key: agreement.publicKey }, { key: identity.publicKey }] }
    const options = { did, ephemeral, challenge }
    Pop.verifyAgreement(proof, trust, options)
    const spoilt = { ...proof, mac: proof.signature.slice(0, 43) }
    refuses(() => Pop.verifyAgreement(spoilt, trust, options))
    for (const closing of [agreement, ephemeral, identity]) closing.close()
  },
}

const dropped: Scenario = {
  name: 'an engine that is dropped with all that was open',
  native: true,
  given: { 'the seed': 32, 'the secret': 32, 'the key of tickets': 32 },
  inside: ({ 'the secret': secret }) => schedule(secret as Bytes),
  run(inputs, { reload }) {
    Keys.fromSecret('Ed25519', inputs['the seed'] as Bytes)
    both(inputs['the secret'] as Bytes)
    Session.ticketKey({ key: inputs['the key of tickets'] as Bytes })
    reload()
  },
}

export const protocolScenarios: readonly Scenario[] = [
  ...sessions,
  many,
  resumption,
  ...handshakes,
  ...encryption,
  ...derived,
  ...sage,
  ...rings,
  ...ringsOfGo,
  proof,
  dropped,
]
