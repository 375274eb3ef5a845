/** The records that the storage benchmarks work on, the same for every store. */
import { type Data, emptyData, type Incident, type User } from '../server/store/records.ts'

/** How many records make one block, and what they are: a block needs no other. */
export const block = { records: 1_000, teams: 10, users: 10, monitors: 1, services: 1, dailyStats: 365, incidents: 613 }

const createdAt = '2025-01-01T00:00:00.000Z'
const day = 24 * 60 * 60 * 1000

/** A number as part of an id: as long as a ULID, and as hard to tell from its neighbours. */
export function idOf(kind: string, n: number): string {
  return `01JZBENCH${kind}${String(n).padStart(16, '0')}`
}

export function emailOf(user: number): string {
  return `user-${user}@example.com`
}

/** The team and id of the nth of so many incidents; whoever goes on begins anew at the end. */
export function incidentAt(n: number, incidents: number): [teamId: string, id: string] {
  const nth = n % incidents
  return [idOf('T', ownerOf(nth)), idOf('I', nth)]
}

function ownerOf(incident: number): number {
  return Math.floor(incident / block.incidents) * block.teams + ((incident % block.incidents) % block.teams)
}

/** Nobody's hash, as long as one. */
const passwordHash = `$2b$10$${'x'.repeat(53)}`

/** A user who wants to be deleted, as one in a hundred records is. */
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

/** The dates of a year, as the statistics have them. */
export const dates = Array.from({ length: 365 }, (_, n) =>
  new Date(Date.parse(createdAt) + n * day).toISOString().slice(0, 10),
)

/** Blocks, from one up to another. */
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

/** So many blocks, in slices that are no burden on the memory of whoever loads them. */
export function* slices(count: number): Generator<Data> {
  for (let from = 0; from < count; from += 50) yield blocks(from, Math.min(count, from + 50))
}

/** So many scheduled users more than the first block has, all in its first team. */
export function* moreUsers(count: number): Generator<Data> {
  for (let from = 0; from < count; from += 50_000) {
    const users = Array.from({ length: Math.min(50_000, count - from) }, (_, n) =>
      scheduledUser(block.users + from + n, 0),
    )
    yield { ...emptyData(), users }
  }
}
