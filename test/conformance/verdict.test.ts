/** How broken assertions become the outcome of a check and the verdicts of a run. */
import { expect, test } from 'vitest'
import type { Exchange } from '../../conformance/client/exchange.ts'
import { createModel } from '../../conformance/document/state.ts'
import { makeRecord } from '../../conformance/explore/record-actions.ts'
import type { Running } from '../../conformance/explore/sequence.ts'
import { createRecords } from '../../conformance/records/create-records.ts'
import type { RecordContext } from '../../conformance/records/recipe.ts'
import { wordsOfGiven } from '../../conformance/report/given-words.ts'
import type { Result } from '../../conformance/report/result.ts'
import { wordsOf } from '../../conformance/report/words.ts'
import type { Override } from '../../conformance/self-test/implementation/steps.ts'
import { between, type Claim, is } from '../../conformance/verdict/claims.ts'
import { createExpect } from '../../conformance/verdict/expect.ts'
import { createCheckRecord } from '../../conformance/verdict/record.ts'
import type { Schemas } from '../../conformance/verdict/schemas.ts'
import {
  type Basis,
  type Completion,
  type Level,
  levels,
  type Outcome,
  outcomeAt,
  type Verdict,
  verdictOf,
  worst,
} from '../../conformance/verdict/verdict.ts'
import { runAgainst } from './kit-harness.ts'

const ran = { kind: 'ran' } as const
const without = { kind: 'unverified', reason: 'no monitor' } as const
const failed = { kind: 'error', reason: 'the network' } as const

test.each<[what: string, completion: Completion, broken: Basis[], asserted: Basis[], of: Level, outcomes: string]>([
  ['breaks a requirement of the document', ran, ['documented'], ['documented'], 'documented', 'fail fail fail'],
  ['breaks a rule of HTTP', ran, ['http'], ['http'], 'documented', 'warn warn fail'],
  ['breaks what is implied', ran, ['implied'], ['implied'], 'documented', 'warn warn fail'],
  ['breaks what is sound', ran, ['sound'], ['sound'], 'documented', 'warn fail fail'],
  ['breaks a decision', ran, ['profile'], ['profile'], 'documented', 'inapplicable inapplicable fail'],
  ['breaks what is hardening', ran, ['hardening'], ['hardening'], 'documented', 'warn warn warn'],
  ['breaks nothing', ran, [], ['documented'], 'documented', 'pass pass pass'],
  ['breaks a decision, of the profile', ran, ['profile'], ['profile'], 'profile', 'inapplicable inapplicable fail'],
  ['could not run, of the profile', without, [], [], 'profile', 'inapplicable inapplicable unverified'],
  ['is unsound, of the profile', ran, ['profile', 'sound'], ['profile', 'sound'], 'profile', 'warn fail fail'],
  ['could not finish', without, [], ['documented'], 'documented', 'unverified unverified unverified'],
  ['failed before an error', failed, ['documented'], ['documented'], 'documented', 'fail fail fail'],
])('a check that %s', (_, completion, broken, asserted, of, outcomes) => {
  expect(levels.map((level) => outcomeAt(completion, broken, asserted, level, of)).join(' ')).toBe(outcomes)
})

test.each<[Verdict, Outcome[], isComplete: boolean]>([
  ['partial', ['pass', 'unverified'], true],
  ['partial', ['pass'], false],
  ['nothing seen', ['inapplicable'], true],
  ['nothing seen', ['unverified'], true],
  ['nothing seen', [], true],
  ['conformant', ['pass', 'warn', 'inapplicable'], true],
  ['not conformant', ['pass', 'error', 'fail'], true],
  ['error', ['pass', 'error', 'unverified'], true],
])('the verdict is %s for %j, complete: %s', (verdict, outcomes, isComplete) => {
  expect(verdictOf(outcomes, isComplete)).toBe(verdict)
})

test('the worst of pass, warn and unverified is unverified', () => {
  expect(worst(['pass', 'warn', 'unverified'])).toBe('unverified')
})

test('a finding names the step whose response shows the value at the path, else the last one', () => {
  const record = createCheckRecord()
  const bodies: { data: string[]; deletedCount?: number }[] = [{ data: ['last'], deletedCount: 1 }, { data: [] }]
  record.steps.push(...bodies.map((body) => ({ body, request: {}, response: {} }) as unknown as Exchange))
  const assert = createExpect({} as Schemas, record, 'documented', false)
  assert(bodies[0]?.data, 'data').toBe([])
  const finding = { subject: 'data', claim: is([]), value: ['last'], basis: 'documented', step: 0 }
  expect(record.findings).toMatchObject([finding])
  expect(record.findings.map(wordsOf)).toEqual([{ expected: 'data: none', seen: '["last"]' }])
  assert(1, 'the number of records').toBe(2)
  expect(record.findings.at(-1)?.step).toBe(1)
})

/** The words of a value that is claimed to be otherwise. */
const wordsFor = (subject: string, value: unknown, claim: Claim) =>
  Object.values(wordsOf({ subject, claim, value, basis: 'documented' })).join('; seen: ')

test('a long text is shown around its first difference, and with its length', () => {
  const sent = 'y'.repeat(101)
  expect(wordsFor('user.name', sent.slice(0, 100), is(sent))).toBe(
    'user.name is 101 characters, from character 101 "…yyyyyyyyyyy"; seen: 100 characters, "…yyyyyyyyyy"',
  )
  expect(wordsFor('error.message', 'é🙂'.repeat(500), is(''))).toMatch(/^error.message is ""; .*… \(1000 characters\)$/)
})

test('a finding shows how far a time is off, and the bounds of a number without many digits', () => {
  const seenAt = (time: string) => wordsFor('the time', time, { kind: 'moment', time: '2026-01-01T00:00:00Z' })
  expect(seenAt('2026-01-02T00:00:00Z')).toMatch(/, 1 day ahead$/)
  expect(seenAt('2025-12-30T12:00:00Z')).toMatch(/, 1\.5 days behind$/)
  expect(seenAt('2026-01-01T02:00:00Z')).toMatch(/, 2 h ahead$/)
  expect(wordsFor('the grace period', 31, between(29.9, 30.99999))).toBe(
    'the grace period is between 29.9 and 30.99; seen: 31',
  )
})

test('a finding shows what a yes or no was derived from', () => {
  const record = createCheckRecord()
  const assert = createExpect({} as Schemas, record, 'documented', false)
  assert(false, 'the owner can leave', '409 TEAM_HAS_OTHER_MEMBERS').toHold()
  assert(7, 'deletedCount').toBeBetween(8, 9)
  const texts = record.findings.map(wordsOf).map(({ expected, seen }) => `${expected}; seen: ${seen}`)
  expect(texts).toEqual([
    'the owner can leave; seen: 409 TEAM_HAS_OTHER_MEMBERS',
    'deletedCount is between 8 and 9; seen: 7',
  ])
})

test('credentials for pages of any origin, and a cookie with the token that scripts can read, are hardening gaps', async () => {
  const override: Override = (base) => ({
    responseHeaders(call) {
      const { origin = 'none' } = call.headers
      const allowed = { 'Access-Control-Allow-Origin': String(origin), 'Access-Control-Allow-Credentials': 'true' }
      return { ...base.responseHeaders(call), ...allowed }
    },
    onResponse(response, call) {
      const { accessToken } = (response.body ?? {}) as { accessToken?: string }
      const cookie = { 'Set-Cookie': `sid=1; HttpOnly, session=${accessToken}; Path=/` }
      return base.onResponse({ ...response, headers: { ...response.headers, ...(accessToken && cookie) } }, call)
    },
  })
  const { checks } = JSON.parse((await runAgainst(override, '--json', '--only', 'SIGN-01,ERROR-16')).out)
  expect(checks.map(({ id, outcome }: Result['checks'][number]) => [id, outcome.sound])).toEqual([
    ['SIGN-01', 'warn'],
    ['ERROR-16', 'warn'],
  ])
})

test('each object of a fixture has its line: a service, and the monitors that are linked to it', async () => {
  const record = createCheckRecord()
  const fixtures = {
    one: { id: '12', type: 'auto', resolved: true },
    two: { id: '1', type: 'manual', resolved: false },
    monitor: { id: '1', days: [] },
    service: { id: '1', monitors: [1, 2].map((id) => ({ id: String(id), days: ['2024-02-28'] })) },
  }
  const recipes = Object.entries(fixtures).map(([name, made]) => [name, { needs: [], make: async () => made }])
  const pool = { teamMembers: new Map() }
  await createRecords(Object.fromEntries(recipes), { record, pool } as unknown as RecordContext)
  expect(record.given.map(wordsOfGiven)).toEqual([
    'one: incident 12, type auto, status resolved',
    'two: incident 1, type manual, status open',
    'monitor: monitor 1, days none',
    'service: service 1, monitors (2, days 2024-02-28)',
  ])
})

test.each(['open', 'acknowledged', 'resolved'])(
  'an incident that a sequence makes is %s in its line, as the hook returns it',
  async (status) => {
    const record = createCheckRecord()
    const pool = { make: async (_: string, fields: object) => ({ id: 'one', ...fields }) }
    const running = { model: createModel(), pool, run: { record } } as unknown as Running
    const values = { type: 'manual', status }
    await makeRecord(running, { operation: 'incident', by: 'writer', name: 'it', values })
    expect(record.given.map(wordsOfGiven)).toEqual([`it: incident one, type manual, status ${status}, teamOf writer`])
  },
)
