/** Prism, which knows nothing of this project, serves the contract's examples. */
import { operations } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { describe, expect, it } from 'vitest'
import { ofOperation, operationIds, usualScenario } from './send.ts'

const messages: unknown[][] = []
const silent = () => {}
const keep = (...message: unknown[]) => void messages.push(message)
const logger = { info: silent, debug: silent, trace: silent, success: silent, warn: keep, error: keep, fatal: keep }
const settings = {
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: true,
  upstreamProxy: undefined,
  isProxy: false,
} as const
const prism = createInstance(
  { ...settings, mock: { dynamic: false } },
  { logger: { ...logger, child: () => logger } as never },
)
const served = await getHttpOperationsFromSpec(readContract())

async function send(operationId: (typeof operationIds)[number], chosen: { code?: number; exampleKey?: string } = {}) {
  const { method, path } = operations[operationId]
  const usual = usualScenario(operationId)
  const request = {
    method: method.toLowerCase() as 'get',
    url: { path: path.replace(/\{(\w+)\}/g, (_, name) => usual.path[name] ?? '') },
    headers: { 'content-type': 'application/json', authorization: 'Bearer any', 'x-admin-api-key': 'any' },
    ...(usual.body !== undefined && { body: usual.body }),
  }
  const result = await prism.request(request, served, { ...settings, mock: { dynamic: false, ...chosen } })()
  if (result._tag === 'Left') throw result.left
  const { statusCode, body } = result.right.output
  return { status: statusCode, body: typeof body === 'string' ? JSON.parse(body) : body }
}

describe.each(operationIds)('%s', (operationId) => {
  it('returns its first example, without a warning about the contract', async () => {
    const { status, response: body } = usualScenario(operationId)
    expect(await send(operationId)).toEqual({ status, body })
    expect(messages).toEqual([])
  })

  // Prism cannot select a response without a body by name.
  const named = ofOperation(operationId).filter(({ response }) => response !== undefined)
  it('returns each example that is selected by name and status', async () => {
    for (const { name: exampleKey, status: code, response: body } of named) {
      expect(await send(operationId, { code, exampleKey })).toEqual({ status: code, body })
    }
  })
})
