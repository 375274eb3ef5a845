/** What a check did and found, as a report keeps it: with names in place of credentials. */

import { judge, type Level, type Outcome, provenances } from '../assess/verdict.ts'
import { credentialsIn, type Transport } from '../client/callers.ts'
import { curl } from '../client/curl.ts'
import type { Outgoing } from '../client/http.ts'
import type { Secrets } from '../client/redact.ts'
import type { Ran } from '../runner/run-check.ts'
import type { CheckResult, StepResult } from './result.ts'

/** All of a body that a report keeps. */
const longestBody = 4000

/** How a check fares at a level. */
export function outcomeOf({ check, record, ending }: Ran, level: Level): Outcome {
  const broken = record.findings.map(({ provenance }) => provenance)
  const asserted = provenances.filter((provenance) => record.asserted[provenance])
  return judge(ending, broken, asserted, level, check.level)
}

export function tellCheck(ran: Ran, transport: Transport, secrets: Secrets): CheckResult {
  const { check, record, ending, milliseconds } = ran
  const { id, part, title, cites, level } = check
  return {
    id,
    part,
    title,
    cites,
    level,
    outcome: { documented: outcomeOf(ran, 'documented'), profile: outcomeOf(ran, 'profile') },
    ...(ending.kind !== 'ran' && { reason: ending.reason }),
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
  { headers, disguise }: Outgoing,
  transport: Transport,
  secrets: Secrets,
): StepResult['request']['headers'] {
  const hidden = credentialsIn(transport, headers).map(([name, shown]) => {
    const redacted = secrets.redact(shown)
    const named = redacted === shown ? `«${disguise?.how ?? 'a credential'}»` : redacted
    return [name, headers[name]?.replace(shown, () => named)]
  })
  return { ...headers, ...Object.fromEntries(hidden) }
}

function cut(text: string): string {
  return text.length > longestBody ? `${text.slice(0, longestBody)}…` : text
}
