/** Prism as a library: makes up answers from the contract's schemas. */
import type { Document } from '@monitoring-service/contract'
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http'
import type { GenerateBody } from './responder.ts'

// Requests were judged before they come here, and answers are the contract's own.
const checks = {
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  isProxy: false,
} as const

/** @param document is changed by Prism, so it must be nobody else's. */
export async function createPrism(document: Document): Promise<GenerateBody> {
  const listed = await getHttpOperationsFromSpec(document)
  const byId = new Map(listed.map((operation) => [operation.iid, operation]))
  const prism = createInstance({ ...checks, mock: { dynamic: false } }, { logger: silent })

  return async (operationId, status, isDynamic) => {
    const operation = byId.get(operationId)
    if (!operation) throw new Error(`Prism does not know ${operationId}`)
    const request = { method: operation.method as 'get', url: { path: operation.path.replace(/\{\w+\}/g, 'any') } }
    // Prism changes the settings it is given, so that each call needs its own.
    const result = await prism.request(request, [operation], {
      ...checks,
      mock: { dynamic: isDynamic, code: status },
    })()
    if (result._tag === 'Left') throw result.left
    return normalizeTimes(result.right.output.body)
  }
}

/** Made-up times fit their format, but not the one spelling that the contract asks for. */
function normalizeTimes(body: unknown): unknown {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
  return JSON.parse(JSON.stringify(body), (_, value) =>
    typeof value === 'string' && isTime.test(value) ? new Date(value).toISOString() : value,
  )
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
