/** Parts of hostile messages: valid and invalid header lines and bodies. */
import { demo } from '@monitoring-service/contract'
import fc, { type Arbitrary } from 'fast-check'
import { listOf } from './escapes.ts'

export const goodHost = 'Host: localhost'
export const json = 'Content-Type: application/json'
/** Rejected without a password, because comparing one is slow. */
export const login = JSON.stringify({ email: 'owner@acme.example' })

/** The usual value most of the time, sometimes an odd one. */
export function mostly<T>(usual: T, odd: T[]): Arbitrary<T> {
  const either = [
    { arbitrary: fc.constant(usual), weight: 9 },
    { arbitrary: fc.constantFrom(...odd), weight: 2 },
  ]
  return fc.oneof({ withCrossShrink: true }, ...either)
}

function many(count: number): string {
  return Array.from({ length: count }, (_, i) => `X${i}: y`).join('\r\n')
}

const lawful = [
  ...listOf(`X: y | ${json} | Content-Length: 0 | Content-Length: ${login.length} | Content-Length: 5`),
  ...listOf('Content-Length: 65537 | Transfer-Encoding: chunked | Transfer-Encoding: Chunked'),
  ...listOf('Transfer_Encoding: chunked | Expect: 100-continue | TE: trailers'),
  ...listOf('Connection: close | Connection: keep-alive | Connection: Upgrade | Connection: Content-Length'),
  ...listOf('Upgrade: websocket | Upgrade: h2c | Sec-WebSocket-Key: x | Proxy-Connection: keep-alive'),
  ...listOf('Content-Encoding: gzip | X: | X: \xff | __proto__: x | constructor: x'),
  ...listOf(`X-Admin-Api-Key: ${demo.adminApiKey} | X-Admin-Api-Key: \xff | Origin: \xff | Origin: null`),
  ...listOf('Access-Control-Request-Method: \xff | Content-Type: \xff | Accept: \xff | Cookie: \xff'),
  ...[many(50), many(200)],
]

/** Lines that a server must not accept, or not beside others. */
const lawless = [
  ...listOf('99999999999999999999 | -1 | +5 | 5, 5 | 0x5 |  | 5 5 | 5\0').map((length) => `Content-Length: ${length}`),
  ...listOf('gzip, chunked | chunked, gzip | chunked, chunked | identity | x | \x0bchunked | chunke\0d | ').map(
    (coding) => `Transfer-Encoding: ${coding}`,
  ),
  ...listOf('Content-Length : 5 | Content-Length\0: 5 | Transfer-Encoding : chunked | Upgrade: | Expect: x'),
  ...listOf('Trailer: Host |  folded | \tfolded | : | : x | x | X y: z | X: \0 | X: a\rb | X: a\nb | X: \x7f'),
  ...listOf('\0: x | \xe9: x | X\r: x | X: y\r | (): x'),
  ...listOf(`${goodHost} | Host: a b | Host: | HOST: localhost | Host: localhost\0 | Authorization: Bearer \0`),
  ...['X-Request-Id: a\r\n\tb', `X: ${'x'.repeat(17_000)}`, `${'X'.repeat(17_000)}: x`, many(3_000)],
]

export const headerLine = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constantFrom(...lawful), weight: 5 },
  { arbitrary: fc.constantFrom(...lawless), weight: 1 },
)

const goodContents = [
  ...['', login, '{}', 'hello', '0\r\n\r\n', `${login.length.toString(16)}\r\n${login}\r\n0\r\n\r\n`],
  ...['5\r\nhello\r\n0\r\n\r\n', '5;x=y\r\nhello\r\n0\r\nX: y\r\n\r\n'],
]

const badContents = [
  ...listOf('z\r\n\r\n | -1\r\n\r\n | 5\r\nhello | 5\r\nhello0\r\n\r\n | 5\nhello\n0\n\n | 0x5\r\nhello\r\n'),
  ...listOf('5 \r\nhello\r\n0\r\n\r\n | ffffffffffffffff\r\n | 10000000000000000\r\n'),
  ...[`5;${'x'.repeat(17_000)}\r\nhello\r\n`, '0\r\nX: \0\r\n\r\n', '0;\0\r\n\r\n'],
  ...[`0\r\n${many(3_000)}\r\n\r\n`, '0\r\nContent-Length: 5\r\n\r\n', '\r\n', '\n', '\r', '\r\n'.repeat(1_000)],
  ...['x'.repeat(70_000), '\0'.repeat(100), `10001\r\n${'x'.repeat(65_537)}\r\n0\r\n\r\n`, '1\r\nx\r\n'.repeat(5_000)],
]

export const contents = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom(...goodContents),
  fc.constantFrom(...badContents),
)
