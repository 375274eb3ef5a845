/** The state as the records of a check show it: its callers and objects. */
import { cast, type Role } from '../records/cast.ts'
import type { Fields } from '../records/kinds.ts'
import { type Account, type Incident, type Model, newAccount, type TeamName } from './state.ts'
import { isPlainText } from './texts.ts'

type Known = Partial<Omit<Account, 'kind' | 'team'>> &
  Partial<Omit<Incident, 'state' | 'team'>> & {
    resolved?: boolean
    ofRole?: string
    /** The team, by the account that it is named after, where several have the role. */
    ofTeam?: string
    session?: { user: { id?: string; role?: string; name?: string } }
    adminKey?: string
    verificationCodeExpired?: boolean
    deletionRequestedAt?: string
    deletionScheduledAt?: string
    hasLoggedIn?: boolean
    deleted?: boolean
    owner?: boolean
    transport?: unknown
    days?: string[]
    monitors?: { id: string; teamId?: string; days: string[] }[]
  }

const isRole = (name: string): name is Role => name in cast
/** The team of a role is named after the role whose team it is; that of another account, after the account. */
const teamOfRole = (name: string): TeamName => (isRole(name) && cast[name].of) || name

/** What a record of this role promises; the rest is learned from responses. */
function promisesOf(role: string): Pick<Account, 'kind' | 'canWrite' | 'canReset' | 'madeAs'> {
  const { team, fields } = isRole(role) ? cast[role] : { team: {}, fields: {} as Fields }
  const canWrite = fields.scope === undefined ? undefined : fields.scope === 'write'
  const canReset = team.plan === 'free' ? false : canWrite === true ? true : undefined
  return { kind: kindOf(role) ?? 'single', canWrite, canReset, madeAs: role }
}

function kindOf(role: string): Account['kind'] | undefined {
  if (!isRole(role)) return undefined
  if (role === 'ownerWithMember') return 'owner of others'
  if (cast[role].of !== undefined) return 'colleague'
  return cast[role].fields.password === null ? 'by code' : undefined
}

/** Adds the callers and objects that a record is or consists of. */
export function addKnown(state: Model, name: string, thing: unknown): void {
  if (typeof thing !== 'object' || thing === null) return
  const {
    id,
    type,
    resolved,
    accessToken,
    transport,
    teamId,
    role = '',
    ofRole = 'writer',
    ofTeam,
    ...rest
  } = thing as Known
  const { email, password, deleted, adminKey } = rest
  if (typeof adminKey === 'string') state.adminKey = adminKey
  if (email && password && transport === undefined && teamId === undefined) {
    state.usualCredentials.push({ email, password })
  } else if (accessToken !== undefined || (transport !== undefined && email !== undefined)) {
    const team = ofTeam ?? (teamOfRole(role) || (teamId ?? name))
    if (deleted) {
      const own = { email, password, accessToken, teamId, isDeleted: true }
      state.accounts[accessToken ?? email ?? ''] = newAccount(name, team, own)
      return
    }
    if (accessToken !== undefined && accountOf(state, accessToken)) return
    const own = { teamId, accessToken, ...promisesOf(role), cameWithToken: !rest.hasLoggedIn }
    state.accounts[accessToken ?? email ?? ''] ??= newAccount(name, team, { ...own, ...identityOf(role, rest) })
  } else if (id !== undefined && type !== undefined && resolved !== undefined) {
    const { cause, serviceId, stored } = rest
    const known = {
      name,
      id,
      team: ofTeam ?? teamOfRole(ofRole),
      teamId,
      type,
      cause,
      serviceId,
      stored,
      since: Date.now(),
      last: 'new',
    }
    state.incidents[id] ??= { ...known, state: resolved ? 'resolved' : 'open' }
  } else if (id !== undefined && (rest.days || rest.monitors)) {
    const { days, monitors = [] } = rest
    const own = { name, id, team: ofTeam ?? teamOfRole(ofRole), teamId, last: 'new' }
    if (days) state.monitors[id] ??= { ...own, days }
    else state.services[id] ??= { ...own, monitors: monitors.map((one) => one.id) }
    for (const one of monitors) addKnown(state, one.id, { teamId, ofRole, ofTeam, ...one })
  } else if (transport === undefined) {
    for (const [part, value] of Object.entries(thing)) addKnown(state, `${name}.${part}`, value)
  }
}

const accountOf = ({ accounts }: Model, token: string) =>
  Object.values(accounts).find(({ accessToken, older }) => accessToken === token || older.includes(token))

/** What is known of an account beside its token and its team. */
function identityOf(role: string, known: Known): Partial<Account> {
  const { email, password, verificationCode: code, verificationCodeExpired, session, hasUnknownOthers } = known
  const { deletionRequestedAt, deletionScheduledAt, hasLoggedIn: mayBeCancelled } = known
  const { user } = session ?? {}
  const name = user?.name
  return {
    email,
    password,
    ...(code && (verificationCodeExpired ? { expiredCode: code } : { verificationCode: code })),
    ...(session && !kindOf(role) && { kind: 'signed up' }),
    id: user?.id,
    role: user?.role,
    since: Date.now(),
    ...(hasUnknownOthers && { hasUnknownOthers }),
    // A member that a hook says owns the team, too.
    ...((known.mayOwn || (known.owner && kindOf(role) === 'colleague')) && { mayOwn: true }),
    ...(session && { personName: name ?? null, isNameless: !name, isNamePlain: isPlainText(name ?? 'none') }),
    ...(deletionRequestedAt &&
      deletionScheduledAt && {
        deletion: { deletionRequestedAt, deletionScheduledAt },
        ...(mayBeCancelled && { mayBeCancelled }),
      }),
  }
}
