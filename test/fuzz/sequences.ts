/** Sends random sequences of requests to the server and to a mock with memory, and compares every response. */

import { isDeepStrictEqual } from 'node:util'
import { demo, type OperationId, operations } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { createMock } from '@monitoring-service/mock'
import { credentialsOf } from '@monitoring-service/mock/credentials'
import fc from 'fast-check'
import { createApp } from '../../server/app.ts'
import { asOf } from '../agreement/demo-data.ts'
import { transmit } from '../support/raw-http.ts'
import { startServer } from './server-target.ts'

interface Step {
  operationId: OperationId
  /** A demo user's e-mail, `operator`, `anonymous`, or `new` for the user who signed up last. */
  caller: string
  id?: string
  query?: string
  body?: unknown
  /** How often the request is sent. */
  times?: number
}

const pick = <T>(...values: T[]) => fc.constantFrom(...values)
const idsOf = (records: { id: string }[]) => [...records.map(({ id }) => id), '01J00000000000000000000000']
const member = pick('owner@acme.example', 'admin@acme.example', 'viewer@acme.example', 'owner@globex.example', 'new')
const email = pick('owner@acme.example', 'oauth@acme.example', 'grace@navy.example', 'GRACE@navy.example')
const password = pick(demo.password, 'another password')
const before = pick('', 'before=2026-01-01', 'before=2026-11-15')
const step = <O extends OperationId>(operationId: O, parts: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ operationId: fc.constant(operationId), ...parts }) as unknown as fc.Arbitrary<Step>

const steps = fc.oneof(
  step('signup', { caller: pick('anonymous'), body: fc.record({ email, password }) }),
  step('login', { caller: pick('anonymous'), body: fc.record({ email, password }), times: pick(1, 1, 1, 11) }),
  step('resolveIncident', {
    caller: member,
    id: pick(...idsOf(demoData.incidents)),
    body: pick(undefined, { cause: 'x' }),
  }),
  step('deleteIncident', { caller: member, id: pick(...idsOf(demoData.incidents)) }),
  step('scheduleAccountDeletion', {
    caller: fc.oneof(member, pick('oauth@acme.example')),
    body: fc.oneof(fc.record({ password }), pick({ verificationCode: demo.verificationCode })),
    times: pick(1, 1, 1, 11),
  }),
  step('listDeletionRequests', { caller: pick('operator'), query: pick('', 'limit=5', 'page=3&limit=20') }),
  step('resetServiceStats', { caller: member, id: pick(...idsOf(demoData.services)), query: before }),
  step('resetMonitorStats', { caller: member, id: pick(...idsOf(demoData.monitors)), query: before }),
)

/** What is compared: no tokens, and neither times nor ids that are new in each run. */
function comparable(statusLine: string, text: string) {
  const isOwn = (key: string, value: unknown) =>
    /At$|Token$/.test(key) || (/^(?:id|teamId)$/.test(key) && !JSON.stringify(demoData).includes(`"${value}"`))
  const body = text && JSON.parse(text, (key, value) => (typeof value === 'string' && isOwn(key, value) ? '*' : value))
  return { statusLine, body }
}

/** Sends the steps of one sequence; `new` is the user who signed up last in it. */
function createSender(url: string, now: Date, session = '') {
  let newest: string | undefined
  return async ({ operationId, caller, id = '', query, body }: Step) => {
    const { method, path } = operations[operationId]
    const { token = caller === 'new' ? newest : undefined, adminKey } = await credentialsOf(
      { caller, credential: 'valid' },
      now,
    )
    const headers = {
      'mock-session': session,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(adminKey && { 'x-admin-api-key': adminKey }),
    }
    const target = path.replace(/\{\w+\}/, id) + (query ? `?${query}` : '')
    const response = await transmit(url, method, target, headers, body)
    if (operationId === 'signup') newest = response.body.accessToken ?? newest
    return comparable(response.statusLine, response.text)
  }
}

interface SequenceDifference {
  steps: Step[]
  server: unknown
  mock: unknown
}

interface SequenceSettings {
  count: number
  seed: number
  progress?: (done: number) => void
}

/** @returns the smallest sequence with a difference, if there is any. */
export async function runSequences(settings: SequenceSettings): Promise<SequenceDifference | undefined> {
  const { count, seed, progress = () => {} } = settings
  const begin = Date.now()
  // The listing is in the order of time, so the server's clock must go on, too.
  const now = () => new Date(asOf.getTime() + Date.now() - begin)
  const [server, mock] = await Promise.all([startServer('server', createApp, now), createMock({ stateful: true })])
  let sessions = 0
  let found: SequenceDifference | undefined
  const property = fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 12 }), async (sequence) => {
    sessions += 1
    progress(sessions)
    const [atServer, atMock] = [
      createSender(await server.ready(), server.now()),
      createSender(mock.url, new Date(), String(sessions)),
    ]
    for (const step of sequence) {
      for (let i = 0; i < (step.times ?? 1); i++) {
        const [expected, received] = await Promise.all([atServer(step), atMock(step)])
        if (isDeepStrictEqual(expected, received)) continue
        found = { steps: sequence, server: expected, mock: received }
        throw new Error('they differ')
      }
    }
  })
  await fc.check(property, { seed, numRuns: count })
  await Promise.all([server.close(), mock.close(0)])
  return found
}
