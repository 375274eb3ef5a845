/** The independent implementation: follows the service document and shares no code with the reference server. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authentication } from './authenticate.ts'
import { businessRules } from './business-rules.ts'
import { recordAccess } from './find-records.ts'
import { hook } from './hook-records.ts'
import { createStore } from './memory-store.ts'
import { operationHandlers } from './operation-handlers.ts'
import { handleRequest, routing } from './pipeline.ts'
import { responses } from './send-response.ts'
import { serialization } from './serialize.ts'
import type { CredentialTransport, Override, Steps } from './steps.ts'
import { validation } from './validate-request.ts'

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
  const { token, adminKey } = steps.transport
  const transportOf = ({ header, prefix }: CredentialTransport, name: string) => ({ header, value: prefix + name })
  return {
    url: urlOf(service),
    hookUrl: urlOf(hook),
    adminKey: steps.adminKey,
    transport: { token: transportOf(token, '{token}'), admin: transportOf(adminKey, '{key}') },
    close: async () => {
      await Promise.all([close(service), close(hook)])
    },
  }
}

/** All steps with a new store, after the overrides in order. Each step calls the others as they are then. */
function assemble(overrides: ({ override: Override } | undefined)[]): Steps {
  const clean: Steps = {
    ...createStore(),
    ...routing,
    ...authentication,
    ...validation,
    ...businessRules,
    ...recordAccess,
    ...operationHandlers,
    ...serialization,
    ...responses,
    ...hook,
  }
  const steps = { ...clean }
  const bound = Object.entries(clean).map(([name, step]) => [
    name,
    typeof step === 'function' ? step.bind(steps) : step,
  ])
  Object.assign(steps, Object.fromEntries(bound))
  for (const item of overrides) Object.assign(steps, item?.override({ ...steps }))
  return steps
}

async function makeRecord(steps: Steps, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  try {
    const { kind, id, fields = {} } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    const body = steps.makeRecord(kind, fields, id)
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
