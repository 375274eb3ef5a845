/** The state as the records of a check show it: its callers and objects. */
import type { Session } from '../client/callers.ts'
import type { Exchange } from '../client/http.ts'

import { type Account, createModel, type Incident, type Model, roleTeams } from './state.ts'
import { isPlainText } from './texts.ts'

export const createState = createModel

type Known = Partial<Omit<Account, 'kind' | 'team'>> &
  Partial<Omit<Incident, 'state' | 'team'>> & {
    resolved?: boolean
    ofRole?: string
    session?: { user: { id?: string; role?: string; name?: string } }
    adminKey?: string
    expiredVerificationCode?: string
    deletionRequestedAt?: string
    deletionScheduledAt?: string
    hasLoggedIn?: boolean
    isDeleted?: boolean
    transport?: unknown
    days?: string[]
    monitors?: { id: string; teamId?: string; days: string[] }[]
  }

/** The rights that a record of this role promises. */
const mayWrite: Record<string, boolean> = { writer: true, stranger: true, reader: false }
const mayReset: Record<string, boolean> = { writer: true, stranger: true, freeCaller: false }
const teamOfRole = (role = '') => roleTeams[role as keyof typeof roleTeams] ?? role

/** Adds the callers and objects that a record is or consists of. */
export function addKnown(state: Model, name: string, thing: unknown): void {
  if (typeof thing !== 'object' || thing === null) return
  const { id, type, resolved, accessToken, transport, teamId, role = '', ofRole = 'writer', ...rest } = thing as Known
  if (typeof rest.adminKey === 'string') state.adminKey = rest.adminKey
  // Of an account that is deleted nothing is known.
  if (rest.isDeleted !== undefined) return
  if (accessToken !== undefined) {
    const unseen = {
      older: [],
      isNamePlain: false,
      isUnseen: false,
      wrong: 0,
      wrongProofs: 0,
      mayBeLoggedOut: false,
      codeIsUnsure: false,
    }
    const team = teamOfRole(role) || (teamId ?? name)
    const own = { name, team, teamId, accessToken, canWrite: mayWrite[role], canReset: mayReset[role] }
    state.accounts[accessToken] ??= { ...unseen, ...own, cameWithToken: true, ...identityOf(role, rest) }
  } else if (id !== undefined && type !== undefined && resolved !== undefined) {
    const { cause, serviceId, stored } = rest
    const known = {
      name,
      id,
      team: teamOfRole(ofRole),
      teamId,
      type,
      cause,
      serviceId,
      stored,
      since: Date.now(),
      last: 'new',
    }
    state.incidents[id] ??= { ...known, state: resolved ? 'resolved' : 'open' }
  } else if (id !== undefined && teamId !== undefined && (rest.days || rest.monitors)) {
    const { days, monitors = [] } = rest
    const own = { id, team: teamId, teamId, last: 'new' }
    // A monitor may be given as its own only one.
    const linked = monitors.filter((one) => one.id !== id)
    if (days || linked.length < monitors.length)
      state.monitors[id] ??= { name, ...own, days: days ?? monitors[0]?.days }
    else state.services[id] ??= { name, ...own, monitors: linked.map((one) => one.id) }
    for (const one of linked) addKnown(state, one.id, { teamId, ...one })
  } else if (transport === undefined) {
    for (const [part, value] of Object.entries(thing)) addKnown(state, `${name}.${part}`, value)
  }
}

const kinds: Record<string, Account['kind']> = {
  ownerWithMember: 'owner of others',
  oauthUser: 'by code',
  reader: 'colleague',
  admin: 'colleague',
  member: 'colleague',
}

/** What is known of an account beside its token and its team. */
function identityOf(role: string, known: Known) {
  const { email, password, verificationCode, expiredVerificationCode: expiredCode, session, hasUnknownOthers } = known
  const { deletionRequestedAt, deletionScheduledAt, hasLoggedIn: mayBeCancelled } = known
  const { user } = session ?? {}
  const name = user?.name
  return {
    email,
    password,
    ...(verificationCode && { verificationCode }),
    expiredCode,
    kind: kinds[role] ?? (session ? 'signed up' : 'single'),
    id: user?.id,
    role: user?.role,
    since: Date.now(),
    ...(hasUnknownOthers && { hasUnknownOthers }),
    ...(known.mayOwn && { mayOwn: true }),
    ...(session && { personName: name ?? null, isNameless: !name, isNamePlain: isPlainText(name ?? '') }),
    ...(deletionRequestedAt &&
      deletionScheduledAt && { deletion: { deletionRequestedAt, deletionScheduledAt }, mayBeCancelled }),
  }
}

/** A log-in gives its user a new token; the document leaves open how many wrong ones lock an account. */
export function learnLogIn(state: Model, { request, response, body }: Exchange): void {
  if (request.operationId !== 'login') return
  const account = Object.values(state.accounts).find(
    ({ email }) => email !== undefined && request.body?.includes(JSON.stringify(email)),
  )
  if (!account) return
  if (response.status >= 300) {
    account.wrong += 1
    return
  }
  const { accessToken, user } = (body ?? {}) as Partial<Session>
  account.role ??= user?.role
  const mayBeCancelled = account.deletion !== undefined
  Object.assign(account, { wrong: 0, mayBeLoggedOut: false, mayBeCancelled })
  if (accessToken === undefined || accessToken === account.accessToken) return
  account.older.push(account.accessToken ?? '')
  account.accessToken = accessToken
}
