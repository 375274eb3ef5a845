/** Clients on raw sockets who begin and do not go on, and one who asks for something in between. */
import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'
import { demo } from '@monitoring-service/contract'
import { start } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'

export const startDemo = (env = {}) => start(['--demo', '--port', '0'], { LOG_LEVEL: 'error', ...env })
export const host = 'Host: localhost\r\n'
export const halfHead = `POST /auth/login HTTP/1.1\r\n${host}Content-Ty`
export const login = JSON.stringify({ email: 'member@acme.example', password: demo.password })
/** All but the body; the server says when it waits for that. */
const head = `POST /auth/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${login.length}\r\n\r\n`
/** The listing of the operators, on a connection of its own. */
export const list = (url: string) =>
  transmit(url, 'GET', '/admin/deletion-requests', { 'X-Admin-Api-Key': demo.adminApiKey, connection: 'close' })

export async function open(url: string, bytes = ''): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

/** The bytes of a request. */
export function bytesOf(method: string, path: string, headers: OutgoingHttpHeaders, body?: unknown): string {
  const content = body === undefined ? '' : JSON.stringify(body)
  const json = content === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': content.length }
  const lines = Object.entries({ Host: 'localhost', ...headers, ...json }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`
}

/** A login that the server has begun to read, and waits for the rest of. */
export async function begin(url: string): Promise<Socket> {
  const socket = await open(url, head)
  await once(socket, 'data')
  return socket
}
