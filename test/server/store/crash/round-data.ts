/** The records of one round of a crash run: targets of requests, and accounts due for deletion. */
import { type Data, emptyData } from '../../../../server/store/records.ts'
import { account, incident, scheduled, user } from '../../../../server/store/suite/sample-data.ts'

/** The number of targets of each kind of request in a round. */
export const requestsPerRound = 400
/** The number of rows that one reset deletes. */
export const rowsPerReset = 3
/** The user who sends all requests. */
export const owner = 'owner'
const team = 'busy'

export function day(i: number): string {
  return new Date(Date.UTC(2000, 0, 1 + i)).toISOString().slice(0, 10)
}

export function makeInitialData(): Data {
  const [user, { createdAt }] = account(owner)
  return {
    ...emptyData(),
    teams: [{ id: team, name: null, plan: 'pro', createdAt }],
    users: [{ ...user, teamId: team }],
  }
}

export function makeRoundData(round: number): Data {
  const data = emptyData()
  const busy = `busy${round}`
  data.monitors.push({ id: busy, teamId: team })
  for (let i = 0; i < requestsPerRound; i++) {
    data.incidents.push(incident({ id: `even${round}-${i}`, teamId: team }))
    data.incidents.push(incident({ id: `odd${round}-${i}`, teamId: team }))
    for (let j = 0; j < rowsPerReset; j++) data.dailyStats.push({ monitorId: busy, date: day(i * rowsPerReset + j) })
  }
  // The purge job works in batches of accounts: many batches with few records, or one batch with many.
  const accountsDue = round % 2 === 0 ? 80 : 400
  for (let i = 0; i < accountsDue; i++) {
    const id = `due${round}-${i}`
    addDue(data, id)
    if (i % 10 === 0) data.users.push(user({ id: `stays-with-${id}`, teamId: `team-of-${id}`, role: 'member' }))
    if (i % 8 === 0 || accountsDue < 100) addBelongings(data, id, `team-of-${id}`)
  }
  return data
}

/** Adds an account that is due for deletion. */
function addDue(data: Data, id: string): void {
  const [due, team] = account(id, scheduled('2025-06-15T12:00:00.000Z'))
  data.teams.push(team)
  data.users.push(due)
  data.attempts.push({ key: due.email, count: 1, resetsAt: '2999-01-01T00:00:00.000Z' })
}

/** Adds records of each kind that a team owns. */
function addBelongings(data: Data, id: string, teamId: string): void {
  const monitorIds = [`${id}-a`, `${id}-b`]
  data.services.push({ id: `${id}-shop`, teamId, monitorIds })
  data.incidents.push(incident({ id: `${id}-open`, teamId }))
  for (const monitorId of monitorIds) {
    data.monitors.push({ id: monitorId, teamId })
    for (let i = 0; i < 4; i++) data.dailyStats.push({ monitorId, date: day(i) })
  }
}

/** Adds records to others. */
export function addRecords(data: Data, more: Data): void {
  for (const name of Object.keys(data) as (keyof Data)[]) (data[name] as object[]).push(...more[name])
}
