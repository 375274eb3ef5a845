/** Creates the fixtures of one round of a check. */

import type { Identity } from '../client/credentials.ts'
import { type CheckRecord, recordFixture } from '../verdict/record.ts'
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
    for (const [part, described] of partsOf(name, fixture)) {
      if (isAccount(described)) recordAccount(context, part, described)
      else if (described.adminKey !== undefined)
        recordFixture(context.record, { name: part, kind: 'admin', fields: {} }, [], undefined)
      else recordObject(context.record, part, described)
    }
    fixtures[name] = fixture
    context.record.made[`${name} ${context.record.steps.length}`] = fixture
  }
  return fixtures as FixturesOf<Given>
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

/** A hook may return the id of an account, too. */
const isAccount = ({ email, role, accessToken }: Described) =>
  [email, role, accessToken].some((one) => one !== undefined)

/** The accounts and objects that a fixture consists of, or that it is. */
function* partsOf(name: string, fixture: unknown): Generator<[name: string, Described]> {
  if (typeof fixture !== 'object' || fixture === null) return
  const described: Described = fixture
  if (described.id !== undefined || described.adminKey !== undefined || isAccount(described)) yield [name, described]
  else for (const [part, value] of Object.entries(fixture)) yield* partsOf(`${name}.${part}`, value)
}

function recordAccount({ record, pool: { teamMembers } }: RecordContext, name: string, user: Described): void {
  recordFixture(record, { name, kind: 'account', fields: accountFields(user, teamMembers) }, [], undefined)
  if (user.accessToken === undefined) return
  const known = toKnownUser(user, teamMembers.sizeOf(user))
  for (const credential of [user.accessToken, user.email]) {
    if (credential !== undefined) record.users.set(credential, known)
  }
  for (const [secret, what] of secretsOf(user)) record.secrets.set(secret, what)
}

function recordObject(record: CheckRecord, name: string, object: Described): void {
  const { id = '', teamId, days, monitors = [] } = object
  // Checks of both resets give a monitor as its own only monitor: its id may be that of a service, too.
  const own = monitors.find((monitor) => monitor.id === id)?.days
  const linked = own ? [] : monitors
  const kind = object.monitors ? 'service' : days ? 'monitor' : 'incident'
  const fields = {
    ...incidentFields(object),
    id,
    days: days ?? own,
    ...(object.monitors && !own && { monitors: linked }),
  }
  const objects = [`${kind}s/${id}`, ...monitors.map((monitor) => `monitors/${monitor.id}`)]
  recordFixture(record, { name, kind, fields }, objects, teamId ?? monitors[0]?.teamId)
  const since = new Date()
  for (const one of [{ id, days }, ...monitors]) {
    if (one.days && !record.rows.has(one.id)) record.rows.set(one.id, { days: [...one.days], since })
  }
  if (object.monitors && !own) record.links.set(id, { monitors: monitors.map((monitor) => monitor.id), since })
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
