/** A kept-alive connection that sends raw bytes and waits for the response. */
import { connect, type Socket } from 'node:net'
import { MalformedResponseError, parseResponse, type RawResponse } from './parse-response.ts'

export interface Connection {
  /** @throws Error if there is no response in time, or no valid one. */
  send(bytes: Buffer, method: string): Promise<RawResponse>
  close(): void
}

/**
 * Connects on first use, and again after the server has closed the connection.
 * @param patience milliseconds to wait for a response.
 */
export function createConnection(url: string, patience: number): Connection {
  const { hostname, port } = new URL(url)
  let socket: Socket | undefined

  async function send(bytes: Buffer, method: string): Promise<RawResponse> {
    const kept = socket
    // An error between two requests shows at the next request.
    socket ??= connect(Number(port), hostname)
      .setNoDelay()
      .on('error', () => {})
    try {
      const answer = await exchange(socket, bytes, method, patience)
      if (answer.headers.connection === 'close') drop()
      return answer
    } catch (error) {
      drop()
      // The server may close an idle connection at the moment of the next request.
      if (error instanceof ClosedError && kept) return send(bytes, method)
      throw error
    }
  }

  function drop(): void {
    socket?.destroy()
    socket = undefined
  }
  return { send, close: drop }
}

class ClosedError extends Error {}

function exchange(socket: Socket, bytes: Buffer, method: string, patience: number): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let got: Buffer = Buffer.alloc(0)
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      socket.off('data', take).off('close', closed).off('error', closed)
      settle()
    }
    const fail = (error: unknown) => finish(() => reject(error))
    const take = (chunk: Buffer) => {
      got = Buffer.concat([got, chunk])
      try {
        const read = parseResponse(got, method === 'HEAD')
        if (!read) return
        // An error before the method is parsed has a body, even after HEAD, and ends the connection.
        const isLast = method === 'HEAD' && read.answer.headers.connection === 'close'
        if (read.end < got.length && !isLast)
          throw new MalformedResponseError(`${got.length - read.end} bytes after the answer`)
        finish(() => resolve(read.answer))
      } catch (error) {
        fail(error)
      }
    }
    const closed = () =>
      fail(
        got.length > 0
          ? new MalformedResponseError('closed within the answer')
          : new ClosedError('closed without an answer'),
      )
    const timer = setTimeout(() => fail(new Error(`no answer in ${patience} ms`)), patience)
    socket.on('data', take).on('close', closed).on('error', closed)
    if (socket.destroyed) closed()
    else socket.write(bytes)
  })
}
