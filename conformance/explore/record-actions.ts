/** The records that sequences make, by the builder that checks have: objects of a team, and accounts in all roles. */
import { addKnown } from '../document/known.ts'
import type { Model } from '../document/state.ts'
import type { AccountRequest } from '../records/accounts.ts'
import { createRecords } from '../records/create-records.ts'
import { RecordError } from '../records/errors.ts'
import { deletionRequested, type Recipe, recipe } from '../records/recipe.ts'
import { colleagues, type Role, roleFields, roles } from '../records/roles.ts'
import { day } from '../verdict/days.ts'
import { daysBeforeEnd } from '../verdict/grace-period.ts'
import type { Action, RecordKind } from './action.ts'
import { type Proposer, pickNear } from './propose.ts'
import { named } from './requests.ts'
import type { Running } from './sequence.ts'
import { boundaryDays } from './values.ts'

/** Fields of accounts and of new teams that a hook may support, by name, with the roles that may have them. */
const options: Record<string, { roles: Role[]; request(): AccountRequest }> = {
  'on the highest plan': { roles: ['writer'], request: () => ({ team: { plan: 'highest' } }) },
  'in a team without a name': {
    roles: ['writer', 'freeCaller', 'oauthUser', 'ownerWithMember'],
    request: () => ({ team: { name: null } }),
  },
  'without a password': { roles: ['ownerWithMember', 'member'], request: () => ({ fields: { password: null } }) },
  'a second owner': { roles: ['member'], request: () => ({ fields: { role: 'owner', owner: true } }) },
  // Days since the request, up to a few hours before the end.
  ...Object.fromEntries(
    [0.04, 1, 12.5, 15.5, ...[1.1, 0.9, 0.1].map(daysBeforeEnd)].map((days) => [
      `${days} days after the request for its deletion`,
      { roles: ['freeCaller', 'member'] as Role[], request: () => ({ fields: deletionRequested(days) }) },
    ]),
  ),
}

/** The name under which it is noted as missing if the record cannot be made: a hook may make some accounts and fields only. */
export function neededFor({ services, monitors }: Model, { operation, values = {}, uses = [] }: Action): string {
  const { days: _, type: __, ...fields } = values
  // An implementation may link a monitor to one service only.
  const ids = uses.map((one) => named(monitors, one)?.id)
  const isShared =
    operation === 'service' && Object.values(services).some((one) => one.monitors.some((id) => ids.includes(id)))
  return [operation, ...Object.entries(fields).flat(), uses.length > 0 && (isShared ? 'linked again' : 'linked')]
    .filter(Boolean)
    .join(' ')
}

/** The account whose team it belongs to: of objects mostly the writer, in whose team most callers are. */
function proposeTeam(proposer: Proposer, kind: RecordKind): string | undefined {
  const { model, random } = proposer
  const owners = Object.values(model.accounts).filter(({ name, team }) => name === team)
  const writers = owners.filter(({ madeAs }) => madeAs === 'writer')
  return pickNear(proposer, kind !== 'account' && writers.length > 0 && random.chance(0.5) ? writers : owners)?.name
}

export function proposeAccount({ model, random, newName }: Proposer, role: Role, owner?: string): Action | undefined {
  const own = Object.entries(options).filter(([, option]) => option.roles.includes(role))
  const option = own.length > 0 && random.chance(0.5) ? { option: random.pick(own)[0] } : {}
  const isColleague = roleFields[role].of !== undefined
  if (isColleague && (owner === undefined || named(model.accounts, owner)?.deletion)) return undefined
  return {
    operation: 'account',
    by: isColleague && owner ? owner : 'anonymous',
    name: newName(role),
    values: { role, ...option },
  }
}

const proposals: Record<RecordKind, (proposer: Proposer, by: string) => Action | undefined> = {
  account: (proposer, by) => proposeAccount(proposer, proposer.random.pick([...roles, ...colleagues]), by),
  incident({ model, random, newName }, by) {
    const own = <T extends { team: string }>(things: Record<string, T>) =>
      Object.values(things).filter(({ team }) => team === by)
    const service = random.chance(0.6) && random.pickRecent(own(model.services))
    const monitor = random.chance(0.4) && random.pickRecent(own(model.monitors).slice(0, 3))
    const values = {
      type: random.chance(0.5) ? 'auto' : 'manual',
      status: random.chance(0.2) ? 'resolved' : random.chance(0.15) ? 'acknowledged' : 'open',
      ...(random.chance(0.3) && { cause: 'known' }),
      ...(random.chance(0.3) && { daysAgo: random.pick(['2', '400']) }),
      ...(!monitor && random.chance(0.2) && { monitorId: 'none' }),
    }
    const uses = [service, monitor].flatMap((one) => (one ? one.name : []))
    return { operation: 'incident', by, name: newName('incident'), values, ...(uses.length > 0 && { uses }) }
  },
  monitor({ random, newName }, by) {
    const all = boundaryDays()
    const from = random.below(all.length)
    // Days that follow each other and days that do not.
    const days = Array.from({ length: random.pick([0, 1, 3, 5, 8, 12, 12]) }, (_, index) =>
      random.chance(0.5) ? all[(from + index) % all.length] : random.pick(all),
    )
    return { operation: 'monitor', by, name: newName('monitor'), values: { days: [...new Set(days)].sort().join(' ') } }
  },
  service({ model, random, newName }, by) {
    const monitors = Object.values(model.monitors).filter(({ team }) => team === by)
    // A page of an implementation's own often holds ten.
    const count = random.pick([0, 1, 2, 3, 4, 5, 12])
    const uses = monitors.slice(-count || monitors.length).filter(() => count > 0 && random.chance(0.9))
    return { operation: 'service', by, name: newName('service'), uses: uses.map(({ name }) => name) }
  },
}

/** @param by the account whose team it belongs to. */
export function proposeRecord(
  proposer: Proposer,
  kind: RecordKind,
  by = proposeTeam(proposer, kind),
): Action | undefined {
  const action = by === undefined ? undefined : proposals[kind](proposer, by)
  return action && !proposer.missing.has(neededFor(proposer.model, action)) ? action : undefined
}

function recipeOf(model: Model, { operation, by, name, values = {}, uses = [] }: Action): Recipe<object> {
  const { teamId } = named(model.accounts, by) ?? {}
  const of = teamId === undefined ? {} : { teamId }
  const { days = '', option = '', role = '', daysAgo, monitorId, cause, ...fields } = values
  const linked = uses.flatMap((one) => named(model.monitors, one) ?? [])
  const serviceId = uses.map((one) => named(model.services, one)?.id).find(Boolean)
  const startedAt = daysAgo && new Date(Date.now() - Number(daysAgo) * day).toISOString()
  return recipe<object>([], (builder) => {
    if (operation === 'monitor') return builder.monitor(of, days.split(' ').filter(Boolean))
    if (operation === 'service')
      return builder.service(
        of,
        [],
        linked.map(({ id, days = [] }) => ({ id, days })),
      )
    if (operation === 'account')
      return builder.account(role as Role, { ...(by !== 'anonymous' && { of }), ...options[option]?.request() })
    return builder.incident(of, {
      ...fields,
      ...(startedAt && { startedAt, ...(fields.status === 'resolved' && { resolvedAt: startedAt }) }),
      ...(monitorId && { monitorId: null }),
      ...(linked[0] && { monitorId: linked[0].id }),
      ...(serviceId && { serviceId }),
      ...(cause && { cause: `Known from the start of ${name}` }),
    })
  })
}

/** Makes the record, and adds it to the state and to the lines of the report. */
export async function makeRecord({ model, sender, pool, run: { record } }: Running, action: Action): Promise<void> {
  const { by, name = '' } = action
  const { [name]: made } = await createRecords({ [name]: recipeOf(model, action) }, { sender, pool, record })
  const { email } = made as { email?: string }
  if (email !== undefined && Object.values(model.accounts).some((other) => other.email === email))
    throw new RecordError(`the fixtures provide ${email} twice`)
  const ofTeam = by === 'anonymous' ? name : by
  addKnown(model, name, { ...made, ofTeam })
  if (by !== 'anonymous') Object.assign(record.given.at(-1)?.fields ?? {}, { teamOf: ofTeam })
}
