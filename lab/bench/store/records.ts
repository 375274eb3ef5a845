/** The records of the storage benchmarks, the same for every store. */
import { type Data, emptyData, type Incident, type User } from '../../../server/store/records.ts'

/** The numbers of records in one block; a block refers to no other. */
export const block = { records: 1_000, teams: 10, users: 10, monitors: 1, services: 1, dailyStats: 365, incidents: 613 }

const createdAt = '2025-01-01T00:00:00.000Z'
const day = 24 * 60 * 60 * 1000

/** An id with the length of a ULID, which differs from its neighbours at the end only. */
export function idOf(kind: string, n: number): string {
  return `01JZBENCH${kind}${String(n).padStart(16, '0')}`
}

export function emailOf(user: number): string {
  return `user-${user}@example.com`
}

/** The team and id of the nth of a number of incidents, from the start again after the last. */
export function incidentAt(n: number, incidents: number): [teamId: string, id: string] {
  const nth = n % incidents
  return [idOf('T', ownerOf(nth)), idOf('I', nth)]
}

function ownerOf(incident: number): number {
  return Math.floor(incident / block.incidents) * block.teams + ((incident % block.incidents) % block.teams)
}

/** A placeholder with the length of a bcrypt hash. */
const passwordHash = `$2b$10$${'x'.repeat(53)}`

/** A user whose deletion is scheduled. */
function scheduledUser(n: number, team: number): User {
  return {
    id: idOf('U', n),
    email: emailOf(n),
    name: `User ${n}`,
    teamId: idOf('T', team),
    role: 'owner',
    passwordHash,
    verification: null,
    deletionRequestedAt: createdAt,
    deletionScheduledAt: new Date(Date.parse('2026-01-01T00:00:00.000Z') + ((n * 7_919) % (30 * day))).toISOString(),
    createdAt,
  }
}

function incident(n: number): Incident {
  return {
    id: idOf('I', n),
    monitorId: null,
    teamId: idOf('T', ownerOf(n)),
    type: 'manual',
    status: 'open',
    title: `Checkout answers slowly, report ${n}`,
    startedAt: createdAt,
    resolvedAt: null,
    cause: null,
    createdAt,
  }
}

/** The dates of a year of statistics. */
export const dates = Array.from({ length: 365 }, (_, n) =>
  new Date(Date.parse(createdAt) + n * day).toISOString().slice(0, 10),
)

/** The records of a range of blocks. */
export function blocks(from: number, to: number): Data {
  const data = emptyData()
  for (let nth = from; nth < to; nth++) {
    const owners = Array.from({ length: block.teams }, (_, n) => nth * block.teams + n)
    for (const n of owners) {
      data.teams.push({ id: idOf('T', n), name: `Team ${n}`, plan: 'pro', createdAt })
      data.users.push(scheduledUser(n, n))
    }
    const [monitorId, teamId] = [idOf('M', nth), idOf('T', nth * block.teams)]
    data.monitors.push({ id: monitorId, teamId })
    data.services.push({ id: idOf('S', nth), teamId, monitorIds: [monitorId] })
    for (const date of dates) data.dailyStats.push({ monitorId, date })
    for (let n = 0; n < block.incidents; n++) data.incidents.push(incident(nth * block.incidents + n))
  }
  return data
}

/** A number of blocks in slices, so that loading them needs little memory. */
export function* slices(count: number): Generator<Data> {
  for (let from = 0; from < count; from += 50) yield blocks(from, Math.min(count, from + 50))
}
