/** Variants in transport: connections, encodings, rate limits and headers of credentials. */
import { gzipSync } from 'node:zlib'
import { after } from '../faults/fault.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { variant } from './variant.ts'

const noTransport = '1: all payloads are JSON; nothing else is said about transport.'
const noCredentials = '5: "Transmission of credentials (header names, scheme): not shown."'
const noRates = '8: "Rate limits: not shown."'

export const transport = [
  variant('connection-close', 'Every response closes its connection', noTransport, (base) => ({
    onResponse: after(base.onResponse, (response) => ({
      ...response,
      headers: { ...response.headers, Connection: 'close' },
    })),
  })),
  variant('chunked', 'Bodies are sent in delayed chunks', noTransport, (base) => ({
    async send(response, request, outgoing) {
      const content = response.text ?? JSON.stringify(response.body)
      if (content === undefined) return base.send(response, request, outgoing)
      outgoing.writeHead(response.status, response.headers)
      outgoing.write(content.slice(0, 7))
      await new Promise((resolve) => setTimeout(resolve, 2))
      outgoing.end(content.slice(7))
    },
  })),
  variant('gzip', 'Bodies are compressed with gzip if the client accepts it', noTransport, (base) => ({
    send(response, request, outgoing) {
      const content = response.text ?? JSON.stringify(response.body)
      const taken = request.headers['accept-encoding']?.includes('gzip')
      if (content === undefined || !taken) return base.send(response, request, outgoing)
      outgoing.writeHead(response.status, { ...response.headers, 'Content-Encoding': 'gzip' }).end(gzipSync(content))
    },
  })),
  variant('pretty', 'Bodies are indented', noTransport, (base) => ({
    onResponse: after(base.onResponse, (response) =>
      response.body === undefined ? response : { ...response, text: `${JSON.stringify(response.body, null, 2)}\n` },
    ),
  })),
  variant('slow', 'Every response is delayed by 25 ms', '8: no times are given.', () => ({
    onRequest: () => new Promise((resolve) => setTimeout(resolve, 25)),
  })),
  variant('rate-limit', 'Every 250th request responds 429 with Retry-After 1', noRates, (base) => {
    let calls = 0
    return {
      onRequest(call) {
        calls += 1
        if (calls % 250 === 0) throw new ServiceError('RATE_LIMITED')
        return base.onRequest(call)
      },
      errors: { ...base.errors, RATE_LIMITED: { ...base.errors.RATE_LIMITED, headers: { 'Retry-After': '1' } } },
    }
  }),
  variant('sheds-load', 'More than two concurrent requests respond 503', noRates, (base) => {
    let busy = 0
    return {
      async onRequest(call) {
        if (busy >= 2) throw new ServiceError('INTERNAL_ERROR')
        busy += 1
        await new Promise((resolve) => setTimeout(resolve, 3))
        busy -= 1
        return base.onRequest(call)
      },
      errors: { ...base.errors, INTERNAL_ERROR: { ...base.errors.INTERNAL_ERROR, status: 503 } },
    }
  }),
  variant('wakes-slowly', 'The first sign-ups respond 503 with a long Retry-After', noRates, (base) => {
    let asked = 0
    return {
      handlers: {
        ...base.handlers,
        signup(call) {
          if (++asked <= 12) throw new ServiceError('INTERNAL_ERROR')
          return base.handlers.signup(call)
        },
      },
      errors: {
        ...base.errors,
        INTERNAL_ERROR: { ...base.errors.INTERNAL_ERROR, status: 503, headers: { 'Retry-After': '60' } },
      },
    }
  }),
  variant('three-tries', 'Three wrong proofs rate-limit an account', noRates, (base, store) => ({
    countAttempt(key) {
      if (!key.startsWith('sign-up') && (store.attempts.get(key)?.length ?? 0) >= 3)
        throw new ServiceError('RATE_LIMITED')
      base.countAttempt(key)
    },
  })),
  variant('malformed-path-outside', 'A malformed path responds with plain text', noTransport, (base) => ({
    refused(error, call) {
      const response = base.refused(error, call)
      if (!error.message.startsWith('the path')) return response
      return { ...response, headers: { 'Content-Type': 'text/plain' }, text: '400 Bad Request' }
    },
  })),
  variant('malformed-path-literal', 'A malformed percent sign is read literally', noTransport, (base) => ({
    refused(error, call) {
      if (!error.message.startsWith('the path')) return base.refused(error, call)
      const code = call.operation === 'resetMonitorStats' ? 'MONITOR_NOT_FOUND' : 'INCIDENT_NOT_FOUND'
      return base.refused(new ServiceError(code), call)
    },
  })),
  variant('token-own-header', 'The access token has its own header', noCredentials, (base) => ({
    transport: { ...base.transport, token: { header: 'X-Access-Token', prefix: '' } },
  })),
  variant('token-other-scheme', 'The scheme of the access token is Token', noCredentials, (base) => ({
    transport: { ...base.transport, token: { header: 'Authorization', prefix: 'Token ' } },
  })),
  variant('token-cookie', 'The access token is a cookie', noCredentials, (base) => ({
    transport: { ...base.transport, token: { header: 'Cookie', prefix: 'session=' } },
  })),
  variant('admin-bearer', 'The admin key is a bearer token', noCredentials, (base) => ({
    transport: { ...base.transport, adminKey: { header: 'Authorization', prefix: 'Bearer ' } },
  })),
  variant('admin-other-header', 'The admin key has another header', noCredentials, (base) => ({
    transport: { ...base.transport, adminKey: { header: 'X-Api-Key', prefix: '' } },
  })),
  variant('long-tokens', 'Tokens have 4 kB and dots', '2.1: a token is a string.', (base, store) => ({
    issueToken(user, use, call) {
      const short = base.issueToken(user, use, call)
      const token = `${'eyJ'.repeat(1300)}.${short}.${use}`
      store.tokens.set(token, store.tokens.get(short) as never)
      return token
    },
  })),
  variant(
    'one-session',
    'A log-in revokes earlier tokens',
    '5: "Refresh operation and token lifetimes: not shown."',
    (base, store) => ({
      session(user, call) {
        for (const [token, { userId }] of store.tokens) if (userId === user.id) store.tokens.delete(token)
        return base.session(user, call)
      },
    }),
  ),
]
