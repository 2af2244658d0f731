// The HTTP side of the registry: who may ask what.

import { Did, Receipt } from 'countersign'
import { HttpSig } from 'countersign/http'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'

import type { Agents } from './agents.ts'
import type { Journal } from './journal.ts'
import type { RegistryLog } from './log.ts'
import { judge, Refusal } from './refusal.ts'
import { readAnswer, readIndex } from './requests.ts'
import type { Shared } from './stores.ts'
import { countRefusal, observe } from './telemetry.ts'

/** What the routes need. */
export type Parts = {
  readonly origin: string
  readonly did: string
  readonly stores: Shared
  readonly resolver: ReturnType<typeof Did.resolver>
  readonly journal: Journal
  readonly log: RegistryLog
  readonly agents: Agents
  /** Whether this instance is about to end. */
  isStopping(): boolean
}

/** Most entries that one answer lists. */
const page = 1000

export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const app = fastify({
    logger: { base: null, serializers: { err: plainError } },
    // `telemetry.ts` writes a line for each request, without fields that could hold a secret.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 2048 },
    bodyLimit: 64 * 1024,
  })
  observe(app)
  app.setErrorHandler((error, request, reply) => {
    const { status, code } = judge(error)
    if (status >= 500) request.log.error({ err: error, code }, 'failed')
    countRefusal(code)
    return reply.code(status).send({ error: code })
  })
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ error: 'NOT_FOUND' }))
  addHealth(app, parts)
  addPublic(app, parts)
  await app.register((signed) => addSigned(signed, parts))
  return app
}

/** For whoever watches the instance: whether it lives, and whether it can do its work. */
function addHealth(app: FastifyInstance, { stores, isStopping }: Parts): void {
  app.get('/health', () => ({ status: 'alive' }))
  app.get('/ready', async (_, reply) => {
    const found = await stores.health()
    const reasons = [
      ...(isStopping() ? ['the instance is stopping'] : []),
      ...found.flatMap((health) => health.reasons),
    ]
    const waiting = found.reduce((sum, health) => sum + health.waiting, 0)
    const isReady = reasons.length === 0
    return reply.code(isReady ? 200 : 503).send({ ready: isReady, reasons, waiting })
  })
}

/** For everybody: registration, and what an auditor needs. */
function addPublic(app: FastifyInstance, { origin, did, agents, journal, log }: Parts): void {
  app.get('/v1', () => ({ origin, did, log: log.origin, verifierKey: log.verifierKey }))

  app.post('/v1/challenges', () => agents.ask())
  app.post('/v1/agents', async (request, reply) => {
    const entry = await agents.register(readAnswer(request.body))
    return reply.code(201).send({ entry })
  })
  app.get<{ Params: { did: string } }>('/v1/agents/:did', async ({ params }) => {
    const entry = await agents.find(params.did)
    if (entry === undefined) throw new Refusal(404, 'UNKNOWN_AGENT')
    return { entry }
  })

  app.get('/v1/log/checkpoint', async (_, reply) =>
    reply.type('text/plain; charset=utf-8').send(await log.checkpoint()),
  )
  app.get<{ Params: { index: string } }>('/v1/log/entries/:index', async ({ params }) => {
    const entries: Receipt.Receipt[] = []
    for await (const entry of journal.read(readIndex(params.index)))
      if (entries.push(entry) === page) break
    return { entries }
  })
  app.get<{ Params: { index: string } }>('/v1/log/inclusion/:index', ({ params }) =>
    log.prove(readIndex(params.index)),
  )
  app.get<{ Params: { first: string } }>('/v1/log/consistency/:first', ({ params }) =>
    log.proveGrowth(readIndex(params.first)),
  )
}

/** For registered agents, which sign every request. */
async function addSigned(app: FastifyInstance, parts: Parts): Promise<void> {
  const { origin, stores, resolver, journal, agents } = parts
  const onRefused = (error: unknown) => countRefusal(judge(error).code)
  const options = { origin, replay: stores.replay, requireNonce: true, onRefused }
  await app.register(HttpSig.fastify(HttpSig.didKeys(resolver), options))
  app.addHook('preHandler', async (request) => {
    if ((await agents.find(callerOf(request))) === undefined)
      throw new Refusal(403, 'UNKNOWN_AGENT')
  })

  app.post('/v1/receipts', async (request, reply) => {
    const document = await resolver.resolve(callerOf(request))
    const verified = Receipt.verify(signatureOf(request).content, { document })
    if (verified.actor !== callerOf(request)) throw new Refusal(403, 'NOT_YOURS')
    const { id, actor, receipt } = verified
    // A receipt that is there already is none that failed: its sender has not heard of it.
    await stores.receipts.append(`agent/${actor}`, verified)
    const content = { receipt: id, actor, sequence: receipt.sequence }
    const entry = await journal.record(`receipt/${id}`, { action: 'receipt.record', content })
    return reply.code(201).send({ entry })
  })

  app.get<{ Params: { from: string } }>('/v1/receipts/:from', async (request) => {
    const receipts: string[] = []
    const from = readIndex(request.params.from)
    for await (const text of stores.receipts.read(`agent/${callerOf(request)}`, from))
      if (receipts.push(text) === page) break
    return { receipts }
  })
}

/** What the plugin left at the request. */
function signatureOf(request: FastifyRequest): HttpSig.Verified {
  const { signature } = request as FastifyRequest & { signature?: HttpSig.Verified }
  if (signature === undefined) throw new Error('a route for signed requests is outside the plugin')
  return signature
}

/** The DID whose document has the key that signed. */
function callerOf(request: FastifyRequest): string {
  const controller = signatureOf(request).signer?.controller
  if (controller === undefined) throw new Refusal(403, 'UNKNOWN_AGENT')
  return Did.parse(controller)
}

/** An error as the log has it: a client of a database may put more into its errors. */
function plainError({ name, message, stack }: Error) {
  return { type: name, message, stack: stack ?? '' }
}
