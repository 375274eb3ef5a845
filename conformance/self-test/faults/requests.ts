/** Faults in how any request is read, and in the headers of any response. */
import type { IncomingHttpHeaders } from 'node:http'
import { family, omit, step } from '../overrides.ts'
import { toFaults } from './fault.ts'

/** Missing header. */
const withoutHeader = (name: string) => step('onResponse').setting(({ headers }) => ({ headers: omit(headers, name) }))

/** Missing echo: of the request id. */
const withoutRequestId = <T extends { headers: IncomingHttpHeaders }>(call: T): T => ({
  ...call,
  headers: omit(call.headers, 'x-request-id'),
})

/** Wrong echo: another request id, if any. */
const requestId = (change: (id: string) => string | undefined) =>
  step('responseHeaders').setting((_, { headers }) => {
    const id = change(String(headers['x-request-id'] ?? ''))
    return id ? { 'X-Request-Id': id } : {}
  })

/** Wrong order: some requests are refused before the path is known. */
const first = step('onRequest').refusing

export const requestFaults = toFaults({
  ...family(withoutHeader, {
    'profile 1 without-x-request-id': 'X-Request-Id',
    'profile 1 without-cache-control': 'Cache-Control',
    'profile 1 without-x-content-type-options': 'X-Content-Type-Options',
    'profile 1 without-www-authenticate': 'WWW-Authenticate',
    'profile 1 without-allow': 'Allow',
    'profile 1 without-retry-after': 'Retry-After',
  }),
  ...family(step('responseHeaders').setting, {
    'profile 1 powered-by': { 'X-Powered-By': 'Express' },
    'profile 1 plain-text': { 'Content-Type': 'text/plain' },
    'profile 7 content-type-latin1': { 'Content-Type': 'application/json; charset=iso-8859-1' },
  }),
  ...family(requestId, {
    'profile 1 request-id-any': (id) => id,
    'profile 7 request-id-cleaned': (id) => (/[^\w.-]/.test(id) ? id.replace(/[^\w.-]/g, '') : undefined),
  }),
  'profile 1 request-id-new': step('responseHeaders').passing((call) => [withoutRequestId(call)]),
  'profile 1 request-id-of-errors-new': step('refused').passing((error, call) => [
    error,
    error.code === 'VALIDATION_ERROR' ? call : withoutRequestId(call),
  ]),
  'profile 0 byte-order-mark': step('onResponse').setting(({ body }) =>
    body === undefined ? {} : { text: `\ufeff${JSON.stringify(body)}` },
  ),
  'profile 7 order-validation-first': () => ({ guards: ['validate', 'authenticate', 'authorize'] }),
  'profile 0 large-before-path': first('PAYLOAD_TOO_LARGE')(
    ({ headers }) => Number(headers['content-length']) > 65_536,
  ),
  'profile 0 anonymous-before-media-type': first('UNAUTHENTICATED')(
    ({ headers }) => headers.authorization === undefined && headers['content-type'] === 'text/plain',
  ),
  'sound 0 charset-in-capitals-refused': step('isJson').passing((headers) => [
    { ...headers, 'content-type': headers['content-type']?.replace('UTF-8', 'latin1') },
  ]),
  'profile 0 deflate-unread': step('isJson').passing((headers) => [
    { ...headers, 'content-encoding': headers['content-encoding']?.replace('deflate', 'identity') },
  ]),
  'profile 0 json-sequence': step('isJson').accepting((headers) =>
    /^application\/json/.test(headers['content-type'] ?? ''),
  ),
  'profile 4 accepts-large-bodies': () => ({ maxBodyBytes: 1_000_000 }),
  'profile 4 accepts-body-of-delete': step('takesBody').accepting(() => true),
  'profile 4 unknown-query-ignored-on-posts': step('queryError').skipping(({ operation }, base) =>
    base.takesBody(operation as never),
  ),
  'profile 4.5 unknown-null': step('unknownPropertyError').passing((body) => [
    Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
  ]),
  'profile 9 accounts-versioned': step('match').passing((method, path) => [
    method,
    path.replace(/^\/api\/v1(?=\/(?:auth|dashboard|admin)\/)/, ''),
  ]),
  'profile 2.2 date-without-milliseconds': step('formatTime').changing((time) => String(time).replace(/\.\d+/, '')),
})
