/** Spans of OpenTelemetry's own SDK: one per request and one per store call. */
import { demo } from '@monitoring-service/contract'
import { startServer } from '@monitoring-service/server'
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { BasicTracerProvider, BatchSpanProcessor, InMemorySpanExporter } from '@opentelemetry/sdk-trace-base'
import { expect, it, onTestFinished } from 'vitest'
import { loadTracing } from '../../server/ops/tracing.ts'
import { transmit } from '../support/raw-http.ts'
import { demoSettings } from '../support/settings.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

/** Returns the spans of some requests of one connection each. */
async function traceRequests(send: (url: string, headers: Record<string, string>) => Promise<unknown>) {
  const exporter = new InMemorySpanExporter()
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] }))
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  onTestFinished(() => [trace, context, propagation].forEach((api) => void api.disable()))
  const server = await startServer({ ...demoSettings, opsPort: 0 })
  await send(server.url, { traceparent: `00-${traceId}-${spanId}-01` })
  await fetch(`${server.opsUrl}/readyz`)
  // A stop sends the spans that are not sent yet.
  await server.close()
  return exporter.getFinishedSpans()
}

it('A request is a span below its traceparent, and its store calls are spans below it', async () => {
  const login = { email: 'owner@acme.example', password: demo.password }
  const spans = await traceRequests((url, headers) => transmit(url, 'POST', '/auth/login', headers, login))
  const request = spans.find(({ kind }) => kind === SpanKind.SERVER)
  expect(request).toMatchObject({
    name: 'POST /auth/login',
    attributes: { 'http.request.method': 'POST', 'http.route': '/auth/login', 'http.response.status_code': 200 },
    parentSpanContext: { spanId },
    status: { code: SpanStatusCode.UNSET },
  })
  const calls = spans.filter((span) => span !== request)
  expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(['store findUser', 'store forgetAttempts']))
  for (const { parentSpanContext } of calls) expect(parentSpanContext).toEqual(request?.spanContext())
  for (const span of spans) expect(span.spanContext().traceId).toBe(traceId)
})

it('A span has the error code, and nothing that the caller wrote', async () => {
  const spans = await traceRequests((url, headers) => transmit(url, 'GET', '/canary?canary=1', headers))
  expect(spans).toMatchObject([
    { name: 'GET', attributes: { 'http.response.status_code': 404, 'error.type': 'NOT_FOUND' } },
  ])
  expect(JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]))).not.toContain('canary')
})

it('Without a provider, nothing is wrapped', async () => {
  expect(await loadTracing()).toBeUndefined()
})
