/** Generates invalid and unusual HTTP messages. Texts have one character per byte. */
import { demo } from '@monitoring-service/contract'
import fc, { type Arbitrary } from 'fast-check'
import { listOf } from './odd-texts.ts'

/** Rejected without a password, because comparing one is slow. */
const login = JSON.stringify({ email: 'owner@acme.example' })
const many = (count: number) => Array.from({ length: count }, (_, i) => `X${i}: y`).join('\r\n')

/** The usual value most of the time, sometimes an odd one. */
function mostly<T>(usual: T, odd: T[]): Arbitrary<T> {
  return fc.oneof({ withCrossShrink: true }, { arbitrary: fc.constant(usual), weight: 5 }, fc.constantFrom(...odd))
}

const validLine = fc.constantFrom(
  ...listOf('POST /auth/login | PUT /api/v1/incidents/x/resolve | DELETE /api/v1/incidents/x | GET /x'),
)
const oddLine = fc.constantFrom(
  ...listOf(
    'HEAD /x | OPTIONS * | PATCH /auth/login | CONNECT x:1 | TRACE / | PRI * | get /x | FOO /x |  | G\0T / | \xff /',
  ),
  ...listOf(
    'POST/auth/login | POST  /auth/login | POST\t/x | POST\0/x | POST\x0b/x | POST\xa0/x | POST / x | POST / | POST ',
  ),
  ...listOf('POST /api/v1/incidents/% | POST http://localhost/ | POST // | POST /\0 | POST /\xe9 | POST /x\r\nX: y'),
  `POST /${'x'.repeat(17_000)}`,
)
const version = mostly(
  ' HTTP/1.1',
  listOf(' |  HTTP/1.0 |  HTTP/0.9 |  HTTP/2.0 |  HTTP/1. |  http/1.1 |  HTTP/1.1  |  ICE/1.0'),
)

const headerLine = fc.constantFrom(
  ...listOf(`X: y | Content-Length: 0 | Content-Length: ${login.length} | Content-Length: 5 | Content-Length: 65537`),
  ...listOf(
    'Transfer-Encoding: chunked | Transfer-Encoding: Chunked | Transfer_Encoding: chunked | Expect: 100-continue',
  ),
  ...listOf('Connection: close | Connection: Upgrade | Connection: Content-Length | Upgrade: websocket | Upgrade: h2c'),
  ...listOf(
    `X-Admin-Api-Key: ${demo.adminApiKey} | Content-Encoding: gzip | Origin: \xff | Cookie: \xff | __proto__: x`,
  ),
  ...listOf('-1 | +5 | 5, 5 | 0x5 |  | 5 5 | 5\0 | 99999999999999999999').map((length) => `Content-Length: ${length}`),
  ...listOf('gzip, chunked | chunked, gzip | identity | x | \x0bchunked | chunke\0d | ').map(
    (x) => `Transfer-Encoding: ${x}`,
  ),
  ...listOf('Content-Length : 5 | Content-Length\0: 5 | Expect: x |  folded | \tfolded | : | : x | x | X y: z | X: \0'),
  ...listOf('X: a\rb | X: a\nb | X: \x7f | \0: x | \xe9: x | X\r: x | (): x | Host: a b | Host: | HOST: localhost'),
  ...[`X: ${'x'.repeat(17_000)}`, `${'X'.repeat(17_000)}: x`, many(50), many(3_000)],
)

const contents = fc.constantFrom(
  ...['', login, '{}', 'hello', '0\r\n\r\n', `${login.length.toString(16)}\r\n${login}\r\n0\r\n\r\n`],
  ...listOf('5\r\nhello\r\n0\r\n\r\n | 5;x=y\r\nhello\r\n0\r\nX: y\r\n\r\n | z\r\n\r\n | -1\r\n\r\n | 5\r\nhello'),
  ...listOf(
    '5\r\nhello0\r\n\r\n | 5\nhello\n0\n\n | 0x5\r\nhello\r\n | 5 \r\nhello\r\n0\r\n\r\n | ffffffffffffffff\r\n',
  ),
  ...[
    `5;${'x'.repeat(17_000)}\r\nhello\r\n`,
    '0\r\nX: \0\r\n\r\n',
    `0\r\n${many(3_000)}\r\n\r\n`,
    '\r\n'.repeat(1_000),
  ],
  ...['x'.repeat(70_000), '\0'.repeat(100), `10001\r\n${'x'.repeat(65_537)}\r\n0\r\n\r\n`, '1\r\nx\r\n'.repeat(5_000)],
)

const host = 'Host: localhost'
const json = 'Content-Type: application/json'
const length = `Content-Length: ${login.length}`
const chunked = 'Transfer-Encoding: chunked'
const message = fc
  .record({
    line: fc.oneof({ arbitrary: validLine, weight: 3 }, oddLine),
    version,
    first: mostly(
      [host, json, length],
      [[], [host], [host, host, json], [host, json], [host, json, chunked], [host, json, 'Content-Length: 65537']],
    ),
    more: fc.array(headerLine, { maxLength: 2 }),
    newline: mostly('\r\n', ['\n', '\r', '\r\r\n']),
    blanks: mostly(2, [1, 0]),
    content: fc.oneof(fc.constant(login), contents),
  })
  .map(({ line, version, first, more, newline, blanks, content }) => {
    return [line + version, ...first, ...more].join(newline) + newline.repeat(blanks) + content
  })

/** A message with a few bytes removed, doubled or replaced, most of them in its head. */
const change = fc.record({
  place: fc.nat(200),
  removed: fc.constantFrom(0, 0, 1, 20, 1e6),
  added: fc.constantFrom('', '\0', '\r', '\n', '\r\n', ' ', ':', '\xff', 'A', '0', '\x7f'),
})
const changed = fc.tuple(message, fc.array(change, { minLength: 1, maxLength: 3 })).map(([text, changes]) =>
  changes.reduce((bytes, { place, removed, added }) => {
    return bytes.slice(0, place) + added + bytes.slice(place + removed)
  }, text),
)

const noise = fc.oneof(
  fc.array(fc.nat(255), { minLength: 1, maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.constantFrom(
    '\x16\x03\x01\x02\x00\x01',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '*1\r\n$4\r\nPING\r\n',
    '\r\n\r\n\r\n',
    login,
  ),
)

/** Up to three messages for one socket, cut into two fragments. */
export const hostileFragments: Arbitrary<string[]> = fc
  .record({
    valid: fc.constantFrom('', 'GET /x', 'HEAD /x', 'DELETE /auth/login'),
    messages: fc.array(fc.oneof({ arbitrary: message, weight: 8 }, { arbitrary: changed, weight: 3 }, noise), {
      minLength: 1,
      maxLength: 2,
    }),
    cut: fc.nat(300),
  })
  .map(({ valid, messages, cut }) => {
    const bytes = (valid && `${valid} HTTP/1.1\r\n${host}\r\n\r\n`) + messages.join('')
    return [bytes.slice(0, cut), bytes.slice(cut)].filter((fragment) => fragment !== '')
  })
