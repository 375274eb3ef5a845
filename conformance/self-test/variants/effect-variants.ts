/** Variants in the listing, and in how soon and how writes take effect. */
import { setTimeout } from 'node:timers/promises'
import { newId, type StatsRow } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { all, step } from '../overrides.ts'
import { day } from '../records.ts'
import { legal, legalFamily } from './variant.ts'

const clamp = (value: number, min: number, max: number) => String(Math.max(min, Math.min(value, max)))

/** Clamps page and limit to their bounds. */
const clamping = ([max, standard]: [number, number]) =>
  all(
    ({ limitBounds }) => ({ limitBounds: { ...limitBounds, max, default: standard } }),
    step('validate', 'listDeletionRequests').before((call, { pageBounds, limitBounds }) => {
      const query = new URLSearchParams(call.query)
      const page = Number(query.get('page') ?? pageBounds.first)
      const limit = Number(query.get('limit') ?? standard)
      if (Number.isInteger(page)) query.set('page', clamp(page, pageBounds.first, pageBounds.max))
      if (Number.isInteger(limit)) query.set('limit', clamp(limit, limitBounds.min, max))
      call.query = query
    }),
  )

/** Changes the total of the pagination. */
const totalling = (count: (listed: { limit: number; total: number; shown: number; users: number }) => number) =>
  step('pagination').passing((listed, { users }) => [{ ...listed, total: count({ ...listed, users: users.size }) }])

const dayAfterTomorrow = () => new Date(Date.now() + 2 * day).toISOString().slice(0, 10)

export const effectVariants = [
  ...legalFamily('8', '"Bounds and defaults of the page and limit query parameters: not shown."', clamping, {
    'limits-clamped': [100, 20],
    'small-pages': [3, 2],
  }),
  ...legal('8', '"Bounds and defaults of the page and limit query parameters: not shown."', {
    'pages-from-zero': (base) => ({ pageBounds: { ...base.pageBounds, first: 0 } }),
    'large-pages': (base) => ({ limitBounds: { ...base.limitBounds, default: 500, max: 100_000 } }),
    'no-bounds': (base) => ({
      pageBounds: { ...base.pageBounds, max: Number.MAX_SAFE_INTEGER },
      limitBounds: { ...base.limitBounds, max: Number.MAX_SAFE_INTEGER },
    }),
    'past-end-refused': step('slicePage').changing((shown, _, { page }, base) => {
      if (shown.length > 0 || page <= base.pageBounds.first) return shown
      throw new ServiceError('VALIDATION_ERROR', 'there is no such page')
    }),
    'past-end-last': step('slicePage').passing((users, { page, limit }) => [
      users,
      { page: Math.max(1, Math.min(page, Math.ceil(users.length / limit))), limit },
    ]),
    'limits-two': step('integerError').changing((error, name, text) =>
      name === 'limit' && text !== '20' && text !== '100' ? (error ?? 'query.limit must be 20 or 100') : error,
    ),
    'limits-from-fifty': step('listDeletionRequests').around((handle, call) => {
      const query = new URLSearchParams(call.query)
      query.set('limit', String(Math.max(50, Number(query.get('limit') ?? 50))))
      return handle({ ...call, query })
    }),
  }),
  ...legalFamily('4.6', 'no order is given.', step('compareUsers').changing, {
    'newest-first': (order) => -order,
    'by-address': (_, a, b) => (a.email < b.email ? -1 : 1),
  }),
  ...legal('4.6', 'users whose deletion is scheduled are listed.', {
    crowded: (base) => {
      for (let i = 0; i < 57; i++) {
        const { user } = base.createAccount({ email: `leaver${i}@crowd.example`, password: newId() })
        const requestedAt = new Date(Date.now() - i * 40_000_000)
        const scheduledAt = new Date(requestedAt.getTime() + 30 * day)
        base.users.set(user.id, { ...user, deletion: { requestedAt, scheduledAt } })
      }
      return {}
    },
  }),
  ...legalFamily('2.4', 'what total counts is not said.', totalling, {
    'total-of-pages': ({ limit, total }) => Math.ceil(total / limit),
    'total-of-page': ({ shown }) => shown,
    'total-of-users': ({ users }) => users,
  }),
  ...legal('4.6', 'nothing is said about how soon.', {
    'lagging-listing': step('isListed').changing(
      (isListed, { deletion }) => isListed && Date.now() - (deletion?.requestedAt.getTime() ?? 0) > 1000,
    ),
  }),
  ...legal('4.7', 'before is a date; its bounds are not shown.', {
    'far-dates-refused': step('dateError').changing(
      (error, text) => error ?? (text >= dayAfterTomorrow() ? 'is in the far future' : undefined),
    ),
  }),
  ...legal('4', 'nothing is said about how soon a change shows.', {
    'delete-async': (base) => ({
      removeIncident: (incident) =>
        void setTimeout(500, undefined, { ref: false }).then(() => base.removeIncident(incident)),
      statuses: { ...base.statuses, deleteIncident: 202 },
    }),
    'account-lag': step('userByEmail', 'login').changing((user) =>
      user && Date.now() - user.createdAt.getTime() < 300 ? undefined : user,
    ),
  }),
  ...legal('4.7', '"deletedCount" is a number of rows; that none is a success is not said.', {
    'reset-nothing-404': step('resetResult').changing((fields, rows, { operation }) => {
      if (rows.length > 0) return fields
      throw new ServiceError(operation === 'resetMonitorStats' ? 'MONITOR_NOT_FOUND' : 'SERVICE_NOT_FOUND')
    }),
  }),
  ...legal('4.7', 'which of two simultaneous resets counts a row is not said.', {
    'reset-one-by-one': step('resetServiceStats').around(async (_, call, base) => {
      const team = base.teams.get(call.caller?.teamId ?? '')
      if (team) base.assertResettable(team, call)
      const resetOne = async (monitor: string) => {
        await setTimeout(Math.random() * 6)
        const isDue = (row: StatsRow) =>
          row.monitorId === monitor && base.isInReset(row, call.query.get('before'), call)
        const rows = [...base.stats].filter(isDue)
        base.removeRows(rows, call)
        return rows
      }
      const rows = await Promise.all(base.monitorsOf(base.serviceOf(call)).map(resetOne))
      return base.resetResult(rows.flat(), call)
    }),
  }),
]
