/** The records of the storage benchmarks, the same for every store. */
import { type Data, emptyData } from '../../../server/store/records.ts'

const createdAt = '2025-01-01T00:00:00.000Z'
const day = 24 * 60 * 60 * 1000

/** The dates of a year of statistics. */
const dates = Array.from({ length: 365 }, (_, n) =>
  new Date(Date.parse(createdAt) + n * day).toISOString().slice(0, 10),
)

/** The records of one team: with its owner, monitor, service, statistics and these open incidents it has a thousand. */
const incidentsOfTeam = 631
export const recordsOfTeam = 4 + dates.length + incidentsOfTeam

/** An id with the length of a ULID, which differs from its neighbours at the end only. */
export const idOf = (kind: 'I' | 'M' | 'S' | 'T' | 'U', n: number) => `01JZBENCH${kind}${String(n).padStart(16, '0')}`

export const emailOf = (team: number) => `user-${team}@example.com`

/** The nth incident of a number of teams, from the start again after the last. */
export function incidentAt(n: number, teams: number): [teamId: string, id: string] {
  const nth = n % (teams * incidentsOfTeam)
  return [idOf('T', Math.floor(nth / incidentsOfTeam)), idOf('I', nth)]
}

/** The records of a number of teams. The deletion of their owners is scheduled. */
export function makeData(teams: number): Data {
  const data = emptyData()
  for (let n = 0; n < teams; n++) {
    const [id, teamId, monitorId] = [idOf('U', n), idOf('T', n), idOf('M', n)]
    data.teams.push({ id: teamId, name: `Team ${n}`, plan: 'pro', createdAt })
    data.users.push({
      ...{ id, email: emailOf(n), name: `User ${n}`, teamId, role: 'owner', verification: null, createdAt },
      // As long as a bcrypt hash.
      passwordHash: `$2b$10$${'x'.repeat(53)}`,
      deletionRequestedAt: createdAt,
      deletionScheduledAt: '2026-01-01T00:00:00.000Z',
    })
    data.monitors.push({ id: monitorId, teamId })
    data.services.push({ id: idOf('S', n), teamId, monitorIds: [monitorId] })
    for (const date of dates) data.dailyStats.push({ monitorId, date })
    for (let of = 0; of < incidentsOfTeam; of++) {
      const nth = n * incidentsOfTeam + of
      data.incidents.push({
        ...{ id: idOf('I', nth), monitorId: null, teamId, type: 'manual', status: 'open', createdAt },
        ...{ title: `Checkout answers slowly, report ${nth}`, startedAt: createdAt, resolvedAt: null, cause: null },
      })
    }
  }
  return data
}
