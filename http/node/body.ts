/** Reads a request's body up to a size limit. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '../api-error.ts'

const empty = Buffer.alloc(0)

/** Requests whose client was asked for the body. */
const asked = new WeakSet<IncomingMessage>()

/** Whether the client waits for 100 before it sends the body (RFC 9110, section 10.1.1). */
export function isBodyPending(request: IncomingMessage): boolean {
  return request.headers.expect !== undefined && request.httpVersion === '1.1' && !asked.has(request)
}

/**
 * @param limit in bytes.
 * @param beforeAsking may reject a body that its client has not sent yet.
 * @throws ApiError PAYLOAD_TOO_LARGE as soon as the limit is exceeded; later chunks are discarded.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
  beforeAsking = () => {},
): Promise<Buffer> | Buffer {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (Number(length ?? 0) === 0 && encoding === undefined) return empty
  if (Number(length ?? 0) > limit) throw new ApiError('PAYLOAD_TOO_LARGE')
  if (isBodyPending(request)) {
    beforeAsking()
    asked.add(request)
    response.writeContinue()
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else reject(new ApiError('PAYLOAD_TOO_LARGE'))
    })
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    request.once('error', reject)
  })
}
