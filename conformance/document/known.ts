/** The state as the records of a check show it: its callers and objects. */

import { type Described, type Part, partsOf } from '../records/create-records.ts'
import type { Fields } from '../records/kinds.ts'
import { type Role, roleFields } from '../records/roles.ts'
import { parseTime } from '../verdict/times.ts'
import { type Account, type Model, newAccount, type TeamName } from './state.ts'

/** A record, and what the maker of a sequence or a team adds to it. */
interface Known extends Described {
  /** The team, by the account that it is named after, where several have the role. */
  ofTeam?: string
  transport?: unknown
  hasUnknownOthers?: boolean
  sentName?: string
}

const isRole = (name: string): name is Role => name in roleFields
/** The team of a role is named after the role whose team it is; that of another account, after the account. */
const teamOfRole = (name: string): TeamName => (isRole(name) && roleFields[name].of) || name

/** The abilities of a record of this role; the rest is learned from responses. */
function promisesOf(role: string): Pick<Account, 'kind' | 'canWrite' | 'canReset' | 'madeAs'> {
  const { team, fields } = isRole(role) ? roleFields[role] : { team: {}, fields: {} as Fields }
  const canWrite = fields.scope === undefined ? undefined : fields.scope === 'write'
  const canReset = team.plan === 'free' ? false : canWrite === true ? true : undefined
  return { kind: kindOf(role) ?? 'single', canWrite, canReset, madeAs: role }
}

function kindOf(role: string): Account['kind'] | undefined {
  if (!isRole(role)) return undefined
  if (role === 'ownerWithMember') return 'owner of others'
  if (roleFields[role].of !== undefined) return 'colleague'
  return roleFields[role].fields.password === null ? 'by code' : undefined
}

/** Adds the callers and objects that a record is or consists of. */
export function addKnown(state: Model, name: string, thing: unknown): void {
  for (const part of partsOf(name, thing)) addPart(state, part)
}

function addPart(state: Model, { name, kind, thing }: Part): void {
  const known: Known = thing
  const { accessToken, transport, teamId, email, password, role = '', ofTeam } = known
  if (kind === 'admin' && known.adminKey) state.adminKey = known.adminKey
  else if (kind !== 'account') addObject(state, name, known)
  else if (email && password && transport === undefined && teamId === undefined)
    state.usualCredentials.push({ email, password })
  else if (accessToken !== undefined || (transport !== undefined && email !== undefined))
    addAccount(state, name, ofTeam ?? (teamOfRole(role) || (teamId ?? name)), known)
}

/** An incident, a monitor or a service. */
function addObject(state: Model, name: string, known: Known): void {
  const { id, type, resolved, teamId, ofRole = 'writer', ofTeam, days, monitors } = known
  const owned = { name, team: ofTeam ?? teamOfRole(ofRole), teamId, last: 'new' }
  if (id === undefined) return
  if (type !== undefined && resolved !== undefined) {
    const { cause, serviceId, stored } = known
    const [own, since] = [{ id, type, cause, serviceId, stored }, Date.now()]
    const isGone = state.incidents[id]?.state === 'deleted'
    if (isGone || !state.incidents[id])
      state.incidents[id] = { ...owned, ...own, since, state: resolved ? 'resolved' : 'open' }
  } else if (days) state.monitors[id] ??= { ...owned, id, days }
  else if (monitors) state.services[id] ??= { ...owned, id, monitors: monitors.map((one) => one.id) }
  for (const one of monitors ?? []) addKnown(state, one.id, { teamId, ofRole, ofTeam, ...one })
}

function addAccount({ accounts }: Model, name: string, team: TeamName, known: Known): void {
  const { email, password, accessToken, teamId, role = '', session, hasUnknownOthers } = known
  const { verificationCode: code, verificationCodeExpired, deletionRequestedAt, deletionScheduledAt } = known
  const key = accessToken ?? email ?? ''
  const own = { email, password, accessToken, teamId, teamName: known.teamName }
  // One that is deleted though it is not yet due, by the clock by which it was asked for, tells of a job that is too early.
  const isEarly = parseTime(`${known.asked?.deletionScheduledAt}`) > Date.now()
  if (known.deleted && !isEarly) accounts[key] = newAccount(name, team, { ...own, isDeleted: true })
  const isKnown = Object.values(accounts).some(
    (one) => accessToken !== undefined && [one.accessToken, ...one.older].includes(accessToken),
  )
  if (isKnown) return
  const { user } = session ?? {}
  accounts[key] ??= newAccount(name, team, {
    ...own,
    ...promisesOf(role),
    cameWithToken: !known.hasLoggedIn,
    ...(code && (verificationCodeExpired ? { expiredCode: code } : { verificationCode: code })),
    ...(session && !kindOf(role) && { kind: 'signed up' }),
    id: user?.id,
    role: user?.role,
    since: Date.now(),
    ...(hasUnknownOthers && { hasUnknownOthers }),
    ...(known.owner && { owns: true }),
    ...((known.mayOwn || (known.owner && kindOf(role) === 'colleague')) && { mayOwn: true }),
    ...(session && { personName: user?.name ?? null, sentName: known.sentName }),
    ...(deletionRequestedAt &&
      deletionScheduledAt && {
        deletion: { deletionRequestedAt, deletionScheduledAt },
        ...(known.hasLoggedIn && { mayBeCancelled: true }),
      }),
  })
}
