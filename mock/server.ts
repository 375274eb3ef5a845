/** The mock on Node's HTTP server; its contract can be replaced while it runs. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Contract, Document } from '@monitoring-service/contract'
import { contractFile } from '@monitoring-service/contract/files'
import type { ParsedRequest } from '@monitoring-service/http'
import { createHandler, listen, type RequestReport, type RunningServer } from '@monitoring-service/http/node'
import { checkContract } from './contract-file/check.ts'
import { readContractFile, withDocument } from './contract-file/load.ts'
import { watchContract } from './contract-file/watch.ts'
import { type FaultOptions, type Outcome, withFaults } from './fault-injection.ts'
import { withRequestLog } from './request-log.ts'
import { createResponder, type GenerateBody } from './responder.ts'
import type { Scenario } from './scenario-index.ts'
import { scenariosPath, withScenarioPage } from './scenario-page/routes.ts'
import { serializeResponse } from './serialize-response.ts'

/** Milliseconds that responses in progress may take when the mock closes. */
const closingTime = 500

export interface MockOptions extends FaultOptions {
  /** The path of an OpenAPI document, or the document itself; this project's contract by default. */
  contract?: string | Document | undefined
  /** 0, the default, takes a free port. */
  port?: number
  /** 127.0.0.1 by default. */
  host?: string
  /** Called with one line for each request. */
  log?: ((line: string) => void) | undefined
  /** Reloads the contract when its file changes. Called with one line for each change. */
  watch?: ((line: string) => void) | undefined
}

export interface Mock extends RunningServer {
  /** The address of the list of scenarios. */
  scenariosUrl: string
  /** All scenarios of the contract. */
  readonly scenarios: readonly Scenario[]
  /**
   * Replaces the contract. Connections stay open, and requests in progress keep the previous contract.
   * @throws InvalidContractError if the document cannot be served; the previous contract stays in use.
   */
  use(document: Document): Promise<void>
  /** Waits for requests in progress, 500 milliseconds at most by default, then closes every connection. */
  close(milliseconds?: number): Promise<void>
}

/**
 * Starts a mock that answers from the scenarios of a contract.
 * @throws Error with a one-line message if the contract cannot be read or served, or the port cannot be opened.
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const { contract = contractFile, port = 0, host, watch } = options
  const load = (document: Document) => loadContract(document, options)
  const source = typeof contract === 'string' ? { file: contract, text: readContractFile(contract) } : undefined
  let current = source ? await withDocument(source.text, source.file, load) : await load(contract as Document)
  const { url, close } = await listen((request, response) => current.listener(request, response), port, host)
  const use = async (document: Document) => {
    current = await load(document)
  }
  const watcher = watch && source && watchContract(source.file, source.text, use, watch)
  return {
    url,
    scenariosUrl: `${url}${scenariosPath}`,
    get scenarios() {
      return current.contract.scenarios
    },
    use,
    async close(milliseconds = closingTime) {
      await watcher?.close()
      await close(milliseconds)
    },
  }
}

interface LoadedContract {
  contract: Contract
  listener: RequestListener
}

async function loadContract(document: Document, { log, ...faultOptions }: MockOptions): Promise<LoadedContract> {
  const contract = checkContract(document)
  const responder = await createResponder(contract, loadPrismLazily(document))
  const respond = withFaults(responder, contract, faultOptions)

  async function handle(parsed: ParsedRequest, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = (name: string) => request.headersDistinct[name] ?? []
    send(response, await respond(parsed, headers, () => closeSignal(response)))
  }

  const cors = {
    origins: '*',
    exposed: ['Mock-Scenario', 'Mock-Fault', 'Preference-Applied'],
    credentials: true,
  } as const
  const handler = createHandler(handle, { cors, contract, report: reportDefect })
  const listener = withScenarioPage(handler, contract, cors)
  return { contract, listener: log ? withRequestLog(listener, log) : listener }
}

/** Loads Prism on first use: most responses do not need it, and it takes longer to load than the rest of the mock. */
function loadPrismLazily(document: Document): GenerateBody {
  let prism: Promise<GenerateBody> | undefined
  const load = async () => (await import('./prism.ts')).createPrism(structuredClone(document))
  return async (...input) => {
    prism ??= load()
    return (await prism)(...input)
  }
}

/** Prints a defect of the mock, so that it is not mistaken for a response of the service. */
function reportDefect({ error }: RequestReport): void {
  if (error?.code === 'INTERNAL_ERROR') console.error(error.cause)
}

function closeSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  return controller.signal
}

function send(response: ServerResponse, outcome: Outcome): void {
  if (outcome === 'hang' || outcome === 'reset') {
    // Not sent, but read by the request log.
    response.setHeader('Mock-Fault', outcome)
    if (outcome === 'reset') response.req.socket.resetAndDestroy()
    return
  }
  const { status, headers, text } = serializeResponse(outcome)
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(text)
}
