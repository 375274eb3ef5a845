/** Resolving and deleting incidents: which calls are tried. What must hold of their responses is in document/. */
import type { Incident, Model } from '../document/state.ts'
import type { Action, Proposer, RequestKind } from './action.ts'
import { isRefused } from './foresee.ts'
import { proposeCaller, roleOf, withSession } from './propose-caller.ts'
import { brokenBodies, spoil, withSpoiled } from './spoil.ts'
import { textNames, textOf } from './values.ts'

const noBodies = ['no body', 'no body', 'an empty object']
const bodies: Record<string, unknown> = { 'an empty object': {}, ...brokenBodies }

function featuresOf(kind: 'resolveIncident' | 'deleteIncident') {
  return (model: Model, action: Action): string[] => {
    const { by, of = '', value = '', more } = action
    const incident = model.incidents[of] as Incident
    const { type, state, serviceId, monitor, wish = 'usual', last } = incident
    const siblings = Object.values(model.incidents).filter(
      (one) =>
        one !== incident &&
        one.state !== 'deleted' &&
        (monitor ? one.monitor === monitor : serviceId && one.serviceId === serviceId),
    )
    const refused = value in brokenBodies || isRefused(model, kind, action, { subject: incident })
    return [
      `by ${roleOf(by)}`,
      `${type} ${state}`,
      wish,
      `${serviceId ? 'displayed' : 'plain'}${monitor ? ' of a monitor' : ''}`,
      `beside ${siblings.map(({ type, state }) => `${type} ${state}`).sort()[0] ?? 'none'}`,
      `last ${last}`,
      `value ${!refused || value in brokenBodies || value === 'delete' || noBodies.includes(value) ? value : 'any'}`,
      refused ? 'refused' : 'accepted',
      more?.credential ?? more?.session ?? 'newest session',
      `id ${more?.id ?? 'its own'}`,
    ]
  }
}

function propose(kind: string, proposer: Proposer, value: () => string): Action | undefined {
  const { model, random } = proposer
  const all = Object.values(model.incidents)
  const open = all.filter(({ state }) => state === 'open')
  const left = random.chance(0.1) ? all : all.filter(({ state }) => state !== 'deleted')
  const incident = random.pickRecent(open.length > 0 && random.chance(0.5) ? open : left)
  if (!incident) return undefined
  const action = { kind, by: proposeCaller(proposer, incident.team), of: incident.name, value: value() }
  return withSpoiled(proposer, withSession(proposer, action))
}

export const resolveKind: RequestKind = {
  area: 'incidents',
  propose: (proposer) => {
    const { random } = proposer
    return propose('resolve', proposer, () => {
      if (random.chance(0.35)) return random.pick(noBodies)
      return random.pick(random.chance(0.08) ? Object.keys(brokenBodies) : textNames)
    })
  },
  features: featuresOf('resolveIncident'),
  send(caller, model, { of = '', value = 'no body', more }) {
    const id = (model.incidents[of] as Incident).id
    const body = value === 'no body' ? undefined : value in bodies ? bodies[value] : { cause: textOf(value, of) }
    return spoil(caller, model, more, 'resolveIncident', id, body)
  },
}

export const deleteKind: RequestKind = {
  area: 'incidents',
  propose: (proposer) => propose('delete', proposer, () => 'delete'),
  features: featuresOf('deleteIncident'),
  send: (caller, model, { of = '', more }) =>
    spoil(caller, model, more, 'deleteIncident', (model.incidents[of] as Incident).id),
}
