/** The records that sequences make, by name: objects of a team, members that join one, and callers that are not the usual ones. */

import { isRole } from '../document/known.ts'
import type { Model } from '../document/state.ts'
import type { AccountRequest } from '../records/accounts.ts'
import type { Role } from '../records/cast.ts'
import type { Fields } from '../records/kinds.ts'
import { deletionRequested } from '../records/recipe.ts'
import type { Action, ExploredRecord } from './action.ts'
import { isLinked, makeIncident, makeMonitor, makeService } from './objects.ts'
import type { ColleagueRole } from './world.ts'

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
    return { name, kind: 'account', fields: { what: `a ${value}`, teamOf: by } }
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
const specialCallers: Record<string, { roles: Role[]; special: AccountRequest }> = {
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
    return { name: by, kind: 'account', fields: { what: value } }
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
    return { name, kind: 'account', fields: { what: `asked for the deletion ${value} days ago` } }
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
  return names.filter((name) => isRole(name) && !model.accounts[name])
}
