/** Operations that a target that is being built does not have yet: their checks have not failed. */
import type { CheckRun } from './check.ts'

/** A framework answers so to a call for which it has no route. */
export function isUnrouted(status: number): boolean {
  return status === 404 || status === 405 || status === 501
}

/**
 * The outcome of a check that calls a missing operation is that it is missing, unless another one has failed.
 * @param unanswered operations that did not answer the first call, without a credential: one that is there rejects it.
 */
export function excuseMissing(runs: readonly CheckRun[], unanswered: readonly string[]): CheckRun[] {
  const answered = new Set(
    runs.flatMap(({ record }) =>
      record.steps
        .filter(({ response }) => !isUnrouted(response.status))
        .map(({ request }) => `${request.operationId}`),
    ),
  )
  const missing = unanswered.filter((operation) => !answered.has(operation))
  return runs.map((run) => {
    const called = new Set(run.record.steps.map(({ request }) => `${request.operationId}`))
    const used = missing.filter((operation) => called.has(operation))
    if (used.length === 0) return run
    const findings = run.record.findings.filter(({ operation }) => operation && !used.includes(operation))
    const reason = `${used.join(', ')}: not there yet; each call is answered 404, 405 or 501`
    return { ...run, record: { ...run.record, findings }, completion: { kind: 'missing', reason } }
  })
}
