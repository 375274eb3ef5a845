/** The result in the Common Test Report Format. */

import type { Outcome } from '../verdict/verdict.ts'
import type { CheckResult, Result } from './result.ts'
import { formatSteps } from './shown-steps.ts'
import { failuresOf, findingsOf } from './summaries.ts'

const statuses: Record<Outcome, 'passed' | 'failed' | 'skipped' | 'other'> = {
  pass: 'passed',
  warn: 'other',
  fail: 'failed',
  error: 'failed',
  unverified: 'other',
  inapplicable: 'skipped',
}

export function renderCtrf(result: Result): string {
  const { kit, checks, level, started, milliseconds, target, stale = [] } = result
  const statusOf = ({ known, outcome }: CheckResult) => (known === undefined ? statuses[outcome[level]] : 'skipped')
  const having = (status: string) => checks.filter((check) => statusOf(check) === status).length
  const start = Date.parse(started)
  const outdated = stale.map((text) => ({
    name: text,
    status: 'failed',
    duration: 0,
    suite: 'Baseline',
    message: text,
  }))
  const report = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    results: {
      tool: { name: kit.name, version: kit.version },
      summary: {
        tests: checks.length + stale.length,
        passed: having('passed'),
        failed: having('failed') + stale.length,
        pending: 0,
        skipped: having('skipped'),
        other: having('other'),
        start,
        stop: start + milliseconds,
      },
      tests: [
        ...checks.map((check) => {
          const { id, title, part, outcome, milliseconds, reason, known } = check
          const failures = failuresOf(check, result)
          const message = known === undefined ? (failures[0] ?? reason) : `known failure: ${known}`
          return {
            name: `${id} ${title}`,
            status: statusOf(check),
            rawStatus: known === undefined ? outcome[level] : 'known failure',
            duration: milliseconds,
            suite: part,
            ...(message !== undefined && { message }),
            ...(failures.length > 0 && {
              trace: [...failures, ...formatSteps(check, findingsOf(check, result, 'failure'))].join('\n'),
            }),
          }
        }),
        ...outdated,
      ],
      environment: { appName: target.name ?? target.url, ...(target.version && { appVersion: target.version }) },
    },
  }
  return `${JSON.stringify(report, null, 2)}\n`
}
