/** An implementation of the service document, written without a look at the server, to test the kit with. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answers } from './answers.ts'
import { credentials } from './credentials.ts'
import { handlers } from './handlers.ts'
import { pass } from './passage.ts'
import { createStore } from './records.ts'
import { requests } from './requests.ts'
import { rules } from './rules.ts'
import { states } from './states.ts'
import type { Alteration, Steps } from './steps.ts'
import { storage } from './storage.ts'
import { validation } from './validation.ts'
import { views } from './views.ts'

export interface Implementation {
  /** Where the eight operations are. */
  url: string
  /** Where states are asked for: `POST {"state", "params"}`. 404 for one that it does not know. */
  hookUrl: string
  adminKey: string
  /** How credentials want to travel: a header each, and its value with `{token}` or `{key}` in it. */
  transport: { token: { header: string; value: string }; admin: { header: string; value: string } }
  close(): Promise<void>
}

/** Starts the implementation on free ports, on a variant if one is given, with a fault if one is given. */
export async function startImplementation(
  options: { fault?: { alter: Alteration } | undefined; variant?: { alter: Alteration } | undefined } = {},
): Promise<Implementation> {
  const the = assemble([options.variant, options.fault])
  const service = await listen(async (request, response) => the.send(await pass(the, request), request, response))
  const hook = await listen(async (request, response) => {
    const { status, body } = await makeState(the, request)
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  return {
    url: urlOf(service),
    hookUrl: urlOf(hook),
    adminKey: the.adminKey,
    transport: transportOf(the),
    close: async () => {
      await Promise.all([close(service), close(hook)])
    },
  }
}

/** All steps, over a store of their own, with alterations put upon them one after the other. */
function assemble(alterations: ({ alter: Alteration } | undefined)[]): Steps {
  const the = {} as Steps
  const store = createStore()
  const clean: Steps = {
    ...requests(),
    ...credentials(the, store),
    ...validation(the),
    ...rules(the, store),
    ...storage(store),
    ...handlers(the, store),
    ...views(the, store),
    ...answers(the),
    ...states(the, store),
  }
  Object.assign(the, clean)
  for (const alteration of alterations) if (alteration) Object.assign(the, alteration.alter({ ...the }, store))
  return the
}

function transportOf({ travel: { token, adminKey } }: Steps): Implementation['transport'] {
  return {
    token: { header: token.header, value: `${token.prefix}{token}` },
    admin: { header: adminKey.header, value: `${adminKey.prefix}{key}` },
  }
}

async function makeState(the: Steps, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  try {
    const { state, params = {} } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    const make = Object.hasOwn(the.states, state) ? the.states[state] : undefined
    if (!make) return { status: 404, body: { error: `there is no state ${state}` } }
    return { status: 200, body: make(params) }
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
