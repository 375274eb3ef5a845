/** The layout of the report for a terminal: findings, their notes, records and steps. */
import { describe, expect, test } from 'vitest'
import { is, keeps } from '../../conformance/verdict/claims.ts'
import type { Finding } from '../../conformance/verdict/finding.ts'
import { caller, callerLine, everywhere, label, linesOf, toCheck, toFinding, toStep } from './report-parts.ts'

const unanswered = (value: string): Finding => ({
  ...{ basis: 'documented', subject: 'PUT /api', claim: { kind: 'rule', rule: 'a response' }, value },
})

const titlesIn = (lines: string[]) => lines.filter((line) => /^[✗!]/.test(line))
const sameAs = (check: string) => toFinding({ notes: [{ sameAs: check, step: 2 }] })

test('a check that failed has its place, what was expected and seen, notes, records and steps, in this order', () => {
  const request = { headers: { authorization: `Bearer ${label}` }, body: '{\r\n\t"cause":"x  y"\n}' }
  const check = toCheck('INC-01', {
    findings: [toFinding({ basis: 'sound', notes: [{ extent: [{ operation: 'resolveIncident', wrong: 7, of: 9 }] }] })],
    given: [caller],
    steps: [toStep(1, '/first', { request, credentials: [label] }), toStep(2, '/api/v1/incidents/one/resolve')],
  })
  expect(linesOf(check).slice(0, 9)).toEqual([
    '✗ INC-01 The title of INC-01.  §4.3a',
    '    step 2, PUT /api/v1/incidents/…/resolve',
    '    expected: the call is accepted (sound)',
    '    seen:     409 TAKEN',
    '    wrong in 7 of 9 resolveIncident',
    `    given ${callerLine}`,
    `    1. PUT /first { "cause":"x  y" } by ${label}  → 409 TAKEN`,
    '    2. curl -X PUT https://their.host/api/v1/incidents/one/resolve  → 409 TAKEN',
    '',
  ])
})

test('a finding that no request was answered for has no place; equal ones are one, and what is expected stands once', () => {
  const checks = ['INC-01', 'INC-02'].map((id) => toCheck(id, { findings: [unanswered('no answer')], steps: [] }))
  expect(linesOf(...checks).slice(0, 4)).toEqual([
    '✗ 2 checks, INC-01, INC-02  §4.3a',
    '    as in INC-01: The title of INC-01.',
    '    expected: PUT /api is answered',
    '    seen:     no answer',
  ])
  const two = [unanswered('no answer'), unanswered('the connection was closed')]
  expect(linesOf(toCheck('INC-01', { findings: two, steps: [] })).slice(1, 4)).toEqual([
    ...['    expected: PUT /api is answered', '    seen:     no answer', '    seen:     the connection was closed'],
  ])
})

describe('findings that a note calls the same as that of another check', () => {
  test('are one group with that check as its example', () => {
    const checks = ['INC-02', 'INC-03'].map((id) => toCheck(id, { findings: [sameAs('INC-01')] }))
    const lines = linesOf(...checks, toCheck('INC-01'), toCheck('INC-04'))
    expect(titlesIn(lines)).toEqual([
      '✗ 3 checks, INC-01, INC-02, INC-03  §4.3a',
      '✗ INC-04 The title of INC-04.  §4.3a',
    ])
    expect(lines.filter((line) => line.includes('as in'))).toEqual(['    as in INC-01: The title of INC-01.'])
  })

  test('are one where a text is lost, whether all of it or only its letters are compared', () => {
    const lost = { subject: 'incident.cause', value: 'Known', step: 1 }
    const [cause, letters] = [
      toFinding({ ...lost, claim: is('true') }),
      toFinding({ ...lost, claim: keeps('Größe'), basis: 'sound', step: 0 }),
    ]
    const [first, second] = [
      toCheck('INC-01', { findings: [letters, cause] }),
      toCheck('INC-02', { findings: [{ ...letters, notes: [{ sameAs: 'INC-01', step: 1 }] }] }),
    ]
    const lines = linesOf(first, second)
    expect(titlesIn(lines)).toEqual([expect.stringMatching(/^✗ 2 checks, INC-01, INC-02 /)])
    expect(lines.filter((line) => line.includes('expected:'))).toEqual(['    expected: incident.cause is "true"'])
  })

  test('leave the other findings of their checks in a block of its own', () => {
    const own = toFinding({ subject: 'incident.cause', claim: is('a'), value: 'b' })
    const lines = linesOf(toCheck('INC-01'), toCheck('INC-02', { findings: [sameAs('INC-01'), own] }))
    expect(titlesIn(lines)).toEqual(['✗ 2 checks, INC-01, INC-02  §4.3a', '✗ INC-02 The title of INC-02.  §4.3a'])
    expect(lines).toContain('    expected: incident.cause is "a"')
  })

  test('have an example that is shown where the other check is not', () => {
    const known = toCheck('INC-01', { known: 'later' })
    const lines = linesOf(known, toCheck('INC-02', { findings: [sameAs('INC-01')] }))
    expect(titlesIn(lines)).toEqual(['✗ INC-02 The title of INC-02.  §4.3a'])
  })

  test('are warnings apart from failures', () => {
    const warned = { outcome: everywhere('warn' as const), findings: [toFinding({ basis: 'http' })] }
    const lines = linesOf(toCheck('INC-01'), toCheck('INC-02', warned))
    expect(lines).toContain('Warnings:')
    expect(titlesIn(lines)[1]).toBe('! INC-02 The title of INC-02.  §4.3a')
  })
})

test('of several claims about one value, the strongest is shown', () => {
  const about = (basis: Finding['basis'], claim: Finding['claim']) =>
    toFinding({ basis, subject: 'incident.cause', claim, value: 'a' })
  const lines = linesOf(toCheck('INC-01', { findings: [about('sound', keeps('abc')), about('documented', is('abc'))] }))
  expect(lines.filter((line) => line.includes('expected:'))).toEqual(['    expected: incident.cause is "abc"'])
})

test('the finding of most checks comes first, whatever its basis', () => {
  const basis = 'sound'
  const several = [
    toCheck('INC-02', { findings: [toFinding({ basis })] }),
    toCheck('INC-03', { findings: [{ ...sameAs('INC-02'), basis }] }),
  ]
  expect(titlesIn(linesOf(toCheck('INC-01'), ...several))[0]).toMatch(/^✗ 2 checks, INC-02, INC-03 /)
})

describe('a target where most checks fail for one cause', () => {
  const shape = toFinding({
    subject: 'body',
    claim: { kind: 'shape', of: 'error' },
    value: [{ at: 'error', rule: 'type' }],
  })
  const all = (more: Partial<Finding>) =>
    ['A', ...'BCDEFGHIJKLM'].map((id) =>
      toCheck(id, { findings: [{ ...shape, ...more, ...(id !== 'A' && { notes: [{ sameAs: 'A', step: 2 }] }) }] }),
    )
  const others = ['X', 'Y', 'Z'].map((id) => toCheck(id))
  const warned = toCheck('W', { outcome: everywhere('warn' as const), findings: [toFinding({ basis: 'http' })] })

  test('begins with that as a sentence and one finding; the rest is folded', () => {
    const lines = linesOf(...others, warned, ...all({}))
    expect(lines[0]).toBe(
      'The whole target fails in one way (13 of 17 checks): begin here, since other failures may follow from it.',
    )
    expect(titlesIn(lines).map((line) => line.slice(0, 11))).toEqual(['✗ 13 checks', '✗ X The tit', '✗ Y The tit'])
    expect(lines).toContain('… and 1 more: --report DIR writes all, replay ID prints one')
    expect(lines.filter((line) => line.startsWith('    1. '))).toHaveLength(1)
    expect(lines.join()).not.toContain('Warnings')
  })

  test('does not so if as many fail for other causes', () => {
    const several = Array.from({ length: 13 }, (_, index) => toCheck(`X-${index}`))
    expect(linesOf(...several, ...all({}))[0]).toMatch(/^✗ 13 checks/)
  })

  test('does not begin so for a field of an error that has another shape, or of what a note calls the same', () => {
    const part: Finding = { ...toFinding({ subject: 'error.status', claim: is(409) }), basis: 'documented' }
    const home = toCheck('A', { findings: [shape, part] })
    const lines = linesOf(home, toCheck('B', { findings: [{ ...part, notes: [{ sameAs: 'A', step: 2 }] }] }))
    expect(titlesIn(lines)).toEqual(['✗ A The title of A.  §4.3a'])
  })
})

describe('of an error without the shape of part 7', () => {
  const shape = toFinding({
    subject: 'body',
    claim: { kind: 'shape', of: 'error' },
    value: [{ at: 'error', rule: 'type' }],
  })
  const code = toFinding({ basis: 'implied', subject: 'error.code', claim: is('TAKEN') })

  test('nothing is said of its fields, neither as a failure nor as a warning', () => {
    expect(titlesIn(linesOf(toCheck('INC-01', { findings: [shape, code] })))).toHaveLength(1)
  })

  test('what fails all the same is said', () => {
    const weak = toFinding({ ...shape, basis: 'http' })
    expect(titlesIn(linesOf(toCheck('INC-01', { findings: [weak, { ...code, basis: 'documented' }] })))).toHaveLength(2)
    expect(titlesIn(linesOf(toCheck('INC-01', { findings: [shape, { ...code, step: 0 }] })))).toHaveLength(2)
  })
})
