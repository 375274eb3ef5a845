/** The notes on findings, which name other calls of the run that narrow down the cause. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OperationId, operations } from '@monitoring-service/contract'
import { describe, expect, test, vi } from 'vitest'
import { createMatchers } from '../../conformance/assess/matchers.ts'
import { createCheckRecord, recordAssertion, Stop } from '../../conformance/assess/record.ts'
import { acceptanceExpected } from '../../conformance/assess/response.ts'
import { describeOneDifference, describeRightCall } from '../../conformance/attribution/notes/contrasts.ts'
import { createRunCalls, isDeletedBy, type RunCall, subjectOf } from '../../conformance/attribution/notes/run-calls.ts'
import { describeEarlierText } from '../../conformance/attribution/notes/values.ts'
import { type Attempt, expectEachRefused } from '../../conformance/checks/expect-each-refused.ts'
import type { Exchange } from '../../conformance/client/http.ts'
import type { CheckRun } from '../../conformance/dsl/check-run.ts'
import { exploreChecks } from '../../conformance/explore/explore-checks.ts'
import { createFixtures } from '../../conformance/fixtures/create-fixtures.ts'
import { createTeamMembers, toKnownUser } from '../../conformance/fixtures/known-users.ts'
import { fromHook, signedUp } from '../../conformance/fixtures/origin.ts'
import type { FixturePool } from '../../conformance/fixtures/pool.ts'
import type { FixtureContext } from '../../conformance/fixtures/recipe.ts'
import { faults } from '../../conformance/self-test/faults/index.ts'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { changing, omit, only } from '../../conformance/self-test/overrides.ts'
import { createHarness, outputOf } from './kit-harness.ts'

const kit = createHarness()
const readReport = (name: string) => readFile(join(kit.folder, name), 'utf8')

const settings = {
  auth: { token: { header: 'authorization', value: 'Bearer {token}' }, admin: { header: 'x-key', value: '{key}' } },
  keepAlive: false,
}

function toExchange(operationId: OperationId, path: string, status: number, body?: unknown, token = 't'): Exchange {
  const headers = { authorization: `Bearer ${token}` }
  return {
    request: { operationId, method: operations[operationId].method, path, url: path, headers },
    response: { status, headers: {}, text: JSON.stringify(body) ?? '' },
    ...{ body, isJson: true, started: new Date(0), milliseconds: 1 },
  }
}

/** The calls of one check with these lines about its objects. */
function callsOf(steps: Exchange[], objects: Record<string, string> = {}) {
  const run: CheckRun = {
    check: exploreChecks.incidents,
    record: { ...createCheckRecord(), objects: new Map(Object.entries(objects)), steps },
    ...{ completion: { kind: 'ran' }, milliseconds: 1 },
  }
  return createRunCalls([run], [], settings)
}

describe('what notes know of a user', () => {
  const session = (email: string, role: string) => ({ accessToken: email, user: { email, role } })

  test('is an owner after a sign-up, else if the name of its role says so', () => {
    const steps = [
      toExchange('signup', '/auth/signup', 201, session('one@x', 'urn:role:BOSS')),
      toExchange('login', '/auth/login', 200, session('two@x', 'urn:role:OWNER')),
      toExchange('login', '/auth/login', 200, session('three@x', 'urn:role:BOSS')),
    ]
    const { userOf } = callsOf(steps)
    const traits = ['one@x', 'two@x', 'three@x'].map(
      (email) => userOf(toExchange('resetMonitorStats', '/', 200, {}, email))?.traits,
    )
    const password = 'a user with a password'
    expect(traits).toEqual([[password, 'an owner'], [password, 'an owner'], [password]])
  })

  test('is what its fixture promises: a writer may be a member', () => {
    const ranks = [
      { role: 'writer' },
      { role: 'stranger' },
      { role: 'member' },
      { role: 'member', origin: fromHook({ role: 'owner' }) },
      { role: 'ownerWithMember' },
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
    for (const teamId of ['new', 'listed']) members.add({ email: 'admin@x', teamId, origin: fromHook() })
    // Asking about a further user adds none.
    members.sizeOf({ email: 'other@x', teamId: 'new' })
    expect(sizes()).toEqual([2, undefined, undefined])
  })
})

test('notes take an incident, a monitor and a service with the same id for different objects', () => {
  const steps = [
    toExchange('deleteIncident', '/incidents/1', 204),
    toExchange('resetMonitorStats', '/monitors/1/stats', 200, {}),
    toExchange('resetServiceStats', '/services/1/stats', 200, {}),
    toExchange('resetMonitorStats', '/monitors/1/stats', 404, {}),
  ]
  const lines = { 'incidents/12': 'other: 12 (resolved)', 'incidents/1': 'one: 1 (open)', 'monitors/1': 'monitor: 1' }
  const calls = callsOf(steps, lines)
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
  const pool = { teamMembers: createTeamMembers() } as FixturePool
  await createFixtures(recipes, { record, pool } as FixtureContext)
  expect(Object.fromEntries(record.objects)).toEqual({
    'incidents/12': 'one: 12 (resolved, auto)',
    'incidents/1': 'two: 1 (open, manual)',
    'monitors/1': 'monitor: 1',
    'services/1': 'service: 1, linked to 2, each with a row for 2024-02-28',
    'monitors/2': 'service: 1, linked to 2, each with a row for 2024-02-28',
  })
})

test('a call that no assertion judged is not shown as right', () => {
  const steps = [toExchange('deleteIncident', '/incidents/1', 403), toExchange('deleteIncident', '/incidents/2', 204)]
  const finding = { basis: 'documented', expected: acceptanceExpected, seen: '403', step: 0 } as const
  const calls = callsOf(steps)
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
  const steps = [toExchange(operationId, '/', 401), toExchange(operationId, '/', status)]
  const finding = { basis: 'documented', expected: acceptanceExpected, seen: '401', step: 0 } as const
  const calls = callsOf(steps)
  const [call, other] = calls.all as [RunCall, RunCall]
  recordAssertion(other.run.record, true, { ...finding, step: 1 })
  expect(describeRightCall(call, finding, calls)).toBeUndefined()
})

describe('the one thing in which right calls differ', () => {
  /** The note on a wrong call, whose object has these kinds; each of the others is right if an assertion about it held. */
  function noteOn(own: string, others: [kinds: string, isJudged?: boolean][]): string | undefined {
    const all = [own, ...others.map(([kinds]) => kinds)]
    // Of teams of their own: what was done to other objects of the team is a property, too.
    const steps = all.map((_, index) => toExchange('deleteIncident', `/incidents/${index}`, 204, {}, `team ${index}`))
    const lines = all.map((kinds, index) => [`incidents/${index}`, `it: ${index} (${kinds})`])
    const calls = callsOf(steps, Object.fromEntries(lines))
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

  test('is that in which most of them differ', () => {
    expect(noteOn('open, auto', [['open, auto, without a title'], ['open'], ['open']])).toBe(
      `right in 2 other calls ${differing('this one is on an auto incident')}`,
    )
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
      return toExchange('deleteIncident', '/incidents/1', status)
    },
  })
  const attempts = statuses.map((status, index) => toAttempt(`${index + 1}`, status)) as unknown as Attempt[]
  await expect(expectEachRefused(expectAt, attempts, 'unauthenticated')).rejects.toThrow(Stop)
  expect(refused).toHaveBeenLastCalledWith('unauthenticated', names)
})

test('the right text of an earlier response is found, also a long one of which a finding shows a part', () => {
  const name = `${'a long name '.repeat(8)} with its énd`
  const steps = [
    toExchange('signup', '/auth/signup', 201, { user: { name } }),
    toExchange('login', '/auth/login', 200, { user: { name: name.slice(0, 90) } }),
  ]
  const [, call] = callsOf(steps).all as [RunCall, RunCall]
  const report = vi.fn()
  createMatchers(name.slice(0, 90), 'user.name', steps[1], report).toBe(name)
  const [, expected] = report.mock.calls[0] as [boolean, string]
  expect(expected).toMatch(/characters, from character 91/)
  const finding = { basis: 'documented', expected, seen: '', step: 1 } as const
  expect(describeEarlierText(call, finding, callsOf(steps))).toMatch(/^the response of step 1, POST .* has it right$/)
})

describe('a note on a finding', () => {
  test('names the deletions of the team after which an object is gone', async () => {
    const takesAll: Override = (base, store) => ({
      removeIncident(incident) {
        base.removeIncident(incident)
        for (const { id, teamId } of [...store.incidents.values()]) {
          if (teamId === incident.teamId) store.incidents.delete(id)
        }
      },
    })
    expect(await outputOf(takesAll, '--only', 'INC-44')).toMatch(
      /no call deleted this object, but its team had: DELETE …\/incidents\/\w+ → 204 in INC-44 step \d+: did one/,
    )
  })

  test('has the value that violates a schema, and how far a time is from the right one', async () => {
    const faulty: Override = (base) => ({
      formatTime: (date, field) =>
        base.formatTime(field === 'resolvedAt' ? new Date(date.getTime() + 7_200_000) : date, field),
      error: (error, call) => ({ ...base.error(error, call), message: { text: 'not one' } }),
    })
    const out = await outputOf(faulty, '--only', 'INC-04')
    expect(out).toMatch(
      / expected: incident\.resolvedAt is about now, \S+ \(sound\) seen: "[^"]+", (?:2|1\.9) h ahead /,
    )
    expect(out).toContain('error.message is {"text":"not one"}')
  })

  test('says that nothing of the team was deleted', async () => {
    const hides: Override = (base) => ({
      incidentOf(call) {
        const incident = base.incidentOf(call)
        return incident.monitorId === null ? base.incidentOf({ ...call, id: 'none' }) : incident
      },
    })
    const out = await outputOf(hides, '--only', 'INC-31')
    expect(out).toMatch(
      /given incidents.0: \w+ \(open, auto, without a monitor, without a title, 400 days old\) given /,
    )
    // Those that occur in no step that is shown.
    expect(out).not.toContain('given incidents.1')
    expect(out).toMatch(
      /seen: 404 .* no call of this run deleted this object, or anything else of its team since it was made/,
    )
  })

  test('tells what the wrong calls of an operation have in common, and no right one has', async () => {
    const turnsManual: Override = (base) => ({
      toResolved(incident, cause) {
        const resolved = base.toResolved(incident, cause)
        return cause === undefined ? resolved : { ...resolved, type: 'manual' }
      },
    })
    expect(await outputOf(turnsManual, '--only', 'Incidents')).toMatch(
      /wrong in (?:the one call|all \d+ calls) of this operation after a resolve with cause; right in \d+ others/,
    )
  })

  test('says by whom the wrong calls are, or who was the caller of an earlier one', async () => {
    const overrideOf = (id: string) => faults.find((one) => one.id === id)?.override as Override
    expect(await outputOf(overrideOf('free-plan-for-admins'), '--only', 'SERVICE,MONITOR')).toMatch(
      /step 1, the same operation on the same object by the member, was right: 403 PLAN_UPGRADE_REQUIRED/,
    )
    expect(await outputOf(overrideOf('resolve-again-by-another'), '--only', 'Incidents')).toMatch(
      /wrong in the one call of this operation after a resolve by another caller; right in/,
    )
  })

  test('names the refused sign-up that sent the password which is right now, or in place of it', async () => {
    const override = only('signup', (base) => ({
      userByEmail(address, call) {
        const user = base.userByEmail(address, call)
        if (user) user.password = (call.body as { password: string }).password
        return user
      },
    }))
    const out = await outputOf(override, '--only', 'SIGN-05,SIGN-07')
    expect(out).toMatch(/step \d, a sign-up with the same address that was refused \(409\), sent this password: did it/)
    expect(out).toMatch(
      /its password is unchanged since step 1, but step \d, a refused sign-up, sent another one: did it/,
    )
  })

  test('says of each later finding in which plainer one the same is wrong', async () => {
    const override = faults.find(({ id }) => id === 'before-inclusive-for-services')?.override as Override
    expect(await outputOf(override, '--only', 'SERVICE')).toMatch(/✗ SERVICE-03 the same as in step 1 of SERVICE-02 /)
  })

  test('names two properties that no right call has together', async () => {
    const renamesSome = changing('incident', (fields, { type, cause }) =>
      type === 'auto' && cause !== null ? { ...fields, status: 'closed' } : fields,
    )
    expect(await outputOf(renamesSome, '--only', 'Incidents')).toMatch(
      /wrong in all \d+ calls of this operation on an auto incident and with cause, together; right in \d+ others/,
    )
  })

  test('names the object of the same service to which the same was done before', async () => {
    const override = faults.find(({ id }) => id === 'resolve-all-of-service')?.override as Override
    expect(await outputOf(override, '--only', 'Incidents', '--skip', 'INC-31')).toMatch(
      /wrong in the one call of this operation (?:.*, or )?after a resolve on another object of its service/,
    )
  })

  test('takes explored sequences for right calls, too', async () => {
    const override = faults.find(({ id }) => id === 'deletion-by-code-in-two-weeks')?.override as Override
    const few = await outputOf(override, '--only', 'DEL-01,DEL-10')
    expect(few).toMatch(/right in 1 other call of this operation; the most similar is step \d of DEL-01, with password/)
    const many = await outputOf(override, '--only', 'DEL-01,DEL-10,EXPLORE', '--seed', '5')
    expect(many).toMatch(/wrong in all \d+ calls of this operation with verificationCode, or by a user without a/)
  })

  test('names the refused deletion after which an object is gone', async () => {
    const removesFirst: Override = (base, store) => ({
      authorize(call) {
        if (call.operation === 'deleteIncident') store.incidents.delete(call.id)
        base.authorize(call)
      },
    })
    expect(await outputOf(removesFirst, '--only', 'INC-14')).toMatch(
      /seen: 404 .* the only call on it before was the refused DELETE of step 1 \(403\): was it carried out all the same\?/,
    )
  })

  test('says that steps disagree about an object', async () => {
    const counts = new Map<string, number>()
    const forgets: Override = (base) => ({
      assertResolvable(incident, call) {
        const count = (counts.get(incident.id) ?? 0) + 1
        counts.set(incident.id, count)
        if (count % 3 !== 0) base.assertResolvable(incident, call)
      },
    })
    expect(await outputOf(forgets, '--only', 'INC-02')).toMatch(
      /steps 2 and 3 disagree about the same object, each on a connection of its own: .*, or did the refused step 2 change the object\?/,
    )
  })

  test('says no such thing if the object was changed in between', async () => {
    const deletesResolved: Override = (base) => ({
      assertDeletable(incident, call) {
        if (incident.status !== 'resolved') base.assertDeletable(incident, call)
      },
    })
    const out = await outputOf(deletesResolved, '--only', 'INC-31')
    expect(out).toMatch(/ expected: the call is refused: incident is auto seen: 204 /)
    expect(out).not.toContain('disagree about')
  })

  test('counts the right calls of the operation that differ in one thing, and names it, in every report', async () => {
    const refusesCauses: Override = (base) => ({
      assertResolvable(incident, call) {
        const hasCause = (call.body as { cause?: string } | undefined)?.cause !== undefined
        base.assertResolvable(hasCause ? { ...incident, status: 'resolved' } : incident, call)
      },
    })
    const out = await outputOf(refusesCauses, '--only', 'INC-02,INC-04', '--report', kit.folder)
    const note = 'right in 1 other call of this operation, with one difference only: this one is with cause'
    expect(out).toMatch(new RegExp(`✗ INC-02 .* seen: 409 [^:]*: [^:]* ${note} given `))
    for (const name of ['report.json', 'junit.xml', 'ctrf.json', 'sarif.json', 'report.html', 'summary.md']) {
      expect(await readReport(name)).toContain(note)
    }
  })

  test('says that the finding of a race was wrong in calls sent alone, too', async () => {
    const out = await outputOf(() => ({ assertResolvable() {} }), '--only', 'INC-02,INC-20')
    expect(out).toMatch(/✗ INC-20 the same as in calls sent alone, of INC-02 /)
    const racing = faults.find(({ id }) => id === 'race-resolve')?.override as Override
    const right = await outputOf(racing, '--only', 'INC-02,INC-20')
    expect(right).toMatch(/✗ INC-20 /)
    expect(right).not.toContain('sent alone')
  })

  test('says that a refused password is unchanged, and that a refused token was accepted before', async () => {
    const refusing = only('login', () => ({ passwordMatches: () => false }))
    expect(await outputOf(refusing, '--only', 'LOGIN-13')).toMatch(/its password is unchanged since step \d+/)
    const used = new Set<string>()
    const onceOnly: Override = (base) => ({
      userOfToken(token, call) {
        if (token === undefined || used.has(token)) return undefined
        used.add(token)
        return base.userOfToken(token, call)
      },
    })
    expect(await outputOf(onceOnly, '--only', 'SERVICE-02')).toMatch(/its token, unchanged, was accepted in step 1/)
  })

  test('names the second calls that were refused where one was accepted', async () => {
    const resolved = new Map<string, number>()
    const forgetsThird: Override = (base) => ({
      assertResolvable(incident, call) {
        if (!resolved.has(incident.id)) resolved.set(incident.id, resolved.size)
        if (resolved.get(incident.id) !== 2) base.assertResolvable(incident, call)
      },
    })
    expect(await outputOf(forgetsThird, '--only', 'INC-31')).toMatch(
      /step \d+ had done the same to this object already; such a second call was refused 2 times, as in step \d+ \(409\), each on a connection of its own/,
    )
  })

  test('names the fields that are there where one is missing, and a similar object that has it', async () => {
    // The cause that the check gives to the second of its incidents.
    const dropsNull = changing('incident', (fields, incident) =>
      incident.cause === 'true' ? omit(fields, 'monitorId') : fields,
    )
    const out = await outputOf(dropsNull, '--only', 'INC-31')
    expect(out).toMatch(/incident is an object with id, teamId, type, /)
    expect(out).toMatch(/on another object \(open, auto, without a monitor[^)]*\)[^:]*: incident\.monitorId null/)
  })

  test('counts the other calls in which a field was right', async () => {
    const ids = new Map<string, number>()
    const thirdIsOther = changing('user', (fields, { id }) => {
      if (!ids.has(id)) ids.set(id, ids.size)
      return ids.get(id) === 2 ? { ...fields, id: 'dc840efa-6b88-4fa4-9c8f-fc02d8ec03f9' } : fields
    })
    expect(await outputOf(thirdIsOther, '--only', 'SIGN-01,SIGN-02,SIGN-03,SIGN-06')).toMatch(
      /\d+ other calls of this operation had it right, each on a connection of its own, as step 1 of SIGN-02: user\.id "/,
    )
  })

  test('names the earlier reset with the same count, and the check of one monitor that was right', async () => {
    const keepsRows = only('resetServiceStats', () => ({ removeRows() {} }))
    const out = await outputOf(keepsRows, '--only', 'SERVICE-01,MONITOR-01')
    expect(out).toMatch(/the same request had the same count in step 1, each on a connection of its own: does/)
    expect(out).toContain('MONITOR-01, the same for one monitor, was right')
  })

  test('says that an earlier response has the right text', async () => {
    const cuts = only('login', (base) => ({
      user: (user, call) => ({ ...base.user(user, call), name: 'Grace' }),
    }))
    expect(await outputOf(cuts, '--only', 'SIGN-03')).toMatch(
      /the response of step \d+, POST \/auth\/signup, has it right/,
    )
  })

  test('counts the calls in which the same error was right', async () => {
    const marksFree: Override = (base, store) => ({
      error(error, call) {
        const isFree = store.teams.get(call.caller?.teamId ?? '')?.plan === 'free'
        const isMarked = isFree && error.code === 'WRONG_PASSWORD'
        return { ...base.error(error, call), ...(isMarked && { upgradeUrl: 'https://their.host/upgrade' }) }
      },
    })
    expect(await outputOf(marksFree, '--only', '4.5')).toMatch(
      /\d+ other calls? of this operation had it right with the same 403 WRONG_PASSWORD, as step \d+ of [\w-]+, by/,
    )
  })

  test('names no call with a right credential where a wrong one was accepted', async () => {
    const altered = faults.find(({ id }) => id === 'delete-with-altered-token')?.override as Override
    const out = await outputOf(altered, '--only', 'AUTH-02b,INC-42')
    expect(out).toMatch(/✗ AUTH-02b/)
    expect(out).not.toMatch(/right in |was right/)
  })

  test('names all wrong credentials that were accepted, and those that were rejected', async () => {
    const altered = faults.find(({ id }) => id === 'delete-with-altered-token')?.override as Override
    expect(await outputOf(altered, '--only', 'AUTH-02b')).toMatch(
      /seen: 204, accepted: one letter changed, last letter changed, .*; rejected: first letter changed, /,
    )
  })
})
