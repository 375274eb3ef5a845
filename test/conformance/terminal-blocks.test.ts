/** The steps and records of a block in the report for a terminal. */
import { describe, expect, test } from 'vitest'
import type { CheckResult } from '../../conformance/report/result.ts'
import { explorePart } from '../../conformance/verdict/check.ts'
import { is } from '../../conformance/verdict/claims.ts'
import type { Given } from '../../conformance/verdict/record.ts'
import { caller, callerLine, label, linesOf, toCheck, toFinding, toStep } from './report-parts.ts'

describe('the steps of a block', () => {
  const ofBody = (body: string) => ({ response: { status: 200, headers: {}, body } })

  test('have the body of the response with its spaces, in one line of less than 200 characters', () => {
    const excerptOf = (body: string) => {
      const findings = [toFinding({ subject: 'user.name', claim: is('user14'), value: '  user14   ', step: 0 })]
      const lines = linesOf(toCheck('INC-01', { findings, steps: [toStep(1, '/users', ofBody(body))] }))
      for (const line of lines) expect(line.length).toBeLessThan(200)
      return lines[lines.findIndex((line) => line.includes('/users  →')) + 1]?.trim()
    }
    expect(excerptOf('{\n  "name":"  user14   \\"  x",\r\n\t"id":  1\n}')).toBe(
      '{ "name":"  user14   \\"  x", "id": 1 }',
    )
    expect(excerptOf(`{"team":"${'x'.repeat(300)}","name":"  user14   "}`)).toMatch(/x","name":" {2}user14 {3}"}$/)
    expect(excerptOf(`{"name":"  user14   ","team":"${'  '.repeat(300)}"}`)).toMatch(/^{"name":" {2}user14 {3}"/)
  })
})

describe('the records of a block', () => {
  const incident = (name: string, id: string): Given => ({ name, kind: 'incident', fields: { id, status: 'open' } })
  const change = (afterStep: number): Given => ({
    name: '',
    kind: 'change',
    fields: { what: 'set the plan' },
    afterStep,
  })
  const steps = [toStep(1, '/first', { credentials: [label] }), toStep(2, '/incidents/one')]

  test('are those that occur in its steps; what the hook did stands between the steps', () => {
    const sequences: Given = { name: '', kind: 'sequences', fields: { count: 10, seed: 1 } }
    const given = [caller, incident('incident', 'one'), incident('other', 'two'), change(1), sequences]
    const lines = linesOf(toCheck('INC-01', { given, steps }))
    expect(lines.filter((line) => line.startsWith('    given '))).toEqual([
      ...[
        `    given ${callerLine}`,
        '    given incident: incident one, status open',
        '    given 10 sequences of calls from --seed 1',
      ],
    ])
    const place = lines.indexOf('    after step 1, the hook set the plan')
    expect(lines[place - 1]).toContain('/first')
    expect(lines[place + 1]).toMatch(/^ {4}2\. /)
    const first = linesOf(toCheck('INC-01', { given: [change(0)], steps }))
    expect(first[first.indexOf('    before step 1, the hook set the plan') + 1]).toMatch(/^ {4}1\. /)
  })

  test('are listed, with the steps before a finding, in the first blocks, and in the first one of exploring', () => {
    const check = (id: string) => toCheck(id, { given: [caller], steps })
    const explored = (id: string) => ({ ...check(id), part: explorePart })
    const areWhole = (...checks: CheckResult[]) =>
      linesOf(...checks)
        .join('\n')
        .split('\n\n')
        .filter((block) => block.startsWith('✗'))
        .map((block) => block.includes('\n    given ') && block.includes('\n    1. PUT '))
    const named = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(check)
    expect(areWhole(...named)).toEqual([true, true, true, true, true, true, false])
    expect(areWhole(...named, explored('X'), explored('Y')).slice(-2)).toEqual([true, false])
  })
})
