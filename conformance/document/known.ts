/** The state as the records of a check show it: its callers and objects. */
import { findCredentials, type Transport } from '../client/credentials.ts'
import type { Exchange } from '../client/http.ts'
import { type Account, createModel, type Incident, type Model, newAccount, roleTeams } from './state.ts'

export const createState = createModel

type Known = Partial<Omit<Account, 'kind' | 'team'>> &
  Partial<Omit<Incident, 'state' | 'team'>> & {
    resolved?: boolean
    ofRole?: string
    session?: { user: { id: string; role: string; name?: string } }
    transport?: unknown
    isDeleted?: boolean
    deletionRequestedAt?: string
    deletionScheduledAt?: string
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
  const { email, password } = rest
  if (email && password && transport === undefined && teamId === undefined) {
    state.newcomers.push({ email, password })
  } else if (accessToken !== undefined || (transport !== undefined && email !== undefined)) {
    const { session: { user } = {}, isDeleted, deletionRequestedAt, deletionScheduledAt } = rest
    if (isDeleted !== undefined) {
      // Of the token of an account that is gone the model says nothing.
      if (isDeleted && email) state.accounts[email] = newAccount(name, teamOfRole(role), { email, password, isDeleted })
      return
    }
    const deletion = deletionRequestedAt && deletionScheduledAt && { deletionRequestedAt, deletionScheduledAt }
    if (accessToken !== undefined && accountOf(state, [accessToken])) return
    state.accounts[accessToken ?? email ?? ''] ??= newAccount(name, teamOfRole(role), {
      teamId,
      email,
      password,
      accessToken,
      id: user?.id,
      role: user?.role,
      // A sign-up of the kit gives plain ones.
      ...(user && { personName: user.name ?? null, isNameless: !user.name, isNamePlain: true }),
      canWrite: mayWrite[role],
      canReset: mayReset[role],
      ...(deletion && { deletion }),
      cameWithToken: true,
    })
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

const accountOf = ({ accounts }: Model, tokens: string[]) =>
  Object.values(accounts).find(({ accessToken = '', older }) =>
    [accessToken, ...older].some((token) => tokens.includes(token)),
  )

/** What the response to a request for a deletion shows of its account. */
export function learnDeletion(state: Model, { request, response, body }: Exchange, transport: Transport): void {
  if (request.operationId !== 'scheduleAccountDeletion' || request.method !== 'POST') return
  const tokens = findCredentials(transport, request.headers).map(([, credential]) => credential)
  const account = accountOf(state, tokens)
  if (!account) return
  if (response.status < 300) account.deletion = body as NonNullable<Account['deletion']>
  else Object.assign(account, { wrong: account.wrong + 1, mayBeLoggedOut: true })
}
