/** The reference implementation: follows the service document and shares no code with the server. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authenticationSteps } from './authenticate.ts'
import { businessRuleSteps } from './business-rules.ts'
import { recordSteps } from './find-records.ts'
import { hookSteps } from './hook-records.ts'
import { createStore } from './memory-store.ts'
import { operationSteps } from './operation-handlers.ts'
import { handleRequest, routingSteps } from './pipeline.ts'
import { responseSteps } from './send-response.ts'
import { serializationSteps } from './serialize.ts'
import type { Override, Steps } from './steps.ts'
import { validationSteps } from './validate-request.ts'

export interface Implementation {
  /** The base URL of the eight operations. */
  url: string
  /** The URL of the fixture hook: `POST {"kind", "fields"}`, with an id to change a record. */
  hookUrl: string
  adminKey: string
  /** The header of each credential, and its value with the placeholder `{token}` or `{key}`. */
  transport: { token: { header: string; value: string }; admin: { header: string; value: string } }
  close(): Promise<void>
}

/** Starts the implementation on free ports, with the given variant and fault. */
export async function startImplementation(
  options: { fault?: { override: Override } | undefined; variant?: { override: Override } | undefined } = {},
): Promise<Implementation> {
  const steps = assemble([options.variant, options.fault])
  const service = await listen(async (request, response) =>
    steps.send(await handleRequest(steps, request), request, response),
  )
  const hook = await listen(async (request, response) => {
    const { status, body } = await makeRecord(steps, request)
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  return {
    url: urlOf(service),
    hookUrl: urlOf(hook),
    adminKey: steps.adminKey,
    transport: transportOf(steps),
    close: async () => {
      await Promise.all([close(service), close(hook)])
    },
  }
}

/** All steps with a new store, after the overrides in order. */
function assemble(overrides: ({ override: Override } | undefined)[]): Steps {
  const steps = {} as Steps
  const store = createStore()
  const clean: Steps = {
    ...routingSteps(),
    ...authenticationSteps(steps, store),
    ...validationSteps(steps),
    ...businessRuleSteps(steps, store),
    ...recordSteps(store),
    ...operationSteps(steps, store),
    ...serializationSteps(steps, store),
    ...responseSteps(steps),
    ...hookSteps(steps, store),
  }
  Object.assign(steps, clean)
  for (const item of overrides) {
    const changes = item?.override({ ...steps }, store) ?? {}
    const unknown = Object.keys(changes).find((name) => !Object.hasOwn(clean, name))
    if (unknown) throw new Error(`override of an unknown step: ${unknown}`)
    Object.assign(steps, changes)
  }
  return steps
}

function transportOf({ transport: { token, adminKey } }: Steps): Implementation['transport'] {
  return {
    token: { header: token.header, value: `${token.prefix}{token}` },
    admin: { header: adminKey.header, value: `${adminKey.prefix}{key}` },
  }
}

async function makeRecord(steps: Steps, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  try {
    const { kind, id, fields = {} } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    const make = Object.hasOwn(steps.records, kind) ? steps.records[kind] : undefined
    if (!make) return { status: 404, body: { error: `no records of the kind ${kind}` } }
    const body = make(fields, id)
    return body ? { status: 200, body } : { status: 422, body: { error: `no ${kind} with these fields` } }
  } catch (error) {
    return { status: 400, body: { error: (error as Error).message } }
  }
}

function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener)
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
