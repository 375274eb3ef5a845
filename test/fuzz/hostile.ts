/** Generates invalid and unusual HTTP messages as fragments that are written to a socket. */
import fc, { type Arbitrary } from 'fast-check'
import { listOf } from './escapes.ts'
import { contents, goodHost, headerLine, json, login, mostly } from './hostile-lines.ts'

const methods = [
  ...listOf('POST | PUT | DELETE | HEAD | OPTIONS | PATCH | CONNECT | TRACE | PRI'),
  ...listOf('get | FOO |  | G\0T | \xff |  GET'),
]
const targets = [
  ...listOf('/ | /admin/deletion-requests | /api/v1/incidents/% | * |  | http://localhost/'),
  ...listOf('// | /\0 | / x | /\xe9 | /# | ? | localhost:443 | /../..'),
]
const versions = [
  ...listOf(' |  HTTP/1.0 |  HTTP/0.9 |  HTTP/2.0 |  HTTP/3.0 |  HTTP/1. |  HTTP/9999.1'),
  ...listOf(' http/1.1 |  HTTP/1.1  |  HTTP /1.1 |  ICE/1.0 |  RTSP/1.0 |  \0'),
]

const requestLine = fc
  .tuple(
    mostly('GET', [...methods, 'X'.repeat(5_000)]),
    mostly(' ', ['', '  ', '\t', '\0', '\x0b', '\xa0']),
    mostly('/auth/login', [...targets, `/${'x'.repeat(17_000)}`, '/auth/login\r\nX: y']),
    mostly(' HTTP/1.1', versions),
  )
  .map((parts) => parts.join(''))

const message = fc
  .tuple(
    requestLine,
    mostly([goodHost], [[], [goodHost, goodHost], [goodHost, json]]),
    fc.array(headerLine, { maxLength: 3 }),
    mostly('\r\n', ['\n', '\r', '\r\r\n']),
    mostly(2, [1, 0]),
    contents,
  )
  .map(
    ([line, first, more, newline, blanks, content]) =>
      [line, ...first, ...more].join(newline) + newline.repeat(blanks) + content,
  )

/** A valid head with a body length that two readers could interpret differently. */
const framed = fc
  .tuple(
    fc.constantFrom('POST /auth/login', 'PUT /api/v1/incidents/x/resolve', 'DELETE /api/v1/incidents/x', 'GET /x'),
    mostly('1.1', ['1.0']),
    fc.array(headerLine, { minLength: 1, maxLength: 3 }),
    contents,
  )
  .map(
    ([line, version, more, content]) =>
      `${[`${line} HTTP/${version}`, goodHost, json, ...more].join('\r\n')}\r\n\r\n${content}`,
  )

const noise: Arbitrary<string> = fc.oneof(
  fc.array(fc.nat(255), { minLength: 1, maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.constantFrom(
    ...listOf('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 | PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n | SSH-2.0-x\r\n'),
    ...listOf('*1\r\n$4\r\nPING\r\n | \r\n\r\n\r\n | \0 | QUIT\r\n | HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
    ...listOf(`EHLO x\r\n | \x04\x01\0\x50 | {} | ${login}`),
  ),
)

/** A text with a few bytes removed, doubled or changed. */
function mutated(text: Arbitrary<string>): Arbitrary<string> {
  const kind = fc.constantFrom('cut', 'drop', 'double', 'insert', 'swap')
  const odd = fc.constantFrom('\0', '\r', '\n', '\r\n', ' ', '\t', ':', '\xff', '\x80', 'A', '0', '\x7f')
  const changes = fc.array(fc.tuple(fc.nat(10_000), kind, odd), { minLength: 1, maxLength: 3 })
  return fc.tuple(text, changes).map(([text, changes]) =>
    changes.reduce((bytes, [place, kind, odd]) => {
      // Most changes should hit the head, which is short.
      const at = place % (Math.min(bytes.length, 200) + 1)
      const [before, after] = [bytes.slice(0, at), bytes.slice(at)]
      if (kind === 'cut') return before
      if (kind === 'drop') return before + after.slice(1)
      if (kind === 'double') return before + after.slice(0, 20) + after
      return before + odd + (kind === 'insert' ? after : after.slice(1))
    }, text),
  )
}

const one = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: message, weight: 4 },
  { arbitrary: framed, weight: 4 },
  { arbitrary: mutated(fc.oneof(message, framed)), weight: 3 },
  { arbitrary: noise, weight: 1 },
)

export interface HostileMessages {
  fragments: string[]
  /** Whether the client closes its side behind the last byte, without waiting for responses. */
  closes: boolean
}

const valid = fc
  .constantFrom('GET /x', 'HEAD /x', 'DELETE /auth/login')
  .map((line) => `${line} HTTP/1.1\r\n${goodHost}\r\n\r\n`)

/** Up to five messages for one socket, the last of them perhaps incomplete, cut into fragments. */
export const hostileMessages: Arbitrary<HostileMessages> = fc
  .record({
    before: fc.array(valid, { maxLength: 2 }),
    parts: fc.array(one, { minLength: 1, maxLength: 3 }),
    missing: mostly(0, [1, 2, 10, 40]),
    places: fc.uniqueArray(fc.nat(300), { maxLength: 3 }),
    closes: fc.boolean(),
  })
  .map(({ before, parts, missing, places, closes }) => {
    const whole = [...before, ...parts].join('')
    const bytes = whole.slice(0, Math.max(1, whole.length - missing))
    const inside = places.filter((place) => place > 0 && place < bytes.length).sort((a, b) => a - b)
    return { fragments: [...inside, bytes.length].map((end, i) => bytes.slice(inside[i - 1] ?? 0, end)), closes }
  })
