/** Sends generated requests to server, mock and oracle; their responses must be the same, valid and expected. */
import { credentialsOf } from '@monitoring-service/mock/credentials'
import fc from 'fast-check'
import { startMockTarget, startServerTarget, type Target } from '../agreement/targets.ts'
import { type RawResponse, sendRaw } from '../support/raw-http.ts'
import { findViolations } from '../support/violations.ts'
import { isExpected } from './refusals.ts'
import { describeRequest, type RawRequest, serializeRequest } from './request.ts'
import { requests } from './requests.ts'
import { createValidatorOnlyApp } from './validator-only-app.ts'

export interface Settings {
  requests: number
  seed: number
  progress?: (done: number) => void
}

/** @returns how often there was each status and code. @throws Error with the smallest request that shows a difference. */
export async function compareResponses({ requests: count, seed, progress }: Settings): Promise<Record<string, number>> {
  const targets = await startTargets()
  const seen: Record<string, number> = {}
  let done = 0
  const property = fc.asyncProperty(requests, async ({ request, spoiled }) => {
    const [server, mock, alone] = await Promise.all([
      send(targets[0], request),
      send(targets[1], request),
      send(targets[2], request),
    ])
    const { status } = server
    progress?.(++done)
    seen[status] = (seen[status] ?? 0) + 1
    // Messages differ, and sessions have new ids.
    const hasOwnText = status >= '400' || server.text.includes('accessToken')
    const isSame = mock.status === status && alone.status === status && (hasOwnText || alone.text === server.text)
    const problems = [server, mock, alone].flatMap((response) => response.problems)
    if (isSame && problems.length === 0 && isExpected(request, spoiled, status)) return
    const lines = Object.entries({ server, mock, alone }).map(([name, response]) => {
      return `${name}: ${[response.status, ...response.problems].join('; ')}`
    })
    throw new Error([describeRequest(request), ...lines, `spoiled: ${spoiled.join(', ') || 'nothing'}`].join('\n'))
  })
  try {
    await fc.assert(property, { seed, numRuns: count, includeErrorInReport: true })
  } finally {
    await Promise.all(targets.map(({ close }) => close()))
  }
  return seen
}

/** The server, the mock, and the server with express-openapi-validator alone. */
function startTargets() {
  return Promise.all([startServerTarget(), startMockTarget(), startServerTarget(undefined, createValidatorOnlyApp)])
}

/** A request after which the connection is closed. */
const last = 'GET /last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

/** Milliseconds after which a missing response counts as a hang. The first request loads the validator. */
const patience = 30_000

interface Outcome {
  /** Status and error code. */
  status: string
  text: string
  problems: string[]
}

async function send(target: Target, request: RawRequest): Promise<Outcome> {
  await target.prepare({ given: {} })
  const bytes = await fillTokens(serializeRequest(request), target.now())
  const timeout = new Promise<never>((_, reject) => setTimeout(reject, patience, new Error('no response')).unref())
  const received = await Promise.race([sendRaw(target.url, bytes + last), timeout])
  const [response, ...more] = received.filter(({ statusLine }) => statusLine !== '100')
  if (!response) throw new Error('no response')
  const expected = response.headers.connection === 'close' ? [] : ['404 NOT_FOUND']
  const rest = more.map(({ statusLine }) => statusLine)
  const problems = rest.join() === expected.join() ? [] : [`followed by ${rest.join() || 'nothing'}`]
  return {
    status: response.statusLine,
    text: response.text,
    problems: [...problems, ...problemsOf(request, response)],
  }
}

function problemsOf({ operationId, method, others }: RawRequest, response: RawResponse): string[] {
  const isPreflight = method === 'OPTIONS' && others.some(([name]) => name === 'Access-Control-Request-Method')
  if (isPreflight && response.statusLine === '204') return []
  const status = Number(response.statusLine.slice(0, 3))
  return findViolations(operationId, { ...response, status }, method)
}

const placeholder = /<(\w+) ([\w.-]+@[\w.-]+)>/g

async function fillTokens(text: string, now: Date): Promise<string> {
  let filled = text
  for (const [whole, credential, caller = ''] of text.matchAll(placeholder)) {
    const { token = '' } = await credentialsOf({ caller, credential: credential as 'valid' }, now)
    filled = filled.replace(whole, token)
  }
  return filled
}
