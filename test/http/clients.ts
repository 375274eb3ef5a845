/** Raw clients that send incomplete requests, and a complete request beside them. */
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
/** A request without its body; the server sends 100 when it waits for the body. */
const head = `POST /auth/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${login.length}\r\n\r\n`
/** Lists the deletion requests on a separate connection. */
export const list = (url: string) =>
  transmit(url, 'GET', '/admin/deletion-requests', { 'X-Admin-Api-Key': demo.adminApiKey, connection: 'close' })

export async function open(url: string, bytes = ''): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

export function bytesOf(method: string, path: string, headers: OutgoingHttpHeaders, body?: unknown): string {
  const content = body === undefined ? '' : JSON.stringify(body)
  const json = content === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': content.length }
  const lines = Object.entries({ Host: 'localhost', ...headers, ...json }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`
}

/** Starts a login and waits until the server waits for its body. */
export async function begin(url: string): Promise<Socket> {
  const socket = await open(url, head)
  await once(socket, 'data')
  return socket
}
