import { expect, test } from 'vitest'
import { renderHtml } from '../../conformance/report/html.ts'
import { renderJunit } from '../../conformance/report/junit.ts'
import { renderMarkdown } from '../../conformance/report/markdown.ts'
import type { Result } from '../../conformance/report/result.ts'
import { renderTerminal } from '../../conformance/report/terminal.ts'
import { linesOf, toCheck, toFinding, toResult, toStep } from './report-parts.ts'

const renderers = [renderHtml, renderMarkdown, renderJunit, (one: Result) => renderTerminal(one, false)]

test('a change of the hook before the first step is shown as that, not as one after step 0', () => {
  const given = [{ name: '', kind: 'change' as const, fields: { what: 'set the plan' }, afterStep: 0 }]
  for (const render of renderers) {
    const text = render(toResult(toCheck('INC-01', { given })))
    expect(text).toContain('before step 1, the hook set the plan')
    expect(text).not.toContain('after step 0')
  }
})

test('of many steps, the last ones are shown, equal ones once, and those before that concern the same account', () => {
  const call = (method: string, path: string, status: number, body?: string) => {
    const request = { headers: {}, ...(body && { body }) }
    const curl = `curl -X ${method} "$BASE"${path}${body ? ` --data-raw '{"email":"${body}"}'` : ''}`
    return toStep(1, path, { method, request, code: '', response: { status, headers: {}, body: '{}' }, curl })
  }
  const own = (path: string, status: number) => call('POST', path, status, 'own@example.com')
  const others = Array.from({ length: 8 }, (_, at) => call('POST', '/auth/login', 200, `other${at}@example.com`))
  const reads = [1, 2].map((page) => call('GET', `/list?page=${page}`, 200))
  const calls = [own('/auth/signup', 201), own('/auth/signup', 409), ...others, ...reads]
  const all = [...calls, ...Array.from({ length: 5 }, () => own('/auth/logIn', 401))]
  const steps = all.map((one, index) => ({ ...one, number: index + 1 }))
  const crowded = toResult(toCheck('LOGIN-01', { findings: [toFinding({ step: 16 })], steps }))
  for (const render of renderers.slice(1)) {
    const text = render(crowded)
    const labels = text.match(/^ *(?:\d+\.|… \d).*?(?= (?:curl|POST|GET|steps?)\b)/gm)
    expect(labels?.map((label) => label.trim())).toEqual([
      ...['1.', '2.', '… 7', '10.', '11.', '12.', '… 3', '16.', '17.'],
    ])
    expect(text).toContain('\n    1. POST /auth/signup own@example.com  → 201 \n')
    // Only the steps that show a finding are command lines.
    expect(text.match(/ curl .*/g)).toEqual([expect.stringMatching(/\/auth\/logIn .*own@example\.com.* {2}→ 401 $/)])
  }
  expect(renderHtml(crowded).match(/^(?:<pre>)?\d+\. curl/gm)).toHaveLength(steps.length)
})

test('of many steps, those of all findings are shown, and the others are counted', () => {
  const steps = Array.from({ length: 30 }, (_, index) => toStep(index + 1, `/${index}`, { method: 'POST' }))
  const findings = [10, 20].map((step) => toFinding({ subject: `${step}`, step }))
  const text = linesOf(toCheck('INC-01', { steps, findings })).join('\n')
  const lines = text.matchAll(/^ {4}(?:(\d+\. (?:curl|POST) )|… (\d+) (?:earlier )?steps)/gm)
  expect([...lines].map(([, number, gap]) => number?.trim() ?? `${gap} left out`)).toEqual([
    ...['6 left out', '7. POST', '8. POST', '9. POST', '10. POST', '11. curl', '9 left out', '21. curl'],
  ])
})
