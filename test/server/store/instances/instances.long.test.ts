/** Several servers on one PostgreSQL database behave as one. */
import { demoDataFile } from '@monitoring-service/contract/files'
import { hash } from 'bcryptjs'
import { expect, it } from 'vitest'
import { scheduleDeletion } from '../../../../server/domain/rules.ts'
import { readDataFile } from '../../../../server/store/data-file.ts'
import { openStore } from '../../../../server/store/open.ts'
import { type Data, emptyData } from '../../../../server/store/records.ts'
import { account, dataOf, incident, noon, scheduled, user } from '../../../../server/store/suite/sample-data.ts'
import { bearer } from '../../../support/bearer.ts'
import { makeDatabase } from '../../../support/postgres/database.ts'
import { tally, transmit } from '../../../support/raw-http.ts'
import { useThreeServers } from './three-servers.ts'

const three = useThreeServers()
const password = 'a-good-password'
const rounds = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Adds a team on a paid plan, and returns the credentials of its owner. */
async function makeTeam(
  id: string,
  records: Partial<Data> = {},
): Promise<{ teamId: string; headers: { authorization: string } }> {
  const [owner, team] = account(id)
  await three.load({ ...records, users: [owner], teams: [{ ...team, plan: 'pro' }] })
  return { teamId: team.id, headers: await bearer(id) }
}

function teamsWithoutMembers({ teams, users }: Data): string[] {
  const inhabited = new Set(users.map(({ teamId }) => teamId))
  return teams.map(({ id }) => id).filter((id) => !inhabited.has(id))
}

it('three servers that start at once on an empty database load the data file once', async () => {
  const { users } = await readDataFile(demoDataFile, new Date())
  const emails = (await three.store(0).dump()).users.map(({ email }) => email)
  expect(emails.toSorted()).toEqual(users.map(({ email }) => email).toSorted())
})

it('ten stores opened at once on an empty database all open', async () => {
  for (const _ of rounds(5)) {
    const { url, remove } = await makeDatabase()
    const opened = await Promise.allSettled(rounds(10).map(() => openStore(`${url}?max=1`)))
    const stores = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const empty = await Promise.all(stores.map((store) => store.isEmpty()))
    await Promise.all(stores.map((store) => store.close())).finally(remove)
    expect(opened.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(empty).toEqual(rounds(10).map(() => true))
  }
})

it('exactly one of 50 concurrent resolves of an incident succeeds, and its cause is stored', {
  tags: ['P56'],
}, async () => {
  const incidents = rounds(5).map((round) => incident({ id: `race${round}`, teamId: 'team-of-resolver' }))
  const { headers } = await makeTeam('resolver', { incidents })
  for (const { id } of incidents) {
    const answers = await three.requestConcurrently(50, (url, i) =>
      transmit(url, 'PUT', `/api/v1/incidents/${id}/resolve`, headers, { cause: `cause ${i}` }),
    )
    expect(tally(answers)).toEqual({ 200: 1, '409 INCIDENT_ALREADY_RESOLVED': 49 })
    const stored = (await three.store(1).dump()).incidents.find((one) => one.id === id)
    expect(stored).toEqual(answers.find(({ statusLine }) => statusLine === '200')?.body.incident)
    expect(stored?.cause).toBe(`cause ${answers.findIndex(({ statusLine }) => statusLine === '200')}`)
  }
})

it('of 20 sign-ups for one e-mail, in any case, one succeeds, and ten are rate-limited', {
  tags: ['P58'],
}, async () => {
  const answers = await three.requestConcurrently(20, (url, i) => {
    const email = i % 2 === 0 ? 'New@Instances.example' : 'new@instances.EXAMPLE'
    return transmit(url, 'POST', '/auth/signup', {}, { email, password })
  })
  expect(tally(answers)).toEqual({ 201: 1, '409 EMAIL_ALREADY_REGISTERED': 9, '429 RATE_LIMITED': 10 })
  const data = await three.store(1).dump()
  const created = answers.find(({ statusLine }) => statusLine === '201')?.body.user
  const stored = data.users.filter(({ email }) => email === 'new@instances.example')
  expect(stored).toEqual([expect.objectContaining(created)])
  expect(teamsWithoutMembers(data)).toEqual([])
})

it('of 20 concurrent addAccount calls for one e-mail one succeeds, and no other team is added', async () => {
  for (const round of rounds(10)) {
    const added = await three.callConcurrently(20, (store, i) =>
      store.addAccount(...account(`rival${round}-${i}`, { email: `${i % 2 ? 'rival' : 'RIVAL'}${round}@example.com` })),
    )
    expect(added.filter(Boolean)).toHaveLength(1)
  }
  const data = await three.store(0).dump()
  expect(data.users.filter(({ email }) => email.startsWith('rival'))).toHaveLength(10)
  expect(teamsWithoutMembers(data)).toEqual([])
})

it('exactly one of many requests to delete one account succeeds', async () => {
  const [leaver, team] = account('leaver', { passwordHash: await hash(password, 4) })
  await three.load(dataOf([[leaver, team]]))
  const headers = await bearer('leaver')
  // As many as the rate limit allows: each attempt is counted before the password check.
  const answers = await three.requestConcurrently(10, (url) =>
    transmit(url, 'POST', '/dashboard/account/delete', headers, { password }),
  )
  expect(tally(answers)).toEqual({ 200: 1, '409 DELETION_ALREADY_REQUESTED': 9 })
  const stored = await three.store(1).findUser(leaver.email)
  expect(stored).toMatchObject(answers.find(({ statusLine }) => statusLine === '200')?.body ?? {})
})

it('exactly one of 20 concurrent changeUser calls schedules the deletion of an account', async () => {
  for (const round of rounds(10)) {
    const [leaver, team] = account(`leaver${round}`)
    await three.load(dataOf([[leaver, team]]))
    const outcomes = await three.callConcurrently(20, (store, i) =>
      store
        .changeUser(leaver.id, (old, others) => scheduleDeletion(old, others, new Date(Date.parse(noon) + i)))
        .catch((error) => error.code),
    )
    const winners = outcomes.filter((outcome) => typeof outcome === 'object')
    expect(winners).toEqual([await three.store(0).findUser(leaver.email)])
    expect(outcomes.filter((outcome) => outcome === 'DELETION_ALREADY_REQUESTED')).toHaveLength(19)
  }
})

it('an owner cannot leave a team that a member has joined, even concurrently', { tags: ['P60'] }, async () => {
  let joinedFirst = 0
  for (const round of rounds(100)) {
    const [owner, team] = account(`owner${round}`)
    await three.load({ users: [owner], teams: [team] })
    const member = user({ id: `member${round}`, teamId: team.id, role: 'member' })
    const [left, ownerThen] = await three.callConcurrently<unknown>(2, async (store, i) => {
      if (i === 0) {
        const schedule = store.changeUser(owner.id, (old, others) => scheduleDeletion(old, others, new Date(noon)))
        return schedule.then(
          () => 'left',
          (error) => error.code,
        )
      }
      await store.load({ ...emptyData(), users: [member] })
      return (await store.findUser(owner.email))?.deletionScheduledAt
    })
    // The member was first if the owner is not scheduled after the load.
    if (ownerThen !== null) continue
    joinedFirst += 1
    expect(left, `round ${round}`).toBe('TEAM_HAS_OTHER_MEMBERS')
  }
  expect(joinedFirst).toBeGreaterThan(0)
})

it('the results of concurrent resets add up to the number of rows, without deadlock', { tags: ['P61'] }, async () => {
  const monitorIds = ['both-a', 'both-b']
  const { teamId, headers } = await makeTeam('resetter')
  const monitors = monitorIds.map((id) => ({ id, teamId }))
  // The same monitors in both orders: locking rows in the order of the service would deadlock.
  const services = [monitorIds, monitorIds.toReversed()].map((ids, i) => ({ id: `both${i}`, teamId, monitorIds: ids }))
  await three.load({ monitors, services })
  for (const round of rounds(10)) {
    const dates = rounds(30).map((i) => new Date(Date.UTC(2000 + round, 0, 1 + i)).toISOString().slice(0, 10))
    await three.load({ dailyStats: monitorIds.flatMap((monitorId) => dates.map((date) => ({ monitorId, date }))) })
    const targets = ['services/both0', 'monitors/both-b', 'services/both1', 'monitors/both-a']
    const answers = await three.requestConcurrently(24, (url, i) =>
      transmit(
        url,
        'DELETE',
        `/api/v1/${targets[i % 4]}/stats?before=${i < 12 ? dates[i * 2] : '2999-01-01'}`,
        headers,
      ),
    )
    expect(tally(answers)).toEqual({ 200: 24 })
    expect(answers.reduce((sum, { body }) => sum + (body.deletedCount ?? Number.NaN), 0)).toBe(60)
  }
})

it('all servers together check ten wrong passwords, and then reject every login', { tags: ['P42'] }, async () => {
  const [guessed, team] = account('guessed', { passwordHash: await hash(password, 4) })
  await three.load({ users: [guessed], teams: [team] })
  const login = (url: string, password: string) =>
    transmit(url, 'POST', '/auth/login', {}, { email: guessed.email, password })
  const answers = await three.requestConcurrently(30, (url, i) => login(url, `wrong-password-${i}`))
  expect(tally(answers)).toEqual({ '401 INVALID_CREDENTIALS': 10, '429 RATE_LIMITED': 20 })
  expect(tally(await three.requestConcurrently(3, (url) => login(url, password)))).toEqual({ '429 RATE_LIMITED': 3 })
})

it('concurrent completions of deletions delete each account once, with all its data', async () => {
  const before = await three.store(0).dump()
  const due = rounds(250).map((i) => account(`due${i}`, scheduled(noon)))
  const monitors = due.map(([{ id, teamId }]) => ({ id: `monitor-of-${id}`, teamId }))
  await three.load({
    ...dataOf(due),
    monitors,
    services: monitors.map(({ id, teamId }) => ({ id: `service-of-${id}`, teamId, monitorIds: [id] })),
    dailyStats: monitors.map(({ id }) => ({ monitorId: id, date: '2025-01-01' })),
    attempts: due.map(([{ email }]) => ({ key: email, count: 1, resetsAt: '2999-01-01T00:00:00.000Z' })),
  })
  const counts = await three.callConcurrently(6, (store) => store.completeDeletions(noon, 250))
  expect(counts.reduce((a, b) => a + b)).toBe(250)
  expect(await three.store(1).dump()).toEqual(before)
})
