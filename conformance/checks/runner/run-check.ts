/** Runs one check once, with a check record of its own. */
import { setTimeout as pause } from 'node:timers/promises'
import { operations } from '@monitoring-service/contract'
import { createBarrier } from '../../client/barrier.ts'
import { type Call, createCaller, type Sender } from '../../client/callers.ts'
import type { Transport } from '../../client/credentials.ts'
import {
  type Exchange,
  NoResponseError,
  type OutgoingRequest,
  RateLimitedError,
  RequestLimitError,
} from '../../client/exchange.ts'
import type { HttpClient } from '../../client/http.ts'
import { type Liveness, TargetDownError } from '../../client/liveness.ts'
import type { Connection } from '../../client/resend.ts'
import type { Judging } from '../../document/judging.ts'
import { InapplicableError, RecordError, UnverifiedError } from '../../records/errors.ts'
import type { RecordPool } from '../../records/pool.ts'
import type { CheckRun } from '../../verdict/check.ts'
import type { Rule } from '../../verdict/claims.ts'
import { createExpect } from '../../verdict/expect.ts'
import { type CheckRecord, createCheckRecord, recordClaim, Stop } from '../../verdict/record.ts'
import type { Schemas } from '../../verdict/schemas.ts'
import { assertSound, withoutRepetitions } from '../../verdict/sound.ts'
import type { Completion } from '../../verdict/verdict.ts'
import type { Check, CheckTools } from '../support/suite.ts'

export interface RunSettings {
  /** The number of checks that run at the same time. */
  jobs: number
  /** The number of rounds of a race. */
  rounds: number
  /** In milliseconds. */
  patience: number
  transport: Transport
  /** The target keeps no state, like a mock. */
  isStateless: boolean
  /** The kit's own test: a scenario whose words differ from the model is an error. */
  checksWords: boolean
}

export interface RunServices {
  schemas: Schemas
  settings: RunSettings
  client: HttpClient
  liveness: Liveness
  pool: RecordPool
  /** No other check runs at the same time. */
  isAlone?: true
}

/** Between two polls, in milliseconds; the wait doubles, so that a target that lags is not stormed. */
const [shortestPoll, longestPoll] = [50, 1000]

/** The number of calls in a race. */
const raceWidth = 4

/** The tools of a check, whose requests become steps of its check record. */
function createTools({ schemas, client, settings, pool }: RunServices, judging: Judging): CheckTools {
  const { rounds, isStateless, patience, transport } = settings
  const { record, services } = judging
  let how: { connection?: Connection; isOnce?: true } = {}
  const sender: Sender = {
    transport,
    async send(request) {
      const exchange = await (how.isOnce ? client.sendOnce : client.send)(request, how.connection)
      record.steps.push(exchange)
      assertSound(record, exchange, transport)
      return exchange
    },
  }
  /** A request is sent as soon as it is called. */
  function sendAs<T>(wanted: typeof how, call: () => T): T {
    const usual = how
    how = { ...usual, ...wanted }
    const pending = call()
    how = usual
    return pending
  }
  return {
    recordContext: { sender, pool, record },
    visitor: createCaller(sender, {}),
    expect: createExpect(schemas, record, services.level, isStateless),
    rounds,
    isStateless,
    judging,
    async together<T>(call: () => Call<T>, width = raceWidth) {
      const calls = sendAs({ connection: createBarrier(width) }, () => Array.from({ length: width }, call))
      await Promise.all(calls)
      return calls
    },
    onKeptConnection: (call) => sendAs({ connection: 'kept' }, call),
    async eventually(poll) {
      const deadline = performance.now() + patience
      for (let wait = shortestPoll; ; wait = Math.min(2 * wait, longestPoll)) {
        const found = await poll()
        if (found !== undefined || performance.now() > deadline) return found
        await pause(wait)
      }
    },
    withoutRetry: (call) => sendAs({ isOnce: true }, call),
  }
}

const reusedId = 'another incident has got the same id: the target gives those of deleted ones again'

/** A call is about an id that two incidents have got: which one was meant is unknown. */
export const hasReusedId = (steps: readonly Exchange[], pool: RecordPool): boolean =>
  steps.some(({ request: { path } }) => path.split(/[/?]/).some(pool.hasReused))

/**
 * @param earlier at the last attempt, the missing responses of those before it: one more becomes a finding.
 * @throws NoResponseError unless this is the last attempt, TargetDownError
 */
export async function runCheckOnce(
  services: RunServices,
  check: Check,
  earlier?: readonly NoResponseError[],
): Promise<CheckRun> {
  const { schemas, settings, pool } = services
  const { isStateless, patience, transport, checksWords } = settings
  const record = createCheckRecord()
  const begin = performance.now()
  const judged = { schemas, transport, level: check.level, isStateless }
  const judging: Judging = { record, services: judged, patience, checksWords }
  let completion: Completion = { kind: 'ran' }
  try {
    await check.run(createTools(services, judging))
  } catch (error) {
    completion = await completionOf(error, { services, check, record, earlier })
  }
  // Without state ids are the same for all; an error of the kit stays one.
  const mayReuseIds = !isStateless && completion.kind !== 'error'
  if (mayReuseIds && record.findings.length > 0 && hasReusedId(record.steps, pool)) {
    record.findings = []
    completion = { kind: 'unverified', reason: reusedId }
  }
  record.findings = withoutRepetitions(record.findings)
  return { check, record, completion, milliseconds: Math.round(performance.now() - begin) }
}

/** An attempt to run a check, which an error has ended. */
interface Attempt {
  services: RunServices
  check: Check
  record: CheckRecord
  earlier: readonly NoResponseError[] | undefined
}

/** Attributes an error to the target (a finding), a record, the whole target being down, or the kit. */
async function completionOf(error: unknown, attempt: Attempt): Promise<Completion> {
  const { liveness } = attempt.services
  if (error instanceof Stop) return { kind: 'ran' }
  if (error instanceof RateLimitedError) return afterRateLimit(error, attempt)
  if (error instanceof NoResponseError) return afterMissingResponse(error, attempt)
  if (error instanceof InapplicableError) return { kind: 'inapplicable', reason: error.message }
  if (error instanceof RecordError && !(await liveness.isUp())) throw new TargetDownError()
  const isUnverified = [UnverifiedError, RequestLimitError, RecordError].some((kind) => error instanceof kind)
  if (isUnverified) return { kind: 'unverified', reason: (error as Error).message }
  return { kind: 'error', reason: describeUnexpected(error) }
}

async function afterRateLimit({ request, message, isDown }: RateLimitedError, attempt: Attempt): Promise<Completion> {
  const { liveness, isAlone } = attempt.services
  if (isProof(request) && attempt.record.steps.some(isWrongProof) && (await liveness.isServing()))
    return { kind: 'inapplicable', reason: 'the target locks an account after wrong passwords or codes (429)' }
  // A request that is never served, while others are, is the target's fault.
  const isAtFault = isDown && isAlone && (await liveness.isServing())
  return isAtFault
    ? addFinding(attempt, request, 'a response but 503', message)
    : { kind: 'unverified', reason: message, isDown }
}

async function afterMissingResponse(error: NoResponseError, attempt: Attempt): Promise<Completion> {
  const { services, record, earlier } = attempt
  const { exchange, reason, connectionClosed, exceedsLimit, isOfGateway } = error
  error.steps = record.steps.length
  if (connectionClosed && !earlier) throw error
  if (exceedsLimit) return addFinding(attempt, exchange.request, 'a response within limits', reason, exchange)
  if (!(await services.liveness.isUp())) throw new TargetDownError()
  if (!earlier) throw error
  if (isOfGateway || !isUsualPlace(error, earlier)) return { kind: 'unverified', reason: error.message }
  return addFinding(attempt, exchange.request, 'a response', reason, exchange)
}

function addFinding(
  { check, record }: Attempt,
  { operationId, method, path }: OutgoingRequest,
  rule: Rule,
  value: string,
  exchange?: Exchange,
): Completion {
  // Without ids, so that it is one rule for all objects.
  const subject = `${method} ${operationId ? operations[operationId].path : path.split('?')[0]}`
  if (exchange) record.steps.push(exchange)
  recordClaim(record, exchange, { subject, claim: { kind: 'rule', rule }, value, basis: check.level }, false)
  return { kind: 'ran' }
}

/** A call that crashes the target does so nearly each time; a network loses any call. */
function isUsualPlace(last: NoResponseError, earlier: readonly NoResponseError[]): boolean {
  const callOf = ({ exchange: { request } }: NoResponseError) => `${request.method} ${request.operationId}`
  // Simultaneous calls end in any order, and only a first attempt may make the records that checks share.
  const most = last.exchange.isAtOnce || earlier.length === 1 ? raceWidth - 1 : 0
  const same = earlier.filter((one) => callOf(one) === callOf(last) && Math.abs(one.steps - last.steps) <= most)
  return 2 * same.length >= earlier.length
}

export function describeUnexpected(error: unknown): string {
  return `the kit failed: ${error instanceof Error ? error.message : error}`
}

function isProof({ operationId }: OutgoingRequest): boolean {
  return operationId === 'login' || operationId === 'scheduleAccountDeletion'
}

/** After some of these, an implementation may lock the account: the document leaves open after how many. */
function isWrongProof({ request, response }: Exchange): boolean {
  return isProof(request) && response.status >= 400 && response.status < 429
}
