/** Invalid responses to a request for an unknown path, each with the expected error. */

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { demo } from '@monitoring-service/contract'
import type { Target } from './clients.ts'

const body = '{"error":{"code":"NOT_FOUND","message":"There is nothing here.","status":404}}'
const right = `HTTP/1.1 404 Not Found\r\nX-Request-Id: x\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`

/** The valid response with another body. */
function withBody(text: string): string {
  return right.replace(/Content-Length: \d+/, `Content-Length: ${text.length}`).replace(body, text)
}

export const validResponse = right

export const invalidResponses: [name: string, answer: string | null, complaint: RegExp][] = [
  ['none', null, /^no answer in/],
  ['the end of the connection', '', /^closed without an answer/],
  ['something other than HTTP', 'hello\r\n\r\n', /^no status line/],
  ['a malformed header', right.replace('Cache-Control:', 'Cache-Control'), /^no header/],
  ['a header twice', right.replace('X-Request-Id: x', 'X-Request-Id: x\r\nX-Request-Id: x'), /twice$/],
  ['a body shorter than announced', right.replace(/Content-Length: /, 'Content-Length: 1'), /^no answer in/],
  ['a body longer than announced', `${right}\r\n`, /^2 bytes after the answer/],
  ['no length', right.replace(/Content-Length.*\r\n/, ''), /^Content-Length: undefined/],
  ['chunks', right.replace(/Content-Length.*\r\n/, 'Transfer-Encoding: chunked\r\n'), /^chunks/],
  ['a status that is not declared', right.replace('404', '418'), /^status 418 is not declared here/],
  ['another status than in its body', withBody(body.replace('404', '400')), /violates .*const/],
  ['an undeclared code', withBody(body.replace('NOT_FOUND', 'ODD')), /violates .*const/],
  [
    'an undeclared property',
    withBody(body.replace('"status"', '"path":"/x","status"')),
    /violates .*additionalProperties/,
  ],
  [
    'a message that is missing',
    withBody(body.replace('"message":"There is nothing here.",', '')),
    /violates .*required/,
  ],
  [
    'a stack trace',
    withBody(body.replace('here.', 'here.\\n    at serve (/srv/server/app.ts:12:3)')),
    /^exposes internals/,
  ],
  ['a secret', withBody(body.replace('here.', demo.tokenSecret)), /^exposes internals/],
  ['no JSON', withBody('<h1>Not found</h1>'), /^no JSON/],
  ['another content type', right.replace('application/json; charset=utf-8', 'text/html'), /^content type text\/html/],
  ['no request id', right.replace('X-Request-Id: x\r\n', ''), /^no header X-Request-Id/],
  [
    'a request id that is not well-formed',
    right.replace('X-Request-Id: x', 'X-Request-Id: a b'),
    /^X-Request-Id: .*pattern/,
  ],
  ['a Cache-Control that allows caching', right.replace('no-store', 'private'), /^Cache-Control: .*const/],
]

/** Sends the same bytes to every request; null sends nothing, and an empty text closes the connection. */
export async function startFixedResponseServer(name: Target['name'], answer: string | null): Promise<Target> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => {
      if (answer === '') socket.end()
      else if (answer !== null) socket.write(answer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    name,
    now: () => new Date(),
    ready: async () => `http://127.0.0.1:${port}`,
    close: async () => void server.close(),
  }
}
