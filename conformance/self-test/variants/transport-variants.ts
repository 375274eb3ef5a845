/** Variants in transport: connections, encodings, delays and rate limits. */
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { ServiceError } from '../implementation/service-error.ts'
import type { ServiceResponse } from '../implementation/steps.ts'
import { all, count, recall, settingError, step } from '../overrides.ts'
import { legal } from './variant.ts'

const contentOf = ({ text, body }: ServiceResponse) => text ?? JSON.stringify(body)

const isMalformedPath = ({ message }: ServiceError) => message.startsWith('the path')

const servingOptions = all(
  step('match').refusing('METHOD_NOT_ALLOWED', 'OPTIONS')((method) => method === 'OPTIONS'),
  step('refused').around((run, { code, headers, message }) => {
    if (code !== 'METHOD_NOT_ALLOWED') return run()
    if (message === 'OPTIONS') return { status: 204, headers: {} }
    return run(new ServiceError(code, '', { Allow: `${headers.Allow}, OPTIONS` }))
  }),
)

/** Responds 503 while more than two requests are handled. */
const sheddingLoad = step('onRequest').around(async (run, _, base) => {
  const busy = recall<number>(base) ?? 0
  if (busy >= 2) throw new ServiceError('INTERNAL_ERROR')
  base.notes.set('', busy + 1)
  await wait(3)
  base.notes.set('', (recall<number>(base) ?? 0) - 1)
  return run()
})

export const transportVariants = [
  ...legal('1', 'all payloads are JSON; nothing else is said about transport.', {
    'connection-close': step('onResponse').setting(({ headers }) => ({ headers: { ...headers, Connection: 'close' } })),
    chunked: step('send').around(async (send, response, _, outgoing) => {
      const content = contentOf(response)
      if (content === undefined) return send()
      outgoing.writeHead(response.status, response.headers)
      outgoing.write(content.slice(0, 7))
      await wait(2)
      outgoing.end(content.slice(7))
    }),
    gzip: step('send').around((send, response, request, outgoing) => {
      const content = contentOf(response)
      if (content === undefined || !request.headers['accept-encoding']?.includes('gzip')) return send()
      outgoing.writeHead(response.status, { ...response.headers, 'Content-Encoding': 'gzip' }).end(gzipSync(content))
    }),
    pretty: step('onResponse').setting(({ body }) =>
      body === undefined ? {} : { text: `${JSON.stringify(body, null, 2)}\n` },
    ),
    'malformed-path-outside': step('refused').setting((_, error) =>
      isMalformedPath(error) ? { headers: { 'Content-Type': 'text/plain' }, text: '400 Bad Request' } : {},
    ),
    'malformed-path-literal': step('refused').passing((error, call) => {
      if (!isMalformedPath(error)) return [error]
      return [new ServiceError(call.operation === 'resetMonitorStats' ? 'MONITOR_NOT_FOUND' : 'INCIDENT_NOT_FOUND')]
    }),
  }),
  ...legal('4', 'operations have a method each; HTTP has OPTIONS for any path.', { 'options-served': servingOptions }),
  ...legal('8', 'no times are given.', { slow: () => ({ onRequest: () => wait(25) }) }),
  ...legal('8', '"Rate limits: not shown."', {
    'rate-limit': all(
      settingError('RATE_LIMITED', { headers: { 'Retry-After': '1' } }),
      step('onRequest').refusing('RATE_LIMITED')((_, base) => count(base) % 250 === 0),
    ),
    'sheds-load': all(settingError('INTERNAL_ERROR', { status: 503 }), sheddingLoad),
    'wakes-slowly': all(
      settingError('INTERNAL_ERROR', { status: 503, headers: { 'Retry-After': '60' } }),
      step('signup').refusing('INTERNAL_ERROR')((_, base) => count(base) <= 12),
    ),
  }),
]
