/** The layout of the report for a terminal: findings, their notes, fixtures and steps. */
import { describe, expect, test } from 'vitest'
import { explorePart } from '../../conformance/explore/explore-checks.ts'
import type { CheckResult, FindingResult, Result, StepResult } from '../../conformance/report/result.ts'
import { renderTerminal } from '../../conformance/report/terminal.ts'

const url = 'https://their.host'
const everywhere = <T>(value: T) => ({ documented: value, sound: value, profile: value })

function toStep(number: number, path: string, more: Partial<StepResult> = {}): StepResult {
  return {
    ...{ number, method: 'PUT', url: `${url}${path}`, request: { headers: {} }, milliseconds: 1 },
    started: new Date(0).toISOString(),
    response: { status: 409, headers: {}, body: '{"error":{"code":"TAKEN"}}' },
    curl: `curl -X PUT "$BASE"${path}`,
    ...more,
  }
}

const toFinding = (more: Partial<FindingResult> = {}): FindingResult => ({
  ...{ provenance: 'documented', expected: 'the call is accepted', seen: '409 TAKEN', step: 1 },
  ...more,
})

/** A check that failed in its second step. */
function toCheck(id: string, more: Partial<CheckResult> = {}): CheckResult {
  return {
    ...{ id, part: 'Incidents', title: `The title of ${id}.`, cites: ['4.3a'], level: 'documented' },
    ...{ outcome: everywhere('fail' as const), given: [], asserted: {}, milliseconds: 1 },
    findings: [toFinding({ seen: `409 TAKEN, in ${id}` })],
    steps: [toStep(1, '/first'), toStep(2, '/second')],
    ...more,
  }
}

function linesOf(...checks: CheckResult[]): string[] {
  const result: Result = {
    ...{ schemaVersion: 2, kit: { name: 'kit', version: '1' }, target: { url }, level: 'sound', without: [] },
    ...{ connections: 'fresh', started: new Date(0).toISOString(), milliseconds: 1, sentences: [], checks },
    ...{ verdict: everywhere('not conformant' as const), counts: everywhere({}), conditions: { stated: [], seen: [] } },
  }
  return renderTerminal(result, false).split('\n')
}

const explained = (id: string, more: Partial<CheckResult> = {}) =>
  toCheck(id, {
    findings: [toFinding({ seen: `409 TAKEN, in ${id}`, notes: ['the same as in step 2 of INC-01: begin there'] })],
    ...more,
  })

test('a check that failed has its place, what was expected and seen, notes, fixtures and steps, in this order', () => {
  const label = (headers: Record<string, string>, body?: string) => ({ request: { headers, ...(body && { body }) } })
  const check = toCheck('INC-01', {
    findings: [toFinding({ provenance: 'sound', notes: ['a note'] })],
    given: ['caller: the writer kit@their.host («writer accessToken»)'],
    steps: [
      toStep(1, '/first', label({ authorization: 'Bearer «writer accessToken»' }, '{\r\n\t"cause":"x  y"\n}')),
      toStep(2, '/api/v1/incidents/one/resolve'),
    ],
  })
  expect(linesOf(check).slice(0, 9)).toEqual([
    '✗ INC-01 The title of INC-01.  §4.3a',
    '    step 2, PUT /api/v1/incidents/…/resolve',
    '    expected: the call is accepted (sound)',
    '    seen:     409 TAKEN',
    '    a note',
    '    given caller: the writer kit@their.host («writer accessToken»)',
    '    1. PUT /first { "cause":"x  y" } by «writer accessToken»  → 409 TAKEN',
    '    2. curl -X PUT https://their.host/api/v1/incidents/one/resolve  → 409 TAKEN',
    '',
  ])
})

test('a finding that no request was answered for has no place', () => {
  const unanswered = toFinding({ expected: 'PUT /api is answered', seen: 'no answer within 10 s' })
  const { step: _, ...finding } = unanswered
  const checks = ['INC-01', 'INC-02', 'INC-03'].map((id) => toCheck(id, { findings: [finding], steps: [] }))
  expect(linesOf(...checks).slice(0, 4)).toEqual([
    '✗ 3 checks, INC-01, INC-02, INC-03  §4.3a',
    '    expected: PUT /api is answered',
    '    seen:     no answer within 10 s',
    '    as in INC-01: The title of INC-01.',
  ])
  const two = [finding, { ...finding, seen: 'the connection was closed' }]
  expect(linesOf(toCheck('INC-01', { findings: two, steps: [] })).slice(1, 5)).toEqual([
    ...['    expected: PUT /api is answered', '    seen:     no answer within 10 s'],
    ...['    expected: PUT /api is answered', '    seen:     the connection was closed'],
  ])
})

describe('a check whose findings are all explained by another', () => {
  const lineOf = (id: string) => `✗ ${id} the same as in step 2 of INC-01  The title of ${id}.`

  test('is one line, after the others', () => {
    const lines = linesOf(explained('INC-02'), explained('INC-03'), toCheck('INC-01'), toCheck('INC-04'))
    expect(lines.filter((line) => line.startsWith('✗'))).toEqual([
      ...['✗ INC-01 The title of INC-01.  §4.3a', '✗ INC-04 The title of INC-04.  §4.3a'],
      ...[lineOf('INC-02'), lineOf('INC-03')],
    ])
    expect(lines[lines.indexOf(lineOf('INC-02')) + 1]).toBe(lineOf('INC-03'))
    expect(lines.join()).not.toContain('in INC-02')
  })

  test('is a block if another of its findings is not explained', () => {
    const own = toFinding({ seen: 'something else' })
    const lines = linesOf(toCheck('INC-01'), explained('INC-02', { findings: [...explained('INC-02').findings, own] }))
    expect(lines).toContain('✗ INC-02 The title of INC-02.  §4.3a')
    expect(lines).toContain('    seen:     something else')
  })

  test('is counted beyond twenty lines', () => {
    const checks = Array.from({ length: 23 }, (_, index) => {
      const note = `the same as in step ${index} of INC-01: begin there`
      return explained(`INC-1${index}`, { findings: [toFinding({ seen: `${index}`, notes: [note] })] })
    })
    const lines = linesOf(toCheck('INC-01'), ...checks)
    expect(lines.filter((line) => line.includes('the same as in'))).toHaveLength(20)
    expect(lines).toContain('… and 3 more such checks: --report DIR writes all')
  })

  test('is printed whole if only one of two common findings is explained', () => {
    const [finding] = explained('INC-02').findings as [FindingResult]
    const findings = [{ ...finding, seen: 'one' }, toFinding({ seen: 'another' })]
    const lines = linesOf(...['INC-02', 'INC-03', 'INC-04'].map((id) => toCheck(id, { findings })))
    expect(lines).toContain('    seen:     another')
  })

  test('shares a line with others if there are many', () => {
    const checks = Array.from({ length: 10 }, (_, index) => explained(`INC-1${index}`))
    const lines = linesOf(toCheck('INC-01'), ...checks)
    const [line, ...more] = lines.filter((line) => line.includes('the same as in'))
    expect({ line, more }).toEqual({
      line: expect.stringMatching(
        /^✗ 10 checks, INC-10, (?:INC-1\d, ){6}INC-17 and 2 more, the same as in step 2 of INC-01/,
      ),
      more: [],
    })
  })

  test('is no warning of its own', () => {
    const [finding] = explained('INC-02').findings as [FindingResult]
    const warned = { outcome: everywhere('warn' as const), findings: [{ ...finding, provenance: 'http' as const }] }
    expect(linesOf(toCheck('INC-01'), toCheck('INC-02', warned)).join()).not.toContain('Warnings')
    const { notes: _, ...plain } = warned.findings[0] as FindingResult
    expect(linesOf(toCheck('INC-01'), toCheck('INC-02', { ...warned, findings: [plain] }))).toContain('Warnings:')
  })
})

describe('the steps of a block', () => {
  const ofBody = (body: string, status = 200) => ({ response: { status, headers: {}, body } })
  const count = (number: number, deletedCount: number) =>
    toStep(number, '/stats', ofBody(`{"deletedCount":${deletedCount}}`))
  const labelsIn = (lines: string[]) => lines.flatMap((line) => /^ {4}(\d+\..*?) (?:PUT|curl)/.exec(line)?.[1] ?? [])

  test('are one line with an equal step that shows a finding only if that has the same response', () => {
    const findings = [toFinding({ expected: 'deletedCount is 0', seen: '1', step: 2 })]
    const labelsOf = (...counts: number[]) =>
      labelsIn(linesOf(toCheck('INC-01', { findings, steps: counts.map((one, index) => count(index + 1, one)) })))
    expect(labelsOf(1, 1, 1)).toEqual(['1.–3. 3 times:'])
    expect(labelsOf(7, 7, 1)).toEqual(['1.–2. 2 times:', '3.'])
    expect(labelsOf(7, 1, 1)).toEqual(['1.–2. 2 times:', '3.'])
  })

  test('have the body of the response with its spaces, in one line of less than 200 characters', () => {
    const excerptOf = (body: string) => {
      const findings = [toFinding({ expected: 'user.name is "user14"', seen: '"  user14   "', step: 0 })]
      const lines = linesOf(toCheck('INC-01', { findings, steps: [toStep(1, '/users', ofBody(body))] }))
      for (const line of lines) expect(line.length).toBeLessThan(200)
      return lines[lines.findIndex((line) => line.includes('/users  →')) + 1]?.trim()
    }
    expect(excerptOf('{\n  "name":"  user14   \\"  x",\r\n\t"id":  1\n}')).toBe(
      '{ "name":"  user14   \\"  x", "id": 1 }',
    )
    expect(excerptOf(`{"team":"${'x'.repeat(300)}","name":"  user14   "}`)).toMatch(/x","name":" {2}user14 {3}"}$/)
    expect(excerptOf(`{"name":"  user14   ","team":"${'  '.repeat(300)}"}`)).toMatch(/^{"name":" {2}user14 {3}"/)
    expect(excerptOf('it\'s "a\n  b  "  c')).toBe('it\'s "a b " c')
  })
})

test('the example of several checks is the one whose finding took the fewest steps', () => {
  const shownIn = (id: string, step: number, size: number, more: Partial<FindingResult> = {}) =>
    toCheck(id, {
      findings: [toFinding({ step: step - 1, ...more })],
      steps: Array.from({ length: size }, (_, index) => toStep(index + 1, `/${index}`)),
    })
  const exampleOf = (...checks: CheckResult[]) =>
    linesOf(...checks).flatMap((line) => /^ {4}as in (\S+), step \d+/.exec(line)?.[1] ?? [])
  expect(exampleOf(shownIn('A', 5, 5), shownIn('B', 1, 9), shownIn('C', 2, 3))).toEqual(['B'])
  const noted = shownIn('C', 2, 3, { notes: ['a note'] })
  expect(exampleOf(shownIn('A', 5, 5, { notes: ['a note'] }), shownIn('B', 1, 9), noted)).toEqual(['C'])
})

describe('the fixtures of a block', () => {
  const caller = 'caller: the writer kit@their.host («writer accessToken»)'
  const incident = 'incident: 01J00000000000000000000001 (open, manual)'
  const other = 'other: 01J00000000000000000000002 (open, manual)'
  const change = 'after step 1, the hook set the plan of the team of owner@their.host to free'
  const request = { headers: { authorization: 'Bearer «writer accessToken»' } }
  const steps = [toStep(1, '/first', { request }), toStep(2, '/incidents/01J00000000000000000000001')]
  const givenIn = (lines: string[]) => lines.filter((line) => line.startsWith('    given '))

  test('are those that occur in its steps, and those without a name; what the hook did stands between the steps', () => {
    const given = [
      caller,
      incident,
      other,
      'visitor: somebody@their.host («password»)',
      change,
      '10 sequences of calls',
    ]
    const lines = linesOf(toCheck('INC-01', { given, steps }))
    expect(givenIn(lines)).toEqual([caller, incident, '10 sequences of calls'].map((line) => `    given ${line}`))
    const place = lines.indexOf(`    ${change}`)
    expect(lines[place - 1]).toContain('/first')
    expect(lines[place + 1]).toMatch(/^ {4}2\. /)
  })

  test('begin with the changes of the hook before the first step', () => {
    const lines = linesOf(toCheck('INC-01', { given: [change.replace('step 1', 'step 0')], steps }))
    const place = lines.indexOf(`    ${change.replace('after', 'before')}`)
    expect(lines[place + 1]).toMatch(/^ {4}1\. /)
    expect(lines.join()).not.toContain('step 0')
  })

  test('are listed, with the steps before a finding, in the first five blocks, and in no further one of exploring', () => {
    const check = (id: string) => toCheck(id, { given: [caller], steps })
    const explored = (id: string) => ({ ...check(id), part: explorePart })
    const blocksOf = (lines: string[]) =>
      lines
        .join('\n')
        .split('\n\n')
        .filter((block) => block.startsWith('✗'))
    const isWhole = (block: string) => block.includes('\n    given ') && block.includes('\n    1. PUT ')
    const named = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((id) => check(id))
    const blocks = blocksOf(linesOf(...named))
    expect(blocks.map(isWhole)).toEqual([true, true, true, true, true, false, false])
    expect(blocks.at(-1)).toMatch(/^✗ G .*\n {4}step 2, .*\n {4}expected: .*\n {4}seen: .*\n {4}2\. curl .*$/)
    expect(blocksOf(linesOf(explored('X'), explored('Y'))).map(isWhole)).toEqual([true, false])
    expect(blocksOf(linesOf(explored('X'), check('A'))).map(isWhole)).toEqual([true, false])
  })
})
