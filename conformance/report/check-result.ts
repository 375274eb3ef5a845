/** The result of one check, with labels in place of credentials. */
import { bases, type Level, type Outcome, outcomeAt } from '../assess/verdict.ts'
import { findCredentials, type Transport } from '../client/credentials.ts'
import { toCurl } from '../client/curl.ts'
import type { OutgoingRequest } from '../client/http.ts'
import type { Secrets } from '../client/redact.ts'
import type { CheckRun } from '../dsl/check-run.ts'
import type { CheckResult, StepResult } from './result.ts'

const longestBody = 4000

export function outcomeOf({ check, record, completion }: CheckRun, level: Level): Outcome {
  const violated = record.findings.map(({ basis }) => basis)
  const asserted = bases.filter((basis) => record.asserted[basis])
  return outcomeAt(completion, violated, asserted, level, check.level)
}

export function toCheckResult(run: CheckRun, transport: Transport, secrets: Secrets): CheckResult {
  const { check, record, completion, milliseconds } = run
  const { id, part, title, requirementIds, level } = check
  return {
    id,
    part,
    title,
    cites: requirementIds,
    level,
    outcome: { documented: outcomeOf(run, 'documented'), profile: outcomeOf(run, 'profile') },
    ...(completion.kind !== 'ran' && { reason: completion.reason }),
    given: record.given,
    findings: record.findings.map(({ basis, requirementIds, ...finding }) => ({
      provenance: basis,
      ...finding,
      ...(requirementIds && { cites: requirementIds }),
    })),
    asserted: record.asserted,
    steps: record.steps.map(({ request, response, milliseconds }) => {
      const headers = redactCredentials(request, transport, secrets)
      return {
        method: request.method,
        url: request.url,
        request: { headers, ...(request.body !== undefined && { body: truncate(request.body) }) },
        response: { status: response.status, headers: response.headers, body: truncate(response.text) },
        milliseconds,
        curl: toCurl({ ...request, headers }),
      }
    }),
    milliseconds,
  }
}

function redactCredentials(
  { headers, invalidCredential }: OutgoingRequest,
  transport: Transport,
  secrets: Secrets,
): StepResult['request']['headers'] {
  const redactedHeaders = findCredentials(transport, headers).map(([name, credential]) => {
    const redacted = secrets.redact(credential)
    const label = redacted === credential ? `«${invalidCredential?.description ?? 'a credential'}»` : redacted
    return [name, headers[name]?.replace(credential, () => label)]
  })
  return { ...headers, ...Object.fromEntries(redactedHeaders) }
}

function truncate(text: string): string {
  return text.length > longestBody ? `${text.slice(0, longestBody)}…` : text
}
