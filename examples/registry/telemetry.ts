// Traces, metrics and a line in the log for each request. Only the API of OpenTelemetry is used: without an SDK (`node
// --import ./your-sdk.js main.ts`) the calls do nothing.

import {
  type Attributes,
  context,
  metrics,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const name = 'countersign-registry'

/** Counts a request that was refused, by its code. */
export function countRefusal(code: string): void {
  metrics.getMeter(name).createCounter('registry.refusals').add(1, { code })
}

/** Follows every request of an app from its first byte to its answer. */
export function observe(app: FastifyInstance): void {
  const tracer = trace.getTracer(name)
  const durations = metrics
    .getMeter(name)
    .createHistogram('http.server.request.duration', { unit: 's' })
  const spans = new WeakMap<FastifyRequest, Span>()

  app.addHook('onRequest', (request, _, done) => {
    const caller = propagation.extract(context.active(), request.headers)
    const options = { kind: SpanKind.SERVER, attributes: attributesOf(request) }
    const span = tracer.startSpan(`${request.method} ${routeOf(request)}`, options, caller)
    spans.set(request, span)
    context.with(trace.setSpan(caller, span), done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const attributes = { ...attributesOf(request), 'http.response.status_code': reply.statusCode }
    const span = spans.get(request)
    span?.setAttributes(attributes)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    durations.record(reply.elapsedTime / 1000, attributes)
    const milliseconds = Math.round(reply.elapsedTime)
    const { method } = request
    const route = routeOf(request)
    request.log.info({ method, route, status: reply.statusCode, milliseconds }, 'answered')
    done()
  })
}

/** The pattern of the route, not the path, which can hold a DID. */
function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'none'
}

function attributesOf(request: FastifyRequest): Attributes {
  return { 'http.request.method': request.method, 'http.route': routeOf(request) }
}
