/** Faults in how any request is read, and in the headers of any response. */
import type { IncomingHttpHeaders } from 'node:http'
import { omit, settingHeaders, step } from '../overrides.ts'
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

export const requestFaults = [
  ...toFaults(withoutHeader, {
    'profile 1 without-x-request-id: X-Request-Id is missing': 'X-Request-Id',
    'profile 1 without-cache-control: Cache-Control is missing': 'Cache-Control',
    'profile 1 without-x-content-type-options: X-Content-Type-Options is missing': 'X-Content-Type-Options',
    'profile 1 without-www-authenticate: WWW-Authenticate is missing': 'WWW-Authenticate',
    'profile 1 without-allow: Allow is missing': 'Allow',
    'profile 1 without-retry-after: Retry-After is missing': 'Retry-After',
  }),
  ...toFaults(settingHeaders, {
    'profile 1 powered-by: Responses have an X-Powered-By header': { 'X-Powered-By': 'Express' },
    'profile 1 plain-text: Responses have the content type text/plain': { 'Content-Type': 'text/plain' },
    'profile 7 content-type-latin1: The content type has the charset iso-8859-1': {
      'Content-Type': 'application/json; charset=iso-8859-1',
    },
  }),
  ...toFaults(requestId, {
    'profile 1 request-id-any: A malformed request id of the caller is echoed': (id) => id,
    'profile 7 request-id-cleaned: A malformed request id is returned without its odd letters': (id) =>
      /[^\w.-]/.test(id) ? id.replace(/[^\w.-]/g, '') : undefined,
  }),
  ...toFaults({
    'profile 1 request-id-new: The request id of the caller is ignored': step('responseHeaders').passing((call) => [
      withoutRequestId(call),
    ]),
    'profile 1 request-id-of-errors-new: Only successes and validation errors have the request id of the caller': step(
      'refused',
    ).passing((error, call) => [error, error.code === 'VALIDATION_ERROR' ? call : withoutRequestId(call)]),
    'profile 0 byte-order-mark: Each body starts with a byte order mark': step('onResponse').setting(({ body }) =>
      body === undefined ? {} : { text: `\ufeff${JSON.stringify(body)}` },
    ),
    'profile 7 order-validation-first: Validation runs before authentication': () => ({
      guards: ['validate', 'authenticate', 'authorize'],
    }),
    'profile 0 large-before-path: A large body is refused before the path is looked up': first('PAYLOAD_TOO_LARGE')(
      ({ headers }) => Number(headers['content-length']) > 65_536,
    ),
    'profile 0 anonymous-before-media-type: A missing token is refused before the media type': first('UNAUTHENTICATED')(
      ({ headers }) => headers.authorization === undefined && headers['content-type'] === 'text/plain',
    ),
    'profile 0 deflate-unread: A body that says it is deflated is read as if it were not': step('isJson').passing(
      (headers) => [{ ...headers, 'content-encoding': headers['content-encoding']?.replace('deflate', 'identity') }],
    ),
    'profile 0 json-sequence: A sequence of JSON texts counts as JSON': step('isJson').accepting((headers) =>
      /^application\/json/.test(headers['content-type'] ?? ''),
    ),
    'profile 4 accepts-large-bodies: A body of 65,537 bytes is accepted': () => ({ maxBodyBytes: 1_000_000 }),
    'profile 4 accepts-body-of-delete: An unexpected body is ignored': step('takesBody').accepting(() => true),
    'profile 4 unknown-query-ignored-on-posts: Operations with a body ignore unknown parameters': step(
      'queryError',
    ).skipping(({ operation }, base) => base.takesBody(operation as never)),
    'profile 4.5 unknown-null: An unknown property is ignored if it is null': step('unknownPropertyError').passing(
      (body) => [Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))],
    ),
    'profile 9 accounts-versioned: The operations of accounts are served under the prefix of the others, too': step(
      'match',
    ).passing((method, path) => [method, path.replace(/^\/api\/v1(?=\/(?:auth|dashboard|admin)\/)/, '')]),
    'profile 2.2 date-without-milliseconds: Date-times have no milliseconds': step('formatTime').changing((time) =>
      String(time).replace(/\.\d+/, ''),
    ),
  }),
]
