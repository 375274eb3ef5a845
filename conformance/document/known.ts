/** The state as the records of a check show it: its callers and objects. */
import type { Exchange } from '../client/http.ts'
import { type Account, castRoles, createModel, type Incident, type Model } from './state.ts'

export const createState = createModel

type Known = Partial<Omit<Account, 'kind' | 'team'>> &
  Partial<Omit<Incident, 'state' | 'team'>> & {
    resolved?: boolean
    ofRole?: string
    transport?: unknown
    days?: string[]
    monitors?: { id: string; teamId?: string; days: string[] }[]
  }

/** The rights that a record of this role promises. */
const mayWrite: Record<string, boolean> = { writer: true, stranger: true, reader: false }
const mayReset: Record<string, boolean> = { writer: true, stranger: true, freeCaller: false }
const teamOfRole = (role = '') => castRoles[role as keyof typeof castRoles] ?? role

/** Adds the callers and objects that a record is or consists of. */
export function addKnown(state: Model, name: string, thing: unknown): void {
  if (typeof thing !== 'object' || thing === null) return
  const { id, type, resolved, accessToken, transport, teamId, role = '', ofRole = 'writer', ...rest } = thing as Known
  if (accessToken !== undefined) {
    const { email, password } = rest
    const unseen = {
      older: [],
      isNamePlain: false,
      isUnseen: false,
      wrong: 0,
      wrongProofs: 0,
      mayBeLoggedOut: false,
      codeIsUnsure: false,
    }
    const known = {
      name,
      team: teamOfRole(role),
      role,
      teamId,
      email,
      password,
      accessToken,
      canWrite: mayWrite[role],
      canReset: mayReset[role],
      cameWithToken: true,
    }
    state.accounts[accessToken] ??= { ...unseen, ...known, kind: 'single' }
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

/** A log-in gives its user a new token. */
export function learnLogIn(state: Model, { request, response, body }: Exchange): void {
  if (request.operationId !== 'login' || response.status >= 300) return
  const account = Object.values(state.accounts).find(
    ({ email }) => email !== undefined && request.body?.includes(JSON.stringify(email)),
  )
  const { accessToken } = (body ?? {}) as { accessToken?: string }
  if (!account || accessToken === undefined || accessToken === account.accessToken) return
  account.older.push(account.accessToken ?? '')
  account.accessToken = accessToken
}
