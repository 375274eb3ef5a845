/** Generates headers other than credentials: harmless ones, and those with a meaning to some server. */
import fc, { type Arbitrary } from 'fast-check'
import type { Headers } from './credentials.ts'
import { listOf, words } from './escapes.ts'
import { utf8 } from './raw-request.ts'

export const rightHost: Headers = [['Host', 'localhost']]

export const wrongHost = fc.constantFrom<Headers>(
  [],
  [['Host', '']],
  [...rightHost, ...rightHost],
  [...rightHost, ['host', 'evil.example']],
  [['Host', 'a, b']],
  [['Host', '\xe9 \\']],
)

const typed = (value: string): Headers => [['Content-Type', value]]

export const rightType = fc.constantFrom<Headers>(
  typed('application/json'),
  typed('application/json; charset=utf-8'),
  typed('Application/JSON ;charset="UTF-8"'),
  [['content-type', 'application/json;charset=UTF-8']],
)

export const wrongType = fc.constantFrom<Headers>(
  [],
  ...words(
    'garbage json text/plain text/json application/json; application/merge-patch+json application/problem+json',
  ).map(typed),
  ...words('application/x-www-form-urlencoded multipart/form-data */* application/* / application/jsonx').map(typed),
  ...[
    '',
    '\xe9',
    'application/json, text/plain',
    'application/json charset=utf-8',
    'multipart/form-data; boundary=x',
  ].map(typed),
  ...['latin1', 'utf-16', '', 'utf-8; charset=utf-8', 'utf-8; x=y'].map((set) =>
    typed(`application/json; charset=${set}`),
  ),
  [...typed('application/json'), ...typed('text/plain')],
  [...typed('text/plain'), ...typed('application/json')],
  [...typed('application/json'), ['Content-Encoding', 'gzip']],
  [...typed('application/json'), ['Content-Encoding', 'identity']],
)

export const harmless: Arbitrary<Headers> = fc.subarray<Headers[number]>(
  [
    ['Accept', '*/*'],
    ['X-Request-Id', 'fuzz-1'],
    ['User-Agent', 'fuzz'],
    ['Origin', 'https://app.example'],
    ['Accept-Encoding', 'gzip, br'],
    ['Accept-Language', 'tlh'],
    ['Connection', 'keep-alive'],
    ['Cache-Control', 'no-cache'],
  ],
  { maxLength: 3 },
)

/** Any of these names with any of these values. */
function oneOf(names: string, ...values: string[]): Arbitrary<Headers[number]> {
  return fc.tuple(fc.constantFrom(...words(names)), fc.constantFrom(...values))
}

const odd: Arbitrary<Headers[number]> = fc.oneof(
  // HTML is not accepted: at `/`, the mock has a page for browsers.
  oneOf(
    'Accept',
    ...listOf('garbage |  | text/html;q=0 | application/xml | */*;q=0 | a/b/c | ; | \xe9 | application/problem+json'),
  ),
  oneOf(
    'X-Request-Id',
    ...['', 'a b', 'x'.repeat(128), 'x'.repeat(129), utf8('é'), '\x80', '../x', '<script>', 'a,b', 'ok.-_'],
  ),
  oneOf('Content-Encoding Accept-Encoding TE Trailer', ...listOf('gzip | identity | br |  | x | trailers | IDENTITY')),
  oneOf('Content-Type', ...listOf('application/json | text/plain | garbage | ')),
  oneOf('Expect', ...listOf('100-continue | 100-Continue |  | x | 100-continue, x | 200-ok')),
  oneOf('If-None-Match If-Match If-Modified-Since Range If-Range', ...listOf('* | "x" | W/"x" | bytes=0-1 | garbage')),
  oneOf(
    'X-HTTP-Method-Override X-Method-Override X-Original-URL X-Rewrite-URL',
    ...listOf('DELETE | GET | /admin/deletion-requests'),
  ),
  oneOf('X-Forwarded-Host X-Forwarded-For Forwarded Referer', ...listOf('127.0.0.1 | evil.example | garbage')),
  oneOf('Origin', ...listOf('null | https://evil.example |  | x | \xe9 | a b')),
  oneOf('Access-Control-Request-Method', ...listOf('PUT | DELETE | X | ')),
  oneOf('Access-Control-Request-Headers', ...listOf('authorization |  | x: y | \xe9'), 'x'.repeat(3_000)),
  oneOf('Connection', ...listOf('close | keep-alive | Upgrade | x |  | close, keep-alive')),
  oneOf('Upgrade', ...listOf('websocket | h2c | x | ')),
  oneOf(
    'Cookie X __proto__ constructor toString Keep-Alive Via',
    ...['x', '', 'a=b; c', '\xff', 'x'.repeat(8_000), 'x'.repeat(17_000)],
  ),
)

/** Without Prefer, which only the mock supports. */
export const odds: Arbitrary<Headers> = fc.array(odd, { minLength: 1, maxLength: 4 })
