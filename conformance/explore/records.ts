/** The steps that make a record: objects of a team, members that join one, and callers that are not the usual ones. */

import { type Incident, type Model, type RoleName, roleNames } from '../document/state.ts'
import type { AccountRequest } from '../records/accounts.ts'
import type { Fields } from '../records/kinds.ts'
import { deletionRequested, toIncident } from '../records/recipe.ts'
import { day } from '../verdict/days.ts'
import type { Given } from '../verdict/record.ts'
import type { Action, Area, Proposer } from './action.ts'
import { boundaryDays } from './values.ts'
import type { ColleagueRole, World } from './world.ts'

export interface ExploredRecord {
  area: Area
  propose(proposer: Proposer): Action | undefined
  make(world: World, action: Action): Promise<Given>
}

/** The account whose team an object belongs to. */
export function proposeTeam({ model, random, missing }: Proposer): string {
  if (random.chance(0.6)) return 'writer'
  const users = Object.values(model.accounts).filter(
    ({ kind, deletion }) => kind === 'signed up' || (kind === 'single' && deletion),
  )
  const others = ['stranger', 'oauthUser', 'freeCaller', ...users.map(({ name }) => name)]
  const left = others.filter((name) => !missing.has(name))
  return left.length > 0 ? random.pick(left) : 'writer'
}

const startedDaysAgo = (days: number) => ({ startedAt: new Date(Date.now() - days * day).toISOString() })
/** Fields that a hook may support, by name. */
const options: Record<string, () => Fields> = {
  acknowledged: () => ({ status: 'acknowledged' }),
  'no monitor': () => ({ monitorId: null }),
  'two days old': () => startedDaysAgo(2),
  'of last year': () => startedDaysAgo(400),
}

export function proposeOption({ random }: Proposer): { option?: string } {
  return random.chance(0.5) ? { option: random.pick(Object.keys(options)) } : {}
}

const makeIncident: ExploredRecord = {
  area: 'incidents',
  propose(proposer) {
    const { model, random, newName } = proposer
    const by = proposeTeam(proposer)
    const services = Object.values(model.services).filter(({ team }) => team === by)
    const service = random.chance(0.45) ? random.pickRecent(services.slice(0, 2)) : undefined
    const type = random.chance(0.5) ? 'auto' : 'manual'
    const state = random.chance(0.15) ? 'resolved' : 'open'
    const more = { type, state, ...(random.chance(0.3) && { cause: 'known' }), ...proposeOption(proposer) }
    const monitors = Object.values(model.monitors).filter(({ team }) => team === by)
    const monitor = random.chance(0.4) && !more.option ? random.pickRecent(monitors.slice(0, 3)) : undefined
    const uses = [service, monitor].flatMap((one) => one?.name ?? [])
    return { operation: 'an incident', by, name: newName('incident'), more, ...(uses.length > 0 && { uses }) }
  },
  async make({ model, pool, teamOf }, { by, name = '', more = {}, uses = [] }) {
    const type = more.type as Incident['type']
    const service = uses.find((one) => model.services[one]) ?? ''
    const monitor = uses.find((one) => model.monitors[one]) ?? ''
    const serviceId = model.services[service]?.id
    const state = more.state as Incident['state']
    const fields: Fields = {
      type,
      status: 'open',
      ...options[more.option ?? '']?.(),
      ...(state === 'resolved' && { status: state }),
      ...(monitor && { monitorId: model.monitors[monitor]?.id ?? null }),
      ...(serviceId !== undefined && { serviceId }),
      ...(more.cause !== undefined && { cause: `Known from the start of ${name}` }),
    }
    if (state === 'resolved' && fields.startedAt) fields.resolvedAt = fields.startedAt
    const made = await pool.make('incident', { ...(await teamOf(by)), ...fields })
    const { id, cause, stored } = toIncident(fields, made)
    model.incidents[name] = {
      name,
      id,
      team: by,
      type,
      state,
      serviceId,
      monitor,
      cause,
      option: more.option,
      stored,
      since: Date.now(),
      last: 'new',
    }
    const status = state === 'open' ? (stored.status ?? state) : state
    const { monitorId, startedAt } = stored
    const shown = { id, status, type, monitorId, serviceId, cause, startedAt, teamOf: by }
    return { name, kind: 'incident', fields: shown }
  },
}

/** A monitor of the account's team. */
export function monitorOf({ random, newName }: Proposer, by: string): Action {
  const count = random.pick([0, 1, 3, 5, 8, 12, 12])
  const all = boundaryDays()
  const from = random.below(all.length)
  // Days that follow each other and days that do not.
  const days = Array.from({ length: count }, (_, index) =>
    random.chance(0.5) ? all[(from + index) % all.length] : random.pick(all),
  )
  return { operation: 'a monitor', by, name: newName('monitor'), more: { days: [...new Set(days)].sort().join(' ') } }
}

const makeMonitor: ExploredRecord = {
  area: 'statistics',
  propose: (proposer) => monitorOf(proposer, proposeTeam(proposer)),
  async make({ model, pool, teamOf }, { by, name = '', more = {} }) {
    const days = (more.days ?? '').split(' ').filter((day) => day !== '')
    const { id } = await pool.make('monitor', { ...(await teamOf(by)), days })
    model.monitors[name] = { name, id, team: by, days, last: 'new' }
    return { name, kind: 'monitor', fields: { id, days, teamOf: by } }
  },
}

const makeService: ExploredRecord = {
  area: 'statistics',
  propose(proposer) {
    const { model, random, newName, missing } = proposer
    const by = random.pick([...new Set(['writer', ...Object.values(model.monitors).map(({ team }) => team)])])
    const mayShare = !missing.has('a shared monitor')
    const monitors = Object.values(model.monitors).filter(
      ({ team, name }) => team === by && (mayShare || !isLinked(model, name)),
    )
    const count = random.below(6)
    const uses = monitors.filter((_, index) => index >= monitors.length - count || random.chance(0.2)).slice(-6)
    return { operation: 'a service', by, name: newName('service'), uses: uses.map(({ name }) => name) }
  },
  async make({ model, pool, teamOf }, { by, name = '', uses = [] }) {
    const linked = uses.flatMap((one) => model.monitors[one] ?? []).map(({ id, days = [] }) => ({ id, days }))
    const { id } = await pool.service(await teamOf(by), [], { linked })
    const monitors = uses.filter((one) => model.monitors[one] !== undefined)
    model.services[name] = { name, id, team: by, monitors, last: 'new' }
    return { name, kind: 'service', fields: { id, monitors: monitors.map((one) => ({ id: one })), teamOf: by } }
  },
}

export function isLinked({ services }: Model, monitor: string): boolean {
  return Object.values(services).some(({ monitors }) => monitors.includes(monitor))
}

/** What is noted as missing if the record cannot be made: a hook may know some members, callers and fields only. */
export function neededFor(model: Model, { operation, value = operation, more = {}, uses = [] }: Action): string {
  // An implementation may link a monitor to one service only.
  if (operation === 'a service' && uses.some((one) => isLinked(model, one))) return 'a shared monitor'
  const fields = operation === 'an incident' ? [more.option, more.cause, uses.length > 0 && 'links'] : []
  return [value, ...fields.filter(Boolean)].join(' with ')
}

const joinTeam: ExploredRecord = {
  area: 'accounts',
  propose({ model, random, newName, missing }) {
    const owners = Object.values(model.accounts).filter(({ kind, deletion }) => kind === 'signed up' && !deletion)
    const roles = ['writer', 'freeCaller'].filter((name) => !missing.has(name))
    const by = random.pickRecent([...roles, ...owners.map(({ name }) => name)])
    const values = Object.keys(colleagues).filter((value) => !missing.has(value))
    if (by === undefined || values.length === 0) return undefined
    return { operation: 'a member', by, name: newName('colleague'), value: random.pick(values) }
  },
  async make({ join }, { by, name = '', value = '' }) {
    const { role, fields } = colleagues[value] ?? { role: 'member' }
    await join(by, name, role, fields?.())
    return { name, kind: 'account', fields: { origin: `a ${value}`, teamOf: by } }
  },
}

const colleagues: Record<string, { role: ColleagueRole; fields?: () => Fields }> = {
  member: { role: 'member' },
  reader: { role: 'reader' },
  admin: { role: 'admin' },
  'member without a password': { role: 'member', fields: () => ({ password: null }) },
  'member who asked for the deletion': { role: 'member', fields: () => deletionRequested(12.5) },
  'second owner': { role: 'member', fields: () => ({ role: 'owner', owner: true }) },
}

/** Fields of callers and teams that a hook may support, by name. */
const specialCallers: Record<string, { roles: RoleName[]; special: AccountRequest }> = {
  'on the highest plan': { roles: ['writer'], special: { team: { plan: 'highest' } } },
  'in a team without a name': {
    roles: ['writer', 'freeCaller', 'oauthUser', 'ownerWithMember'],
    special: { team: { name: null } },
  },
  'without a password': { roles: ['ownerWithMember'], special: { fields: { password: null } } },
}

/** A caller that is not the usual one; others come when an action needs them. */
const enterCaller: ExploredRecord = {
  area: 'accounts',
  propose({ model, random, missing }) {
    const value = random.pick(Object.keys(specialCallers))
    const by = random.pick(specialCallers[value]?.roles ?? [])
    return model.accounts[by] || missing.has(by) || missing.has(value)
      ? undefined
      : { operation: 'a caller', by, value }
  },
  async make({ enter }, { by, value = '' }) {
    await enter(by, specialCallers[value]?.special)
    return { name: by, kind: 'account', fields: { origin: value } }
  },
}

/** Days since the request, up to a few hours before the end. */
const ages = ['0.04', '1', '15.5', '28.9', '29.1', '29.9']

const makeScheduled: ExploredRecord = {
  area: 'accounts',
  propose: ({ random, newName }) => ({
    operation: 'a scheduled account',
    by: 'anonymous',
    name: newName('scheduled'),
    value: random.pick(ages),
  }),
  async make({ addScheduled }, { name = '', value = '' }) {
    await addScheduled(name, Number(value))
    return { name, kind: 'account', fields: { origin: `asked for the deletion ${value} days ago` } }
  },
}

export const exploredRecords: Record<string, ExploredRecord> = {
  'an incident': makeIncident,
  'a monitor': makeMonitor,
  'a service': makeService,
  'a member': joinTeam,
  'a caller': enterCaller,
  'a scheduled account': makeScheduled,
}

/** The callers whom an action needs and whom no earlier action creates. */
export function rolesOf(model: Model, { operation, by, of = '', uses = [] }: Action): string[] {
  if (operation === 'a caller') return []
  const names = [
    by,
    ...(operation === 'log in' || operation === 'sign up again' ? [of] : []),
    ...(operation === 'log in' ? uses : []),
  ]
  return names.filter((name) => (roleNames as string[]).includes(name) && !model.accounts[name])
}
