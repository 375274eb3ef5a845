/** The server of sdk-time, on a thread of its own: it answers every request with a resolved incident. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

const body = JSON.stringify({
  incident: {
    id: '01JQZX5V8Q4M2N7R3T9W6Y1B0C',
    status: 'resolved',
    startedAt: '2025-01-01T00:00:00.000Z',
    endedAt: '2025-01-01T01:00:00.000Z',
    durationMs: 3_600_000,
    cause: 'A deploy.',
  },
})

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body)
  })
})
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
