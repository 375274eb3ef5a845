/** Writes all reports of a result, each cut to a size that people and tools can open. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Secrets } from '../client/redact.ts'
import { escapeControls } from './console.ts'
import { renderHtml } from './html.ts'
import { renderExploration, renderJson } from './json.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import type { CheckResult, Result } from './result.ts'
import { cutCommand, renderSecrets } from './shell.ts'
import { numberOf, selectSteps } from './shown-steps.ts'
import { byLevel } from './view.ts'

/** The most that a report may have, in bytes. */
const most = { data: 1_000_000, page: 500_000 }

export const renderings = {
  'report.json': (result: Result) => renderWithin(result, renderJson, most.data),
  'junit.xml': (result: Result) => renderWithin(result, renderJunit, most.data),
  'report.html': (result: Result) => renderWithin(result, renderHtml, most.page),
  'summary.md': (result: Result) => renderWithin(result, renderMarkdown, most.page),
  'exploration.json': renderExploration,
} satisfies { [file: string]: (result: Result) => string }

/** Returns the paths of the files. */
export function writeReports(result: Result, folder: string): string[] {
  return Object.entries(renderings).map(([file, render]) => {
    const path = join(folder, file)
    writeFileSync(path, escapeControls(render(result)))
    return path
  })
}

/** Writes the secrets of the command lines for their owner only, and returns the path. */
export function writeSecrets(result: Result, secrets: Secrets, folder: string): string {
  const path = join(folder, 'secrets.sh')
  writeFileSync(path, renderSecrets(result, secrets), { mode: 0o600 })
  return path
}

/** The steps of a check, and the characters of each body and of all headers of a message, from the most to the least. */
const budgets = [
  { steps: 100, body: 1500 },
  { steps: 12, body: 1500 },
  { steps: 6, body: 600 },
  { steps: 3, body: 250 },
  { steps: 1, body: 120 },
]

/** Renders a result with as many steps as fit into this size, in bytes. */
function renderWithin(result: Result, render: (result: Result) => string, most: number): string {
  let text = ''
  for (const budget of budgets) {
    text = render({ ...result, checks: result.checks.map((check) => cutCheck(check, budget)) })
    if (Buffer.byteLength(text) <= most) break
  }
  return text
}

/** The steps with the gravest findings, then those that explain them, then the steps just before them. */
function cutCheck(check: CheckResult, budget: (typeof budgets)[number]): CheckResult {
  const { steps } = check
  const findings = check.findings.toSorted(byLevel).slice(0, 2 * budget.steps)
  const deciding = findings.map((finding) => numberOf(finding, check)).slice(0, budget.steps)
  const shown = selectSteps(check, findings).map(({ step }) => step.number)
  const before = steps.map(({ number }) => number).filter((number) => number < Math.max(...deciding))
  const kept = [...new Set([...deciding, ...shown.toReversed(), ...before.toReversed()])].slice(0, budget.steps)
  return {
    ...check,
    findings,
    steps: steps
      .filter(({ number }) => kept.includes(number))
      .map((step) => ({
        ...step,
        curl: cutCommand(step.curl, budget.body),
        request: {
          headers: cutHeaders(step.request.headers, budget.body),
          ...(step.request.body !== undefined && { body: cut(step.request.body, budget.body) }),
        },
        response: {
          ...step.response,
          headers: cutHeaders(step.response.headers, budget.body),
          body: cut(step.response.body, budget.body),
        },
      })),
    stepCount: steps.length,
  }
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text)

/** The first headers that fit; the last of them is cut. */
function cutHeaders(headers: Record<string, string>, most: number): Record<string, string> {
  let left = most
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const room = left - name.length
      left = room - value.length
      return room > 0 ? [[name, cut(value, room)]] : []
    }),
  )
}
