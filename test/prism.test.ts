/** Stock Prism, which knows nothing of this project, reads the contract as we do. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type OperationId, operations, scenarios } from '@monitoring-service/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

const prism = spawn('prism', ['mock', 'openapi.yaml', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] })
let url: string

beforeAll(
  () =>
    new Promise<void>((resolve, reject) => {
      let printed = ''
      prism.once('exit', () => reject(new Error(`Prism ended: ${printed}`)))
      prism.stdout.on('data', (chunk) => {
        printed += chunk
        url = /listening on (http:\S+)/.exec(printed)?.[1] ?? ''
        if (url) resolve()
      })
    }),
)

afterAll(async () => {
  const ended = once(prism, 'exit')
  if (prism.kill()) await ended
})

it.each(Object.keys(operations) as OperationId[])('%s is answered by its first example', async (operationId) => {
  const { method, path } = operations[operationId]
  const usual = scenarios.find((scenario) => scenario.operationId === operationId)
  if (!usual) throw new Error(`${operationId} has no scenario`)
  const target = path.replace(/\{(\w+)\}/g, (_, name) => usual.path[name] ?? '')
  const response = await fetch(`${url}${target}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: 'Bearer any', 'x-admin-api-key': 'any' },
    ...(usual.body !== undefined && { body: JSON.stringify(usual.body) }),
  })
  expect(response.status).toBe(usual.status)
  expect(response.status === 204 ? undefined : await response.json()).toEqual(usual.answer)
})
