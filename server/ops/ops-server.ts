/** The operator's port: liveness, readiness and metrics, apart from the API. */
import type { RequestListener } from 'node:http'
import { listen, type RunningServer } from '@monitoring-service/http/node'
import { forOwnNames, isLoopback } from '../trial.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

interface OpsResponse {
  status: number
  text: string
  type?: string
}

/** @throws Error with code EADDRINUSE or EACCES if the port is not available. */
export function startOpsServer(
  readiness: Readiness,
  metrics: Metrics,
  port = 0,
  host = '127.0.0.1',
): Promise<RunningServer> {
  const endpoints: Record<string, () => Promise<OpsResponse>> = {
    async '/healthz'() {
      if (!readiness.isStuck()) return { status: 200, text: 'alive\n' }
      const text = 'nothing was served for a minute, though the database answers: restart the server\n'
      return { status: 503, text }
    },
    async '/readyz'() {
      const state = await readiness.state()
      return { status: state === 'ready' ? 200 : 503, text: `${state}\n` }
    },
    '/metrics': async () => ({ status: 200, text: await metrics.read(), type: metrics.contentType }),
  }
  const notFound = async () => ({ status: 404, text: `${Object.keys(endpoints).join(', ')}\n` })
  const respond: RequestListener = async ({ method = '', url = '' }, response) => {
    const path = url.split('?', 1)[0] ?? ''
    const isKnown = ['GET', 'HEAD'].includes(method) && Object.hasOwn(endpoints, path)
    const endpoint: () => Promise<OpsResponse> = (isKnown && endpoints[path]) || notFound
    const { status, text, type = 'text/plain; charset=utf-8' } = await endpoint()
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text)
  }
  // On another address, the server may have any name in the network.
  return listen(isLoopback(host) ? forOwnNames(respond) : respond, port, host)
}
