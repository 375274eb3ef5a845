/** Variants in values: ids, names, dates, pages. */

import { randomUUID } from 'node:crypto'
import { after, omit } from '../faults/fault.ts'
import type { Store } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { StateMaker, Steps } from '../implementation/steps.ts'
import { newId } from '../implementation/ulid.ts'
import { variant } from './variant.ts'

const noBounds = '8: "Bounds and defaults of the page and limit query parameters: not shown."'
const noTotal = '2.4: what total counts is not said.'
const noOrder = '4.6: no order is given.'
const anyDate = '2: a moment is a date-time, in any of its spellings.'
const anyId = '2.2: an id is a string.'

const iso = (date: Date) => date.toISOString()

/** A query whose page and limit are brought into bounds instead of refused. */
function clamped(base: Steps, query: URLSearchParams): URLSearchParams {
  const fixed = new URLSearchParams(query)
  const page = Number(query.get('page') ?? base.page.first)
  const limit = Number(query.get('limit') ?? base.limitBounds.default)
  if (Number.isInteger(page)) fixed.set('page', String(Math.max(base.page.first, Math.min(page, base.page.max))))
  if (Number.isInteger(limit))
    fixed.set('limit', String(Math.max(base.limitBounds.min, Math.min(limit, base.limitBounds.max))))
  return fixed
}

const clamping = (max: number, standard: number) => (base: Steps) => {
  const bounded: Steps = { ...base, limitBounds: { ...base.limitBounds, max, default: standard } }
  return {
    limit: bounded.limitBounds,
    validate: (call: Parameters<Steps['validate']>[0]) => {
      if (call.operation === 'listDeletionRequests') call.query = clamped(bounded, call.query)
      base.validate(call)
    },
  }
}

/** The hook's records under ids of another shape. */
const ids = (shape: (id: string) => string) => (base: Steps, store: Store) => {
  const reshaped =
    (kind: 'incidents' | 'monitors' | 'services', state: StateMaker): StateMaker =>
    (params) => {
      const { id } = state(params) as { id: string }
      const records = store[kind] as Map<string, { id: string }>
      const record = records.get(id)
      const other = shape(id)
      records.delete(id)
      if (record) records.set(other, { ...record, id: other })
      for (const row of store.stats) if (row.monitorId === id) row.monitorId = other
      return { id: other }
    }
  const { incident, monitor, service, ...others } = base.states
  return {
    states: {
      ...others,
      ...(incident && { incident: reshaped('incidents', incident) }),
      ...(monitor && { monitor: reshaped('monitors', monitor) }),
      ...(service && { service: reshaped('services', service) }),
    },
  }
}

export const values = [
  variant('pages-from-zero', 'Pages are counted from 0', noBounds, (base) => ({ page: { ...base.page, first: 0 } })),
  variant('limits-clamped', 'Page and limit are brought into bounds, not refused', noBounds, clamping(100, 20)),
  variant('small-pages', 'A page holds two records unless asked, and three at most', noBounds, clamping(3, 2)),
  variant('large-pages', 'A page holds five hundred records unless asked', noBounds, (base) => ({
    limitBounds: { ...base.limitBounds, default: 500, max: 100_000 },
  })),
  variant('no-bounds', 'Any page and limit is taken', noBounds, (base) => ({
    page: { ...base.page, max: Number.MAX_SAFE_INTEGER },
    limitBounds: { ...base.limitBounds, max: Number.MAX_SAFE_INTEGER },
  })),
  variant('newest-first', 'The last to go comes first', noOrder, (base) => ({
    compareUsers: (a, b, page) => base.compareUsers(b, a, page),
  })),
  variant('by-address', 'The listing is ordered by address', noOrder, () => ({
    compareUsers: (a, b) => (a.email < b.email ? -1 : 1),
  })),
  variant(
    'crowded',
    'Many others are scheduled for deletion already',
    '4.6: users whose deletion is scheduled are listed, whoever they are.',
    (base, store) => {
      for (let i = 0; i < 57; i++) {
        const { user } = base.createAccount({ email: `leaver${i}@crowd.example`, password: newId() })
        const requestedAt = new Date(Date.now() - i * 40_000_000)
        const scheduledAt = new Date(requestedAt.getTime() + 30 * 86_400_000)
        store.users.set(user.id, { ...user, deletion: { requestedAt, scheduledAt } })
      }
      return {}
    },
  ),
  variant('total-of-pages', 'total is the number of pages', noTotal, (base) => ({
    pagination: (page, limit, total, shown) => base.pagination(page, limit, Math.ceil(total / limit), shown),
  })),
  variant('total-of-page', 'total is the number of records on the page', noTotal, (base) => ({
    pagination: (page, limit, _, shown) => base.pagination(page, limit, shown, shown),
  })),
  variant('total-of-users', 'total counts everybody who could be listed', noTotal, (base, store) => ({
    pagination: (page, limit, _, shown) => base.pagination(page, limit, store.users.size, shown),
  })),
  variant('past-end-refused', 'A page past the end is refused', noBounds, (base) => ({
    slicePage(users, page, limit) {
      const shown = base.slicePage(users, page, limit)
      if (shown.length === 0 && page > base.page.first)
        throw new ServiceError('VALIDATION_ERROR', 'there is no such page')
      return shown
    },
  })),
  variant('past-end-last', 'A page past the end is the last one', noBounds, (base) => ({
    slicePage: (users, page, limit) =>
      base.slicePage(users, Math.max(1, Math.min(page, Math.ceil(users.length / limit))), limit),
  })),
  variant(
    'lagging-listing',
    'A scheduled user appears in the listing a second later',
    '4.6: nothing is said about how soon.',
    (base) => ({
      isListed: (user) => base.isListed(user) && Date.now() - (user.deletion?.requestedAt.getTime() ?? 0) > 1000,
    }),
  ),
  variant('dates-with-offset', 'Moments are written in the time of Kathmandu', anyDate, () => ({
    formatTime: (date) => iso(new Date(date.getTime() + 20_700_000)).replace('Z', '+05:45'),
  })),
  variant('dates-without-milliseconds', 'Moments are written without milliseconds', anyDate, () => ({
    formatTime: (date) => iso(date).replace(/\.\d+/, ''),
  })),
  variant('dates-with-microseconds', 'Moments are written with microseconds, zone +00:00', anyDate, () => ({
    formatTime: (date) => iso(date).replace('Z', '123+00:00'),
  })),
  variant('dates-with-space', 'Moments have a space in the middle, and an offset without a colon', anyDate, () => ({
    formatTime: (date) => iso(date).replace('T', ' ').replace('Z', '+0000'),
  })),
  variant('dates-of-a-database', 'Moments are written as a database prints them', anyDate, () => ({
    formatTime: (date) => iso(date).replace('T', ' ').replace('Z', '+00'),
  })),
  variant('dates-in-small-letters', 'Moments are written in small letters', anyDate, () => ({
    formatTime: (date) => iso(date).toLowerCase(),
  })),
  variant('clock-ahead', 'The clock of the service is a minute ahead', '2: nothing is said about clocks.', () => ({
    now: () => new Date(Date.now() + 60_000),
  })),
  variant('days-rounded-down', 'daysRemaining is rounded down', '2.3: how days are counted is not said.', (base) => ({
    daysRemaining: (user) => Math.max(0, Number(base.daysRemaining(user)) - 1),
  })),
  variant('days-of-work', 'daysRemaining counts no weekends', '2.3: how days are counted is not said.', (base) => ({
    daysRemaining: (user) => Math.ceil((Number(base.daysRemaining(user)) * 5) / 7),
  })),
  variant('days-null', 'daysRemaining is null', '2.3: "integer or null".', () => ({ daysRemaining: () => null })),
  variant('teams-unnamed', 'The listing shows no names of teams', '2.3: teamName is "string or null".', (base) => ({
    deletionRequest: after(base.deletionRequest, (shown) => ({ ...shown, teamName: null })),
  })),
  variant('teams-named', 'A new team is named after its owner', '2.3: teamName is "string or null".', (base) => ({
    createAccount(input) {
      const { user, team } = base.createAccount(input)
      return { user, team: { ...team, name: `Team of ${user.email}` } }
    },
  })),
  variant(
    'name-empty',
    'Who gave no name has an empty one',
    '2.1: name is a string, optional on signup only.',
    (base) => ({
      user: after(base.user, (shown) => ({ name: '', ...shown })),
    }),
  ),
  variant('other-roles', 'Roles have other names', '2.1: role is a string; no list is given.', (base) => ({
    user: after(base.user, (shown) => ({ ...shown, role: `urn:role:${String(shown.role).toUpperCase()}` })),
  })),
  variant(
    'other-types',
    'Incidents made by hand are of type planned or reported',
    '2.2: "The complete list of incident types and statuses is not shown."',
    (base) => ({
      incident: after(base.incident, (shown) => (shown.type === 'auto' ? shown : { ...shown, type: 'reported' })),
    }),
  ),
  variant(
    'service-always',
    'Every incident is displayed on a service',
    '2.2: serviceId is present in one variant of the answer.',
    (base) => ({
      incident: after(base.incident, (shown) => ({ serviceId: 'default', ...shown })),
    }),
  ),
  variant(
    'service-never',
    'The service of an incident is not shown',
    '2.2: serviceId is present in one variant of the answer.',
    (base) => ({
      incident: after(base.incident, (shown) => omit(shown, 'serviceId')),
    }),
  ),
  variant(
    'no-nulls',
    'What is unknown of an incident is empty text',
    '2.2: in one variant these fields are plain strings.',
    (base) => ({
      incident: after(base.incident, (shown) => ({
        ...shown,
        monitorId: shown.monitorId ?? '',
        title: shown.title ?? '',
        cause: shown.cause ?? '',
      })),
    }),
  ),
  variant(
    'ids-numbers',
    'Ids are numbers, as text',
    anyId,
    ids((id) => String(BigInt(`0x${Buffer.from(id).toString('hex')}`))),
  ),
  variant(
    'ids-uuid',
    'Ids of incidents, monitors and services are UUIDs',
    anyId,
    ids(() => randomUUID()),
  ),
  variant(
    'ids-to-escape',
    'Ids have characters that a path must escape',
    anyId,
    ids((id) => `a/b ${id}%é?#`),
  ),
  variant(
    'ids-long',
    'Ids take two hundred characters',
    anyId,
    ids((id) => `${id}-${'x'.repeat(180)}`),
  ),
]
