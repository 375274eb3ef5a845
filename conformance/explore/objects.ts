/** The objects of a team: incidents, monitors and services. */

import type { Incident, Model } from '../document/state.ts'
import type { Fields } from '../records/kinds.ts'
import { toIncident } from '../records/recipe.ts'
import { day } from '../verdict/days.ts'
import type { Action, ExploredRecord, Proposer, Step } from './action.ts'
import { boundaryDays } from './values.ts'

/** The account whose team an object belongs to. */
function proposeTeam({ model, random, missing }: Proposer): string {
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

function proposeOption({ random }: Proposer): { option?: string } {
  return random.chance(0.5) ? { option: random.pick(Object.keys(options)) } : {}
}

export const makeIncident: ExploredRecord = {
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
function monitorOf({ random, newName }: Proposer, by: string): Action {
  const count = random.pick([0, 1, 3, 5, 8, 12, 12])
  const all = boundaryDays()
  const from = random.below(all.length)
  // Days that follow each other and days that do not.
  const days = Array.from({ length: count }, (_, index) =>
    random.chance(0.5) ? all[(from + index) % all.length] : random.pick(all),
  )
  return { operation: 'a monitor', by, name: newName('monitor'), more: { days: [...new Set(days)].sort().join(' ') } }
}

export const makeMonitor: ExploredRecord = {
  area: 'statistics',
  propose: (proposer) => monitorOf(proposer, proposeTeam(proposer)),
  async make({ model, pool, teamOf }, { by, name = '', more = {} }) {
    const days = (more.days ?? '').split(' ').filter((day) => day !== '')
    const { id } = await pool.make('monitor', { ...(await teamOf(by)), days })
    model.monitors[name] = { name, id, team: by, days, last: 'new' }
    return { name, kind: 'monitor', fields: { id, days, teamOf: by } }
  },
}

export const makeService: ExploredRecord = {
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

/** Objects of one team that may affect each other: monitors of the same services, and incidents displayed on one. */
export function proposeCluster(proposer: Proposer): Step[] {
  const { random, newName, missing } = proposer
  const by = proposeTeam(proposer)
  // A page of an implementation's own often holds ten.
  const count = random.chance(0.2) ? 12 : 2 + random.below(4)
  const monitors = Array.from({ length: count }, () => monitorOf(proposer, by))
  const names = monitors.flatMap(({ name = [] }) => name)
  const service = { operation: 'a service', by, name: newName('service'), uses: names }
  const isShared = random.chance(0.5) && !missing.has('a shared monitor')
  const second = { operation: 'a service', by, name: newName('service'), uses: isShared ? names.slice(1) : [] }
  // Incidents of one monitor, some of them displayed on a service that it is not linked to.
  const ofMonitor = random.chance(0.6) ? names.slice(0, 1) : []
  const incidents = Array.from({ length: 3 + random.below(2) }, () => ({
    operation: 'an incident',
    by,
    name: newName('incident'),
    more: {
      type: random.pick(['auto', 'manual', 'manual']),
      state: random.pick(['open', 'open', 'resolved']),
      ...(random.chance(0.3) && { cause: 'known' }),
      ...proposeOption(proposer),
    },
    uses: [random.pick([service, service, second]).name, ...ofMonitor],
  }))
  const actions: Action[] = [...monitors, service, second, ...incidents]
  return actions.filter(({ operation }) => !missing.has(operation)).map((action) => [action])
}
