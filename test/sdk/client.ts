/** A client of the SDK, real sockets for it to talk to, and what it throws. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { afterEach, expect } from 'vitest'
import type { OperationId } from '../../contract/index.ts'
import { operations } from '../../contract/index.ts'
import type { ClientOptions, Monitoring } from '../../sdk/index.ts'
import { ApiError, createMonitoring } from '../../sdk/index.ts'

export const token = 'token-of-somebody'
export const adminKey = 'key-of-the-operator'
export const password = 'password-of-somebody'
export const somebody = { email: 'owner@acme.example', password }

export interface Seen {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

/** A server on a port of its own, and what it has seen. */
export async function serve(answer: (response: ServerResponse, request: Seen) => unknown) {
  const seen: Seen[] = []
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming
    const request = { method, url, headers, body: await text(incoming) }
    seen.push(request)
    answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  closers.push(close)
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close }
}

export const send = (response: ServerResponse, status: number, type: string, body: string, headers = {}) =>
  response.writeHead(status, { 'Content-Type': type, ...headers }).end(body)

export const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  send(response, status, 'application/json', JSON.stringify(body), headers)

export const refusal = (status: number, code: string, more = {}) => ({
  error: { code, message: 'No.', status, ...more },
})

export const client = (baseUrl: string, more: Partial<ClientOptions> = {}) =>
  createMonitoring({ baseUrl, session: { token: () => token }, adminKey, ...more })

export const errorOf = async <E extends Error>(
  call: Promise<unknown>,
  kind: new (...never: never[]) => E,
): Promise<E> => {
  const error = await call.then(
    (data) => expect.fail(`should have thrown, but returned ${inspect(data)}`),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(kind)
  expect(error).toBeInstanceOf(Error)
  return error as E
}

export type AnyCall = (...input: unknown[]) => Promise<unknown>

/** The functions of the client by the operation they turn out to call. */
export async function byOperation(api: Monitoring): Promise<Partial<Record<OperationId, AnyCall>>> {
  const ids = Object.keys(operations) as OperationId[]
  const calls = Object.values(api).flatMap((group): AnyCall[] => Object.values(group))
  const found = calls.map(async (call) => {
    const { method, path } = await errorOf(call('x'), ApiError)
    return [ids.find((id) => operations[id].method === method && operations[id].path === path), call]
  })
  return Object.fromEntries(await Promise.all(found))
}
