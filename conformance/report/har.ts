/** The steps of a result as an HTTP archive, which browsers and proxies open. */
import type { Result, StepResult } from './result.ts'

export function renderHar({ kit, checks }: Result): string {
  const entries = checks.flatMap(({ id, steps }) => steps.map((step) => toEntry(step, id)))
  const creator = { name: kit.name, version: kit.version }
  return `${JSON.stringify({ log: { version: '1.2', creator, entries } }, null, 1)}\n`
}

/** @param id of the check, for the comment. */
function toEntry({ number, method, url, request, response, started, milliseconds }: StepResult, id: string) {
  const unknown = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 }
  const headersOf = (headers: Record<string, string>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }))
  const mimeType = response.headers['content-type'] ?? ''
  return {
    startedDateTime: started,
    time: milliseconds,
    request: {
      ...unknown,
      method,
      url,
      headers: headersOf(request.headers),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      ...(request.body !== undefined && {
        postData: { mimeType: request.headers['content-type'] ?? '', text: request.body },
      }),
    },
    response: {
      ...unknown,
      status: response.status,
      statusText: '',
      headers: headersOf(response.headers),
      content: { size: response.body.length, mimeType, text: response.body },
      redirectURL: response.headers.location ?? '',
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    comment: `${id}, step ${number}`,
  }
}
