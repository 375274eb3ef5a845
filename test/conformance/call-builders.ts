/** Builds the calls of runs, for tests of notes. */
import { type OperationId, operations } from '@monitoring-service/contract'
import type { CheckRun } from '../../conformance/checks/support/check-run.ts'
import type { Exchange } from '../../conformance/client/http.ts'
import { exploreChecks } from '../../conformance/explore/explore-checks.ts'
import { createRunCalls, type RunCalls } from '../../conformance/verdict/notes/run-calls.ts'
import { type CheckRecord, createCheckRecord } from '../../conformance/verdict/record.ts'

const token = { header: 'authorization', value: 'Bearer {token}' }
const settings = { auth: { token, admin: { header: 'x-key', value: '{key}' } }, keepAlive: false }

interface ExchangeParts {
  path?: string
  status?: number
  /** The access token of the request. */
  token?: string
  sent?: object
  body?: unknown
}

export function toExchange(
  operationId: OperationId,
  { path = '/', status = 200, token, sent, body }: ExchangeParts,
): Exchange {
  const { method } = operations[operationId]
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return {
    request: { operationId, method, path, url: path, headers, ...(sent && { body: JSON.stringify(sent) }) },
    response: { status, headers: {}, text: JSON.stringify(body) ?? '' },
    ...{ body, isJson: true, started: new Date(0), milliseconds: 1 },
  }
}

/** The calls of a run of each of these records. */
export function callsOf(...records: Partial<CheckRecord>[]): RunCalls {
  const runs = records.map(
    (record): CheckRun => ({
      check: exploreChecks.accounts,
      record: { ...createCheckRecord(), ...record },
      ...{ completion: { kind: 'ran' }, milliseconds: 1 },
    }),
  )
  return createRunCalls(runs, [], settings)
}
