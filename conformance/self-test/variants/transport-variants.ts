/** Variants in transport: connections, encodings, rate limits and headers of credentials. */
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override, Steps } from '../implementation/steps.ts'
import { all, changing, handling, settingError } from '../old-overrides.ts'
import { legal } from './variant.ts'

const noTransport = '1: all payloads are JSON; nothing else is said about transport.'

/** Sends a credential in another header. */
const sending =
  (credential: keyof Steps['transport'], header: string, prefix: string): Override =>
  (base) => ({ transport: { ...base.transport, [credential]: { header, prefix } } })

export const transportVariants = [
  ...legal(noTransport, {
    'connection-close: Every response closes its connection': changing('onResponse', (response) => ({
      ...response,
      headers: { ...response.headers, Connection: 'close' },
    })),
    'chunked: Bodies are sent in delayed chunks': (base) => ({
      async send(response, request, outgoing) {
        const content = response.text ?? JSON.stringify(response.body)
        if (content === undefined) return base.send(response, request, outgoing)
        outgoing.writeHead(response.status, response.headers)
        outgoing.write(content.slice(0, 7))
        await wait(2)
        outgoing.end(content.slice(7))
      },
    }),
    'gzip: Bodies are compressed with gzip if the client accepts it': (base) => ({
      send(response, request, outgoing) {
        const content = response.text ?? JSON.stringify(response.body)
        const taken = request.headers['accept-encoding']?.includes('gzip')
        if (content === undefined || !taken) return base.send(response, request, outgoing)
        outgoing.writeHead(response.status, { ...response.headers, 'Content-Encoding': 'gzip' }).end(gzipSync(content))
      },
    }),
    'pretty: Bodies are indented': changing('onResponse', (response) =>
      response.body === undefined ? response : { ...response, text: `${JSON.stringify(response.body, null, 2)}\n` },
    ),
    'malformed-path-outside: A malformed path responds with plain text': changing(
      'refused',
      (response, { message }) => {
        if (!message.startsWith('the path')) return response
        return { ...response, headers: { 'Content-Type': 'text/plain' }, text: '400 Bad Request' }
      },
    ),
    'malformed-path-literal: A malformed percent sign is read literally': (base) => ({
      refused(error, call) {
        if (!error.message.startsWith('the path')) return base.refused(error, call)
        const code = call.operation === 'resetMonitorStats' ? 'MONITOR_NOT_FOUND' : 'INCIDENT_NOT_FOUND'
        return base.refused(new ServiceError(code), call)
      },
    }),
  }),
  ...legal('4: operations have a method each; HTTP has OPTIONS for any path.', {
    'options-served: OPTIONS is answered, and named in Allow': (base) => ({
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
    }),
  }),
  ...legal('8: no times are given.', {
    'slow: Every response is delayed by 25 ms': () => ({ onRequest: () => wait(25) }),
  }),
  ...legal('8: "Rate limits: not shown."', {
    'rate-limit: Every 250th request responds 429 with Retry-After 1': all(
      settingError('RATE_LIMITED', { headers: { 'Retry-After': '1' } }),
      (base) => {
        let calls = 0
        return {
          onRequest(call) {
            calls += 1
            if (calls % 250 === 0) throw new ServiceError('RATE_LIMITED')
            return base.onRequest(call)
          },
        }
      },
    ),
    'sheds-load: More than two concurrent requests respond 503': all(
      settingError('INTERNAL_ERROR', { status: 503 }),
      (base) => {
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
      },
    ),
    'wakes-slowly: The first sign-ups respond 503 with a long Retry-After': all(
      settingError('INTERNAL_ERROR', { status: 503, headers: { 'Retry-After': '60' } }),
      handling('signup', (handle) => {
        let calls = 0
        return (call) => {
          if (++calls <= 12) throw new ServiceError('INTERNAL_ERROR')
          return handle(call)
        }
      }),
    ),
    'two-tries: Two wrong proofs rate-limit an account': (base, store) => ({
      countAttempt(key) {
        if (!key.startsWith('sign-up') && (store.attempts.get(key)?.length ?? 0) >= 2)
          throw new ServiceError('RATE_LIMITED')
        base.countAttempt(key)
      },
    }),
  }),
  ...legal('5: "Transmission of credentials (header names, scheme): not shown."', {
    'token-own-header: The access token has its own header': sending('token', 'X-Access-Token', ''),
    'token-other-scheme: The scheme of the access token is Token': sending('token', 'Authorization', 'Token '),
    'token-cookie: The access token is a cookie': sending('token', 'Cookie', 'session='),
    'admin-bearer: The admin key is a bearer token': sending('adminKey', 'Authorization', 'Bearer '),
    'admin-other-header: The admin key has another header': sending('adminKey', 'X-Api-Key', ''),
  }),
]
