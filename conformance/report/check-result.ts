/** The result of one check, with labels in place of credentials. */
import { toCurl } from '@monitoring-service/contract/requests'
import { findCredentials, type Transport } from '../client/credentials.ts'
import type { Exchange, OutgoingRequest } from '../client/exchange.ts'
import type { Secrets } from '../client/redact.ts'
import type { CheckRun } from '../verdict/check.ts'
import { type Finding, summaryOf } from '../verdict/finding.ts'
import { truncate } from '../verdict/format.ts'
import { bases, type Level, type Outcome, outcomeAt } from '../verdict/verdict.ts'
import { placeOf } from './place-of.ts'
import { type CheckResult, perLevel, type StepResult } from './result.ts'
import { withVariables } from './shell.ts'

/** In characters. */
const longest = { body: 4000, curlBody: 2000, code: 60 }

export function outcomeOf({ check, record, completion }: CheckRun, level: Level): Outcome {
  const violated = record.findings.map(({ basis }) => basis)
  const asserted = bases.filter((basis) => record.asserted[basis])
  return outcomeAt(completion, violated, asserted, level, check.level)
}

export function toCheckResult(run: CheckRun, transport: Transport, secrets: Secrets): CheckResult {
  const { check, record, completion, milliseconds } = run
  const { id, part, title, requirementIds, level } = check
  let steps: StepResult[] | undefined
  return {
    id,
    part,
    title,
    cites: requirementIds,
    level,
    milliseconds,
    outcome: perLevel((level) => outcomeOf(run, level)),
    asserted: record.asserted,
    ...secrets.redactDeep({
      ...(completion.kind !== 'ran' && { reason: completion.reason }),
      given: record.given,
      findings: record.findings,
    }),
    // Made when they are read, which those of most checks are not: to redact thousands of bodies takes long.
    get steps() {
      steps ??= secrets.redactDeep(
        record.steps.map((exchange, index) => {
          const findings = record.findings.filter(({ step }) => step === index)
          return toStep(exchange, { number: index + 1, findings, transport, secrets })
        }),
      )
      return steps
    },
  }
}

interface StepContext {
  number: number
  findings: Finding[]
  transport: Transport
  secrets: Secrets
}

function toStep(exchange: Exchange, { number, findings, transport, secrets }: StepContext): StepResult {
  const { request, response, unanswered, started, milliseconds, isAtOnce } = exchange
  const { operationId, method, url, body, invalidCredential } = request
  const { headers, labels } = redactCredentials(request, transport, secrets)
  const { code } = response.status < 400 ? {} : summaryOf(exchange)
  return {
    number,
    ...(operationId && { operation: operationId }),
    method,
    url,
    request: { headers, ...(body !== undefined && { body: truncate(body, longest.body) }) },
    response: {
      status: response.status,
      headers: response.headers,
      body: truncateAround(response.text, findings, secrets),
    },
    ...(unanswered !== undefined && { unanswered }),
    credentials: labels,
    ...(code !== undefined && { code: truncate(code, longest.code) }),
    started: started.toISOString(),
    milliseconds,
    ...(isAtOnce && { isAtOnce }),
    ...(invalidCredential && { changed: invalidCredential.description }),
    curl: withVariables(secrets.redact(formatCurl({ ...request, headers }))),
  }
}

/** A long body from its start, or from the object that findings are about, if they are about none of the first ones. */
function truncateAround(whole: string, findings: Finding[], secrets: Secrets): string {
  // Of a secret that is cut, the end would not be recognized.
  const text = whole.length > longest.body ? secrets.redact(whole) : whole
  const place = placeOf(text, findings) ?? 0
  const begin = place < longest.body / 2 ? 0 : text.lastIndexOf('{', place)
  return begin > 0 ? `…${truncate(text.slice(begin), longest.body, text)}` : truncate(text, longest.body)
}

function redactCredentials(
  { headers, invalidCredential }: OutgoingRequest,
  transport: Transport,
  secrets: Secrets,
): { headers: StepResult['request']['headers']; labels: string[] } {
  const found = findCredentials(transport, headers).map(([name, credential]) => {
    const redacted = secrets.redact(credential)
    const label = redacted === credential ? `«${invalidCredential?.description ?? 'a credential'}»` : redacted
    // One that reveals no secret stays as it was sent, so that the command line sends it, too.
    const isHarmless = redacted === credential && invalidCredential && invalidCredential.of === undefined
    return { name, value: headers[name]?.replace(credential, () => (isHarmless ? credential : label)) ?? '', label }
  })
  return {
    headers: { ...headers, ...Object.fromEntries(found.map(({ name, value }) => [name, value])) },
    labels: found.map(({ label }) => label),
  }
}

/** The request as a curl command line; `$BASE` stands for the base address. */
function formatCurl({ method, path, headers: { accept: _, ...headers }, body }: OutgoingRequest): string {
  return toCurl({
    options: ['-sS', '-i', '-X', method],
    base: { variable: 'BASE' },
    target: path,
    headers,
    body: body && truncate(body, longest.curlBody),
  })
}
