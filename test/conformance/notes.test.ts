/** The notes on findings: each names what a run shows of the cause, and nothing that it does not show. */
import type { OperationId } from '@monitoring-service/contract'
import { describe, expect, test, vi } from 'vitest'
import { addNotes } from '../../conformance/verdict/notes/add-notes.ts'
import { outputOf, overrideOf } from './kit-harness.ts'
import { auth, type Call, times, toRun, wordsIn, wrong } from './note-calls.ts'

vi.setConfig({ testTimeout: 120_000 })

describe('what wrong calls have in common and right ones lack', () => {
  const record = (id: number, fields: object) => ({ id: `${id}`, ...fields })

  test.each<[what: string, own: Call, others: Call, words: string]>([
    ['a field', { sent: { cause: 'a b', note: 'a b' } }, { sent: { cause: 'a b' } }, 'with note'],
    ['no field', {}, { sent: { cause: 'a b' } }, 'with no body'],
    ['a value', { sent: { cause: null } }, { sent: { cause: 'a b' } }, 'with cause null'],
    ['a length', { sent: { cause: 'x'.repeat(80) } }, { sent: { cause: 'xx' } }, 'with 80 or more characters in cause'],
    [
      'a kind of letters',
      { sent: { cause: 'a cause that ends with the letter ä' } },
      { sent: { cause: 'a cause that ends with the letters ab' } },
      'with cause with characters beyond ASCII',
    ],
    [
      'a sign',
      { sent: { cause: "a long cause that isn't short" } },
      { sent: { cause: 'a long cause that is not short' } },
      `with cause with "'"`,
    ],
    ['simultaneous calls', { isAtOnce: true }, {}, 'with simultaneous calls'],
    ['no credential', {}, { token: 'x' }, 'with no credential'],
  ])('is %s', (_, own, others, words) => {
    const [[notes = '']] = wordsIn([toRun('A', [...times(4, { ...own, ...wrong }), ...times(8, others)])]) as [string[]]
    expect(notes).toContain('wrong in all 4 calls')
    expect(notes).toContain(words)
    expect(notes).toMatch(/; right in 8 others$/)
  })

  test('is what the record of the object, or of the caller, says', () => {
    const made = [record(901, { type: 'auto' }), record(902, { type: 'auto' }), record(903, { type: 'manual' })]
    const calls = [...[901, 902].map((id) => ({ id, ...wrong })), ...times(5, { id: 903 })]
    expect(wordsIn([toRun('A', calls, made)])[0]).toContain(
      'wrong in all 2 calls on an object with type "auto"; right in 5 others',
    )
    const users = ['reader', 'writer'].map((role) => ({ accessToken: role, email: `${role}@x`, role }))
    const byRole = [...times(3, { token: 'reader', ...wrong }), ...times(5, { token: 'writer' })]
    expect(wordsIn([toRun('A', byRole, users)])[0]).toContain(
      'wrong in all 3 calls by a caller with role "reader"; right in 5 others',
    )
  })

  test('counts calls of explored sequences, which no note names', () => {
    const explored = toRun('EXPLORE', [
      ...times(2, { sent: { cause: null }, ...wrong }),
      ...times(9, { sent: { cause: 'a b' } }),
    ])
    const run = toRun('A', times(2, { sent: { cause: null }, ...wrong }))
    expect(new Set(wordsIn([run], {}, [explored])[0])).toEqual(
      new Set(['wrong in all 4 calls with cause null; right in 9 others']),
    )
  })

  test('is nothing if right calls have it, too, or are few', () => {
    const call = { sent: { cause: 'a b' } }
    const differing = [...times(2, { sent: { cause: null }, ...wrong }), ...times(2, call)]
    expect(wordsIn([toRun('A', differing)])[0]?.join()).not.toContain('wrong in all')
    const equal = [...times(2, { ...call, ...wrong }), ...times(9, call)]
    expect(wordsIn([toRun('A', equal)])[0]?.join()).not.toContain('wrong in all')
  })

  test('is no bound of numbers that few calls have', () => {
    const causes = (lengths: number[]) => lengths.map((length) => ({ id: length, sent: { cause: 'x'.repeat(length) } }))
    const long = causes([80, 90, 95]).map((call) => ({ ...call, ...wrong }))
    expect(wordsIn([toRun('A', [...long, ...causes([1, 2, 3, 4, 5, 6, 7, 8])])])[0]?.join()).not.toContain('or more')
  })

  test('is nothing if few wrong calls differ in many ways', () => {
    const own = { sent: { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }, token: 'x' }
    expect(wordsIn([toRun('A', [...times(2, { ...own, ...wrong }), ...times(20, {})])])).toEqual([
      ['wrong in 2 of 22 resolveIncident', 'wrong in 2 of 22 resolveIncident'],
    ])
  })

  test('is said of no single call, of which a right call is named that differs in one field only', () => {
    const wordsOf = (own: Call, ...others: Call[]) => wordsIn([toRun('A', [...others, { ...own, ...wrong }])])[0]
    const calls = times(12, { sent: { cause: 'a cause that is plain' } })
    const named = (words: string) => [`the same with cause "${words}" was right (step 12)`]
    expect(wordsOf({ sent: { cause: "a cause that isn't" } }, ...calls)).toEqual(named('a cause that is plain'))
    const several = { sent: { cause: "a cause that isn't", note: null } }
    expect(wordsOf(several, ...calls)).toEqual([])
    // The earlier call may have changed the incident.
    const later = { id: 99, sent: { cause: "a cause that isn't" } }
    expect(wordsOf(later, ...calls, { id: 99, sent: { cause: 'another' } })).toEqual([])
    const again = { operation: 'signup' as const, sent: { password: 'a long password of one' } }
    const other = { operation: 'signup' as const, sent: { password: 'a long password of two' } }
    expect(wordsOf(again, other, again)?.[0]).toBe(
      'the same without password with a value that was sent before was right (step 2)',
    )
  })

  test('has its extent, by operation', () => {
    expect(wordsIn([toRun('A', times(2, wrong))])).toEqual([[]])
    const deletes = { operation: 'deleteIncident' as const }
    const calls = [...times(2, wrong), ...times(3, {}), ...times(4, deletes)]
    expect(wordsIn([toRun('A', calls)])[0]).toContain('wrong in 2 of 5 resolveIncident')
  })
})

describe('equal findings are one', () => {
  test('the home is a named check that is about the requirement, without races, after the fewest steps; the others name it', () => {
    const late = toRun('LATE', [...times(3, { claim: { kind: 'refused' as const } }), ...times(1, wrong)])
    const race = toRun('RACE', times(1, { ...wrong, isAtOnce: true }))
    const { check, ...explored } = toRun('EXPLORE', times(1, wrong))
    const home = toRun('HOME', [...times(1, { claim: { kind: 'refused' as const } }), ...times(1, wrong)])
    const others = [toRun('PROFILE', times(1, wrong), [], 'profile'), late, race]
    const runs = [home, ...others, { check: { ...check, part: 'Exploring' }, ...explored }]
    expect(wordsIn(runs).map(([words]) => words)).toEqual([
      'wrong in 5 of 5 resolveIncident',
      ...Array(4).fill('the same as in step 2 of HOME: begin there'),
    ])
  })

  test('other errors are others', () => {
    const runs = [toRun('A', times(1, wrong)), toRun('B', times(1, { ...wrong, status: 404 }))]
    expect(wordsIn(runs)).toEqual([[], []])
  })

  test('of several operations, if they have the same in common', () => {
    const ofOperation = (operation: OperationId) => times(4, { operation, ...wrong })
    const runs = [toRun('A', ofOperation('resolveIncident')), toRun('B', ofOperation('deleteIncident'))]
    expect(wordsIn(runs).map((words) => words[0])).toEqual([
      'wrong in 4 of 4 resolveIncident, 4 of 4 deleteIncident',
      'the same as in step 1 of A: begin there',
    ])
  })
})

test('the call that explains it is the step whose other effect makes it right', () => {
  const explain = () => ({ step: 0, effect: 'applied' as const })
  expect(wordsIn([toRun('A', [...times(1, {}), ...times(1, wrong)])], { explain })).toEqual([
    ['perhaps step 1: this refused call took effect all the same'],
  ])
})

test('no verdict depends on notes: findings are the same but for these', () => {
  const runs = [toRun('A', [...times(4, wrong), ...times(9, { sent: { cause: 'a' } })])]
  const noted = addNotes(runs, [], { auth })
  const without = noted.map(({ record }) => record.findings.map(({ notes: _, ...finding }) => finding))
  expect(without).toEqual(runs.map(({ record }) => record.findings))
})

test('three thousand findings among three thousand calls stay within the budget', () => {
  const runs = Array.from({ length: 100 }, (_, check) =>
    toRun(
      `${check}`,
      times(60, {}).map((call, index) => ({
        ...call,
        sent: { cause: `${index % 7}`, [`field${index % 5}`]: index },
        ...(index % 2 === 0 && { ...wrong, status: 500 + (index % 20) }),
      })),
    ),
  )
  const budget = { left: 20_000_000 }
  const notes = wordsIn(runs, { budget })
  expect(notes.flat().length).toBeGreaterThan(1000)
  expect(budget.left).toBeGreaterThan(0)
  const exhausted = { left: 1 }
  expect(
    wordsIn(runs, { budget: exhausted })
      .flat()
      .every((words) => /^the same as|^wrong in \d+ of/.test(words)),
  ).toBe(true)
  expect(exhausted.left).toBeGreaterThan(-500_000)
})

describe('against an implementation with a fault, the report says', () => {
  test.each([
    ['resolve-twice-auto', 'Incidents', /wrong in all \d+ calls on an object with .*type "auto"/],
    ['resolve-cause-cut', 'Incidents', /wrong in all \d+ calls with \d+ or more characters in cause/],
    ['delete-takes-auto-along', 'Incidents', /perhaps step \d: this call on another object took effect on this one/],
    // Equal refused calls of other incidents took no effect.
    ['resolve-only-open', 'Incidents', /^(?!.*this refused call took effect).*INC-31/],
    ['scope-for-statistics', 'Statistics', /wrong in all \d+ calls by a caller with role "reader"/],
  ])('of %s what the cause is', async (id, only, ...words) => {
    const text = (await outputOf(overrideOf(id), '--only', only, '--level', 'profile', '--patience', '0.5')).replace(
      /\s+/g,
      ' ',
    )
    for (const one of words) expect(text).toMatch(one)
  })
})
