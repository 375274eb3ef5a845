/** Variants in delays, bounds and normalization of values. */
import { setTimeout } from 'node:timers/promises'
import type { StatsRow } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { changing, handling, only } from '../old-overrides.ts'
import { legal } from './variant.ts'

export const delayVariants = [
  ...legal('4: nothing is said about how soon a change shows.', {
    'delete-async: A deletion takes effect after half a second': (base) => ({
      removeIncident: (incident) =>
        void setTimeout(500, undefined, { ref: false }).then(() => base.removeIncident(incident)),
      statuses: { ...base.statuses, deleteIncident: 202 },
    }),
    'account-lag: A new account can log in after 0.3 seconds': only(
      'login',
      changing('userByEmail', (user) => (user && Date.now() - user.createdAt.getTime() < 300 ? undefined : user)),
    ),
  }),
  ...legal('4.7: "deletedCount" is a number of rows; that none is a success is not said.', {
    'reset-nothing-404: A reset without rows is rejected': changing('resetResult', (fields, rows, { operation }) => {
      if (rows.length > 0) return fields
      throw new ServiceError(operation === 'resetMonitorStats' ? 'MONITOR_NOT_FOUND' : 'SERVICE_NOT_FOUND')
    }),
  }),
  ...legal('4.7: which of two simultaneous resets counts a row is not said.', {
    'reset-one-by-one: A reset of a service resets its monitors beside each other': handling(
      'resetServiceStats',
      (_, base, store) => async (call) => {
        const team = store.teams.get(call.caller?.teamId ?? '')
        if (team) base.assertResettable(team, call)
        const resetOne = async (monitor: string) => {
          await setTimeout(Math.random() * 6)
          const isDue = (row: StatsRow) =>
            row.monitorId === monitor && base.isInReset(row, call.query.get('before'), call)
          const rows = [...store.stats].filter(isDue)
          base.removeRows(rows, call)
          return rows
        }
        const rows = await Promise.all(base.monitorsOf(base.serviceOf(call)).map(resetOne))
        return base.resetResult(rows.flat(), call)
      },
    ),
  }),
  ...legal('2: the fields are date-times.', {
    'listing-to-the-minute: The times of the listing are truncated to minutes': changing(
      'deletionRequest',
      (fields) => ({
        ...fields,
        deletionRequestedAt: `${String(fields.deletionRequestedAt).slice(0, 16)}:00Z`,
        deletionScheduledAt: `${String(fields.deletionScheduledAt).slice(0, 16)}:00Z`,
      }),
    ),
  }),
  ...legal('2: the field is a string; how much of a text is kept, or shown to whom, is not said.', {
    'listing-masked: E-mails in the listing are masked': changing('deletionRequest', (fields) => ({
      ...fields,
      email: String(fields.email).replace(/^(.).*@/, '$1***@'),
    })),
    'addresses-in-capitals: E-mails are returned in upper case': (base) => ({
      user: (user, call) => base.user({ ...user, email: user.email.toUpperCase() }, call),
      deletionRequest: (user) => base.deletionRequest({ ...user, email: user.email.toUpperCase() }),
    }),
  }),
  ...legal('4.1: email is a "string, format email"; which addresses are one mailbox is not said.', {
    'plus-tag-same-mailbox: The plus tag of an e-mail is ignored': changing('normalizeEmail', (email) =>
      email.replace(/\+[^@]*@/, '@'),
    ),
  }),
  ...legal('8: "Bounds and defaults of the page and limit query parameters: not shown."', {
    'limits-two: A limit is 20 or 100': changing('integerError', (error, name, text) =>
      name === 'limit' && text !== '20' && text !== '100' ? (error ?? 'query.limit must be 20 or 100') : error,
    ),
    'limits-from-fifty: A page has at least 50 records': handling('listDeletionRequests', (handle) => (call) => {
      const query = new URLSearchParams(call.query)
      query.set('limit', String(Math.max(50, Number(query.get('limit') ?? 50))))
      return handle({ ...call, query })
    }),
  }),
  ...legal('7: upgradeUrl is a "string (URL)".', {
    'upgrade-url-idn: upgradeUrl has an internationalized domain name': () => ({
      upgradeUrl: 'https://überwachung.example/upgrade?plan=pro',
    }),
  }),
]
