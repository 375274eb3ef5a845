/** The mock on Node: a gate in front of the stage, and a contract that can be changed while it runs. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Contract, Document } from '@monitoring-service/contract'
import { contractFile } from '@monitoring-service/contract/files'
import { deriveContract } from '@monitoring-service/contract/parts'
import type { ParsedRequest } from '@monitoring-service/http'
import { createHandler, type Listening, listen, type RequestReport } from '@monitoring-service/http/node'
import { checkContract } from './contract-file/check.ts'
import { readContractFile, withDocument } from './contract-file/load.ts'
import { watchContract } from './contract-file/watch.ts'
import { type FaultOptions, type Outcome, withFaults } from './fault-injection.ts'
import { createResponder, type GenerateBody } from './responder.ts'
import type { Scenario } from './scenario-index.ts'
import { scenariosPath, withScenarioPage } from './scenario-page/routes.ts'
import { serializeResponse } from './serialize-response.ts'

/** What is waited for at the end, in milliseconds: an answer under way, but no request that was made to hang. */
const grace = 500

export interface MockOptions extends FaultOptions {
  /** The path of an OpenAPI document, or the document itself; our own by default. */
  contract?: string | Document | undefined
  /** 0, the default, takes a free one. */
  port?: number
  /** 127.0.0.1 by default. */
  host?: string
  /** Told in one line how each request ended. */
  log?: ((line: string) => void) | undefined
  /** Told in one line whether a contract was served that changed in its file; without it, nobody looks. */
  watch?: ((line: string) => void) | undefined
}

export interface Mock extends Listening {
  /** Where the list of all scenarios is. */
  scenariosUrl: string
  /** Every scenario of the contract. */
  readonly scenarios: readonly Scenario[]
  /**
   * Answers by another contract from now on. Connections stay, and so does what is being answered.
   * @throws Unsound if the document cannot be served; then all stays as it was.
   */
  use(document: Document): Promise<void>
  /** Lets requests in flight finish for so many milliseconds (default 500), then closes every connection. */
  close(grace?: number): Promise<void>
}

/**
 * Starts a mock that answers every scenario of a contract with its example.
 * @throws Error in one line if the contract cannot be read or served, or the port is not to be had.
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const { contract = contractFile, port = 0, host, watch } = options
  const start = (document: Document) => loadContract(document, options)
  const source = typeof contract === 'string' ? { file: contract, text: readContractFile(contract) } : undefined
  let current = await (source ? withDocument(source.text, source.file, start) : start(contract as Document))
  const { url, close } = await listen((request, response) => current.listener(request, response), port, host)
  const mock: Mock = {
    url,
    scenariosUrl: `${url}${scenariosPath}`,
    async close(milliseconds = grace) {
      await watching?.close()
      await close(milliseconds)
    },
    get scenarios() {
      return current.contract.scenarios
    },
    async use(document) {
      current = await start(document)
    },
  }
  const watching = watch && source && watchContract(source.file, source.text, mock, watch)
  return mock
}

type LoadedContract = { contract: Contract; listener: RequestListener }

async function loadContract(
  document: Document,
  { log, ...trouble }: Pick<MockOptions, 'log'> & FaultOptions,
): Promise<LoadedContract> {
  checkContract(document)
  const contract = deriveContract(document)
  const stage = await createResponder(contract, loadPrismLazily(document))
  const play = withFaults(stage, contract, trouble)

  async function answer(admitted: ParsedRequest, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = (name: string) => request.headersDistinct[name] ?? []
    send(response, await play(admitted, headers, () => abortedWith(response)))
  }

  const cors = {
    origins: '*',
    exposed: ['Mock-Scenario', 'Mock-Fault', 'Preference-Applied'],
    credentials: true,
  } as const
  const gate = createHandler(answer, { cors, contract, report: reportDefect })
  const listener = withScenarioPage(gate, contract, cors)
  return { contract, listener: log ? withLog(listener, log) : listener }
}

/** Most answers need no Prism, which takes longer to load than all the rest. */
function loadPrismLazily(document: Document): GenerateBody {
  let prism: Promise<GenerateBody> | undefined
  const load = async () => (await import('./prism.ts')).createPrism(structuredClone(document))
  return async (...asked) => {
    prism ??= load()
    return (await prism)(...asked)
  }
}

/** A defect of the mock must not look like an answer of the service. */
function reportDefect({ error }: RequestReport): void {
  if (error?.code === 'INTERNAL_ERROR') console.error(error.cause)
}

function abortedWith(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  return controller.signal
}

/** Sends what came of a request, or does not. */
function send(response: ServerResponse, ending: Outcome): void {
  if (ending === 'hang' || ending === 'reset') {
    // This is never sent, but the log reads it.
    response.setHeader('Mock-Fault', ending)
    if (ending === 'reset') response.req.socket.resetAndDestroy()
    return
  }
  const { status, headers, text } = serializeResponse(ending)
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(text)
}

/** Tells of each request: nothing that may be secret, so neither headers nor bodies. */
function withLog(listener: RequestListener, log: (line: string) => void): RequestListener {
  return (request, response) => {
    const start = performance.now()
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : 'no answer'
      const [scenario, fault] = [response.getHeader('Mock-Scenario'), response.getHeader('Mock-Fault')]
      const time = `${Math.round(performance.now() - start)} ms`
      log(
        [
          request.method,
          request.url,
          status,
          ...(scenario ? [scenario] : []),
          ...(fault ? [`fault=${fault}`] : []),
          time,
        ].join(' '),
      )
    })
    listener(request, response)
  }
}
