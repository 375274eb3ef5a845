/** The operator's port: liveness, readiness and metrics, apart from the API. */
import type { RequestListener } from 'node:http'
import { listen, type RunningServer } from '@monitoring-service/http/node'
import { forOwnNames, isLoopback } from '../trial.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

type OpsResponse = [status: number, type: string, text: string]

/** @throws Error with code EADDRINUSE or EACCES if the port is not available. */
export function startOpsServer(
  readiness: Readiness,
  metrics: Metrics,
  port = 0,
  host = '127.0.0.1',
): Promise<RunningServer> {
  const plain = 'text/plain; charset=utf-8'
  const endpoints = new Map<string, () => Promise<OpsResponse>>([
    [
      '/healthz',
      async () =>
        readiness.isStuck()
          ? [503, plain, 'nothing was served for a minute, though the database answers: restart the server\n']
          : [200, plain, 'alive\n'],
    ],
    [
      '/readyz',
      async () => {
        const state = await readiness.state()
        return [state === 'ready' ? 200 : 503, plain, `${state}\n`]
      },
    ],
    ['/metrics', async () => [200, metrics.contentType, await metrics.read()]],
  ])
  const notFound = async (): Promise<OpsResponse> => [404, plain, `${[...endpoints.keys()].join(', ')}\n`]
  const respond: RequestListener = async ({ method = '', url = '' }, response) => {
    const endpoint = ['GET', 'HEAD'].includes(method) ? endpoints.get(url.split('?', 1)[0] ?? '') : undefined
    const [status, type, text] = await (endpoint ?? notFound)()
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text)
  }
  // On another address, the server may have any name in the network.
  return listen(isLoopback(host) ? forOwnNames(respond) : respond, port, host)
}
