/** Adds to the model what the records of a check show: its callers and objects. */
import { type Described, type Part, partsOf } from '../records/create-records.ts'
import { type Role, roleFields } from '../records/roles.ts'
import { parseTime } from '../verdict/times.ts'
import { type Account, type Model, newAccount, type TeamName } from './state.ts'

/** A record, and what the maker of a sequence or a team adds to it. */
interface Known extends Described {
  /** The team, by the account that it is named after, where several have the role. */
  ofTeam?: string
  transport?: unknown
  otherMembers?: 'some'
  sentName?: string
}

/** The team is named after the role whose team it is. */
const teamOf = (role: Role): TeamName => roleFields[role].of ?? role

/** The abilities of a record of this role; the rest is learned from responses. */
function abilitiesOf(role: Role): Pick<Account, 'canWrite' | 'canReset' | 'madeAs'> {
  const { scope } = roleFields[role].fields
  const canWrite = scope === undefined ? undefined : scope === 'write'
  const isOnFreePlan = roleFields[role].team.plan === 'free'
  return { canWrite, canReset: isOnFreePlan ? false : canWrite || undefined, madeAs: role }
}

function kindOf({ role, session }: Known): Account['kind'] {
  if (role && roleFields[role].of !== undefined) return 'colleague'
  if (role && roleFields[role].fields.password === null) return 'by code'
  return session && role !== 'ownerWithMember' ? 'signed up' : 'single'
}

/** Whether it owns its team as far as the hook does not say. */
const unstated = { 'signed up': 'implied', colleague: 'none', 'by code': 'unknown', single: 'unknown' } as const

function ownershipOf(known: Known, kind: Account['kind']): Pick<Account, 'ownership' | 'otherMembers'> {
  const { role, owner, mayOwn, otherMembers } = known
  if (role === 'ownerWithMember') return { ownership: 'stated', otherMembers: 'some' }
  // A hook that makes an owner in the team of another may have made further members.
  const mayHaveOthers = mayOwn || (owner && kind === 'colleague')
  return {
    ownership: owner ? 'stated' : unstated[kind],
    otherMembers: otherMembers ?? (mayHaveOthers ? 'perhaps' : undefined),
  }
}

/** Adds the callers and objects that a record is or consists of. */
export function addKnown(model: Model, name: string, thing: unknown): void {
  for (const part of partsOf(name, thing)) addPart(model, part)
}

function addPart(model: Model, { name, kind, thing }: Part): void {
  const known: Known = thing
  if (kind === 'admin' && known.adminKey) model.adminKey = known.adminKey
  else if (kind === 'account') addCredentials(model, name, known)
  else addObject(model, name, known)
}

/** An account, or credentials of none. */
function addCredentials(model: Model, name: string, known: Known): void {
  const { accessToken, transport, teamId, email, password, role, ofTeam } = known
  const isOfNone = transport === undefined && teamId === undefined
  const isCaller = accessToken !== undefined || (transport !== undefined && email !== undefined)
  if (isOfNone && email && password) model.usualCredentials.push({ email, password })
  else if (isCaller) addAccount(model, name, ofTeam ?? (role && teamOf(role)) ?? teamId ?? name, known)
}

/** An incident, a monitor, or a service and its monitors. */
function addObject(model: Model, name: string, known: Known): void {
  const { id, type, resolved, teamId, ofRole = 'writer', ofTeam, days, monitors = [] } = known
  if (id === undefined) return
  const owned = { name, id, team: ofTeam ?? teamOf(ofRole), teamId }
  if (known.monitors) model.services[id] ??= { ...owned, monitors: monitors.map((one) => one.id) }
  else if (days) model.monitors[id] ??= { ...owned, days }
  else if (type !== undefined && resolved !== undefined) {
    const { cause, serviceId, stored } = known
    const own = { type, cause, serviceId, stored, knownSince: Date.now() }
    // The id of a deleted one may come back.
    const isNew = !model.incidents[id] || model.incidents[id].state === 'deleted'
    if (isNew) model.incidents[id] = { ...owned, ...own, state: resolved ? 'resolved' : 'open' }
  }
  for (const one of monitors) addKnown(model, one.id, { teamId, ofRole, ofTeam, ...one })
}

function addAccount({ accounts }: Model, name: string, team: TeamName, known: Known): void {
  const { email, password, accessToken, teamId, role, session } = known
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
  const kind = kindOf(known)
  accounts[key] ??= newAccount(name, team, {
    ...own,
    ...(role && abilitiesOf(role)),
    cameWithToken: !known.hasLoggedIn,
    ...(code && (verificationCodeExpired ? { expiredCode: code } : { verificationCode: code })),
    kind,
    ...ownershipOf(known, kind),
    id: user?.id,
    role: user?.role,
    knownSince: Date.now(),
    ...(session && { personName: user?.name ?? null, sentName: known.sentName }),
    ...(deletionRequestedAt &&
      deletionScheduledAt && {
        deletion: { deletionRequestedAt, deletionScheduledAt },
        ...(known.hasLoggedIn && { mayBeCancelled: true }),
      }),
  })
}
