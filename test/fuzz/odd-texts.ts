/** Lists of texts that parsers read differently, or reject. */
import { limits } from '@monitoring-service/contract'
import { type Headers, utf8 } from './request.ts'

/** Splits a list at white space. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** Splits a list at ` | `, for items with spaces. */
export function listOf(text: string): string[] {
  return text.split(' | ')
}

/** Parts of paths and queries, as they are sent. */
export const oddParts = [
  ...['', ' ', '\t', '\0', '\xe9', '\x7f', utf8('é'), '9'.repeat(309), `-${'9'.repeat(309)}`],
  ...words(`
    % %% %2 %zz %2F %2f..%2f .. . %2e%2e %2E %00 %0d%0aX-Injected:%20yes %25 %252F %ff %C0%AF %ED%A0%80 %F0%9F%98%80 %u0041
    %E2%80%AE %20 %09 %0A + ; a;b=c * ! $ & && ' ( ) , = == : @ ~ | \\ ^ \` {id} < > " [x] [] # %5c %3f ? ?? / // %EF%BC%91
    0 01 -1 1.0 1e3 1e400 0x10 %2B1 Infinity NaN null true undefined __proto__ constructor toString hasOwnProperty $ne stats
  `),
]

export const oddQueries = [
  ...words(`
    & = ? x x=1 =1 __proto__=1 page[]=1 page[a]=1 before[$gt]= a;b page limit before dryRun befor= page= before= page=1&page=1
    limit=5&page=2&limit=5 page=1; page=1,2 limit=%31 %6cimit=1 page=1%00 before=2025-01-01%00 before=2025-01-01T00:00:00Z
  `),
  ...[100, 1_000].map((count) => Array.from({ length: count }, (_, i) => `p${i}=`).join('&')),
]

/** Names with a meaning in JavaScript, in JSON or in form parsers. */
export const oddNames = [
  ...words('role id __proto__ constructor prototype toJSON toString hasOwnProperty then length é Email email[] $ref 0'),
  ...['', '\ud800', '\0', ' email', 'email '],
]

export const oddEmails = [
  ...words(`
    ada ada@ @new.example ada@new ada@@new.example ada@new..example .ada@new.example ada.@new.example ada@-new.example
    a..da@new.example ada@new.example. ada@[127.0.0.1] ada@localhost äda@new.example ada@nëw.example ada+tag@new.example
    ada(comment)@new.example o'hara@new.example ada@new_host.example ada@xn--nw-eka.example ADA@NEW.EXAMPLE ada@1.2
  `),
  ...['ada @new.example', ' ada@new.example', 'ada@new.example ', '"ada lovelace"@new.example', 'ada@new.example\n'],
  ...['\0ada@new.example', 'ada@new.example\0', `${'a'.repeat(65)}@new.example`, `ada@${'x'.repeat(64)}.example`],
]

export const oddDates = [
  ...words(`
    2025-02-29 2024-02-29 1900-02-29 2000-02-29 2025-02-30 2025-13-01 2025-00-10 2025-01-00 2025-04-31 0000-01-01
    0001-01-01 9999-12-31 10000-01-01 -2025-01-01 +2025-01-01 2025-1-1 20250101 2025/01/01 2025-01-01T00:00:00Z
    2025‐01‐01 ٢٠٢٥-01-01 today 1735689600
  `),
  ...['2025-01-01 ', ' 2025-01-01', '2025-01-01\n', '2025-01-01\0'],
]

/** Bytes that make most JSON texts malformed. */
export const oddBytes = ['\xff', '\xc0\xaf', '\xed\xa0\x80', '\0', '\n', '\ufeff', ...words('\\ " , { } \\ud800 /**/')]

/** The valid JSON text with another form or content. */
export const spoilings: ((text: string) => string)[] = [
  (text) => text.replace(/\}$/, ',}'),
  (text) => `\ufeff${text}`,
  (text) => text + text,
  (text) => text.replaceAll('"', "'"),
  (text) => `[${text}]`,
  (text) => JSON.stringify(text),
  // Of two equal names, parsers take the first, the last or none.
  (text) => text.replace(/^\{(?=")/, '{"email":"ada@new.example","password":"an-uncommon-password","cause":"x",'),
  (text) => text.replace(/\}$/, ',"password":1e999}'),
  (text) => text.replace(/^\{(?=")/, '{"__proto__":{"email":"ada@new.example","password":"an-uncommon-password"},'),
  ...[-1, 0, 1, limits.bodyBytes].map((more) => (text: string) => text.padEnd(limits.bodyBytes + more)),
]

export const oddBodies = [
  ...['', ' ', '\0', '--x\r\n\r\n{}\r\n--x--', '\x1f\x8b\x08\0\0\0\0\0', '['.repeat(5_000) + ']'.repeat(5_000)],
  ...words(`
    null true false 0 -0 1e999 "" "x" [] {} [{}] {"a"} {"":""} {,} [,] NaN undefined 01 +1 .5 {'a':1} {a:1} <x/>
    {"__proto__":null} {"constructor":{"prototype":{}}} {"toJSON":1} {"cause":1e999} {"cause":-0} {"cause":"","cause":1}
    {"cause":"\\ud800"} {"cause":"\\u0000"} {"password":""} {"verificationCode":246810} email=a%40b.example&password=x
    {"email":{"$ne":null},"password":{"$ne":null}}
  `),
  `{${Array.from({ length: 2_000 }, (_, i) => `"p${i}":0`).join(',')}}`,
]

export const oddTypes = [
  ...words('garbage json text/plain text/json application/json; application/merge-patch+json application/problem+json'),
  ...words('application/x-www-form-urlencoded multipart/form-data */* application/* / application/jsonx'),
  ...['', '\xe9', 'application/json, text/plain', 'application/json charset=utf-8'],
  ...['latin1', 'utf-16', '', 'utf-8; charset=utf-8', 'utf-8; x=y'].map((set) => `application/json; charset=${set}`),
]

/** Headers that some servers follow. Without Prefer, which only the mock supports, and preflights, which need a setting of the server. */
export const oddHeaders: [names: string, values: string[]][] = [
  // HTML is not accepted: at `/`, the mock has a page for browsers.
  ['Accept', ['garbage', '', 'text/html;q=0', 'application/xml', '*/*;q=0', 'a/b/c', ';', '\xe9']],
  ['X-Request-Id', ['', 'a b', 'x'.repeat(128), 'x'.repeat(129), utf8('é'), '\x80', '../../x', '<script>', 'ok.-_']],
  ['Content-Encoding Accept-Encoding TE Trailer', ['gzip', 'identity', 'br', '', 'x', 'trailers', 'IDENTITY']],
  ['Content-Type', ['application/json', 'text/plain', 'garbage', '']],
  ['Expect', ['100-continue', '100-Continue', '', 'x', '100-continue, x', '200-ok']],
  ['If-None-Match If-Match If-Modified-Since Range', ['*', '"x"', 'W/"x"', 'bytes=0-1', 'garbage']],
  ['X-HTTP-Method-Override X-Original-URL X-Rewrite-URL', ['DELETE', 'GET', '/admin/deletion-requests']],
  ['Host X-Forwarded-Host X-Forwarded-For Forwarded', ['127.0.0.1', 'evil.example', 'garbage', '']],
  ['Origin', ['null', 'https://evil.example', '', 'x', '\xe9', 'a b']],
  ['Access-Control-Request-Headers', ['authorization', '', 'x: y', '\xe9', 'x'.repeat(3_000)]],
  ['Connection', ['close', 'keep-alive', 'Upgrade', 'x', '', 'close, keep-alive']],
  ['Upgrade', ['websocket', 'h2c', 'x', '']],
  ['Cookie X __proto__ constructor toString Via', ['x', '', 'a=b; c', '\xff', 'x'.repeat(8_000), 'x'.repeat(17_000)]],
]

/** Without effect in most servers. */
export const harmlessHeaders: Headers = [
  ['Accept', '*/*'],
  ['X-Request-Id', 'fuzz-1'],
  ['Origin', 'https://app.example'],
  ['Accept-Encoding', 'gzip, br'],
  ['Connection', 'keep-alive'],
  ['Cache-Control', 'no-cache'],
]

/** Authorization headers that are invalid; `_` stands for a valid token. */
export const oddAuthorizations = [
  ...listOf(
    '_ | Token _ | Bearer\t_ | Bearer _ x | Bearer _, | Bearer "_" | Bearer _= | Bearer Bearer _ | Bearer=_ | ',
  ),
  ...listOf(
    'Bearer _. | Bearer _, Bearer _ | Basic _ | Bearer <_> | BearerX _ | Bearer %_ | Bearer | Bearer  | Bearer x',
  ),
  ...listOf('Bearer a.b.c | Bearer .. | Bearer null | Bearer \xe9 | x | Basic b3duZXI6cGFzcw== | Digest username="x"'),
  `Bearer ${'x'.repeat(9_000)}`,
]
