/** Requests after which the connection is closed. */

const host = 'Host: localhost\r\n'
const post = `POST /auth/login HTTP/1.1\r\n${host}Content-Type: application/json\r\n`

/** They get 400. */
export const malformed: [name: string, bytes: string][] = [
  ['no Host', 'GET /admin/deletion-requests HTTP/1.1\r\n\r\n'],
  ['two Hosts', `GET /admin/deletion-requests HTTP/1.1\r\n${host}${host}\r\n`],
  ['two Hosts, a thousand headers apart', `GET /x HTTP/1.1\r\n${host}${'x:\r\n'.repeat(995)}${host}\r\n`],
  ['a length and chunks', `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`],
  ['a negative length', `${post}Content-Length: -1\r\n\r\n`],
  ['a length that is no number', `${post}Content-Length: 2a\r\n\r\n{}`],
  ['an unknown transfer encoding', `${post}Transfer-Encoding: gzip\r\n\r\n`],
  ['a chunk of no length', `${post}Transfer-Encoding: chunked\r\n\r\nz\r\n\r\n`],
  ['bare line feeds', 'GET /admin/deletion-requests HTTP/1.1\nHost: localhost\n\n'],
  ['a blank before the colon', 'GET / HTTP/1.1\r\nHost : localhost\r\n\r\n'],
  ['a folded header', `GET / HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`],
  ['a header of 17 kB', `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(17_000)}\r\n\r\n`],
  ['a target of 17 kB', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\n${host}\r\n`],
  ['a NUL in a header', `GET / HTTP/1.1\r\n${host}X: \0\r\n\r\n`],
  ['letters beyond ASCII in the target', `GET /\xe9 HTTP/1.1\r\n${host}\r\n`],
  ['an unknown method', `FOO / HTTP/1.1\r\n${host}\r\n`],
  ['a method in lower case', `get / HTTP/1.1\r\n${host}\r\n`],
  ['an unknown expectation', `${post}Expect: foo\r\nContent-Length: 2\r\n\r\n{}`],
  ['CONNECT', `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n`],
  ['version 0.9', `GET / HTTP/0.9\r\n${host}\r\n`],
  ['version 2.0', `GET / HTTP/2.0\r\n${host}\r\n`],
  ['version 3.0', `GET / HTTP/3.0\r\n${host}\r\n`],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['something else', 'hello\r\n\r\n'],
  ['an empty Host', 'GET /x HTTP/1.1\r\nHost:\r\n\r\n'],
  ['a Host with a blank', 'GET /x HTTP/1.1\r\nHost: a b\r\n\r\n'],
  ['a Host with a path', 'GET /x HTTP/1.1\r\nHost: a/b?#\r\n\r\n'],
  ['a Host with a user', 'GET /x HTTP/1.1\r\nHost: a@b\r\n\r\n'],
  ['a Host with a wrong port', 'GET /x HTTP/1.1\r\nHost: a:b\r\n\r\n'],
  ['two Hosts in one', 'GET /x HTTP/1.1\r\nHost: a,b\r\n\r\n'],
  ['a compressed transfer encoding', `${post}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
  ['a transfer encoding without a name', `${post}Transfer-Encoding: , chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
  ['chunks in HTTP/1.0', 'GET /x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two expectations', `${post}Expect: 100-continue, y\r\nContent-Length: 2\r\n\r\n{}`],
  ['four thousand short headers', `GET / HTTP/1.1\r\n${host}${'x:\r\n'.repeat(4_000)}\r\n`],
]

/** They get a response of their own. */
export const lastOnes: [name: string, bytes: string, statusLine: string][] = [
  ['HTTP/1.0', 'GET /x HTTP/1.0\r\n\r\n', '404 NOT_FOUND'],
  ['HTTP/1.0 with keep-alive', 'GET /x HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', '404 NOT_FOUND'],
  ['Connection: close', `GET /x HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, '404 NOT_FOUND'],
  ['two wishes', `GET /x HTTP/1.1\r\n${host}Connection: keep-alive, close\r\n\r\n`, '404 NOT_FOUND'],
  ['an upgrade', `GET /x HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, '404 NOT_FOUND'],
  ['an upgrade of no connection', `GET /x HTTP/1.1\r\n${host}Upgrade: h2c\r\n\r\n`, '404 NOT_FOUND'],
  [
    'a body that was not asked for',
    `${post}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`.replace('login', 'x'),
    '404 NOT_FOUND',
  ],
]
