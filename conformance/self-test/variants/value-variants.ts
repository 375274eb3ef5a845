/** Variants in values: ids, names and dates. */
import { randomUUID } from 'node:crypto'
import type { Override, RecordMaker } from '../implementation/steps.ts'
import { setting, signingUp, step } from '../overrides.ts'
import { legal } from './variant.ts'

const formattingTime = (format: (text: string, date: Date) => string) =>
  step('formatTime').changing((_, date) => format(date.toISOString(), date))

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

/** The minute of a date-time. */
const toMinute = (time: unknown) => `${String(time).slice(0, 16)}:00Z`

export const valueVariants = [
  ...legal('2.2: an id is a string.', ids, {
    'ids-numbers: Ids are numeric strings': (id) => String(BigInt(`0x${Buffer.from(id).toString('hex')}`)),
    'ids-uuid: Ids of incidents, monitors and services are UUIDs': () => randomUUID(),
    'ids-to-escape: Ids have characters that a path must escape': (id) => `a/b ${id}%é?#`,
    'ids-long: Ids have 200 characters': (id) => `${id}-${'x'.repeat(180)}`,
  }),
  ...legal('2: date-time has several formats.', formattingTime, {
    'dates-with-offset: Date-times have the offset of Kathmandu': (_, date) =>
      new Date(date.getTime() + 20_700_000).toISOString().replace('Z', '+05:45'),
    'dates-without-milliseconds: Date-times have no milliseconds': (text) => text.replace(/\.\d+/, ''),
    'dates-with-microseconds: Date-times have microseconds and the offset +00:00': (text) =>
      text.replace('Z', '123+00:00'),
    'dates-with-space: Date-times have a space and an offset without a colon': (text) =>
      text.replace('T', ' ').replace('Z', '+0000'),
    'dates-of-a-database: Date-times have the format of a database': (text) =>
      text.replace('T', ' ').replace('Z', '+00'),
    'dates-in-small-letters: Date-times are in lower case': (text) => text.toLowerCase(),
  }),
  ...legal('2: the fields are date-times.', {
    'listing-to-the-minute: The times of the listing are truncated to minutes': step('deletionRequest').setting(
      (fields) => ({
        deletionRequestedAt: toMinute(fields.deletionRequestedAt),
        deletionScheduledAt: toMinute(fields.deletionScheduledAt),
      }),
    ),
  }),
  ...legal('2: nothing is said about clocks.', {
    'clock-ahead: The clock of the service is a minute ahead': () => ({ now: () => new Date(Date.now() + 60_000) }),
  }),
  ...legal('2.3: how days are counted is not said.', step('daysRemaining').changing, {
    'days-rounded-down: daysRemaining is rounded down': (days) => Math.max(0, Number(days) - 1),
    'days-of-work: daysRemaining counts no weekends': (days) => Math.ceil((Number(days) * 5) / 7),
  }),
  ...legal('2.3: "integer or null".', { 'days-null: daysRemaining is null': () => ({ daysRemaining: () => null }) }),
  ...legal('2.3: teamName is "string or null".', {
    'teams-unnamed: teamName is null': setting('deletionRequest', { teamName: null }),
    'teams-named: A new team is named after its owner': step('createAccount').setting(({ user, team }) => ({
      team: { ...team, name: `Team of ${user.email}` },
    })),
  }),
  ...legal('2.1: name is a string, optional on signup only.', {
    'name-of-address: A missing or empty name is the local part of the address': signingUp(({ email, name }) => ({
      name: name?.trim() ? name : email.split('@')[0],
    })),
    'name-of-address-in-sessions: Sessions show the local part of the address for a missing name, the listing null':
      step('user').setting(({ name, email }) => ({ name: name ?? String(email).split('@')[0] })),
    'name-empty: A missing name is returned as an empty string': step('user').setting(({ name = '' }) => ({ name })),
  }),
  ...legal('2.1: role is a string; no list is given.', {
    'other-roles: Roles have other names': step('user').setting(({ role }) => ({
      role: `urn:role:${String(role).toUpperCase()}`,
    })),
  }),
  ...legal('2: the field is a string; how much of a text is kept, or shown to whom, is not said.', {
    'listing-masked: E-mails in the listing are masked': step('deletionRequest').setting(({ email }) => ({
      email: String(email).replace(/^(.).*@/, '$1***@'),
    })),
    'addresses-in-capitals: E-mails are returned in upper case': (base) => ({
      user: (user, call) => base.user({ ...user, email: user.email.toUpperCase() }, call),
      deletionRequest: (user) => base.deletionRequest({ ...user, email: user.email.toUpperCase() }),
    }),
  }),
  ...legal('2.2: "The complete list of incident types and statuses is not shown."', {
    'other-types: Manual incidents have the type reported': step('incident').setting(({ type }) =>
      type === 'auto' ? {} : { type: 'reported' },
    ),
  }),
  ...legal('2.2: serviceId is present in one variant of the response.', {
    'service-always: Every incident has a serviceId': step('incident').setting(({ serviceId = 'default' }) => ({
      serviceId,
    })),
    'service-never: An incident never has a serviceId': setting('incident', { serviceId: undefined }),
  }),
  ...legal('2.2: in one variant these fields are plain strings.', {
    'no-nulls: Missing fields of an incident are empty strings': step('incident').setting(
      ({ monitorId, title, cause }) => ({
        monitorId: monitorId ?? '',
        title: title ?? '',
        cause: cause ?? '',
      }),
    ),
  }),
]
