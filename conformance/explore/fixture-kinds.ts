/** The steps that need a fixture: objects of a team, and members that join one. */

import type { IncidentWishes } from '../fixtures/provider.ts'
import type { Action, Proposer } from './action.ts'
import { castNames, type Incident, type Model, teamOf } from './model.ts'
import { boundaryDays } from './values.ts'
import type { World } from './world.ts'

export interface FixtureKind {
  area: 'incidents' | 'statistics' | 'accounts'
  propose(proposer: Proposer): Action | undefined
  /** Returns a description for the report, which begins with the name. */
  make(world: World, action: Action): Promise<string>
  /** What is missing if no fixture makes it; the kind, as a rule. */
  needs?(model: Model, action: Action): string
}

/** The account whose team an object belongs to. */
export function proposeTeam({ model, random, missing }: Proposer): string {
  if (random.chance(0.6)) return 'writer'
  const users = Object.values(model.accounts).filter(({ kind }) => kind === 'signed up')
  const others = ['stranger', 'oauthUser', 'freeCaller', ...users.map(({ name }) => name)]
  return random.pick(others.filter((name) => !missing.has(name)))
}

/** What a hook may know to make, by name. */
const wishes: Record<string, IncidentWishes> = {
  acknowledged: { acknowledged: true },
  'no monitor': { monitorId: null },
}

function proposeWish({ random }: Proposer): { wish?: string } {
  return random.chance(0.3) ? { wish: random.pick(Object.keys(wishes)) } : {}
}

const makeIncident: FixtureKind = {
  area: 'incidents',
  propose(proposer) {
    const { model, random, newName } = proposer
    const by = proposeTeam(proposer)
    const services = Object.values(model.services).filter(({ team }) => team === by)
    const service = random.chance(0.45) ? random.pickRecent(services.slice(0, 2)) : undefined
    const type = random.chance(0.5) ? 'auto' : 'manual'
    const state = random.chance(0.15) ? 'resolved' : 'open'
    const more = { type, state, ...(random.chance(0.3) && { cause: 'known' }), ...proposeWish(proposer) }
    return { kind: 'an incident', by, name: newName('incident'), more, ...(service && { uses: [service.name] }) }
  },
  async make({ model, provide, owner }, { by, name = '', more = {}, uses: [service = ''] = [] }) {
    const type = more.type as Incident['type']
    const serviceId = model.services[service]?.id
    const of = await owner(by)
    const demand = {
      of,
      type,
      resolved: more.state === 'resolved',
      ...(serviceId !== undefined && { serviceId }),
      ...(more.wish !== undefined && { wishes: wishes[more.wish] ?? {} }),
      ...(more.cause !== undefined && { cause: `Known from the start of ${name}` }),
    }
    const { id, cause } = await provide('incident', (provider) => provider.incident(demand))
    const state = more.state as Incident['state']
    model.incidents[name] = { name, id, team: by, type, state, serviceId, cause, last: 'new' }
    return `${name}: ${more.state} ${type} incident ${id} of the team of ${by}${service && `, on ${service}`}`
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
  return { kind: 'a monitor', by, name: newName('monitor'), more: { days: [...new Set(days)].sort().join(' ') } }
}

const makeMonitor: FixtureKind = {
  area: 'statistics',
  propose: (proposer) => monitorOf(proposer, proposeTeam(proposer)),
  async make({ model, provide, owner }, { by, name = '', more = {} }) {
    const of = await owner(by)
    const days = (more.days ?? '').split(' ').filter((day) => day !== '')
    const made = await provide('monitor', (provider) => provider.monitor({ of, days }))
    model.monitors[name] = { name, id: made.id, team: by, days: made.days, last: 'new' }
    return `${name}: monitor ${made.id} of the team of ${by}, rows of ${made.days.join(' ') || 'no day'}`
  },
}

const makeService: FixtureKind = {
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
    return { kind: 'a service', by, name: newName('service'), uses: uses.map(({ name }) => name) }
  },
  async make({ model, provide, owner }, { by, name = '', uses = [] }) {
    const of = await owner(by)
    const linked = uses.flatMap((one) => model.monitors[one] ?? []).map(({ id }) => id)
    const { id } = await provide('service', (provider) => provider.service({ of, monitors: [], linked }))
    const monitors = uses.filter((one) => model.monitors[one] !== undefined)
    model.services[name] = { name, id, team: by, monitors, last: 'new' }
    return `${name}: service ${id} of the team of ${by}, linked to ${monitors.join(' and ') || 'no monitor'}`
  },
  // An implementation may link a monitor to one service only.
  needs: (model, { kind, uses = [] }) => (uses.some((one) => isLinked(model, one)) ? 'a shared monitor' : kind),
}

function isLinked({ services }: Model, monitor: string): boolean {
  return Object.values(services).some(({ monitors }) => monitors.includes(monitor))
}

const joinTeam: FixtureKind = {
  area: 'accounts',
  propose({ model, random, newName, missing }) {
    const owners = Object.values(model.accounts).filter(({ kind, deletion }) => kind === 'signed up' && !deletion)
    const names = [...(missing.has('freeCaller') ? [] : ['freeCaller']), ...owners.map(({ name }) => name)]
    const by = random.pickRecent(names)
    if (by === undefined) return undefined
    return { kind: 'a member', by, name: newName('colleague'), value: random.pick(['member', 'reader']) }
  },
  async make({ join }, { by, name = '', value = '' }) {
    await join(by, name, value === 'reader' ? 'reader' : 'member')
    return `${name}: a ${value} in the team of ${by}`
  },
}

export const fixtureKinds: Record<string, FixtureKind> = {
  'an incident': makeIncident,
  'a monitor': makeMonitor,
  'a service': makeService,
  'a member': joinTeam,
}

/** The callers whom an action needs and whom no earlier action creates. */
export function castOf(model: Model, { kind, by, of = '', uses = [] }: Action): string[] {
  const names = [by, ...(kind === 'log in' || kind === 'sign up again' ? [of] : []), ...(kind === 'log in' ? uses : [])]
  return names.filter(
    (name) => (castNames as string[]).includes(name) && !model.accounts[name] && teamOf(model, name) !== '',
  )
}
