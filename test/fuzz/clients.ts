/** Clients that send the same request to server and mock, and validate the responses. */

import { type Connection, createConnection } from './connection.ts'
import { startMock } from './mock-target.ts'
import { describeRequest, type RawRequest, serializeRequest } from './raw-request.ts'
import { startServer } from './server-target.ts'
import { createTokenFiller } from './tokens.ts'
import { validateResponse } from './validate-response.ts'

export interface Target {
  name: string
  /** The time at which it verifies tokens. */
  now(): Date
  /** Restores its data; resolves with its base address. */
  ready(): Promise<string>
  close(): Promise<void>
}

/** The observed response to a request. */
export interface FuzzResult {
  /** Status and error code: `200`, `409 INCIDENT_ALREADY_RESOLVED`; or `no answer`. */
  said: string
  /** The calls of store and passwords, if they are observed. */
  did?: string
  /** Violations of the contract. */
  problems: string[]
}

/** Sends generated requests to one target. */
export interface FuzzClient {
  name: string
  ask(message: RawRequest): Promise<FuzzResult>
  close(): Promise<void>
}

export async function startClients(): Promise<FuzzClient[]> {
  return (await Promise.all([startServer(), startMock()])).map((target) => createClient(target))
}

/** @param patience milliseconds after which a missing response counts as a hang. */
export function createClient(target: Target, patience = 5_000): FuzzClient {
  const fill = createTokenFiller(target.now)
  let current: { url: string; connection: Connection } | undefined
  let previous: RawRequest | undefined
  return {
    name: target.name,
    async ask(message) {
      const url = await target.ready()
      if (url !== current?.url) {
        current?.connection.close()
        current = { url, connection: createConnection(url, patience) }
      }
      const headers = message.headers.map(async ([name, value]) => [name, await fill(value)] as [string, string])
      const bytes = serializeRequest({ ...message, headers: await Promise.all(headers) })
      try {
        const answer = await current.connection.send(bytes, message.method)
        const code = message.method === 'HEAD' || answer.status < 400 ? '' : codeOf(answer.body)
        return { said: `${answer.status} ${code}`.trim(), problems: validateResponse(message, answer) }
      } catch (error) {
        // The previous request on the connection may be the cause.
        const before = previous ? `, after\n${describeRequest(previous)}` : ''
        return { said: 'no answer', problems: [`${(error as Error).message}${before}`] }
      } finally {
        previous = message
      }
    },
    async close() {
      current?.connection.close()
      await target.close()
    },
  }
}

function codeOf(body: string | undefined): string {
  return /"code":"(\w+)"/.exec(body ?? '')?.[1] ?? 'without a code'
}
