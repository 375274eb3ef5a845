import type { OperationId } from '@monitoring-service/contract'
import { describe, expect, test, vi } from 'vitest'
import { type Attempt, expectEachRefused } from '../../conformance/checks/support/expect-each-refused.ts'
import { createFixtures } from '../../conformance/records/create-fixtures.ts'
import { createTeamMembers, signedUp, toKnownUser } from '../../conformance/records/known-users.ts'
import type { RecordPool } from '../../conformance/records/pool.ts'
import type { RecordContext } from '../../conformance/records/recipe.ts'
import { createMatchers } from '../../conformance/verdict/matchers.ts'
import { describeOneDifference, describeRightCall } from '../../conformance/verdict/notes/contrasts.ts'
import { isDeletedBy, type RunCall, subjectOf } from '../../conformance/verdict/notes/run-calls.ts'
import { describeEarlierText } from '../../conformance/verdict/notes/values.ts'
import { createCheckRecord, recordAssertion, Stop } from '../../conformance/verdict/record.ts'
import { acceptanceExpected } from '../../conformance/verdict/response.ts'
import { callsOf, toExchange } from './call-builders.ts'

const toCall = (operationId: OperationId, path: string, status: number, body?: unknown, token = 't') =>
  toExchange(operationId, { path, status, body, token })

describe('what notes know of a user', () => {
  const session = (email: string, role: string) => ({ accessToken: email, user: { email, role } })

  test('is an owner after a sign-up, else if the name of its role says so', () => {
    const steps = [
      toCall('signup', '/auth/signup', 201, session('one@x', 'urn:role:BOSS')),
      toCall('login', '/auth/login', 200, session('two@x', 'urn:role:OWNER')),
      toCall('login', '/auth/login', 200, session('three@x', 'urn:role:BOSS')),
    ]
    const { userOf } = callsOf({ steps })
    const traits = ['one@x', 'two@x', 'three@x'].map(
      (email) => userOf(toCall('resetMonitorStats', '/', 200, {}, email))?.traits,
    )
    const password = 'a user with a password'
    expect(traits).toEqual([[password, 'an owner'], [password, 'an owner'], [password]])
  })

  test('is what its fixture promises: a writer may be a member', () => {
    const ranks = [
      { role: 'writer' },
      { role: 'stranger' },
      { role: 'member' },
      { role: 'member', owner: true },
      { role: 'ownerWithMember', owner: true },
      { origin: signedUp },
    ] as const
    const rankOf = (user: (typeof ranks)[number]) =>
      toKnownUser(user, undefined).traits.find((trait) => trait.endsWith(' owner'))
    const other = 'a user who is no owner'
    expect(ranks.map(rankOf)).toEqual([undefined, undefined, other, 'an owner', 'an owner', 'an owner'])
  })

  test('has the size of a team that began with a sign-up of the run, and of no other', () => {
    const members = createTeamMembers()
    const owner = { email: 'owner@x', teamId: 'new', origin: signedUp }
    const toListed = (teamId: string) => ({ email: `${teamId}@x`, teamId, origin: 'from a list' })
    const [writer, newcomer] = [toListed('listed'), toListed('old')]
    for (const user of [owner, writer, newcomer]) members.add(user)
    const sizes = () => [owner, writer, newcomer].map((user) => members.sizeOf(user))
    expect(sizes()).toEqual([1, undefined, undefined])
    for (const teamId of ['new', 'listed']) members.add({ email: 'admin@x', teamId, origin: 'from the hook' })
    // Asking about a further user adds none.
    members.sizeOf({ email: 'other@x', teamId: 'new' })
    expect(sizes()).toEqual([2, undefined, undefined])
  })
})

test('notes take an incident, a monitor and a service with the same id for different objects', () => {
  const steps = [
    toCall('deleteIncident', '/incidents/1', 204),
    toCall('resetMonitorStats', '/monitors/1/stats', 200, {}),
    toCall('resetServiceStats', '/services/1/stats', 200, {}),
    toCall('resetMonitorStats', '/monitors/1/stats', 404, {}),
  ]
  const lines = { 'incidents/12': 'other: 12 (resolved)', 'incidents/1': 'one: 1 (open)', 'monitors/1': 'monitor: 1' }
  const calls = callsOf({ steps, objects: new Map(Object.entries(lines)) })
  const [deletion, , , last] = calls.all as [RunCall, RunCall, RunCall, RunCall]
  expect([deletion, last].map(subjectOf)).toEqual(['one: 1 (open)', 'monitor: 1'])
  expect(calls.acceptedOn(last).map(({ number }) => number)).toEqual([2])
  expect(calls.besides(last).map(({ number }) => number)).toEqual([1, 3])
  expect(isDeletedBy(last.exchange, calls.before(last.exchange))).toBe(false)
})

test('each object of a fixture has its line: a service, and the monitors that are linked to it', async () => {
  const record = createCheckRecord()
  const give = (fixture: object) => ({ needs: [], make: async () => fixture })
  const fixtures = {
    one: { id: '12', type: 'auto', resolved: true },
    two: { id: '1', type: 'manual', resolved: false },
    monitor: { id: '1', days: [] },
    service: { id: '1', monitors: [1, 2].map((id) => ({ id: String(id), days: ['2024-02-28'] })) },
  }
  const recipes = Object.fromEntries(Object.entries(fixtures).map(([name, fixture]) => [name, give(fixture)]))
  const pool = { teamMembers: createTeamMembers() } as RecordPool
  await createFixtures(recipes, { record, pool } as RecordContext)
  expect(Object.fromEntries(record.objects)).toEqual({
    'incidents/12': 'one: 12 (resolved, auto)',
    'incidents/1': 'two: 1 (open, manual)',
    'monitors/1': 'monitor: 1',
    'services/1': 'service: 1, linked to 2, each with a row for 2024-02-28',
    'monitors/2': 'service: 1, linked to 2, each with a row for 2024-02-28',
  })
})

test('a call that no assertion judged is not shown as right', () => {
  const steps = [toCall('deleteIncident', '/incidents/1', 403), toCall('deleteIncident', '/incidents/2', 204)]
  const finding = { basis: 'documented', expected: acceptanceExpected, seen: '403', step: 0 } as const
  const calls = callsOf({ steps })
  const [call, other] = calls.all as [RunCall, RunCall]
  expect(describeRightCall(call, finding, calls)).toBeUndefined()
  recordAssertion(other.run.record, true, { ...finding, step: 1 })
  expect(describeRightCall(call, finding, calls)).toMatch(/^step 2, .* was right: 204$/)
  // The same in another check.
  const ofOthers = { ...calls, ofOperation: () => [{ ...other, run: { ...other.run } }] }
  expect(describeRightCall(call, finding, ofOthers)).toBeUndefined()
})

test.each([
  ['signup', 201],
  ['login', 200],
  ['scheduleAccountDeletion', 200],
] as const)('of %s, whose texts decide, no other call is shown as right', (operationId, status) => {
  const steps = [toCall(operationId, '/', 401), toCall(operationId, '/', status)]
  const finding = { basis: 'documented', expected: acceptanceExpected, seen: '401', step: 0 } as const
  const calls = callsOf({ steps })
  const [call, other] = calls.all as [RunCall, RunCall]
  recordAssertion(other.run.record, true, { ...finding, step: 1 })
  expect(describeRightCall(call, finding, calls)).toBeUndefined()
})

describe('the one thing in which right calls differ', () => {
  /** The note on a wrong call, whose object has these kinds; each of the others is right if an assertion about it held. */
  function noteOn(own: string, others: [kinds: string, isJudged?: boolean][]): string | undefined {
    const all = [own, ...others.map(([kinds]) => kinds)]
    // Of teams of their own: what was done to other objects of the team is a property, too.
    const steps = all.map((_, index) => toCall('deleteIncident', `/incidents/${index}`, 204, {}, `team ${index}`))
    const lines = all.map((kinds, index): [string, string] => [`incidents/${index}`, `it: ${index} (${kinds})`])
    const calls = callsOf({ steps, objects: new Map(lines) })
    const [call] = calls.all as [RunCall]
    const finding = {
      basis: 'documented',
      expected: 'the call is refused: incident is auto',
      seen: '204',
      step: 0,
    } as const
    for (const [index, [, isJudged = true]] of others.entries())
      if (isJudged) recordAssertion(call.run.record, true, { ...finding, step: index + 1 })
    return describeOneDifference(call, finding, calls)
  }
  const differing = (text: string) => `of this operation, with one difference only: ${text}`

  test('is a property of the wrong call, or one of the right ones', () => {
    expect(noteOn('open, auto', [['open']])).toBe(
      `right in 1 other call ${differing('this one is on an auto incident')}`,
    )
    expect(noteOn('open', [['open, auto']])).toBe(
      `right in 1 other call ${differing('the right ones are on an auto incident')}`,
    )
  })

  test('is not named if another right call has it, or lacks that of the right ones', () => {
    expect(noteOn('open, auto', [['open, auto, without a title'], ['open'], ['open']])).toBeUndefined()
    expect(noteOn('open', [['open, auto'], ['resolved, without a title']])).toBeUndefined()
  })

  test('is not named if there are two, or none, or no assertion judged the other call', () => {
    expect(noteOn('open, auto', [['resolved']])).toBeUndefined()
    expect(noteOn('open, auto', [['resolved, auto']])).toBeUndefined()
    expect(noteOn('open', [['open']])).toBeUndefined()
    expect(noteOn('open, auto', [['open', false]])).toBeUndefined()
  })
})

test.each([
  [[200, 500, 401, undefined, 200], 'accepted: 1; rejected: 3; not known: 2, 4, 5'],
  [[500, 401, 200, 200], 'accepted: 3, 4; rejected: 2; not known: 1'],
])('attempts answered with %j are listed as accepted, rejected, or not known', async (statuses, names) => {
  const refused = vi.fn(async (_, names?: string) => {
    if (names) throw new Stop()
  })
  const expectAt = (() => () => ({ refused })) as unknown as Parameters<typeof expectEachRefused>[0]
  const toAttempt = (name: string, status?: number) => ({
    name,
    send: async () => {
      if (status === undefined) throw new Error('connection reset')
      return toCall('deleteIncident', '/incidents/1', status)
    },
  })
  const attempts = statuses.map((status, index) => toAttempt(`${index + 1}`, status)) as unknown as Attempt[]
  await expect(expectEachRefused(expectAt, attempts, 'unauthenticated')).rejects.toThrow(Stop)
  expect(refused).toHaveBeenLastCalledWith('unauthenticated', names)
})

test.each([
  ['right, if a request sent it', true, /^the response of step 1, POST .* has it right$/],
  ['that which is expected, if none sent it', false, /^the expected value is that of step 1, POST /],
])('a text of an earlier response, also a long one of which a finding shows a part, is %s', (_, isSent, note) => {
  const name = `${'a long name '.repeat(8)} with its énd`
  const response = { path: '/auth/signup', status: 201, body: { user: { name } } }
  const steps = [
    toExchange('signup', { ...response, ...(isSent && { sent: { name } }) }),
    toCall('login', '/auth/login', 200, { user: { name: name.slice(0, 90) } }),
  ]
  const [, call] = callsOf({ steps }).all as [RunCall, RunCall]
  const report = vi.fn()
  createMatchers(name.slice(0, 90), 'user.name', steps[1], report).toBe(name)
  const [, expected] = report.mock.calls[0] as [boolean, string]
  expect(expected).toMatch(/characters, from character 91/)
  const finding = { basis: 'documented', expected, seen: '', step: 1 } as const
  expect(describeEarlierText(call, finding, callsOf({ steps }))).toMatch(note)
})
