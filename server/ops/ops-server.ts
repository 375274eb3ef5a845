/** The operator's port: is the process alive, can it take requests, how is it doing? Never on the API's own port. */
import { type Listening, listen } from '@monitoring-service/http/node'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

/** @throws Error with code EADDRINUSE or EACCES if the port is not to be had. */
export function startOps(readiness: Readiness, metrics: Metrics, port: number, host: string): Promise<Listening> {
  const plain = 'text/plain; charset=utf-8'
  const answers: Record<string, () => Promise<[status: number, type: string, text: string]>> = {
    '/healthz': async () => [200, plain, 'alive\n'],
    '/readyz': async () => {
      const state = await readiness.state()
      return [state === 'ready' ? 200 : 503, plain, `${state}\n`]
    },
    '/metrics': async () => [200, metrics.contentType, await metrics.read()],
  }
  return listen(
    async (request, response) => {
      const path = request.url?.split('?', 1)[0] ?? ''
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const answer = isRead && Object.hasOwn(answers, path) ? answers[path] : undefined
      const [status, type, text] = answer ? await answer() : [404, plain, `${Object.keys(answers).join(', ')}\n`]
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text)
    },
    port,
    host,
  )
}
