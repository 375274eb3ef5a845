/** Damages JSON texts, and lists malformed bodies. Some results are still valid JSON. */
import fc, { type Arbitrary } from 'fast-check'
import { words } from './escapes.ts'
import { utf8 } from './raw-request.ts'

/** Damages a text and returns its bytes. */
type Spoil = (text: string) => string

const oddParts = [
  ...['\xff', '\xc0\xaf', '\xed\xa0\x80', '\0', '\n', '\t', '\x1f'],
  ...words('\\ " , { } \\ud800 \\u0000 \\x41 /**/'),
]

export const spoiling: Arbitrary<Spoil> = fc.oneof(
  fc.nat(60).map(
    (at): Spoil =>
      (text) =>
        utf8(text).slice(0, at % (text.length + 1)),
  ),
  fc.tuple(fc.nat(60), fc.constantFrom(...oddParts)).map(
    ([at, odd]): Spoil =>
      (text) =>
        insert(utf8(text), at, odd),
  ),
  fc.constantFrom<Spoil>(
    (text) => utf8(text.replace(/\}$/, ',}')),
    (text) => utf8(`\ufeff${text}`),
    (text) => utf8(text + text),
    (text) => utf8(`${text}x`),
    (text) => utf8(text.replaceAll('"', "'")),
    (text) => utf8(`)]}',\n${text}`),
    (text) => utf8(`[${text}]`),
    (text) => utf8(JSON.stringify(text)),
    (text) => Buffer.from(text, 'utf16le').toString('latin1'),
    // Of two equal names, parsers take the first, the last or none.
    (text) =>
      utf8(text.replace(/^\{(?=")/, '{"email":"ada@new.example","password":"an-uncommon-password","cause":"x",')),
    (text) => utf8(text.replace(/\}$/, ',"email":"ada@new.example"}')),
    (text) => utf8(text.replace(/\}$/, ',"password":1e999}')),
    (text) =>
      utf8(text.replace(/^\{(?=")/, '{"__proto__":{"email":"ada@new.example","password":"an-uncommon-password"},')),
  ),
)

function insert(bytes: string, at: number, odd: string): string {
  const place = at % (bytes.length + 1)
  return bytes.slice(0, place) + odd + bytes.slice(place)
}

/** A deeply nested value. */
function deep(depth: number, open: string, close: string): string {
  return open.repeat(depth) + close.repeat(depth)
}

export const oddBodies = [
  ...['', ' ', '\n', '\0', '//x\n{}', '--x\r\n\r\n{}\r\n--x--', '\x1f\x8b\x08\0\0\0\0\0'],
  ...words(`
    null true false 0 -0 1e999 "" "x" [] {} [{}] {"a"} {"":""} {,} [,] NaN undefined 01 +1 .5 {'a':1} {a:1} <x/>
    {"__proto__":null} {"constructor":{"prototype":{}}} {"toJSON":1} {"cause":1e999} {"cause":-0} {"cause":"","cause":1}
    {"cause":"\\ud800"} {"cause":"\\u0000"} {"password":""} {"verificationCode":246810} email=a%40b.example&password=x
    {"email":{"$ne":null},"password":{"$ne":null}}
  `),
  deep(5_000, '[', ']'),
  `{"cause":${deep(5_000, '{"a":', '}').replace(':}', ':1}')}}`,
  `{"cause":${'9'.repeat(1_000)}}`,
  `{"cause":"${'x'.repeat(60_000)}"}`,
  `{"password":"${'x'.repeat(5_000)}"}`,
  `{${Array.from({ length: 2_000 }, (_, i) => `"p${i}":0`).join(',')}}`,
]
