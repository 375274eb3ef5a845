/** After a run: where a call was accepted for want of a right, names earlier calls without which it was refused. */

import type { CheckRun } from '../checks/support/check-run.ts'
import { findCredentials, type Transport } from '../client/credentials.ts'
import type { Exchange } from '../client/http.ts'
import { isAccepted } from './notes/run-calls.ts'
import { statusAndCode } from './response.ts'

/** The conditions of refusal that are about a right of the caller. */
const rights = ['missing write scope', 'free plan']

interface EarlierCall {
  checkId: string
  exchange: Exchange
}

/** A caller that was refused before and is accepted now: the right was checked, and something made it appear. */
export function explainAcceptances(runs: readonly CheckRun[], transport: Transport): CheckRun[] {
  const calls = runs
    .flatMap(({ check, record }) => record.steps.map((exchange): EarlierCall => ({ checkId: check.id, exchange })))
    .sort((one, other) => one.exchange.started.getTime() - other.exchange.started.getTime())
  const credentialOf = ({ request }: Exchange) => findCredentials(transport, request.headers)[0]?.[1]

  function explain(exchange: Exchange): string | undefined {
    const { operationId } = exchange.request
    const before = calls
      .slice(
        0,
        calls.findIndex((call) => call.exchange === exchange),
      )
      .filter((call) => call.exchange.request.operationId === operationId)
    const isOwn = (call: EarlierCall) => credentialOf(call.exchange) === credentialOf(exchange)
    // The rights may depend on the query and the body, too.
    const formOf = ({ request }: Exchange) => [request.path.split('?')[1], request.body === undefined].join()
    const isRefused = ({ response }: Exchange) => response.status === 403
    const refused = before.findLastIndex(
      (call) => isOwn(call) && isRefused(call.exchange) && formOf(call.exchange) === formOf(exchange),
    )
    const refusal = before[refused]
    if (!refusal) return undefined
    const pathOf = ({ request }: Exchange) => request.path.split('?')[0]
    const isSame = pathOf(refusal.exchange) === pathOf(exchange)
    const between = before.slice(refused).findLast((call) => !isOwn(call) && isAccepted(call.exchange))
    return [
      `the same caller was refused before (${statusAndCode(refusal.exchange)} in ${refusal.checkId}`,
      isSame ? ')' : ', for another id)',
      between
        ? `; since then, ${credentialOf(between.exchange) ?? 'a call without a credential'} was accepted in ${between.checkId}`
        : '',
    ].join('')
  }

  return runs.map((run) => {
    const findings = run.record.findings.map((finding) => {
      const exchange = run.record.steps[finding.step ?? -1]
      const isAboutRight = rights.some((right) => finding.expected.endsWith(`is refused: ${right}`))
      const explanation = exchange && isAboutRight && isAccepted(exchange) ? explain(exchange) : undefined
      return explanation === undefined ? finding : { ...finding, seen: `${finding.seen}; ${explanation}` }
    })
    return { ...run, record: { ...run.record, findings } }
  })
}
