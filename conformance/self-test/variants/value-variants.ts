/** Variants in values: ids, names, dates and pages. */

import { randomUUID } from 'node:crypto'
import { after, omit } from '../faults/fault.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override, StateMaker, Steps } from '../implementation/steps.ts'
import { newId } from '../implementation/ulid.ts'
import { variant } from './variant.ts'

const noBounds = '8: "Bounds and defaults of the page and limit query parameters: not shown."'
const noTotal = '2.4: what total counts is not said.'
const noOrder = '4.6: no order is given.'
const anyDate = '2: date-time has several formats.'
const anyId = '2.2: an id is a string.'

const iso = (date: Date) => date.toISOString()

/** The query with page and limit clamped to their bounds. */
function clamped(base: Steps, query: URLSearchParams): URLSearchParams {
  const fixed = new URLSearchParams(query)
  const page = Number(query.get('page') ?? base.pageBounds.first)
  const limit = Number(query.get('limit') ?? base.limitBounds.default)
  if (Number.isInteger(page))
    fixed.set('page', String(Math.max(base.pageBounds.first, Math.min(page, base.pageBounds.max))))
  if (Number.isInteger(limit))
    fixed.set('limit', String(Math.max(base.limitBounds.min, Math.min(limit, base.limitBounds.max))))
  return fixed
}

const clamping =
  (max: number, standard: number): Override =>
  (base) => {
    const bounded: Steps = { ...base, limitBounds: { ...base.limitBounds, max, default: standard } }
    return {
      limitBounds: bounded.limitBounds,
      validate(call) {
        if (call.operation === 'listDeletionRequests') call.query = clamped(bounded, call.query)
        base.validate(call)
      },
    }
  }

/** Gives the records of the hook ids of another format. */
const ids =
  (shape: (id: string) => string): Override =>
  (base, store) => {
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
  variant('pages-from-zero', 'Pages are counted from 0', noBounds, (base) => ({
    pageBounds: { ...base.pageBounds, first: 0 },
  })),
  variant('limits-clamped', 'page and limit are clamped, not rejected', noBounds, clamping(100, 20)),
  variant('small-pages', 'A page has two records by default and at most three', noBounds, clamping(3, 2)),
  variant('large-pages', 'A page has 500 records by default', noBounds, (base) => ({
    limitBounds: { ...base.limitBounds, default: 500, max: 100_000 },
  })),
  variant('no-bounds', 'Any page and limit is accepted', noBounds, (base) => ({
    pageBounds: { ...base.pageBounds, max: Number.MAX_SAFE_INTEGER },
    limitBounds: { ...base.limitBounds, max: Number.MAX_SAFE_INTEGER },
  })),
  variant('newest-first', 'The listing is ordered by the latest deletion first', noOrder, (base) => ({
    compareUsers: (a, b, page) => base.compareUsers(b, a, page),
  })),
  variant('by-address', 'The listing is ordered by address', noOrder, () => ({
    compareUsers: (a, b) => (a.email < b.email ? -1 : 1),
  })),
  variant(
    'crowded',
    '57 other users are scheduled for deletion',
    '4.6: users whose deletion is scheduled are listed.',
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
    pagination: (page, limit, total, count) => base.pagination(page, limit, Math.ceil(total / limit), count),
  })),
  variant('total-of-page', 'total is the number of records on the page', noTotal, (base) => ({
    pagination: (page, limit, _, count) => base.pagination(page, limit, count, count),
  })),
  variant('total-of-users', 'total is the number of all users', noTotal, (base, store) => ({
    pagination: (page, limit, _, count) => base.pagination(page, limit, store.users.size, count),
  })),
  variant('past-end-refused', 'A page past the end is rejected', noBounds, (base) => ({
    slicePage(users, page, limit) {
      const fields = base.slicePage(users, page, limit)
      if (fields.length === 0 && page > base.pageBounds.first)
        throw new ServiceError('VALIDATION_ERROR', 'there is no such page')
      return fields
    },
  })),
  variant('past-end-last', 'A page past the end returns the last page', noBounds, (base) => ({
    slicePage: (users, page, limit) =>
      base.slicePage(users, Math.max(1, Math.min(page, Math.ceil(users.length / limit))), limit),
  })),
  variant(
    'lagging-listing',
    'A scheduled user is listed after one second',
    '4.6: nothing is said about how soon.',
    (base) => ({
      isListed: (user) => base.isListed(user) && Date.now() - (user.deletion?.requestedAt.getTime() ?? 0) > 1000,
    }),
  ),
  variant('dates-with-offset', 'Date-times have the offset of Kathmandu', anyDate, () => ({
    formatTime: (date) => iso(new Date(date.getTime() + 20_700_000)).replace('Z', '+05:45'),
  })),
  variant('dates-without-milliseconds', 'Date-times have no milliseconds', anyDate, () => ({
    formatTime: (date) => iso(date).replace(/\.\d+/, ''),
  })),
  variant('dates-with-microseconds', 'Date-times have microseconds and the offset +00:00', anyDate, () => ({
    formatTime: (date) => iso(date).replace('Z', '123+00:00'),
  })),
  variant('dates-with-space', 'Date-times have a space and an offset without a colon', anyDate, () => ({
    formatTime: (date) => iso(date).replace('T', ' ').replace('Z', '+0000'),
  })),
  variant('dates-of-a-database', 'Date-times have the format of a database', anyDate, () => ({
    formatTime: (date) => iso(date).replace('T', ' ').replace('Z', '+00'),
  })),
  variant('dates-in-small-letters', 'Date-times are in lower case', anyDate, () => ({
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
  variant('teams-unnamed', 'teamName is null', '2.3: teamName is "string or null".', (base) => ({
    deletionRequest: after(base.deletionRequest, (fields) => ({ ...fields, teamName: null })),
  })),
  variant('teams-named', 'A new team is named after its owner', '2.3: teamName is "string or null".', (base) => ({
    createAccount(input) {
      const { user, team } = base.createAccount(input)
      return { user, team: { ...team, name: `Team of ${user.email}` } }
    },
  })),
  variant(
    'name-empty',
    'A missing name is returned as an empty string',
    '2.1: name is a string, optional on signup only.',
    (base) => ({
      user: after(base.user, (fields) => ({ name: '', ...fields })),
    }),
  ),
  variant('other-roles', 'Roles have other names', '2.1: role is a string; no list is given.', (base) => ({
    user: after(base.user, (fields) => ({ ...fields, role: `urn:role:${String(fields.role).toUpperCase()}` })),
  })),
  variant(
    'other-types',
    'Manual incidents have the type reported',
    '2.2: "The complete list of incident types and statuses is not shown."',
    (base) => ({
      incident: after(base.incident, (fields) => (fields.type === 'auto' ? fields : { ...fields, type: 'reported' })),
    }),
  ),
  variant(
    'service-always',
    'Every incident has a serviceId',
    '2.2: serviceId is present in one variant of the response.',
    (base) => ({
      incident: after(base.incident, (fields) => ({ serviceId: 'default', ...fields })),
    }),
  ),
  variant(
    'service-never',
    'An incident never has a serviceId',
    '2.2: serviceId is present in one variant of the response.',
    (base) => ({
      incident: after(base.incident, (fields) => omit(fields, 'serviceId')),
    }),
  ),
  variant(
    'no-nulls',
    'Missing fields of an incident are empty strings',
    '2.2: in one variant these fields are plain strings.',
    (base) => ({
      incident: after(base.incident, (fields) => ({
        ...fields,
        monitorId: fields.monitorId ?? '',
        title: fields.title ?? '',
        cause: fields.cause ?? '',
      })),
    }),
  ),
  variant(
    'ids-numbers',
    'Ids are numeric strings',
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
    'Ids have 200 characters',
    anyId,
    ids((id) => `${id}-${'x'.repeat(180)}`),
  ),
]
