/** The steps that need a fixture: objects of a team, and members that join one. */

import { type Incident, type Model, type RoleName, roleNames } from '../document/state.ts'
import { describeAge } from '../records/create-fixtures.ts'
import type { CallerWishes, IncidentWishes } from '../records/provider.ts'
import { count } from '../verdict/count.ts'
import type { Action, Proposer } from './action.ts'
import { boundaryDays } from './values.ts'
import type { ColleagueRole, World } from './world.ts'

export interface RecordKind {
  area: 'incidents' | 'statistics' | 'accounts'
  propose(proposer: Proposer): Action | undefined
  /** Returns a description for the report, which begins with the name. */
  make(world: World, action: Action): Promise<string>
  /** The name under which a fixture that cannot be made is noted; the kind, as a rule. */
  needs?(model: Model, action: Action): string
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

/** The wishes that a hook may support, by name. */
const wishes: Record<string, IncidentWishes> = {
  acknowledged: { acknowledged: true },
  'no monitor': { monitorId: null },
  'two days old': { startedDaysAgo: 2 },
  'of last year': { startedDaysAgo: 400 },
}

export function proposeWish({ random }: Proposer): { wish?: string } {
  return random.chance(0.5) ? { wish: random.pick(Object.keys(wishes)) } : {}
}

const makeIncident: RecordKind = {
  area: 'incidents',
  propose(proposer) {
    const { model, random, newName } = proposer
    const by = proposeTeam(proposer)
    const services = Object.values(model.services).filter(({ team }) => team === by)
    const service = random.chance(0.45) ? random.pickRecent(services.slice(0, 2)) : undefined
    const type = random.chance(0.5) ? 'auto' : 'manual'
    const state = random.chance(0.15) ? 'resolved' : 'open'
    const more = { type, state, ...(random.chance(0.3) && { cause: 'known' }), ...proposeWish(proposer) }
    const monitors = Object.values(model.monitors).filter(({ team }) => team === by)
    const monitor = random.chance(0.4) && !more.wish ? random.pickRecent(monitors.slice(0, 3)) : undefined
    const uses = [service, monitor].flatMap((one) => one?.name ?? [])
    return { operation: 'an incident', by, name: newName('incident'), more, ...(uses.length > 0 && { uses }) }
  },
  async make({ model, provide, owner }, { by, name = '', more = {}, uses = [] }) {
    const type = more.type as Incident['type']
    const service = uses.find((one) => model.services[one]) ?? ''
    const monitor = uses.find((one) => model.monitors[one]) ?? ''
    const serviceId = model.services[service]?.id
    const wish = { ...wishes[more.wish ?? ''], ...(monitor && { monitorId: model.monitors[monitor]?.id ?? null }) }
    const of = await owner(by)
    const demand = {
      of,
      type,
      resolved: more.state === 'resolved',
      ...(serviceId !== undefined && { serviceId }),
      ...(Object.keys(wish).length > 0 && { wishes: wish }),
      ...(more.cause !== undefined && { cause: `Known from the start of ${name}` }),
    }
    const { id, cause, stored } = await provide('incident', (provider) => provider.incident(demand))
    const state = more.state as Incident['state']
    model.incidents[name] = {
      name,
      id,
      team: by,
      type,
      state,
      serviceId,
      monitor,
      cause,
      wish: more.wish,
      stored,
      since: Date.now(),
      last: 'new',
    }
    const shown = state === 'open' && wish.acknowledged ? 'acknowledged' : state
    const { monitorId = wish.monitorId } = stored ?? {}
    const age = describeAge(stored?.startedAt)
    const kinds = [
      ...[shown, type],
      ...(monitorId ? [`of the monitor ${monitorId}`] : monitorId === null ? ['without a monitor'] : []),
      ...(serviceId === undefined ? [] : [`on the service ${serviceId}`]),
      ...(cause === undefined ? [] : ['with a cause']),
      ...(age === undefined ? [] : [age]),
    ]
    return `${name}: ${id} (${kinds.join(', ')}), an incident of the team of ${by}`
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

const makeMonitor: RecordKind = {
  area: 'statistics',
  propose: (proposer) => monitorOf(proposer, proposeTeam(proposer)),
  async make({ model, provide, owner }, { by, name = '', more = {} }) {
    const of = await owner(by)
    const days = (more.days ?? '').split(' ').filter((day) => day !== '')
    const made = await provide('monitor', (provider) => provider.monitor({ of, days }))
    model.monitors[name] = { name, id: made.id, team: by, days: made.days, last: 'new' }
    const rows = made.days.length === 0 ? 'without rows' : 'with rows'
    return `${name}: ${made.id} (${rows}), a monitor of the team of ${by}, ${count(made.days.length, 'day')}${made.days.length > 0 ? `: ${made.days.join(' ')}` : ''}`
  },
}

const makeService: RecordKind = {
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
  async make({ model, provide, owner }, { by, name = '', uses = [] }) {
    const of = await owner(by)
    const ids = uses.flatMap((one) => model.monitors[one] ?? []).map(({ id }) => id)
    const { id } = await provide('service', (provider) => provider.service({ of, monitors: [], linked: ids }))
    const monitors = uses.filter((one) => model.monitors[one] !== undefined)
    model.services[name] = { name, id, team: by, monitors, last: 'new' }
    const linked =
      monitors.length === 0 ? 'without monitors' : monitors.length === 1 ? 'with one monitor' : 'with several monitors'
    return `${name}: ${id} (${linked}), a service of the team of ${by}${monitors.length > 0 ? `, linked to ${monitors.join(' and ')}` : ''}`
  },
  // An implementation may link a monitor to one service only.
  needs: (model, { operation, uses = [] }) =>
    uses.some((one) => isLinked(model, one)) ? 'a shared monitor' : operation,
}

export function isLinked({ services }: Model, monitor: string): boolean {
  return Object.values(services).some(({ monitors }) => monitors.includes(monitor))
}

/** A hook may know some members and callers only. */
function wishOf(_: Model, { value = '' }: Action): string {
  return value
}

const joinTeam: RecordKind = {
  area: 'accounts',
  propose({ model, random, newName, missing }) {
    const owners = Object.values(model.accounts).filter(({ kind, deletion }) => kind === 'signed up' && !deletion)
    const cast = ['writer', 'freeCaller'].filter((name) => !missing.has(name))
    const by = random.pickRecent([...cast, ...owners.map(({ name }) => name)])
    const values = Object.keys(colleagues).filter((value) => !missing.has(value))
    if (by === undefined || values.length === 0) return undefined
    return { operation: 'a member', by, name: newName('colleague'), value: random.pick(values) }
  },
  async make({ join }, { by, name = '', value = '' }) {
    const { role, wishes } = colleagues[value] ?? { role: 'member' }
    await join(by, name, role, wishes)
    return `${name}: a ${value} in the team of ${by}`
  },
  needs: wishOf,
}

const colleagues: Record<string, { role: ColleagueRole; wishes?: CallerWishes }> = {
  member: { role: 'member' },
  reader: { role: 'reader' },
  admin: { role: 'admin' },
  'member without a password': { role: 'member', wishes: { oauth: true } },
  'member who asked for the deletion': { role: 'member', wishes: { deletionRequestedDaysAgo: 12.5 } },
  'second owner': { role: 'member', wishes: { role: 'owner' } },
}

/** The wishes about callers that a hook may support, by name. */
const callerWishes: Record<string, { roles: RoleName[]; wishes: CallerWishes }> = {
  'on the highest plan': { roles: ['writer'], wishes: { plan: 'highest' } },
  'in a team without a name': {
    roles: ['writer', 'freeCaller', 'oauthUser', 'ownerWithMember'],
    wishes: { teamName: null },
  },
  'without a password': { roles: ['ownerWithMember'], wishes: { oauth: true } },
}

/** A caller that is not the usual one; others come when an action needs them. */
const enterCaller: RecordKind = {
  area: 'accounts',
  propose({ model, random, missing }) {
    const value = random.pick(Object.keys(callerWishes))
    const by = random.pick(callerWishes[value]?.roles ?? [])
    return model.accounts[by] || missing.has(by) || missing.has(value)
      ? undefined
      : { operation: 'a caller', by, value }
  },
  async make({ enter }, { by, value = '' }) {
    await enter(by, callerWishes[value]?.wishes)
    return `${by}: ${value}`
  },
  needs: wishOf,
}

/** Days since the request, up to a few hours before the end. */
const ages = ['0.04', '1', '15.5', '28.9', '29.1', '29.9']

const makeLeaver: RecordKind = {
  area: 'accounts',
  propose: ({ random, newName }) => ({
    operation: 'a leaver',
    by: 'anonymous',
    name: newName('leaver'),
    value: random.pick(ages),
  }),
  async make({ addLeaver }, { name = '', value = '' }) {
    await addLeaver(name, Number(value))
    return `${name}: asked for the deletion ${value} days ago`
  },
}

export const recordKinds: Record<string, RecordKind> = {
  'an incident': makeIncident,
  'a monitor': makeMonitor,
  'a service': makeService,
  'a member': joinTeam,
  'a caller': enterCaller,
  'a leaver': makeLeaver,
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
