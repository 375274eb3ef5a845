/** What makes an error one of the SDK's, whichever copy of the package, realm or thread it comes from. */

import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import * as sdk from '../../sdk/index.ts'
import { client, errorOf, respondWithError, serve } from './harness.ts'

const { ApiError, CallError, ConnectionError, ResponseError, TimeoutError } = sdk

/** Another copy of the package: its CommonJS form, in a realm of its own. */
async function otherCopy(): Promise<typeof sdk> {
  const entry = fileURLToPath(new URL('../../sdk/index.ts', import.meta.url))
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'cjs',
    write: false,
    platform: 'node',
  })
  const module = { exports: {} as typeof sdk }
  runInContext(
    `(function (module) { ${outputFiles[0]?.text} })`,
    createContext({
      performance,
      setTimeout,
      clearTimeout,
      AbortController,
      Headers,
      URL,
      URLSearchParams,
      TextDecoder,
    }),
  )(module)
  return module.exports
}

test('instanceof is right for errors of another copy, of another realm and of the other module format', async () => {
  const other = await otherCopy()
  const endings: [string, sdk.Fetch][] = [
    ['ApiError', async () => Response.json({ error: { code: 'NO', message: 'No.', status: 404 } }, { status: 404 })],
    ['ResponseError', async () => new Response('<p>')],
    ['ConnectionError', () => Promise.reject(new TypeError('fetch failed'))],
    ['TimeoutError', () => new Promise(() => {})],
  ]
  const classes = { ApiError, ResponseError, ConnectionError, TimeoutError }
  for (const [kind, fetch] of endings) {
    const api = other.createMonitoring({ baseUrl: 'https://a.example', fetch, timeout: 50, maxRetries: 0 })
    const error: unknown = await api.incidents.resolve('a').catch((reason) => reason)
    const matching = Object.entries(classes).filter(([, each]) => error instanceof each)
    expect(matching.map(([name]) => name)).toEqual([kind])
    expect([error instanceof CallError, error instanceof other.CallError]).toEqual([true, true])
  }
})

test('instanceof is false for anything else, also by the same name', () => {
  const timeout = new DOMException('late', 'TimeoutError')
  for (const value of [undefined, null, 'ApiError', {}, new Error('x'), timeout, { name: 'ApiError' }]) {
    expect([ApiError, CallError, TimeoutError].map((each) => value instanceof each)).toEqual([false, false, false])
  }
})

test('What is sent to another thread or to a log keeps code, status and request id, and no secret', async () => {
  const { baseUrl } = await serve(respondWithError(409, 'INCIDENT_ALREADY_RESOLVED', { 'X-Request-Id': 'r-1' }))
  const error = await errorOf(client(baseUrl).incidents.resolve('a', { cause: 'secret' }), ApiError)
  const kept = { name: 'ApiError', code: 'INCIDENT_ALREADY_RESOLVED', status: 409, requestId: 'r-1', attempts: 1 }
  for (const copy of [JSON.parse(JSON.stringify(error)), structuredClone(error.toJSON())]) {
    expect(copy).toMatchObject(kept)
    expect(copy).not.toHaveProperty('detail')
    expect(JSON.stringify(copy)).not.toMatch(/secret|token-of/)
  }
  // A platform keeps the message of a cloned error only.
  expect(structuredClone(error).message).toBe(error.message)
})
