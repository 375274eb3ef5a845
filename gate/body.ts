/** Reads a request's body: bounded, JSON and nothing else. */
import type { IncomingMessage } from 'node:http'
import { limits } from '@monitoring-service/contract'
import { ApiError } from './errors.ts'

/**
 * The body's value, or undefined if there is none.
 * @throws ApiError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, or VALIDATION_ERROR if it is not JSON.
 */
export async function readBody(request: IncomingMessage, expected: boolean): Promise<unknown> {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return undefined
  if (!expected || !isJson(request.headers)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // The parser's own message quotes the body, which may hold a password.
    throw new ApiError('VALIDATION_ERROR', { message: 'the body is not well-formed JSON' })
  }
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = new ApiError('PAYLOAD_TOO_LARGE')
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) throw tooLarge
  const chunks: Buffer[] = []
  let size = 0
  // Without destroyOnReturn: false a refusal would close the socket before it is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > limits.bodyBytes) throw tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Whether the headers announce plain JSON in UTF-8. */
function isJson(headers: IncomingMessage['headers']): boolean {
  const encoding = headers['content-encoding'] ?? 'identity'
  const type = headers['content-type'] ?? ''
  return encoding === 'identity' && /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i.test(type)
}
