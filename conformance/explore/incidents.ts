/** Resolving and deleting incidents: which calls are tried. What must hold of their responses is in document/. */
import type { Incident, Model } from '../document/state.ts'
import type { Action, ExploredOperation, Proposer } from './action.ts'
import { isRefused, proposeCaller, roleOf, withSession } from './propose-caller.ts'
import { textNames, textOf } from './values.ts'

const noBodies = ['no body', 'no body', 'an empty object']

function featuresOf(id: 'resolveIncident' | 'deleteIncident') {
  return (model: Model, action: Action): string[] => {
    const { by, of = '', value = '', more } = action
    const incident = model.incidents[of] as Incident
    const { type, state, serviceId, monitor, option = 'usual', last } = incident
    const siblings = Object.values(model.incidents).filter(
      (one) =>
        one !== incident &&
        one.state !== 'deleted' &&
        (monitor ? one.monitor === monitor : serviceId && one.serviceId === serviceId),
    )
    const refused = isRefused(model, id, action, { subject: incident })
    return [
      `by ${roleOf(by)}`,
      `${type} ${state}`,
      option,
      `${serviceId ? 'displayed' : 'plain'}${monitor ? ' of a monitor' : ''}`,
      `beside ${siblings.map(({ type, state }) => `${type} ${state}`).sort()[0] ?? 'none'}`,
      `last ${last}`,
      `value ${!refused || noBodies.includes(value) ? value : 'any'}`,
      refused ? 'refused' : 'accepted',
      more?.session ?? 'newest session',
    ]
  }
}

function propose(operation: string, proposer: Proposer, value?: string): Action | undefined {
  const { model, random } = proposer
  const all = Object.values(model.incidents)
  const open = all.filter(({ state }) => state === 'open')
  const left = random.chance(0.1) ? all : all.filter(({ state }) => state !== 'deleted')
  const incident = random.pickRecent(open.length > 0 && random.chance(0.5) ? open : left)
  if (!incident) return undefined
  const by = proposeCaller(proposer, incident.team)
  return withSession(proposer, { operation, by, of: incident.name, ...(value !== undefined && { value }) })
}

export const resolve: ExploredOperation = {
  id: 'resolveIncident',
  area: 'incidents',
  propose: (proposer) =>
    propose('resolve', proposer, proposer.random.pick(proposer.random.chance(0.35) ? noBodies : textNames)),
  features: featuresOf('resolveIncident'),
  readBacks: ({ incidents }, random) =>
    Object.values(incidents)
      // A deletion was confirmed at once.
      .filter(({ state }) => state !== 'deleted' || random.chance(0.3))
      .map(({ name, team }) => {
        const value = random.chance(0.5) ? 'plain' : 'no body'
        return { operation: 'resolve', by: team, of: name, value }
      }),
  details(model, { of = '', value = 'no body' }) {
    const { id } = model.incidents[of] as Incident
    if (value === 'no body') return { id }
    return { id, body: value === 'an empty object' ? {} : { cause: textOf(value, of) } }
  },
}

export const remove: ExploredOperation = {
  id: 'deleteIncident',
  area: 'incidents',
  propose: (proposer) => propose('delete', proposer),
  features: featuresOf('deleteIncident'),
  // Whether a resolved one is found may show in a deletion only.
  readBacks: ({ incidents }, random) =>
    Object.values(incidents)
      .filter(({ type, state }) => (type === 'auto' || state === 'resolved') && random.chance(0.3))
      .map(({ name, team }) => ({ operation: 'delete', by: team, of: name })),
  details: (model, { of = '' }) => ({ id: (model.incidents[of] as Incident).id }),
}
