/** What a check did and found, as a report keeps it: with names in place of credentials. */

import { bases, type Level, type Outcome, outcomeAt } from '../assess/verdict.ts'
import { findCredentials, type Transport } from '../client/callers.ts'
import { curl } from '../client/curl.ts'
import type { OutgoingRequest } from '../client/http.ts'
import type { Secrets } from '../client/redact.ts'
import type { CheckRun } from '../runner/run-check.ts'
import type { CheckResult, StepResult } from './result.ts'

/** All of a body that a report keeps. */
const longestBody = 4000

/** How a check fares at a level. */
export function outcomeOf({ check, record, completion }: CheckRun, level: Level): Outcome {
  const broken = record.findings.map(({ provenance }) => provenance)
  const asserted = bases.filter((provenance) => record.asserted[provenance])
  return outcomeAt(completion, broken, asserted, level, check.level)
}

export function toCheckResult(ran: CheckRun, transport: Transport, secrets: Secrets): CheckResult {
  const { check, record, completion, milliseconds } = ran
  const { id, part, title, requirementIds, level } = check
  return {
    id,
    part,
    title,
    cites: requirementIds,
    level,
    outcome: { documented: outcomeOf(ran, 'documented'), profile: outcomeOf(ran, 'profile') },
    ...(completion.kind !== 'ran' && { reason: completion.reason }),
    given: record.given,
    findings: record.findings,
    asserted: record.asserted,
    steps: record.steps.map(({ request, response, milliseconds }) => {
      const headers = hideCredentials(request, transport, secrets)
      return {
        method: request.method,
        url: request.url,
        request: { headers, ...(request.body !== undefined && { body: cut(request.body) }) },
        response: { status: response.status, headers: response.headers, body: cut(response.text) },
        milliseconds,
        curl: curl({ ...request, headers }),
      }
    }),
    milliseconds,
  }
}

/** A request's headers, with a name in place of whatever is shown for a credential. */
function hideCredentials(
  { headers, invalidCredential }: OutgoingRequest,
  transport: Transport,
  secrets: Secrets,
): StepResult['request']['headers'] {
  const hidden = findCredentials(transport, headers).map(([name, shown]) => {
    const redacted = secrets.redact(shown)
    const named = redacted === shown ? `«${invalidCredential?.description ?? 'a credential'}»` : redacted
    return [name, headers[name]?.replace(shown, () => named)]
  })
  return { ...headers, ...Object.fromEntries(hidden) }
}

function cut(text: string): string {
  return text.length > longestBody ? `${text.slice(0, longestBody)}…` : text
}
