/** Creates the fixtures of one round of a check. */

import type { Identity } from '../client/credentials.ts'
import type { Given } from '../verdict/record.ts'
import type { Role } from './cast.ts'
import type { StoredFields } from './kinds.ts'
import { secretsOf, type TeamMembers } from './known-users.ts'
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
    context.record.given.push(...describe(name, fixture, context.pool.teamMembers))
    for (const user of usersIn(fixture)) {
      for (const credential of [user.accessToken, user.email]) {
        if (credential !== undefined) context.record.users.set(credential, user)
      }
      for (const [secret, what] of secretsOf(user)) context.record.secrets.set(secret, what)
    }
    fixtures[name] = fixture
    context.record.made.push({ name, thing: fixture, afterStep: context.record.steps.length })
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

/** The user that a fixture is, or those that it consists of. */
function usersIn(fixture: unknown): Described[] {
  if (typeof fixture !== 'object' || fixture === null) return []
  const { accessToken, transport } = fixture as Described & { transport?: unknown }
  if (accessToken !== undefined) return [fixture as Described]
  return transport === undefined ? Object.values(fixture).flatMap(usersIn) : []
}

/** What a fixture is, or each of those that it consists of. */
function describe(name: string, fixture: unknown, members: TeamMembers): Given[] {
  if (typeof fixture !== 'object' || fixture === null) return []
  const { id, email, role, accessToken, adminKey, days, monitors } = fixture as Described
  // A hook may return the id of an account, too.
  const isUser = [email, role, accessToken].some((one) => one !== undefined)
  if (id !== undefined && !isUser) {
    // A monitor may be given as its own only one.
    const own = monitors?.length === 1 && monitors[0]?.id === id ? monitors[0]?.days : undefined
    const linked = own ? undefined : monitors?.filter((monitor) => monitor.id !== id)
    // Checks of both resets give a monitor as its own only monitor: its id may be that of a service, too.
    const kind = monitors ? 'service' : days ? 'monitor' : 'incident'
    const fields = { ...incidentFields(fixture as Described), id, days: days ?? own, monitors: linked }
    return [{ name, kind, fields }]
  }
  if (adminKey !== undefined) return [{ name, kind: 'admin', fields: {} }]
  if (isUser) return [{ name, kind: 'account', fields: accountFields(fixture as Described, members) }]
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
  const { role, email, accessToken, password, session, source, asked, hasLoggedIn } = fixture
  const teamSize = accessToken === undefined ? undefined : members.sizeOf(fixture)
  return {
    role,
    email,
    source,
    asked,
    hasLoggedIn,
    teamSize,
    accessToken,
    password,
    isNameless: session !== undefined && !session.user?.name,
  }
}
