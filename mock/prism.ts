/** A thread that generates response bodies from the contract's schemas, with Prism as a library. */
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { Tinypool } from 'tinypool'
import type { GenerateBody } from './responder.ts'

// Requests are validated before Prism gets them, and responses come from the contract.
const settings = {
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  isProxy: false,
} as const

// Prism also calls `success`, which pino does not have.
const methods = ['info', 'warn', 'error', 'debug', 'trace', 'fatal', 'success']
const silentLogger: never = {
  ...Object.fromEntries(methods.map((method) => [method, () => {}])),
  child: () => silentLogger,
} as never

const prism = createInstance({ ...settings, mock: { dynamic: false } }, { logger: silentLogger })
let operations: ReturnType<typeof getHttpOperationsFromSpec> | undefined

export default async function generateBody(input: Parameters<GenerateBody>): Promise<unknown> {
  const [operationId, status, isDynamic] = input
  // A document that Prism cannot read fails this task, not the thread.
  operations ??= getHttpOperationsFromSpec(replaceKeywords(Tinypool.workerData))
  const operation = (await operations).find(({ iid }) => iid === operationId)
  if (!operation) throw new Error(`Prism does not know ${operationId}`)
  const request = { method: operation.method as 'get', url: { path: operation.path.replace(/\{\w+\}/g, 'any') } }
  // Prism changes the settings of a call.
  const callSettings = { ...settings, mock: { dynamic: isDynamic, code: status } }
  const result = await prism.request(request, [operation], callSettings)()
  if (result._tag === 'Left') throw result.left
  return normalizeTimes(result.right.output.body)
}

/** Prism ignores `not` and `dependentSchemas`, which become keywords that mean the same for generated bodies. */
function replaceKeywords<T>(document: T): T {
  return JSON.parse(JSON.stringify(document), (key, value) => {
    // The faker would add properties for it.
    if (key === 'additionalProperties' && value === true) return undefined
    const { not, dependentSchemas, ...rest } = Object(value)
    if (dependentSchemas) return { ...rest, allOf: Object.values(dependentSchemas) }
    return typeof not?.const === 'boolean' ? { ...rest, const: !not.const } : value
  })
}

/** Generated times are valid, but lack the milliseconds that the contract requires. */
function normalizeTimes(body: unknown): unknown {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
  return JSON.parse(JSON.stringify(body), (_, value) =>
    typeof value === 'string' && isTime.test(value) ? new Date(value).toISOString() : value,
  )
}
