/** Writes hostile bytes to a new socket and validates the responses. */
import { connect } from 'node:net'
import { finished } from 'node:stream/promises'
import { demo } from '@monitoring-service/contract'
import type { Target } from './clients.ts'
import { type Connection, createConnection } from './connection.ts'
import type { HostileMessages } from './hostile.ts'
import { MalformedResponseError, parseResponse, type RawResponse } from './parse-response.ts'
import { serializeRequest } from './raw-request.ts'
import { validateAnyResponse } from './validate-response.ts'

/** Milliseconds after which a missing response counts as a hang. */
const patience = 5_000

export interface HostileResult {
  answers: RawResponse[]
  /** Errors of the responses or of the target. */
  problems: string[]
}

/** Creates a client that also checks that the target still answers valid requests. */
export function createHostileClient(target: Target) {
  let honest: { url: string; connection: Connection } | undefined
  const request = serializeRequest({
    operationId: 'listDeletionRequests',
    method: 'GET',
    target: '/admin/deletion-requests?limit=1',
    headers: [
      ['Host', 'localhost'],
      ['X-Admin-Api-Key', demo.adminApiKey],
    ],
  })

  /** Sends a valid request. Its response also shows that the target has read the bytes before it. */
  async function askHonestly({ send }: Connection): Promise<void> {
    const { status } = await send(request, 'GET').catch((error) => {
      throw new Error(`an honest request: ${error.message}`)
    })
    if (status !== 200) throw new Error(`an honest request got ${status}`)
  }

  async function provoke({ fragments, closes }: HostileMessages): Promise<HostileResult> {
    const url = await target.ready()
    if (url !== honest?.url) {
      honest?.connection.close()
      honest = { url, connection: createConnection(url, patience) }
    }
    const { hostname, port } = new URL(url)
    // Stays open even if the target closes its side.
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true, noDelay: true })
    const chunks: Buffer[] = []
    let isReset = false
    socket
      .on('data', (chunk) => chunks.push(chunk))
      .on('error', () => {
        isReset = true
      })
    const answers: RawResponse[] = []
    const problems: string[] = []
    try {
      for (const fragment of fragments) {
        socket.write(fragment, 'latin1')
        await askHonestly(honest.connection)
      }
      // An incomplete request gets no response before the end.
      for (let turns = 0; !closes && !isAnswered(chunks) && turns < 5; turns++) await askHonestly(honest.connection)
      socket.end()
      await finished(socket, { writable: false, signal: AbortSignal.timeout(patience) }).catch((error) => {
        if (error.name === 'AbortError') throw new Error(`the connection is still open after ${patience} ms`)
      })
      answers.push(...readAll(Buffer.concat(chunks), fragments.join('').includes('HEAD'), isReset))
      const isSilent = answers.length === 0 && !isReset
      if (isSilent && mustBeAnswered(fragments.join(''))) problems.push('not even a refusal')
      for (const answer of answers) problems.push(...validateAnyResponse(answer))
    } catch (error) {
      problems.push((error as Error).message)
    } finally {
      socket.destroy()
    }
    return { answers, problems }
  }
  return { provoke, close: () => honest?.connection.close() }
}

/**
 * Line ends before a request are ignored (RFC 9112, section 2.2). For a request with an upgrade, Node's parser reports
 * no errors; only the request timeout ends it.
 */
function mustBeAnswered(bytes: string): boolean {
  return /[^\r\n]/.test(bytes) && !/^upgrade:/im.test(bytes)
}

/** Whether a final response has arrived. */
function isAnswered(chunks: Buffer[]): boolean {
  return /HTTP\/1\.1 [2-5]/.test(Buffer.concat(chunks).toString('latin1'))
}

/** @throws MalformedError unless all of it is answers; of what was cut off by a reset, the last one may be half. */
function readAll(bytes: Buffer, hasHead: boolean, isReset: boolean): RawResponse[] {
  const answers: RawResponse[] = []
  let rest = bytes
  while (rest.length > 0) {
    const read = parseResponse(rest, hasHead ? 'maybe' : false, !isReset)
    if (!read) break
    if (answers.at(-1)?.headers.connection === 'close')
      throw new MalformedResponseError('an answer after one that closes the connection')
    answers.push(read.answer)
    rest = rest.subarray(read.end)
  }
  return answers
}
