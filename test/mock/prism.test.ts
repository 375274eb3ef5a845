/** Prism's own command serves the contract's examples. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { operations } from '@monitoring-service/contract'
import { contractFile } from '@monitoring-service/contract/files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ofOperation, operationIds, usualScenario } from './send.ts'

const bin = fileURLToPath(new URL('../../node_modules/.bin/prism', import.meta.url))
const prism = spawn(process.execPath, [bin, 'mock', contractFile, '--port', '0'], {
  env: {},
  stdio: ['ignore', 'pipe', 'pipe'],
})
let url: string
let printed = ''

beforeAll(
  () =>
    new Promise<void>((resolve, reject) => {
      prism.once('exit', () => reject(new Error(`Prism ended: ${printed}`)))
      for (const stream of [prism.stdout, prism.stderr]) {
        stream.setEncoding('utf8').on('data', (chunk) => {
          printed += chunk
          url ??= /listening on (http:\S+)/.exec(printed)?.[1] as string
          if (url) resolve()
        })
      }
    }),
)

afterAll(async () => {
  const ended = once(prism, 'exit')
  if (prism.kill()) await ended
})

async function send(operationId: (typeof operationIds)[number], prefer?: string) {
  const { method, path } = operations[operationId]
  const usual = usualScenario(operationId)
  const response = await fetch(`${url}${path.replace(/\{(\w+)\}/g, (_, name) => usual.path[name] ?? '')}`, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer any',
      'x-admin-api-key': 'any',
      ...(prefer && { prefer }),
    },
    ...(usual.body !== undefined && { body: JSON.stringify(usual.body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

it('prints no warning about the contract', () => {
  expect(printed).not.toMatch(/warn|error|✖/i)
})

describe.each(operationIds)('%s', (operationId) => {
  it('returns its first example', async () => {
    const { status, response: body } = usualScenario(operationId)
    expect(await send(operationId)).toEqual({ status, body })
  })

  // Prism cannot select a response without a body by name.
  const named = ofOperation(operationId).filter(({ response }) => response !== undefined)
  it('returns each example that Prefer selects by name and status', async () => {
    for (const { name, status, response: body } of named) {
      expect(await send(operationId, `code=${status}, example=${name}`)).toEqual({ status, body })
    }
  })
})
