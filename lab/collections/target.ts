/** The reference server for runs of the collections: the header X-Request-Id names the scenario, which finds fresh demo data. */
import { type IncomingHttpHeaders, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Scenario, scenarios } from '@monitoring-service/contract'
import { listen, type RunningServer } from '@monitoring-service/http/node'
import { startServerTarget } from '../../test/agreement/targets.ts'

interface Message {
  method: string
  target: string
  headers: IncomingHttpHeaders
  body: string
}

export async function startCollectionTarget(): Promise<RunningServer> {
  const server = await startServerTarget()
  const byId = new Map(scenarios.map((scenario) => [`${scenario.operationId}.${scenario.name}`, scenario]))
  const forward = ({ method, target, headers, body }: Message) =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
      const outgoing = send(server.url, { method, path: target, headers }, async (incoming) => {
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: await text(incoming) })
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  const { url, close } = await listen(async (request, response) => {
    const { method = '', url: target = '', headers } = request
    const message = { method, target, headers, body: await text(request) }
    // The requests that log in belong to no scenario.
    const scenario = byId.get(String(headers['x-request-id'])) ?? (scenarios[0] as Scenario)
    await server.prepare(scenario)
    for (let i = 0; i < (scenario.given.repeats ?? 0); i++) await forward(message)
    const { status, headers: sent, body } = await forward(message)
    response.writeHead(status, sent).end(body)
  }, 0)
  return {
    url,
    async close(patience) {
      await close(patience)
      await server.close()
    },
  }
}
