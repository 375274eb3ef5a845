/** The result as JUnit XML; unverified checks are `<skipped>`, not passed. */
import { escapeHtml } from '@monitoring-service/contract/html'
import { renderBlock } from './block.ts'
import type { CheckResult, Result } from './result.ts'
import { formatFinding } from './text.ts'
import { failuresOf, viewOf } from './view.ts'

export function renderJunit(result: Result): string {
  const { checks, level, milliseconds, target, stale = [] } = result
  const suites = viewOf(result).parts.map(({ part, checks }) => {
    const cases = checks.map((check) => renderCase(check, result))
    return `  <testsuite name="${xml(part)}" ${countAttributes(checks, result)}>\n${cases.join('\n')}\n  </testsuite>`
  })
  if (stale.length > 0) {
    const cases = stale.map(renderStale)
    suites.push(
      `  <testsuite name="Baseline" ${countAttributes([], result, cases.length)}>\n${cases.join('\n')}\n  </testsuite>`,
    )
  }
  const name = xml(`${target.name ?? target.url} (${level})`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" time="${milliseconds / 1000}" ${countAttributes(checks, result, stale.length)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

/** @param stale the number of outdated entries of the baseline, which count as failures. */
function countAttributes(checks: CheckResult[], { level }: Result, stale = 0): string {
  const unknown = checks.filter(({ known }) => known === undefined)
  const having = (...outcomes: string[]) => unknown.filter(({ outcome }) => outcomes.includes(outcome[level])).length
  const skipped = having('unverified', 'missing', 'inapplicable') + checks.length - unknown.length
  return `tests="${checks.length + stale}" failures="${having('fail') + stale}" errors="${having('error')}" skipped="${skipped}"`
}

function renderStale(text: string): string {
  return `    <testcase name="${xml(text)}" classname="Baseline" time="0">\n      <failure message="${xml(text)}"/>\n    </testcase>`
}

function renderCase(check: CheckResult, result: Result): string {
  const { id, title, part, outcome, known, milliseconds } = check
  const open = `    <testcase name="${xml(`${id} ${title}`)}" classname="${xml(part)}" time="${milliseconds / 1000}"`
  const inner =
    known === undefined ? contentOf(check, result, outcome[result.level]) : skipped(`known failure: ${known}`)
  return inner === '' ? `${open}/>` : `${open}>\n      ${inner}\n    </testcase>`
}

const skipped = (reason: string) => `<skipped message="${xml(reason)}"/>`

function contentOf(check: CheckResult, result: Result, outcome: CheckResult['outcome']['documented']): string {
  const { reason = 'decided by openapi.yaml only' } = check
  if (outcome === 'error') return `<error message="${xml(reason)}"/>`
  if (outcome === 'unverified') return skipped(`unverified: ${reason}`)
  if (outcome === 'missing' || outcome === 'inapplicable') return skipped(reason)
  if (outcome !== 'fail') return ''
  const group = failuresOf(check, result.level)
  const [first = ''] = group.findings.map(formatFinding)
  return `<failure message="${xml(first)}">${xml(renderBlock(group, { result }))}</failure>`
}

/** XML 1.0 forbids most control characters and lone surrogates. */
function xml(text: string): string {
  return escapeHtml(text.toWellFormed()).replace(
    /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu,
    '\u{fffd}',
  )
}
