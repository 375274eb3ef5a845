/** Logs one line per request, without headers and bodies, because they may contain secrets. */
import type { RequestListener } from 'node:http'

export function withRequestLog(listener: RequestListener, log: (line: string) => void): RequestListener {
  return (request, response) => {
    const start = performance.now()
    response.once('close', () => {
      const fault = response.getHeader('Mock-Fault')
      const parts = [
        request.method,
        request.url,
        response.writableFinished ? response.statusCode : 'no answer',
        response.getHeader('Mock-Scenario'),
        fault && `fault=${fault}`,
        `${Math.round(performance.now() - start)} ms`,
      ]
      log(parts.filter(Boolean).join(' '))
    })
    listener(request, response)
  }
}
