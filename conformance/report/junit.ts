/** The result as JUnit XML; unverified checks are `<skipped>`, not passed. */
import { escapeHtml } from '@monitoring-service/contract/html'
import type { CheckResult, Result } from './result.ts'
import { formatSteps } from './shown-steps.ts'
import { failuresOf, findingsOf, partsOf } from './summaries.ts'

export function renderJunit(result: Result): string {
  const { checks, level, milliseconds, target, stale = [] } = result
  const suites = partsOf(result).map(({ part, checks }) => {
    const cases = checks.map((check) => renderCase(check, result))
    return `  <testsuite name="${xml(part)}" ${count(checks, result)}>\n${cases.join('\n')}\n  </testsuite>`
  })
  if (stale.length > 0) {
    const cases = stale.map(renderStale)
    suites.push(`  <testsuite name="Baseline" ${count([], result, cases.length)}>\n${cases.join('\n')}\n  </testsuite>`)
  }
  const name = xml(`${target.name ?? target.url} (${level})`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" time="${milliseconds / 1000}" ${count(checks, result, stale.length)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

/** @param stale the number of outdated entries of the baseline, which count as failures. */
function count(checks: CheckResult[], { level }: Result, stale = 0): string {
  const unknown = checks.filter(({ known }) => known === undefined)
  const having = (...outcomes: string[]) => unknown.filter(({ outcome }) => outcomes.includes(outcome[level])).length
  const skipped = having('unverified', 'inapplicable') + checks.length - unknown.length
  return `tests="${checks.length + stale}" failures="${having('fail') + stale}" errors="${having('error')}" skipped="${skipped}"`
}

function renderStale(text: string): string {
  return `    <testcase name="${xml(text)}" classname="Baseline" time="0">\n      <failure message="${xml(text)}"/>\n    </testcase>`
}

function renderCase(check: CheckResult, result: Result): string {
  const { id, title, part, outcome, reason = 'decided by openapi.yaml only', known, milliseconds } = check
  const open = `    <testcase name="${xml(`${id} ${title}`)}" classname="${xml(part)}" time="${milliseconds / 1000}"`
  const [first = '', ...more] = failuresOf(check, result)
  if (known !== undefined)
    return `${open}>\n      <skipped message="${xml(`known failure: ${known}`)}"/>\n    </testcase>`
  switch (outcome[result.level]) {
    case 'fail':
      return `${open}>\n      <failure message="${xml(first)}">${xml([first, ...more, '', ...formatSteps(check, findingsOf(check, result, 'failure'))].join('\n'))}</failure>\n    </testcase>`
    case 'error':
      return `${open}>\n      <error message="${xml(reason)}"/>\n    </testcase>`
    case 'unverified':
      return `${open}>\n      <skipped message="${xml(`unverified: ${reason}`)}"/>\n    </testcase>`
    case 'inapplicable':
      return `${open}>\n      <skipped message="${xml(reason)}"/>\n    </testcase>`
    default:
      return `${open}/>`
  }
}

/** XML 1.0 forbids most control characters and lone surrogates. */
function xml(text: string): string {
  return escapeHtml(text.toWellFormed()).replace(
    /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu,
    '\u{fffd}',
  )
}
