/** Responses on sockets whose request Node's HTTP parser rejected. */
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { contract } from '@monitoring-service/contract'
import { ApiError, toErrorResponse } from '../api-error.ts'
import { responseHeaders } from '../response-headers.ts'
import { closeGracefully } from './close-gracefully.ts'
import type { RequestReport } from './handler.ts'

const messages: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'the headers are too many, or larger than 16 KiB',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive',
}

export function messageOf({ code = '' }: NodeJS.ErrnoException): string {
  return messages[code] ?? 'the request is not well-formed HTTP'
}

/** Writes an error response to the socket, which has no response object, and closes it. */
export function sendBadRequest(socket: Duplex, message: string, requestId?: string): RequestReport {
  const error = new ApiError('VALIDATION_ERROR', { message })
  const { status, body } = toErrorResponse(error, contract)
  const text = JSON.stringify(body)
  const common = responseHeaders(requestId)
  const headers = {
    ...common,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
  closeGracefully(socket)
  const { remoteAddress: address } = socket as Partial<Socket>
  return { requestId: common['X-Request-Id'], operationId: undefined, status, ms: 0, error, address }
}

/** Closes the connection after a response whose request was served: bytes behind it must not make it look rejected. */
export function closeAfter(response: ServerResponse): void {
  // A finished response no longer has its socket.
  const { socket } = response
  if (!response.headersSent) response.setHeader('Connection', 'close')
  response.once('finish', () => socket && closeGracefully(socket))
}
