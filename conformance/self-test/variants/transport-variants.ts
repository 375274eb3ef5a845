/** Variants in how answers travel, and when. */
import { gzipSync } from 'node:zlib'
import { after } from '../faults/fault.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { variant } from './variant.ts'

const noTransport = '1: all payloads are JSON; nothing else is said about transport.'
const noCredentials = '5: "Transmission of credentials (header names, scheme): not shown."'
const noRates = '8: "Rate limits: not shown."'

export const transport = [
  variant('connection-close', 'Every answer closes its connection', noTransport, (base) => ({
    onResponse: after(base.onResponse, (answer) => ({
      ...answer,
      headers: { ...answer.headers, Connection: 'close' },
    })),
  })),
  variant('chunked', 'Bodies come in chunks, some time apart', noTransport, (base) => ({
    async send(answer, request, response) {
      const content = answer.text ?? JSON.stringify(answer.body)
      if (content === undefined) return base.send(answer, request, response)
      response.writeHead(answer.status, answer.headers)
      response.write(content.slice(0, 7))
      await new Promise((resolve) => setTimeout(resolve, 2))
      response.end(content.slice(7))
    },
  })),
  variant('gzip', 'Bodies are compressed for callers that take it', noTransport, (base) => ({
    send(answer, request, response) {
      const content = answer.text ?? JSON.stringify(answer.body)
      const taken = request.headers['accept-encoding']?.includes('gzip')
      if (content === undefined || !taken) return base.send(answer, request, response)
      response.writeHead(answer.status, { ...answer.headers, 'Content-Encoding': 'gzip' }).end(gzipSync(content))
    },
  })),
  variant('pretty', 'Bodies are indented', noTransport, (base) => ({
    onResponse: after(base.onResponse, (answer) =>
      answer.body === undefined ? answer : { ...answer, text: `${JSON.stringify(answer.body, null, 2)}\n` },
    ),
  })),
  variant('slow', 'Every answer takes its time', '8: no times are given.', () => ({
    onRequest: () => new Promise((resolve) => setTimeout(resolve, 25)),
  })),
  variant('rate-limit', 'After 250 calls, one is refused and told to come back in a second', noRates, (base) => {
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
  variant('sheds-load', 'Of more than two calls at once the others are told to come back (503)', noRates, (base) => {
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
  variant('wakes-slowly', 'The first sign-ups are told to come back much later (503)', noRates, (base) => {
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
  variant('three-tries', 'After three wrong proofs an account is locked for a while', noRates, (base, store) => ({
    countAttempt(key) {
      if (!key.startsWith('sign-up') && (store.attempts.get(key)?.length ?? 0) >= 3)
        throw new ServiceError('RATE_LIMITED')
      base.countAttempt(key)
    },
  })),
  variant(
    'malformed-path-outside',
    'A path that is no URI is refused in plain text, by the HTTP server',
    noTransport,
    (base) => ({
      refused(refusal, call) {
        const answer = base.refused(refusal, call)
        if (!refusal.message.startsWith('the path')) return answer
        return { ...answer, headers: { 'Content-Type': 'text/plain' }, text: '400 Bad Request' }
      },
    }),
  ),
  variant('malformed-path-literal', 'A percent sign that escapes nothing is one', noTransport, (base) => ({
    refused(refusal, call) {
      if (!refusal.message.startsWith('the path')) return base.refused(refusal, call)
      const code = call.operation === 'resetMonitorStats' ? 'MONITOR_NOT_FOUND' : 'INCIDENT_NOT_FOUND'
      return base.refused(new ServiceError(code), call)
    },
  })),
  variant('token-own-header', 'The access token has a header of its own', noCredentials, (base) => ({
    transport: { ...base.transport, token: { header: 'X-Access-Token', prefix: '' } },
  })),
  variant('token-other-scheme', 'The scheme of the access token is Token', noCredentials, (base) => ({
    transport: { ...base.transport, token: { header: 'Authorization', prefix: 'Token ' } },
  })),
  variant('token-cookie', 'The access token is a cookie', noCredentials, (base) => ({
    transport: { ...base.transport, token: { header: 'Cookie', prefix: 'session=' } },
  })),
  variant('admin-bearer', 'The admin key travels as a bearer token', noCredentials, (base) => ({
    transport: { ...base.transport, adminKey: { header: 'Authorization', prefix: 'Bearer ' } },
  })),
  variant('admin-other-header', 'The admin key has another header', noCredentials, (base) => ({
    transport: { ...base.transport, adminKey: { header: 'X-Api-Key', prefix: '' } },
  })),
  variant('long-tokens', 'Tokens take four kilobytes and have dots', '2.1: a token is a string.', (base, store) => ({
    issueToken(user, use, call) {
      const short = base.issueToken(user, use, call)
      const token = `${'eyJ'.repeat(1300)}.${short}.${use}`
      store.tokens.set(token, store.tokens.get(short) as never)
      return token
    },
  })),
  variant(
    'one-session',
    'A login ends the sessions before it',
    '5: "Refresh operation and token lifetimes: not shown."',
    (base, store) => ({
      session(user, call) {
        for (const [token, { userId }] of store.tokens) if (userId === user.id) store.tokens.delete(token)
        return base.session(user, call)
      },
    }),
  ),
]
