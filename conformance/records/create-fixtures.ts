/** Creates the fixtures of one round of a check. */

import type { Identity } from '../client/credentials.ts'
import { count } from '../verdict/count.ts'
import { day } from '../verdict/days.ts'
import { parseTime } from '../verdict/matchers.ts'
import { type CheckRecord, recordFixture } from '../verdict/record.ts'
import type { StoredFields } from '../verdict/stored-fields.ts'
import type { Role } from './cast.ts'
import { describeTeam, secretsOf, type TeamMembers, toKnownUser } from './known-users.ts'
import type { Recipe, RecordContext } from './recipe.ts'
import type { Monitor } from './sources.ts'

export type FixturesOf<Given> = { [Name in keyof Given]: Given[Name] extends Recipe<infer T> ? T : never }

/** Makes the fixtures one after the other, because one may be in the team of another. */
export async function createFixtures<Given extends { [name: string]: Recipe<unknown> }>(
  given: Given,
  context: RecordContext,
): Promise<FixturesOf<Given>> {
  const fixtures: { [name: string]: unknown } = {}
  for (const [name, recipe] of Object.entries(given)) {
    const fixture = await recipe.make(context)
    const { teamMembers } = context.pool
    for (const { line, objects = [], teamId } of describe(name, fixture, teamMembers)) {
      recordFixture(context.record, line, objects, teamId)
    }
    recordRows(context.record, fixture)
    for (const user of usersIn(fixture)) {
      const known = toKnownUser(user, teamMembers.sizeOf(user))
      for (const credential of [user.accessToken, user.email]) {
        if (credential !== undefined) context.record.users.set(credential, known)
      }
      for (const [secret, what] of secretsOf(user)) context.record.secrets.set(secret, what)
    }
    fixtures[name] = fixture
    context.record.made[`${name} ${context.record.steps.length}`] = fixture
  }
  return fixtures as FixturesOf<Given>
}

/** Records the rows and links of the monitors and services of a fixture. */
function recordRows({ rows, links }: Pick<CheckRecord, 'rows' | 'links'>, fixture: unknown): void {
  if (typeof fixture !== 'object' || fixture === null || 'transport' in fixture) return
  const { id, days, monitors } = fixture as Described
  if (id !== undefined && days && !rows.has(id)) rows.set(id, { days: [...days], since: new Date() })
  // Checks of both resets give a monitor as its own only monitor.
  const linked = monitors?.map((monitor) => monitor.id)
  if (id !== undefined && linked && !linked.includes(id)) links.set(id, { monitors: linked, since: new Date() })
  for (const part of Object.values(fixture)) recordRows({ rows, links }, part)
}

type Described = Identity & {
  role?: Role
  type?: string
  resolved?: boolean
  /** As the hook returns it. */
  stored?: StoredFields
  cause?: string
  serviceId?: string
  days?: readonly string[]
  monitors?: readonly Monitor[]
  session?: { user: { name?: string } }
}

/** The user that a fixture is, or those that it consists of. */
function usersIn(fixture: unknown): Described[] {
  if (typeof fixture !== 'object' || fixture === null) return []
  const { accessToken, transport } = fixture as Described & { transport?: unknown }
  if (accessToken !== undefined) return [fixture as Described]
  return transport === undefined ? Object.values(fixture).flatMap(usersIn) : []
}

interface Description {
  line: string
  /** By kind and id. */
  objects?: string[]
  teamId?: string | undefined
}

/** A line about a fixture, or about each of those that it consists of. */
function describe(name: string, fixture: unknown, members: TeamMembers): Description[] {
  if (typeof fixture !== 'object' || fixture === null) return []
  const { id, teamId, email, role, accessToken, adminKey, days, monitors } = fixture as Described
  // A hook may return the id of an account, too.
  const isUser = [email, role, accessToken].some((one) => one !== undefined)
  if (id !== undefined && !isUser) {
    // A monitor may be given as its own only one.
    const own = monitors?.length === 1 && monitors[0]?.id === id ? monitors[0]?.days : undefined
    const linked = own ? undefined : monitors?.filter((monitor) => monitor.id !== id)
    const line = `${name}: ${id}${describeKind(fixture as Described)}${describeRows(days ?? own)}${describeMonitors(linked)}`
    // Checks of both resets give a monitor as its own only monitor: its id may be that of a service, too.
    const kind = monitors ? 'services' : days ? 'monitors' : 'incidents'
    const objects = [`${kind}/${id}`, ...(monitors ?? []).map((monitor) => `monitors/${monitor.id}`)]
    return [{ line, objects, teamId: teamId ?? monitors?.[0]?.teamId }]
  }
  if (adminKey !== undefined) return [{ line: `${name}: holds the admin API key` }]
  if (isUser) return [{ line: `${name}: ${describeUser(fixture as Described, members)}` }]
  return Object.entries(fixture).flatMap(([part, value]) => describe(`${name}.${part}`, value, members))
}

function describeKind({ type, resolved, serviceId, cause, stored = {} }: Described): string {
  const { monitorId: linked, title, startedAt, status = 'open' } = stored
  const kinds = [
    resolved === undefined ? undefined : resolved ? 'resolved' : status,
    type,
    type && linked === null && 'without a monitor',
    type && linked && `of the monitor ${linked}`,
    type && serviceId && `on the service ${serviceId}`,
    type && title === null && 'without a title',
    type && cause !== undefined && 'with a cause',
    type && describeAge(startedAt),
  ].filter(Boolean)
  return kinds.length > 0 ? ` (${kinds.join(', ')})` : ''
}

/** As in `400 days old`, as far as the hook says when it started; undefined for less than a day. */
export function describeAge(startedAt?: string): string | undefined {
  const days = startedAt === undefined ? 0 : Math.floor((Date.now() - parseTime(startedAt)) / day)
  return days >= 1 ? `${count(days, 'day')} old` : undefined
}

/** With the credentials by which its requests are recognized: the report has their labels. */
function describeUser(fixture: Described, members: TeamMembers): string {
  const { role, email, accessToken, password, session, origin } = fixture
  const user = [[role && `the ${role}`, email].filter(Boolean).join(' '), origin].filter(Boolean).join(', ')
  // The labels of a role's credentials name the role.
  const credentials = [accessToken, role ? undefined : password].filter((one) => one !== undefined)
  const isNameless = session !== undefined && !session.user?.name
  const team = accessToken === undefined ? '' : describeTeam(members.sizeOf(fixture))
  return `${user}${team}${isNameless ? ', without a name' : ''}${credentials.length > 0 ? ` (${credentials.join(', ')})` : ''}`
}

function describeRows(days: readonly string[] = []): string {
  return days.length > 0 ? `, with a row for ${days.join(', ')}` : ''
}

/** @param monitors undefined if it is not a service. */
function describeMonitors(monitors?: readonly Monitor[]): string {
  if (monitors === undefined) return ''
  const rows = new Set(monitors.map(({ days }) => describeRows(days)))
  if (monitors.length === 0) return ', without monitors'
  if (rows.size === 1) return `, linked to ${monitors.map(({ id }) => id).join(' and ')}, each${[...rows][0]?.slice(1)}`
  return `, linked to ${monitors.map(({ id, days }) => `${id}${describeRows(days)}`).join('; ')}`
}
