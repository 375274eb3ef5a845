/** The result of one check, with labels in place of credentials. */
import { toCurl } from '@monitoring-service/contract/requests'
import { findCredentials, type Transport } from '../client/credentials.ts'
import type { OutgoingRequest } from '../client/http.ts'
import type { Secrets } from '../client/redact.ts'
import type { CheckRun } from '../verdict/check.ts'
import { truncate } from '../verdict/format.ts'
import { bases, type Level, type Outcome, outcomeAt } from '../verdict/verdict.ts'
import { wordsOfNote } from './note-words.ts'
import { type CheckResult, perLevel, type StepResult } from './result.ts'
import { wordsOf } from './words.ts'

/** In characters. */
const longest = { body: 4000, curlBody: 2000 }

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
    outcome: perLevel((level) => outcomeOf(run, level)),
    ...(completion.kind !== 'ran' && { reason: completion.reason }),
    given: record.given,
    findings: record.findings.map((finding) => {
      const { basis, step, cites, notes } = finding
      return {
        provenance: basis,
        ...wordsOf(finding),
        ...(step !== undefined && { step }),
        ...(cites && { cites }),
        ...(notes && { notes: notes.map((note) => wordsOfNote(note, id)) }),
      }
    }),
    asserted: record.asserted,
    steps: record.steps.map(({ request, response, started, milliseconds, isAtOnce }, index) => {
      const headers = redactCredentials(request, transport, secrets)
      return {
        number: index + 1,
        method: request.method,
        url: request.url,
        request: { headers, ...(request.body !== undefined && { body: truncate(request.body, longest.body) }) },
        response: { status: response.status, headers: response.headers, body: truncate(response.text, longest.body) },
        started: started.toISOString(),
        milliseconds,
        ...(isAtOnce && { isAtOnce }),
        ...(request.invalidCredential && { changed: request.invalidCredential.description }),
        curl: formatCurl({ ...request, headers }),
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
