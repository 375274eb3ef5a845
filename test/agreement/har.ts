/** Writes exchanges as an HTTP Archive 1.2, for judges who know nothing of this project. */
import type { Exchange } from './wire.ts'

export function toHar(exchanges: Exchange[]): object {
  return { log: { version: '1.2', creator: { name: 'agreement', version: '1' }, entries: exchanges.map(toEntry) } }
}

function toEntry({ started, duration, request, response }: Exchange): object {
  const { searchParams } = new URL(request.url)
  const sent = request.body !== undefined
  return {
    startedDateTime: started.toISOString(),
    time: duration,
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: list(request.headers),
      queryString: [...searchParams].map(([name, value]) => ({ name, value })),
      ...(sent && { postData: { mimeType: request.headers['content-type'] ?? '', text: request.body } }),
      headersSize: -1,
      bodySize: sent ? Buffer.byteLength(request.body ?? '') : 0,
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: list(response.headers),
      content: {
        size: Buffer.byteLength(response.body),
        mimeType: response.headers['content-type'] ?? '',
        ...(response.body !== '' && { text: response.body }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
  }
}

function list(headers: Record<string, string>): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }))
}
