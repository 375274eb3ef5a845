/** In Bun and Deno, too, an error tells whether a request was sent. Both run tests that are written for Node. */
import assert from 'node:assert'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { createMonitoring } from '@monitoring-service/sdk'

const account = { email: 'owner@acme.example', password: 'correct-horse-battery' }

/** Logs in at a server that treats its connections so; a POST is repeated only if nothing was sent. */
async function logIn(onConnection, protocol = 'http') {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    onConnection?.(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address()
  if (!onConnection) server.close()
  const { auth } = createMonitoring({ baseUrl: `${protocol}://127.0.0.1:${port}`, maxRetries: 1 })
  const { error } = await auth.login(account).result()
  server.close()
  return [error.name, error.attempts, error.maybeApplied]
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"user":'

test('nothing was sent', async () => {
  assert.deepStrictEqual(await logIn(), ['ConnectionError', 2, false])
  const refuse = (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  assert.deepStrictEqual(await logIn(refuse, 'https'), ['ConnectionError', 1, false])
})

test('something was sent', async () => {
  assert.deepStrictEqual(await logIn((socket) => socket.once('data', () => socket.destroy())), [
    'ConnectionError',
    1,
    true,
  ])
  assert.deepStrictEqual(await logIn((socket) => socket.once('data', () => socket.end(head))), [
    'ConnectionError',
    1,
    true,
  ])
})
