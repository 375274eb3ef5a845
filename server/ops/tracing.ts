/** Spans of requests and of their store calls, by OpenTelemetry's API. */
import type { IncomingMessage, RequestListener } from 'node:http'
import { operations } from '@monitoring-service/contract'
import type { RequestReport } from '@monitoring-service/http/node'
import type { Span } from '@opentelemetry/api'
import manifest from '../package.json' with { type: 'json' }
import type { Store } from '../store/store.ts'
import { isStoreFailure, wrapCalls } from '../store/wrap-calls.ts'

export interface Tracing {
  /** Wraps a store: each call that serves a traced request has a span. */
  watchStore(store: Store): Store
  /** Wraps a listener: each request has a span, whose parent its `traceparent` names. */
  watchRequests(listener: RequestListener): RequestListener
  /** Ends the span of a request. */
  endRequest(report: RequestReport, request: IncomingMessage): void
  /** Waits until the provider has sent the spans that it holds. */
  flush(): Promise<void>
}

/** Returns undefined if the API is not installed, or no provider is registered: nothing is traced then. */
export async function loadTracing(): Promise<Tracing | undefined> {
  const api = await import('@opentelemetry/api').catch(() => undefined)
  if (!api) return undefined
  const { context, propagation, ProxyTracerProvider, SpanKind, SpanStatusCode, trace } = api
  const provider = trace.getTracerProvider()
  if (provider instanceof ProxyTracerProvider && !provider.getDelegateTracer('')) return undefined
  const tracer = trace.getTracer(manifest.name, manifest.version)
  const spans = new WeakMap<IncomingMessage, Span>()
  return {
    watchStore: (store) =>
      wrapCalls(store, async (method, call) => {
        // The purge and the probes of readiness would be traces of their own.
        if (!trace.getActiveSpan()) return call()
        const span = tracer.startSpan(`store ${method}`)
        try {
          return await call()
        } catch (error) {
          if (isStoreFailure(error)) span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          span.end()
        }
      }),
    watchRequests: (listener) => (request, response) => {
      const parent = propagation.extract(context.active(), request.headers)
      const span = tracer.startSpan(`${request.method}`, { kind: SpanKind.SERVER }, parent)
      spans.set(request, span)
      context.with(trace.setSpan(parent, span), listener, undefined, request, response)
    },
    endRequest({ method = '', operationId, status, error, requestId }, request) {
      const span = spans.get(request)
      const route = operationId && operations[operationId].path
      if (route) span?.updateName(`${method} ${route}`).setAttribute('http.route', route)
      if (status > 0) span?.setAttribute('http.response.status_code', status)
      if (error) span?.setAttribute('error.type', error.code)
      // 0: the caller left before the response.
      if (status === 0 || status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.setAttributes({ 'http.request.method': method, 'monitoring.request_id': requestId }).end()
    },
    async flush() {
      const sdk = provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider
      await (sdk as { forceFlush?: () => Promise<void> }).forceFlush?.().catch(() => {})
    },
  }
}
