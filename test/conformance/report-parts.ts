/** Parts of a result for tests of its reports. */

import type { CheckResult, Result, StepResult } from '../../conformance/report/result.ts'
import { renderTerminal } from '../../conformance/report/terminal.ts'
import type { Finding } from '../../conformance/verdict/finding.ts'
import type { Given } from '../../conformance/verdict/record.ts'

/** The caller of most steps, as reports show it. */
export const label = '«writer accessToken»'
export const caller: Given = {
  ...{ name: 'caller', kind: 'account' },
  fields: { role: 'writer', email: 'kit@their.host', source: 'hook', accessToken: label },
}
export const callerLine = `caller: account kit@their.host, role writer, source hook, accessToken ${label}`

const url = 'https://their.host'
export const everywhere = <T>(value: T) => ({ documented: value, sound: value, profile: value })

export function toStep(number: number, path: string, more: Partial<StepResult> = {}): StepResult {
  return {
    ...{ number, method: 'PUT', url: `${url}${path}`, request: { headers: {} }, credentials: [], milliseconds: 1 },
    ...{ started: new Date(0).toISOString(), code: 'TAKEN', response: { status: 409, headers: {}, body: '{}' } },
    curl: `curl -X PUT "$BASE"${path}`,
    ...more,
  }
}

export const toFinding = (more: Partial<Finding> = {}): Finding => ({
  ...{ basis: 'documented', subject: 'call', claim: { kind: 'accepted' }, step: 1 },
  ...{ response: { status: 409, code: 'TAKEN' } },
  ...more,
})
/** A check that failed in its second step. */
export function toCheck(id: string, more: Partial<CheckResult> = {}): CheckResult {
  return {
    ...{ id, part: 'Incidents', title: `The title of ${id}.`, cites: ['4.3a'], level: 'documented' },
    ...{ outcome: everywhere('fail' as const), given: [], asserted: {}, milliseconds: 1 },
    findings: [toFinding()],
    steps: [toStep(1, '/first'), toStep(2, '/second')],
    ...more,
  }
}

export function toResult(...checks: CheckResult[]): Result {
  return {
    ...{ schemaVersion: 2, kit: { name: 'kit', version: '1' }, target: { url }, level: 'sound', without: [] },
    ...{ connections: 'fresh', started: new Date(0).toISOString(), milliseconds: 1, requirements: [], checks },
    ...{ verdict: everywhere('not conformant' as const), counts: everywhere({}), conditions: { stated: [], seen: [] } },
    left: { accounts: 0, scheduled: 0, records: {} },
  }
}

export const linesOf = (...checks: CheckResult[]): string[] => renderTerminal(toResult(...checks), false).split('\n')
