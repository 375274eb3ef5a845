/** Records each exchange: for the log, for tests that ask what was called, and for the live view. */
import type { IncomingMessage, RequestListener } from 'node:http'
import { isPreflight } from '@monitoring-service/http'
import { addExchange, type Exchange, keptHeaders } from './exchange.ts'
import { type Sessions, sessionNameOf } from './sessions.ts'

export type ExchangeListener = (exchange: Exchange) => void

export interface Journal {
  /** Records the requests to a listener. */
  wrap(listener: RequestListener): RequestListener
  /** Adds what becomes known of a request and of its response. */
  describe(request: IncomingMessage, details: Partial<Exchange>): void
  /** Calls the listener at the end of each exchange; returns a function that stops it. */
  subscribe(listener: ExchangeListener): () => void
}

export function createJournal(sessions: Sessions): Journal {
  const exchanges = new WeakMap<IncomingMessage, Exchange>()
  const listeners = new Set<ExchangeListener>()
  let count = 0
  return {
    wrap: (listener) => (request, response) => {
      if (isPreflight(request)) return listener(request, response)
      const start = performance.now()
      count += 1
      const { method = '', url: target = '' } = request
      const session = sessionNameOf(request)
      const at = new Date().toISOString()
      const exchange: Exchange = { number: count, at, session, method, target, headers: keptHeaders(request.headers) }
      exchanges.set(request, exchange)
      addExchange(sessions.enter(session).calls, exchange)
      response.once('close', () => {
        if (response.writableFinished) exchange.status = response.statusCode
        exchange.duration = Math.round(performance.now() - start)
        for (const notify of listeners) notify(exchange)
      })
      listener(request, response)
    },
    describe: (request, details) => void Object.assign(exchanges.get(request) ?? {}, details),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
