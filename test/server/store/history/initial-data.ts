/** The initial records of a history, enough for some minutes of requests. */
import { hash } from 'bcryptjs'
import { type Data, emptyData } from '../../../../server/store/records.ts'
import { account, incident, user } from '../../../../server/store/suite/sample-data.ts'

/** The numbers of records; each monitor has statistics of some days. One more account is due every some milliseconds. */
export const smallSize = { incidents: 8_000, services: 400, leavers: 800, due: 600, dueEvery: 100, days: 20 }
export type Size = typeof smallSize

export const password = 'a-good-password'
const team = 'busy'

export function day(i: number): string {
  return new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10)
}

/** @param now the time from which on accounts are due. */
export async function makeInitialData(now: Date, size = smallSize): Promise<Data> {
  const data = emptyData()
  const [owner, ownersTeam] = account('owner')
  data.teams.push({ ...ownersTeam, id: team, plan: 'pro' })
  data.users.push({ ...owner, teamId: team })
  for (let i = 0; i < size.incidents; i++) data.incidents.push(incident({ id: `incident${i}`, teamId: team }))
  for (let i = 0; i < size.services; i++) {
    const monitorIds = [`monitor${i}-a`, `monitor${i}-b`]
    data.services.push({ id: `service${i}`, teamId: team, monitorIds })
    for (const id of monitorIds) addMonitor(data, id, team, size.days)
  }
  // A cheap hash: the tests start after the password check.
  const passwordHash = await hash(password, 4)
  for (let i = 0; i < size.leavers; i++) addAccount(data, account(`leaver${i}`, { passwordHash }))
  for (let i = 0; i < size.due; i++) {
    const deletionScheduledAt = new Date(now.getTime() + i * size.dueEvery).toISOString()
    const due = account(`due${i}`, { deletionRequestedAt: deletionScheduledAt, deletionScheduledAt })
    const [{ email }, { id: teamId }] = due
    addAccount(data, due)
    addMonitor(data, `monitor-of-due${i}`, teamId, size.days)
    data.attempts.push({ key: email, count: 1, resetsAt: '2999-01-01T00:00:00.000Z' })
    if (i % 10 === 0) data.users.push(user({ id: `stays-with-due${i}`, teamId, role: 'member' }))
  }
  return data
}

function addAccount(data: Data, [user, team]: ReturnType<typeof account>): void {
  data.users.push(user)
  data.teams.push(team)
}

function addMonitor(data: Data, id: string, teamId: string, days: number): void {
  data.monitors.push({ id, teamId })
  for (let j = 0; j < days; j++) data.dailyStats.push({ monitorId: id, date: day(j) })
}
