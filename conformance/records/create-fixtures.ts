/** Creates the fixtures of one round of a check. */

import type { Identity } from '../client/credentials.ts'
import { type CheckRecord, type Given, recordFixture } from '../verdict/record.ts'
import type { Role } from './cast.ts'
import type { StoredFields } from './kinds.ts'
import { secretsOf, type TeamMembers, toKnownUser } from './known-users.ts'
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
    for (const { given, objects = [], teamId } of describe(name, fixture, teamMembers)) {
      recordFixture(context.record, given, objects, teamId)
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
  given: Given
  /** By kind and id. */
  objects?: string[]
  teamId?: string | undefined
}

/** What a fixture is, or each of those that it consists of. */
function describe(name: string, fixture: unknown, members: TeamMembers): Description[] {
  if (typeof fixture !== 'object' || fixture === null) return []
  const { id, teamId, email, role, accessToken, adminKey, days, monitors } = fixture as Described
  // A hook may return the id of an account, too.
  const isUser = [email, role, accessToken].some((one) => one !== undefined)
  if (id !== undefined && !isUser) {
    // A monitor may be given as its own only one.
    const own = monitors?.length === 1 && monitors[0]?.id === id ? monitors[0]?.days : undefined
    const linked = own ? undefined : monitors?.filter((monitor) => monitor.id !== id)
    // Checks of both resets give a monitor as its own only monitor: its id may be that of a service, too.
    const kind = monitors ? 'service' : days ? 'monitor' : 'incident'
    const fields = { ...incidentFields(fixture as Described), id, days: days ?? own, monitors: linked }
    const objects = [`${kind}s/${id}`, ...(monitors ?? []).map((monitor) => `monitors/${monitor.id}`)]
    return [{ given: { name, kind, fields }, objects, teamId: teamId ?? monitors?.[0]?.teamId }]
  }
  if (adminKey !== undefined) return [{ given: { name, kind: 'admin', fields: {} } }]
  if (isUser) return [{ given: { name, kind: 'account', fields: accountFields(fixture as Described, members) } }]
  return Object.entries(fixture).flatMap(([part, value]) => describe(`${name}.${part}`, value, members))
}

function incidentFields({ type, resolved, serviceId, cause, stored = {} }: Described) {
  const { status = 'open' } = stored
  return {
    type,
    status: resolved === undefined ? undefined : resolved ? 'resolved' : status,
    serviceId,
    cause,
    ...stored,
  }
}

/** With the credentials by which its requests are recognized: the report has their labels. */
function accountFields(fixture: Described, members: TeamMembers) {
  const { role, email, accessToken, password, session, origin } = fixture
  const teamSize = accessToken === undefined ? undefined : members.sizeOf(fixture)
  return {
    role,
    email,
    origin,
    teamSize,
    accessToken,
    password,
    isNameless: session !== undefined && !session.user?.name,
  }
}
