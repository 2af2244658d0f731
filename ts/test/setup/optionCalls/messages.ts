// Calls that protect messages: HTTP, handshakes, sessions, HPKE.

import { HpkeFrom } from '../../../src/hazmat.js'
import {
  Guard,
  Handshake,
  Hpke,
  HttpSig,
  memoryReplayStore,
  Sage,
  Session,
} from '../../../src/subpath/all.js'
import { withProgress } from '../../../src/worker/progress.js'
import { agreement, bytes, type Calls, did, request, signer, text, trust } from './values.js'

const messageGuard = Guard.create()
const gate = Handshake.gate()
const sender = Hpke.sender(agreement.publicKey, { info: bytes })
const receiver = Hpke.receiver(sender.encapsulated, agreement, { info: bytes })
const sessionManager = new Session.SessionManager()
const session = Session.create({ secret: new Uint8Array(32), role: 'initiator' })
const sealed = { encapsulated: bytes, ciphertext: bytes }
const agreedKey = { key: agreement.publicKey }
const { pending } = Sage.Handshake.initiate(signer, agreedKey, { did, peer: did, context: 'c' })
const sageSession = Sage.Session.fromSeed(bytes, { id: 'session-1' })

export const messages: Calls = [
  ['Gate#check', (o) => gate.check(bytes, o), 'address'],
  ['Guard.create', (o) => Guard.create(o), 'skew'],
  [
    'Sage.Guard.verify',
    (o) => Sage.Guard.verify({ message: request, signature: bytes } as never, trust, o),
    'guard',
  ],
  ['Handshake.gate', (o) => Handshake.gate(o), 'key'],
  ['Handshake.initiate', (o) => Handshake.initiate(signer, trust, o), 'context'],
  ['Handshake.respond', (o) => Handshake.respond(bytes, signer, trust, o), 'context'],
  ['Sage.Handshake.initiate', (o) => Sage.Handshake.initiate(signer, agreedKey, o), 'peer'],
  ['Sage.Handshake.respond', (o) => Sage.Handshake.respond(request, signer, trust, o), 'maxAge'],
  ['Hpke.open', (o) => Hpke.open(sealed, agreement, o), 'aead'],
  ['Hpke.receiver', (o) => Hpke.receiver(bytes, agreement, o), 'aead'],
  ['Hpke.seal', (o) => Hpke.seal(bytes, agreement.publicKey, o), 'aead'],
  ['Hpke.sender', (o) => Hpke.sender(agreement.publicKey, o), 'aead'],
  ['HpkeFrom.sender', (o) => HpkeFrom.sender(agreement.publicKey, o), 'aead'],
  ['HttpSig.authorize', (o) => HttpSig.authorize(request, trust, o), 'audience'],
  ['HttpSig.contentDigest', (o) => HttpSig.contentDigest('', o), 'hash'],
  ['HttpSig.fastify', (o) => HttpSig.fastify(trust, o), 'origin'],
  ['HttpSig.fetch', (o) => HttpSig.fetch(signer, o), 'bodyLimit'],
  ['HttpSig.handler', (o) => HttpSig.handler(() => new Response(), trust, o), 'origin'],
  ['HttpSig.hono', (o) => HttpSig.hono(trust, o), 'origin'],
  ['HttpSig.mcp.sign', (o) => HttpSig.mcp.sign(request, signer, o), 'nonce'],
  ['HttpSig.mcp.verify', (o) => HttpSig.mcp.verify(request, trust, o), 'label'],
  ['HttpSig.middleware', (o) => HttpSig.middleware(trust, o), 'origin'],
  ['Sage.HttpSig.sign', (o) => Sage.HttpSig.sign(request, signer, o), 'nonce'],
  ['Sage.HttpSig.verify', (o) => Sage.HttpSig.verify(request, trust, o), 'maxAge'],
  ['HttpSig.sign', (o) => HttpSig.sign(request, signer, o), 'keyid'],
  ['HttpSig.tap.sign', (o) => HttpSig.tap.sign(request, signer, o), 'request'],
  ['HttpSig.tap.verify', (o) => HttpSig.tap.verify(request, trust, o), 'intent'],
  ['HttpSig.verify', (o) => HttpSig.verify(request, trust, o), 'label'],
  ['HttpSig.webBotAuth.agentKeys', (o) => HttpSig.webBotAuth.agentKeys(o), 'policy'],
  ['HttpSig.webBotAuth.readCard', (o) => HttpSig.webBotAuth.readCard(text, o), 'url'],
  [
    'HttpSig.webBotAuth.fetchDirectory',
    (o) => HttpSig.webBotAuth.fetchDirectory(text, o),
    'policy',
  ],
  [
    'HttpSig.webBotAuth.readDirectory',
    (o) => HttpSig.webBotAuth.readDirectory(request, o),
    'allowUnsigned',
  ],
  [
    'HttpSig.webBotAuth.serveDirectory',
    (o) => HttpSig.webBotAuth.serveDirectory(request, [signer], o),
    'lifetime',
  ],
  ['HttpSig.webBotAuth.sign', (o) => HttpSig.webBotAuth.sign(request, signer, o), 'nonce'],
  ['HttpSig.webBotAuth.verify', (o) => HttpSig.webBotAuth.verify(request, trust, o), 'label'],
  ['MessageGuard#check', (o) => messageGuard.check(o), 'session'],
  [
    'MessageGuard#checkIn',
    (o) => messageGuard.checkIn(o, { replay: memoryReplayStore() }),
    'session',
  ],
  [
    'MessageGuard#checkIn',
    (o) => messageGuard.checkIn({ peer: did, sent: new Date() }, o),
    'replay',
  ],
  ['Pending#finish', (o) => pending.finish(text, trust, o), 'maxAge'],
  ['ReceiverContext#open', (o) => receiver.open(bytes, o), 'associatedData'],
  ['SenderContext#seal', (o) => sender.seal(bytes, o), 'associatedData'],
  ['Session#open', (o) => session.open(bytes, o), 'associatedData'],
  ['Session#openBatch', (o) => session.openBatch([bytes], o), 'associatedData'],
  ['Session#openInto', (o) => session.openInto(bytes, bytes, o), 'associatedData'],
  ['Session#seal', (o) => session.seal(bytes, o), 'associatedData'],
  ['Session#sealBatch', (o) => session.sealBatch([bytes], o), 'associatedData'],
  ['Session#sealInto', (o) => session.sealInto(bytes, bytes, o), 'associatedData'],
  ['Session#export', (o) => session.export(o), 'note'],
  ['Session.answerResumption', (o) => Session.answerResumption(bytes, bytes, o), 'ordered'],
  ['Session.create', (o) => Session.create(o), 'ordered'],
  ['Session.resume', (o) => Session.resume(bytes, o), 'ordered'],
  ['SageSession#open', (o) => sageSession.open(bytes, o), 'associatedData'],
  ['SageSession#seal', (o) => sageSession.seal(bytes, o), 'associatedData'],
  ['SageSession#verifyCovered', (o) => sageSession.verifyCovered(o), 'mac'],
  ['Sage.Session.fromAgreement', (o) => Sage.Session.fromAgreement(agreement, o), 'maxAge'],
  ['Sage.Session.fromExporter', (o) => Sage.Session.fromExporter(bytes, o), 'maxAge'],
  ['Sage.Session.fromSeed', (o) => Sage.Session.fromSeed(bytes, o), 'maxAge'],
  ['Sage.Session.fromSharedSecret', (o) => Sage.Session.fromSharedSecret(bytes, o), 'maxAge'],
  ['Session.ticketKey', (o) => Session.ticketKey(o), 'key'],
  ['SessionManager#add', (o) => sessionManager.add(session, o), 'peer'],
  ['SessionManager#get', (o) => sessionManager.get(text, o), 'peer'],
  ['SessionManager#ids', (o) => sessionManager.ids(o), 'peer'],
  ['memoryReplayStore', (o) => memoryReplayStore(o), 'limit'],
  ['withProgress', (o) => withProgress(Promise.resolve(), o), 'interval'],
]
