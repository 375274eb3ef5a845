/** Variants in transport: connections, encodings, delays and rate limits. */
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override, ServiceResponse } from '../implementation/steps.ts'
import { all, handling, remembering, settingError, step } from '../overrides.ts'
import { legal } from './variant.ts'

const contentOf = ({ text, body }: ServiceResponse) => text ?? JSON.stringify(body)

const isMalformedPath = ({ message }: ServiceError) => message.startsWith('the path')

const servingOptions: Override = (base) => ({
  match(method, path) {
    if (method !== 'OPTIONS') return base.match(method, path)
    throw new ServiceError('METHOD_NOT_ALLOWED', 'OPTIONS')
  },
  refused(error, call) {
    const { code, headers, message } = error
    if (code !== 'METHOD_NOT_ALLOWED') return base.refused(error, call)
    if (message === 'OPTIONS') return { status: 204, headers: {} }
    return base.refused(new ServiceError(code, '', { Allow: `${headers.Allow}, OPTIONS` }), call)
  },
})

/** Responds 503 while more than two requests are handled. */
const sheddingLoad: Override = (base) => {
  let busy = 0
  return {
    async onRequest(call) {
      if (busy >= 2) throw new ServiceError('INTERNAL_ERROR')
      busy += 1
      await wait(3)
      busy -= 1
      return base.onRequest(call)
    },
  }
}

export const transportVariants = [
  ...legal('1: all payloads are JSON; nothing else is said about transport.', {
    'connection-close: Every response closes its connection': step('onResponse').setting(({ headers }) => ({
      headers: { ...headers, Connection: 'close' },
    })),
    'chunked: Bodies are sent in delayed chunks': (base) => ({
      async send(response, request, outgoing) {
        const content = contentOf(response)
        if (content === undefined) return base.send(response, request, outgoing)
        outgoing.writeHead(response.status, response.headers)
        outgoing.write(content.slice(0, 7))
        await wait(2)
        outgoing.end(content.slice(7))
      },
    }),
    'gzip: Bodies are compressed with gzip if the client accepts it': (base) => ({
      send(response, request, outgoing) {
        const content = contentOf(response)
        const taken = request.headers['accept-encoding']?.includes('gzip')
        if (content === undefined || !taken) return base.send(response, request, outgoing)
        outgoing.writeHead(response.status, { ...response.headers, 'Content-Encoding': 'gzip' }).end(gzipSync(content))
      },
    }),
    'pretty: Bodies are indented': step('onResponse').setting(({ body }) =>
      body === undefined ? {} : { text: `${JSON.stringify(body, null, 2)}\n` },
    ),
    'malformed-path-outside: A malformed path responds with plain text': step('refused').setting((_, error) =>
      isMalformedPath(error) ? { headers: { 'Content-Type': 'text/plain' }, text: '400 Bad Request' } : {},
    ),
    'malformed-path-literal: A malformed percent sign is read literally': step('refused').passing((error, call) => {
      if (!isMalformedPath(error)) return [error]
      return [new ServiceError(call.operation === 'resetMonitorStats' ? 'MONITOR_NOT_FOUND' : 'INCIDENT_NOT_FOUND')]
    }),
  }),
  ...legal('4: operations have a method each; HTTP has OPTIONS for any path.', {
    'options-served: OPTIONS is answered, and named in Allow': servingOptions,
  }),
  ...legal('8: no times are given.', {
    'slow: Every response is delayed by 25 ms': () => ({ onRequest: () => wait(25) }),
  }),
  ...legal('8: "Rate limits: not shown."', {
    'rate-limit: Every 250th request responds 429 with Retry-After 1': remembering<number>((calls) => [
      settingError('RATE_LIMITED', { headers: { 'Retry-After': '1' } }),
      step('onRequest').refusing('RATE_LIMITED')(() => {
        calls.set('', (calls.get('') ?? 0) + 1)
        return (calls.get('') ?? 0) % 250 === 0
      }),
    ]),
    'sheds-load: More than two concurrent requests respond 503': all(
      settingError('INTERNAL_ERROR', { status: 503 }),
      sheddingLoad,
    ),
    'wakes-slowly: The first sign-ups respond 503 with a long Retry-After': all(
      settingError('INTERNAL_ERROR', { status: 503, headers: { 'Retry-After': '60' } }),
      handling('signup')((handle) => {
        let calls = 0
        return (call) => {
          if (++calls <= 12) throw new ServiceError('INTERNAL_ERROR')
          return handle(call)
        }
      }),
    ),
  }),
]
