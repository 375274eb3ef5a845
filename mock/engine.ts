/** Prism as a library: judges a request by the contract and answers with an example, or with made-up values. */
import { type OperationId, operations } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { type Admitted, ApiError } from '@monitoring-service/gate'
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http'

/** Which of an operation's declared answers to give. */
export interface Choice {
  status?: number
  example?: string
  /** Values made up from the schema instead of an example. */
  dynamic?: boolean
}

export interface Outcome {
  status: number
  /** Those that the contract's examples give to the answer. */
  headers: Record<string, string>
  /** Undefined if the answer has none. */
  body: unknown
  /** Whether no credential of the right kind came with the request. */
  unauthenticated: boolean
  /** What else is wrong with the request. */
  complaint: ApiError | undefined
}

export type Engine = (admitted: Admitted, headers: Record<string, string>, choice: Choice) => Promise<Outcome>

const checks = {
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  upstreamProxy: undefined,
  isProxy: false,
} as const

export async function createEngine(): Promise<Engine> {
  const listed = await getHttpOperationsFromSpec(readContract())
  const byId = new Map(listed.map((operation) => [operation.iid, operation]))
  const prism = createInstance({ ...checks, mock: { dynamic: false } }, { logger: silent })

  return async ({ operationId, path, query, body }, headers, { status, example, dynamic = false }) => {
    const operation = byId.get(operationId)
    if (!operation) throw new Error(`Prism does not know ${operationId}`)
    // Prism changes the settings it is given, so that each call needs its own.
    const mock = { dynamic, ...(status && { code: status }), ...(example && { exampleKey: example }) }
    const run = prism.request(
      {
        method: operation.method as 'get',
        url: { path: fill(operationId, path), query: Object.fromEntries(new URLSearchParams(query)) },
        headers,
        body,
      },
      [operation],
      { ...checks, mock },
    )
    const result = await run()
    if (result._tag === 'Left') throw result.left
    const { output, validations } = result.right
    const violation = validations.input.find(({ code }) => code !== 401)
    return {
      status: output.statusCode,
      headers: output.headers ?? {},
      body: dynamic ? spellTimes(output.body) : output.body,
      unauthenticated: validations.input.some(({ code }) => code === 401),
      // Prism takes null for no body at all.
      complaint:
        body === null
          ? new ApiError('VALIDATION_ERROR', { message: 'body must be object' })
          : violation && new ApiError('VALIDATION_ERROR', { message: violation.message }),
    }
  }
}

/** Made-up times fit their format, but not the one spelling of it that the contract asks for. */
function spellTimes(body: unknown): unknown {
  if (body === undefined) return undefined
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
  return JSON.parse(JSON.stringify(body), (_, value) =>
    typeof value === 'string' && isTime.test(value) ? new Date(value).toISOString() : value,
  )
}

/** The operation's path with its parameters, escaped once more. */
function fill(operationId: OperationId, path: Record<string, string>): string {
  return operations[operationId].path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''))
}

const nothing = () => {}
// Prism calls `success`, which is none of pino's levels.
const silent = {
  info: nothing,
  warn: nothing,
  error: nothing,
  debug: nothing,
  trace: nothing,
  fatal: nothing,
  success: nothing,
  child: () => silent,
} as never
