/** The mock on Node's HTTP server; its contract can be replaced while it runs. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Contract, type Document, contract as ownContract, type Validators } from '@monitoring-service/contract'
import { deriveSchemas } from '@monitoring-service/contract/derive'
import { contractFile } from '@monitoring-service/contract/files'
import { validators as ownValidators } from '@monitoring-service/contract/validators'
import { createValidator, type ParsedRequest } from '@monitoring-service/http'
import { createHandler, listen, type RequestReport, type RunningServer } from '@monitoring-service/http/node'
import { type BodyGenerator, createBodyGenerator } from './body-generator.ts'
import { parseConfig } from './config-file.ts'
import { checkContract } from './contract-file/check.ts'
import { readTextFile, withDocument } from './contract-file/load.ts'
import { connectMock, type MockControl } from './control/client.ts'
import { controlRoutes } from './control/routes.ts'
import type { Exchange } from './exchange.ts'
import { describeOutcome, type FaultOptions, faultOptions, withFaults } from './fault-injection.ts'
import { createJournal, type Journal } from './journal.ts'
import { checkKeys } from './known-names.ts'
import { liveRoutes, withBrowserRedirect } from './live/routes.ts'
import { checkRecords, type MemoryOptions } from './records.ts'
import { createResponder, type ResponderOptions } from './responder.ts'
import type { MockResponse } from './responses.ts'
import { withRoutes } from './routes.ts'
import type { Scenario } from './scenario-index.ts'
import { scenarioRoutes, scenariosPath } from './scenario-page/routes.ts'
import { cors, serializeResponse } from './serialize-response.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { type WatchedFile, watchTextFile } from './watch-file.ts'

/** Milliseconds that responses in progress may take when the mock closes. */
const closingTime = 500

/** The options of {@link createMock}. */
export interface MockOptions extends FaultOptions, Omit<MemoryOptions, 'data'> {
  /** The path of an OpenAPI document, or the document itself; this project's contract by default. */
  contract?: string | Document | undefined
  /** 0, the default, takes a free port. */
  port?: number
  /** 127.0.0.1 by default. */
  host?: string
  /**
   * Records in place of the demo data, or the path of a file with them, as the server's command `load` takes them. Needs
   * `stateful`.
   */
  data?: string | MemoryOptions['data']
  /** Called when a request has ended. */
  onRequest?: ((exchange: Exchange) => void) | undefined
  /** The path of a JSON file with `delay`, `failRate`, `seed`, `rules`, which replace those options. */
  config?: string | undefined
  /** Reloads the contract and the configuration when their files change. Called with one line for each change. */
  watch?: ((line: string) => void) | undefined
}

const ownOptions = ['contract', 'port', 'host', 'stateful', 'data', 'onRequest', 'config', 'watch'] as const

/** A mock that runs, with functions that say what it answers next. */
export interface Mock extends RunningServer, MockControl {
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
 * @throws Error with a one-line message if an option is unknown or invalid, the contract cannot be read or served, or the
 * port cannot be opened.
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  checkKeys(options, [...ownOptions, ...faultOptions] satisfies (keyof MockOptions)[], 'createMock')
  const { contract = contractFile, port = 0, host, config, watch, onRequest } = options
  const memory = { isStateful: options.stateful, data: readRecords(options) }
  const sessions = createSessions()
  const journal = createJournal(sessions)
  if (onRequest) journal.subscribe(onRequest)
  let current: LoadedContract | undefined
  let settings: FaultOptions = options
  const useContract = async (document: Document, faults: FaultOptions) => {
    const previous = current
    current = await loadContract(document, { memory, faults, sessions, journal })
    previous?.generator.retire()
  }
  let previousChange: Promise<unknown> = Promise.resolve()
  const inTurn = (change: () => Promise<void>) => {
    const done = previousChange.then(change)
    previousChange = done.catch(() => {})
    return done
  }
  const use = (document: Document) => inTurn(() => useContract(document, settings))
  const files: WatchedFile[] = []
  const read = async (file: WatchedFile) => {
    files.push(file)
    await file.use(file.text)
  }
  if (config !== undefined) {
    const useConfig = (text: string) =>
      inTurn(async () => {
        const next = { ...options, ...parseConfig(text, config) }
        if (current) await useContract(current.document, next)
        settings = next
      })
    await read({ file: config, text: readTextFile(config), kind: 'configuration', use: useConfig })
  }
  if (typeof contract !== 'string') await use(contract)
  else {
    const useText = (text: string) => withDocument(text, contract, use)
    await read({ file: contract, text: readTextFile(contract), kind: 'contract', use: useText })
  }
  const { url, close } = await listen((request, response) => current?.listener(request, response), port, host)
  const watchers = watch ? files.map((file) => watchTextFile(file, watch)) : []
  return {
    ...connectMock(url),
    url,
    scenariosUrl: `${url}${scenariosPath}`,
    get scenarios() {
      return current?.contract.scenarios ?? []
    },
    use,
    async close(milliseconds = closingTime) {
      await Promise.all(watchers.map((watcher) => watcher.close()))
      await close(milliseconds)
      await current?.generator.close()
    },
  }
}

function readRecords({ data, stateful }: MockOptions): string | undefined {
  if (data === undefined) return undefined
  if (typeof data === 'string') return checkRecords(readTextFile(data), stateful, data)
  return checkRecords(JSON.stringify(data), stateful)
}

interface LoadedContract {
  document: Document
  contract: Contract
  listener: RequestListener
  generator: BodyGenerator
}

interface Surroundings {
  memory: Pick<ResponderOptions, 'isStateful' | 'data'>
  faults: FaultOptions
  sessions: Sessions
  journal: Journal
}

async function loadContract(
  document: Document,
  { memory, faults, sessions, journal }: Surroundings,
): Promise<LoadedContract> {
  const contract = checkContract(document)
  const generator = createBodyGenerator(document)
  const validator = createValidator(contract, await validatorsOf(document, contract))
  const generateBody = generator.generate
  const responder = await createResponder(contract, { validator, generateBody, ...memory })
  const respond = withFaults(responder, { contract, validator, sessions }, faults)

  async function handle(parsed: ParsedRequest, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { operationId, body } = parsed
    journal.describe(request, { operationId, body })
    const headers = (name: string) => request.headersDistinct[name] ?? []
    const outcome = await respond(parsed, headers, () => closeSignal(response))
    journal.describe(request, describeOutcome(outcome))
    if (typeof outcome === 'object') return send(response, outcome)
    if (outcome === 'reset') request.socket.resetAndDestroy()
  }

  const handler = journal.wrap(createHandler(handle, { cors, contract, report: reportDefect }))
  const routes = {
    ...liveRoutes,
    ...scenarioRoutes(contract),
    ...controlRoutes(contract, validator, sessions, journal),
  }
  const listener = withBrowserRedirect(withRoutes(handler, routes, contract), contract)
  return { document, contract, listener, generator }
}

/** The compiled schemas of a contract; only those that differ from this project's are compiled at run time. */
async function validatorsOf(document: Document, { schemasHash }: Contract): Promise<Validators> {
  if (schemasHash === ownContract.schemasHash) return ownValidators
  return (await import('@monitoring-service/contract/compile')).compileValidators(deriveSchemas(document))
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

function send(response: ServerResponse, content: MockResponse): void {
  const { status, headers, text, brokenAt } = serializeResponse(content)
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (text === undefined || brokenAt === undefined) return void response.end(text)
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.write(text.slice(0, brokenAt), () => response.destroy())
}
