/** The business rules, as pure functions. */
import { isMainThread } from 'node:worker_threads'
import { describe, expect, it, vi } from 'vitest'
import { assertPaidPlan, daysUntil, resolution, scheduleDeletion } from '../../server/domain/rules.ts'
import type { Team } from '../../server/store/records.ts'
import { user as sampleUser } from '../../server/store/suite/sample-data.ts'
import { day, minute } from '../support/server.ts'

const now = new Date('2025-06-15T12:00:00.000Z')
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds)

const team: Team = { id: 't', name: null, plan: 'free', createdAt: now.toISOString() }

const user = sampleUser({
  id: 'u',
  teamId: 't',
  verification: { codeHash: 'hash', expiresAt: at(10 * minute).toISOString(), tries: 0 },
})

const refused = (code: string) => expect.objectContaining({ code })

describe('A deletion', () => {
  // A worker thread, in which mutation tests run, cannot change its time zone.
  it.runIf(isMainThread).each([
    ['America/New_York', '2025-02-20T12:34:56.789Z', 'summer time begins'],
    ['Europe/Berlin', '2025-10-10T00:30:00.000Z', 'summer time ends'],
    ['Pacific/Kiritimati', '2024-02-15T23:59:59.999Z', 'there is a leap day'],
    ['UTC', '2025-12-15T00:00:00.000Z', 'the year ends'],
  ])(
    'in %s at %s is scheduled exactly 30 x 86,400,000 ms later, although %s in between',
    { tags: ['P59'] },
    (zone, time) => {
      vi.stubEnv('TZ', zone)
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
      const scheduled = scheduleDeletion(user, 0, new Date(time))
      expect(scheduled.deletionRequestedAt).toBe(time)
      expect(Date.parse(scheduled.deletionScheduledAt ?? '') - Date.parse(time)).toBe(30 * 86_400_000)
    },
  )

  it('is refused if one is scheduled already, even for an owner with other members', () => {
    const leaving = scheduleDeletion(user, 0, now)
    expect(() => scheduleDeletion(leaving, 3, at(day))).toThrow(refused('DELETION_ALREADY_REQUESTED'))
  })

  it.each([
    ['owner', 1, 'TEAM_HAS_OTHER_MEMBERS'],
    ['owner', 0, undefined],
    ['admin', 1, undefined],
    ['member', 4, undefined],
    ['viewer', 4, undefined],
  ] as const)('of a user who is %s beside %i others results in %s', (role, others, code) => {
    const schedule = () => scheduleDeletion({ ...user, role }, others, now)
    if (code) expect(schedule).toThrow(refused(code))
    else expect(schedule().deletionScheduledAt).toBe('2025-07-15T12:00:00.000Z')
  })
})

describe('The days until a time', () => {
  it.each([
    [30 * day, 30],
    [29 * day + 1, 30],
    [day + 1, 2],
    [day, 1],
    [day - 1, 1],
    [1, 1],
    [0, 0],
    [-1, 0],
    [-40 * day, 0],
  ])('%i ms away are %i: rounded up, never below 0', (milliseconds, days) => {
    const left = daysUntil(at(milliseconds).toISOString(), now)
    expect(left).toBe(days)
    expect(Object.is(left, -0)).toBe(false)
  })
})

describe('Resolving', () => {
  it('sets a cause, also an empty one, and keeps the stored one without a cause', () => {
    expect(resolution('new', now).set).toHaveProperty('cause', 'new')
    expect(resolution('', now).set).toHaveProperty('cause', '')
    expect(resolution(undefined, now).set).not.toHaveProperty('cause')
  })

  it('sets status and time and no other field, unless the incident is resolved', () => {
    expect(resolution(undefined, now)).toEqual({
      set: { status: 'resolved', resolvedAt: now.toISOString() },
      unless: { field: 'status', value: 'resolved', code: 'INCIDENT_ALREADY_RESOLVED' },
    })
  })
})

it('The free plan and an unknown one must upgrade; pro and enterprise need not', () => {
  const upgradeUrl = 'https://monitoring.example/upgrade'
  for (const plan of ['free', 'Pro' as never] as const)
    expect(() => assertPaidPlan({ ...team, plan }, upgradeUrl)).toThrow(
      expect.objectContaining({ code: 'PLAN_UPGRADE_REQUIRED', upgradeUrl }),
    )
  for (const plan of ['pro', 'enterprise'] as const)
    expect(() => assertPaidPlan({ ...team, plan }, upgradeUrl)).not.toThrow()
})
