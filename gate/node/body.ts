/** Reads a request's body from its socket, and never more of it than is taken. */
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors.ts'

/**
 * @param limit in bytes.
 * @throws ApiError PAYLOAD_TOO_LARGE.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new ApiError('PAYLOAD_TOO_LARGE')
  const chunks: Buffer[] = []
  let size = 0
  // Without destroyOnReturn: false a refusal would close the socket before it is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > limit) throw new ApiError('PAYLOAD_TOO_LARGE')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
