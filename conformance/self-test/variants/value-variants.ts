/** Variants in values: ids, names, dates and pages. */
import { randomUUID } from 'node:crypto'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override, RecordMaker, Steps } from '../implementation/steps.ts'
import { newId } from '../implementation/ulid.ts'
import { changing, removing, setting, signingUp } from '../overrides.ts'
import { legal } from './variant.ts'

const clamp = (value: number, min: number, max: number) => String(Math.max(min, Math.min(value, max)))

/** Clamps page and limit to their bounds. */
const clamping =
  (max: number, standard: number): Override =>
  (base) => {
    const limitBounds: Steps['limitBounds'] = { ...base.limitBounds, max, default: standard }
    return {
      limitBounds,
      validate(call) {
        if (call.operation === 'listDeletionRequests') {
          const query = new URLSearchParams(call.query)
          const page = Number(query.get('page') ?? base.pageBounds.first)
          const limit = Number(query.get('limit') ?? standard)
          if (Number.isInteger(page)) query.set('page', clamp(page, base.pageBounds.first, base.pageBounds.max))
          if (Number.isInteger(limit)) query.set('limit', clamp(limit, limitBounds.min, max))
          call.query = query
        }
        base.validate(call)
      },
    }
  }

/** Changes the total of the pagination. */
const totalling =
  (count: (limit: number, total: number, shown: number, users: number) => number): Override =>
  (base, store) => ({
    pagination: (page, limit, total, shown) =>
      base.pagination(page, limit, count(limit, total, shown, store.users.size), shown),
  })

const formattingTime = (format: (text: string, date: Date) => string): Override =>
  changing('formatTime', (_, date) => format(date.toISOString(), date))

const kinds = { incident: 'incidents', monitor: 'monitors', service: 'services' } as const

/** Gives the records of the hook ids of another format. */
const ids =
  (shape: (id: string) => string): Override =>
  (base, store) => {
    const reshaped = (kind: keyof typeof kinds): RecordMaker => {
      const records = store[kinds[kind]] as Map<string, { id: string }>
      return (fields) => {
        const made = (base.records[kind]?.(fields) ?? {}) as { id: string }
        const { id } = made
        const record = records.get(id)
        const other = shape(id)
        records.delete(id)
        if (record) records.set(other, { ...record, id: other })
        for (const row of store.stats) if (row.monitorId === id) row.monitorId = other
        return { ...made, id: other }
      }
    }
    const made = { incident: reshaped('incident'), monitor: reshaped('monitor'), service: reshaped('service') }
    return { records: { ...base.records, ...made } }
  }

const dayAfterTomorrow = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

export const valueVariants = [
  ...legal('4.7: before is a date; its bounds are not shown.', {
    'far-dates-refused: A date after tomorrow is refused': (base) => ({
      dateError: (text) => base.dateError(text) ?? (text >= dayAfterTomorrow() ? 'is in the far future' : undefined),
    }),
  }),
  ...legal('8: "Bounds and defaults of the page and limit query parameters: not shown."', {
    'pages-from-zero: Pages are counted from 0': (base) => ({ pageBounds: { ...base.pageBounds, first: 0 } }),
    'limits-clamped: page and limit are clamped, not rejected': clamping(100, 20),
    'small-pages: A page has two records by default and at most three': clamping(3, 2),
    'large-pages: A page has 500 records by default': (base) => ({
      limitBounds: { ...base.limitBounds, default: 500, max: 100_000 },
    }),
    'no-bounds: Any page and limit is accepted': (base) => ({
      pageBounds: { ...base.pageBounds, max: Number.MAX_SAFE_INTEGER },
      limitBounds: { ...base.limitBounds, max: Number.MAX_SAFE_INTEGER },
    }),
    'past-end-refused: A page past the end is rejected': (base) => ({
      slicePage(users, page, limit) {
        const shown = base.slicePage(users, page, limit)
        if (shown.length > 0 || page <= base.pageBounds.first) return shown
        throw new ServiceError('VALIDATION_ERROR', 'there is no such page')
      },
    }),
    'past-end-last: A page past the end returns the last page': (base) => ({
      slicePage: (users, page, limit) =>
        base.slicePage(users, Math.max(1, Math.min(page, Math.ceil(users.length / limit))), limit),
    }),
  }),
  ...legal('4.6: no order is given.', {
    'newest-first: The listing is ordered by the latest deletion first': changing('compareUsers', (order) => -order),
    'by-address: The listing is ordered by address': () => ({
      compareUsers: (a, b) => (a.email < b.email ? -1 : 1),
    }),
  }),
  ...legal('4.6: users whose deletion is scheduled are listed.', {
    'crowded: 57 other users are scheduled for deletion': (base, store) => {
      for (let i = 0; i < 57; i++) {
        const { user } = base.createAccount({ email: `leaver${i}@crowd.example`, password: newId() })
        const requestedAt = new Date(Date.now() - i * 40_000_000)
        const scheduledAt = new Date(requestedAt.getTime() + 30 * 86_400_000)
        store.users.set(user.id, { ...user, deletion: { requestedAt, scheduledAt } })
      }
      return {}
    },
  }),
  ...legal('2.4: what total counts is not said.', {
    'total-of-pages: total is the number of pages': totalling((limit, total) => Math.ceil(total / limit)),
    'total-of-page: total is the number of records on the page': totalling((_limit, _total, shown) => shown),
    'total-of-users: total is the number of all users': totalling((_limit, _total, _shown, users) => users),
  }),
  ...legal('4.6: nothing is said about how soon.', {
    'lagging-listing: A scheduled user is listed after one second': changing(
      'isListed',
      (isListed, { deletion }) => isListed && Date.now() - (deletion?.requestedAt.getTime() ?? 0) > 1000,
    ),
  }),
  ...legal('2: date-time has several formats.', {
    'dates-with-offset: Date-times have the offset of Kathmandu': formattingTime((_, date) =>
      new Date(date.getTime() + 20_700_000).toISOString().replace('Z', '+05:45'),
    ),
    'dates-without-milliseconds: Date-times have no milliseconds': formattingTime((text) => text.replace(/\.\d+/, '')),
    'dates-with-microseconds: Date-times have microseconds and the offset +00:00': formattingTime((text) =>
      text.replace('Z', '123+00:00'),
    ),
    'dates-with-space: Date-times have a space and an offset without a colon': formattingTime((text) =>
      text.replace('T', ' ').replace('Z', '+0000'),
    ),
    'dates-of-a-database: Date-times have the format of a database': formattingTime((text) =>
      text.replace('T', ' ').replace('Z', '+00'),
    ),
    'dates-in-small-letters: Date-times are in lower case': formattingTime((text) => text.toLowerCase()),
  }),
  ...legal('2: nothing is said about clocks.', {
    'clock-ahead: The clock of the service is a minute ahead': () => ({ now: () => new Date(Date.now() + 60_000) }),
  }),
  ...legal('2.3: how days are counted is not said.', {
    'days-rounded-down: daysRemaining is rounded down': changing('daysRemaining', (days) =>
      Math.max(0, Number(days) - 1),
    ),
    'days-of-work: daysRemaining counts no weekends': changing('daysRemaining', (days) =>
      Math.ceil((Number(days) * 5) / 7),
    ),
  }),
  ...legal('2.3: "integer or null".', { 'days-null: daysRemaining is null': () => ({ daysRemaining: () => null }) }),
  ...legal('2.3: teamName is "string or null".', {
    'teams-unnamed: teamName is null': setting('deletionRequest', { teamName: null }),
    'teams-named: A new team is named after its owner': changing('createAccount', ({ user, team }) => ({
      user,
      team: { ...team, name: `Team of ${user.email}` },
    })),
  }),
  ...legal('2.1: name is a string, optional on signup only.', {
    'name-of-address: A missing or empty name is the local part of the address': signingUp(({ email, name }) => ({
      name: name?.trim() ? name : email.split('@')[0],
    })),
    'name-of-address-in-sessions: Sessions show the local part of the address for a missing name, the listing null':
      changing('user', ({ name, ...fields }) => ({ ...fields, name: name ?? String(fields.email).split('@')[0] })),
    'name-empty: A missing name is returned as an empty string': changing('user', (fields) => ({
      name: '',
      ...fields,
    })),
  }),
  ...legal('2.1: role is a string; no list is given.', {
    'other-roles: Roles have other names': changing('user', (fields) => ({
      ...fields,
      role: `urn:role:${String(fields.role).toUpperCase()}`,
    })),
  }),
  ...legal('2.2: "The complete list of incident types and statuses is not shown."', {
    'other-types: Manual incidents have the type reported': changing('incident', (fields) =>
      fields.type === 'auto' ? fields : { ...fields, type: 'reported' },
    ),
  }),
  ...legal('2.2: serviceId is present in one variant of the response.', {
    'service-always: Every incident has a serviceId': changing('incident', (fields) => ({
      serviceId: 'default',
      ...fields,
    })),
    'service-never: An incident never has a serviceId': removing('incident', 'serviceId'),
  }),
  ...legal('2.2: in one variant these fields are plain strings.', {
    'no-nulls: Missing fields of an incident are empty strings': changing('incident', (fields) => ({
      ...fields,
      monitorId: fields.monitorId ?? '',
      title: fields.title ?? '',
      cause: fields.cause ?? '',
    })),
  }),
  ...legal('2.2: an id is a string.', {
    'ids-numbers: Ids are numeric strings': ids((id) => String(BigInt(`0x${Buffer.from(id).toString('hex')}`))),
    'ids-uuid: Ids of incidents, monitors and services are UUIDs': ids(() => randomUUID()),
    'ids-to-escape: Ids have characters that a path must escape': ids((id) => `a/b ${id}%é?#`),
    'ids-long: Ids have 200 characters': ids((id) => `${id}-${'x'.repeat(180)}`),
  }),
]
