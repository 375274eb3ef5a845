/** The calls that each client makes: of every operation one that succeeds and one that is refused, as the examples have them. */
import { demo, type OperationId, operations, type Scenario, scenarios } from '@monitoring-service/contract'
import type { Calls, Reply } from './clients/calls.ts'

export interface Step {
  scenario: Scenario
  /** The key that the call sends, of the one operation that takes it. */
  adminKey: string
  /** Sends the scenario's request; `token` logs a demo user in. */
  send(calls: Calls, token: (email: string) => Promise<string>): Promise<Reply>
}

/** Refusals that only one operation has say more than a missing token. */
const refusals: Partial<Record<OperationId, string>> = {
  resetServiceStats: 'PLAN_UPGRADE_REQUIRED',
  resetMonitorStats: 'MONITOR_NOT_FOUND',
  scheduleAccountDeletion: 'WRONG_PASSWORD',
}

const isPlain = ({ operationId, send, credential, given }: Scenario) =>
  Object.keys(send).length + Object.keys(given).length === 0 &&
  (credential === 'valid' || operationId === 'listDeletionRequests')

type Send = Step['send']
const as = (scenario: Scenario, use: (calls: Calls, token: string) => Promise<Reply>): Send => {
  return async (calls, token) => use(calls, scenario.caller === 'anonymous' ? 'none' : await token(scenario.caller))
}
/** The body of a scenario is what its request's schema allows. */
const bodyOf = ({ body }: Scenario) => body as never
const keyOf = ({ status }: Scenario) => (status === 200 ? demo.adminApiKey : 'wrong')
const idOf = ({ path }: Scenario) => path.id ?? ''

const senders: Partial<Record<OperationId, (scenario: Scenario) => Send>> = {
  signup: (scenario) => (calls) => calls.signup(bodyOf(scenario)),
  login: (scenario) => (calls) => calls.login(bodyOf(scenario)),
  resolveIncident: (one) => as(one, (calls, token) => calls.resolveIncident(idOf(one), bodyOf(one) ?? {}, token)),
  deleteIncident: (one) => as(one, (calls, token) => calls.deleteIncident(idOf(one), token)),
  scheduleAccountDeletion: (one) => as(one, (calls, token) => calls.scheduleAccountDeletion(bodyOf(one), token)),
  listDeletionRequests: (one) => (calls) => calls.listDeletionRequests(one.query, keyOf(one)),
  resetServiceStats: (one) => as(one, (calls, token) => calls.resetServiceStats(idOf(one), one.query, token)),
  resetMonitorStats: (one) => as(one, (calls, token) => calls.resetMonitorStats(idOf(one), one.query, token)),
}

/** Refusals come first, because some successes end what they rely on. */
export const steps: Step[] = Object.keys(operations).flatMap((id) => {
  const send = senders[id as OperationId]
  // An operation that was just added to the contract.
  if (!send) return []
  const plain = scenarios.filter((scenario) => scenario.operationId === id && isPlain(scenario))
  const success = plain.find(({ status, body }) => status < 300 && !(body && 'verificationCode' in (body as object)))
  const wanted = refusals[id as OperationId]
  const refusal = wanted
    ? plain.find(({ code }) => code === wanted)
    : plain.findLast(({ code }) => code && code !== 'VALIDATION_ERROR')
  if (!success || !refusal) throw new Error(`${id} has no plain success or no plain refusal`)
  return [refusal, success].map((scenario) => ({
    scenario,
    adminKey: keyOf(scenario),
    send: send(scenario),
  }))
})

/** The error of a reply to a step in one line, if there is one. */
export function judge({ scenario: { status, code, response } }: Step, reply: Reply): string | undefined {
  if (reply.status !== status) return `status ${reply.status} instead of ${status}`
  const body = reply.body as Record<string, unknown> & { error?: { code: string } }
  if (code !== undefined) return body?.error?.code === code ? undefined : `no ${code} in the body`
  const missing = Object.keys((response as object | undefined) ?? {}).filter((key) => body?.[key] === undefined)
  return missing.length === 0 ? undefined : `the body lacks ${missing.join(', ')}`
}
