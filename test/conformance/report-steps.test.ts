import { expect, test } from 'vitest'
import { renderHtml } from '../../conformance/report/html.ts'
import { renderJunit } from '../../conformance/report/junit.ts'
import { renderMarkdown } from '../../conformance/report/markdown.ts'
import type { Result } from '../../conformance/report/result.ts'
import { renderTerminal } from '../../conformance/report/terminal.ts'
import { is } from '../../conformance/verdict/claims.ts'
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

test('of many steps, those before that concern the same account are shown, equal ones once, and of others the last', () => {
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
    expect(labels?.map((label) => label.trim())).toEqual([...['1.', '2.', '… 9', '12.', '… 3', '16.', '17.']])
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

test('of many steps, those of the caller and of the record that a finding names are shown, with that record', () => {
  const [named, other] = ['named@example.com', 'other@example.com']
  const given = [named, other].map((email, at) => ({
    ...{ name: `user${at}`, kind: 'account' as const },
    fields: { email, accessToken: `«accessToken ${at + 1}»` },
  }))
  const callers: Record<number, string> = {
    3: '«accessToken 1»',
    6: '«accessToken 2»',
    9: '«admin key»',
    30: '«admin key»',
  }
  const steps = Array.from({ length: 30 }, (_, index) => {
    const caller = callers[index + 1]
    return toStep(index + 1, `/${index}`, { credentials: caller ? [caller] : [] })
  })
  const claim = { kind: 'holds', expected: true } as const
  const finding = toFinding({ claim, value: false, observation: `${named} is listed`, step: 29 })
  const lines = linesOf(toCheck('ADMIN-02', { given, steps, findings: [finding] }))
  const shown = lines.flatMap((line) => /^ {4}(given user\d|\d+\.)/.exec(line)?.[1] ?? [])
  expect(shown).toEqual(['given user0', '3.', '9.', '28.', '29.', '30.'])
})

test('of many steps, one that sent the wrong text that was seen is shown', () => {
  const steps = Array.from({ length: 20 }, (_, index) => {
    const body = index === 2 ? '{"cause":"Of another"}' : '{"cause":"A cause"}'
    return toStep(index + 1, `/${index}`, { request: { headers: {}, body } })
  })
  const finding = toFinding({ subject: 'incident.cause', claim: is('A cause'), value: 'Of another', step: 19 })
  expect(linesOf(toCheck('INC-01', { steps, findings: [finding] })).join('\n')).toMatch(/^ {4}3\. PUT .*Of another/m)
})

test('of a long body, what is shown begins near the value, in the record that a finding names', () => {
  const record = (email: string) => ({ email, status: 'old', text: 'x'.repeat(300) })
  const body = JSON.stringify({ data: Array.from({ length: 9 }, (_, index) => record(`user${index}@example.com`)) })
  const steps = [toStep(1, '/list', { response: { status: 200, headers: {}, body } })]
  const claim = { kind: 'is', expected: 'new' } as const
  const finding = toFinding({ subject: 'status', claim, value: 'old', of: 'user7@example.com', step: 0 })
  const text = linesOf(toCheck('ADMIN-02', { steps, findings: [finding] })).join('\n')
  expect(text).toContain('expected: status of user7@example.com is "new"')
  expect(text).toMatch(/^ {9}….{0,60}"status":"old"/m)
  expect(text).toContain('"email":"user7@example.com","status":"old"')
})
