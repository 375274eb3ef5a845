/** Cuts a result to a size that people and tools can open: the steps that decide a finding stay, those that passed go. */
import type { CheckResult, Result } from './result.ts'
import { numberOf, selectSteps } from './steps.ts'

/** The steps of a check, and the characters of each body, from the most to the least. */
const budgets = [
  { steps: 100, body: 1500 },
  { steps: 12, body: 1500 },
  { steps: 6, body: 600 },
  { steps: 3, body: 250 },
  { steps: 1, body: 120 },
]

/** Renders a result with as many steps as fit into this size, in bytes. */
export function renderWithin(result: Result, render: (result: Result) => string, most: number): string {
  let text = ''
  for (const budget of budgets) {
    text = render({ ...result, checks: result.checks.map((check) => cutCheck(check, budget)) })
    if (Buffer.byteLength(text) <= most) break
  }
  return text
}

/** The steps with findings, then those that explain them, then the steps just before them. */
function cutCheck(check: CheckResult, budget: (typeof budgets)[number]): CheckResult {
  const { steps, findings } = check
  const deciding = findings.map((finding) => numberOf(finding, check)).slice(0, budget.steps)
  const last = Math.max(...deciding)
  const shown = selectSteps(check, findings).map(({ step }) => step.number)
  const before = steps.map(({ number }) => number).filter((number) => number < last)
  const wanted = new Set([...deciding, ...shown.toReversed(), ...before.toReversed()])
  const kept = new Set([...wanted].slice(0, budget.steps))
  const cut = (text: string) => (text.length > budget.body ? `${text.slice(0, budget.body)}…` : text)
  return {
    ...check,
    findings: findings.slice(0, 2 * budget.steps),
    steps: steps
      .filter(({ number }) => kept.has(number))
      .map((step) => ({
        ...step,
        curl: cut(step.curl),
        request: { ...step.request, ...(step.request.body !== undefined && { body: cut(step.request.body) }) },
        response: { ...step.response, body: cut(step.response.body) },
      })),
    stepCount: steps.length,
  }
}
