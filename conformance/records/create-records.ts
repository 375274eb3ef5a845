/** Makes the records of one round of a check, and notes them in the check record. */

import type { Session } from '../client/callers.ts'
import type { Identity } from '../client/credentials.ts'
import type { CheckRecord, Given, UserSecret } from '../verdict/record.ts'
import type { RecordPool } from './pool.ts'
import type { IncidentRecord, Recipe, RecordContext } from './recipe.ts'
import type { Role } from './roles.ts'
import type { Monitor } from './sources.ts'

export type RecordsOf<Given> = { [Name in keyof Given]: Given[Name] extends Recipe<infer T> ? T : never }

/** Makes the records one after the other, because one may be in the team of another. */
export async function createRecords<Given extends { [name: string]: Recipe<unknown> }>(
  given: Given,
  context: RecordContext,
): Promise<RecordsOf<Given>> {
  const { record, pool } = context
  const records: { [name: string]: unknown } = {}
  for (const [name, recipe] of Object.entries(given)) {
    const thing = await recipe.make(context)
    for (const part of partsOf(name, thing)) {
      record.given.push({ name: part.name, kind: part.kind, fields: fieldsOf(part, pool.teamMembers) })
      if (part.kind === 'account' && part.thing.accessToken !== undefined) addSecrets(record, part.thing)
    }
    records[name] = thing
    record.made.push({ name, thing, afterStep: record.steps.length })
  }
  return records as RecordsOf<Given>
}

/** Notes the secrets that no response may show, with descriptions. */
function addSecrets({ secrets }: CheckRecord, user: Described): void {
  const { email, password, accessToken, verificationCode } = user
  const own = { password, 'access token': accessToken, 'verification code': verificationCode }
  for (const [kind, secret] of Object.entries(own) as [UserSecret['kind'], string | undefined][])
    if (secret) secrets.set(secret, { kind, email })
}

/** A record: an account or an object, of which each field may be missing. */
export interface Described extends Identity, Partial<Omit<IncidentRecord, 'id' | 'teamId' | 'read'>> {
  role?: Role
  days?: string[]
  monitors?: Monitor[]
  session?: { user: Partial<Session['user']> }
}

export interface Part {
  name: string
  kind: Given['kind']
  thing: Described
}

/** The accounts and objects that a record is or consists of. */
export function partsOf(name: string, record: unknown): Part[] {
  if (typeof record !== 'object' || record === null) return []
  const thing = record as Described
  const { id, email, role, accessToken, adminKey, days, monitors } = thing
  // A hook may return the id of an account, too.
  if ([email, role, accessToken].some((one) => one !== undefined)) return [{ name, kind: 'account', thing }]
  if (adminKey !== undefined) return [{ name, kind: 'admin', thing }]
  if (id !== undefined) return [{ name, kind: monitors ? 'service' : days ? 'monitor' : 'incident', thing }]
  return Object.entries(thing).flatMap(([part, value]) => partsOf(`${name}.${part}`, value))
}

function fieldsOf({ kind, thing }: Part, members: RecordPool['teamMembers']): Given['fields'] {
  if (kind === 'account') return accountFields(thing, members)
  const { id, type, resolved, serviceId, cause, stored, days, monitors } = thing
  if (kind === 'incident')
    return { id, type, status: resolved ? 'resolved' : type && 'open', serviceId, cause, ...stored }
  // A monitor may be given as its own only one; its id may be that of a service, too.
  const own = monitors?.length === 1 && monitors[0]?.id === id ? monitors[0]?.days : undefined
  return { id, days: days ?? own, monitors: own ? undefined : monitors?.filter((monitor) => monitor.id !== id) }
}

/** With the credentials by which its requests are recognized: the report has their labels. */
function accountFields(user: Described, members: RecordPool['teamMembers']) {
  const { role, email, accessToken, password, session, source, asked, hasLoggedIn } = user
  const teamSize = accessToken === undefined ? undefined : members.get(`${user.teamId}`)?.size
  const isNameless = session !== undefined && !session.user?.name
  return { role, email, source, asked, hasLoggedIn, teamSize, accessToken, password, isNameless }
}
