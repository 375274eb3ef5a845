/** Variants in values: ids, names and dates. */
import { randomUUID } from 'node:crypto'
import { signingUp, step } from '../overrides.ts'
import { legal, legalFamily } from './variant.ts'

const formattingTime = (format: (text: string, date: Date) => string) =>
  step('formatTime').changing((_, date) => format(date.toISOString(), date))

const kinds = { incident: 'incidents', monitor: 'monitors', service: 'services' } as const

/** Gives the records of the hook ids of another format. */
const ids = (shape: (id: string) => string) =>
  step('makeRecord').changing((made, kind, _, __, base) => {
    if (!made || !(kind in kinds)) return made
    const records = base[kinds[kind as keyof typeof kinds]] as Map<string, { id: string }>
    const id = String(made.id)
    const record = records.get(id)
    const other = shape(id)
    records.delete(id)
    if (record) records.set(other, { ...record, id: other })
    for (const row of base.stats) if (row.monitorId === id) row.monitorId = other
    return { ...made, id: other }
  })

/** The minute of a date-time. */
const toMinute = (time: unknown) => `${String(time).slice(0, 16)}:00Z`

export const valueVariants = [
  ...legalFamily('2.2', 'an id is a string.', ids, {
    'ids-numbers': (id) => String(BigInt(`0x${Buffer.from(id).toString('hex')}`)),
    'ids-uuid': () => randomUUID(),
    'ids-to-escape': (id) => `a/b ${id}%é?#`,
    'ids-long': (id) => `${id}-${'x'.repeat(180)}`,
  }),
  ...legalFamily('2', 'date-time has several formats.', formattingTime, {
    'dates-with-offset': (_, date) => new Date(date.getTime() + 20_700_000).toISOString().replace('Z', '+05:45'),
    'dates-without-milliseconds': (text) => text.replace(/\.\d+/, ''),
    'dates-with-microseconds': (text) => text.replace('Z', '123+00:00'),
    'dates-with-space': (text) => text.replace('T', ' ').replace('Z', '+00:00'),
    'dates-in-small-letters': (text) => text.toLowerCase(),
  }),
  ...legal('2', 'the fields are date-times.', {
    'listing-to-the-minute': step('deletionRequest').setting((fields) => ({
      deletionRequestedAt: toMinute(fields.deletionRequestedAt),
      deletionScheduledAt: toMinute(fields.deletionScheduledAt),
    })),
  }),
  ...legal('2', 'nothing is said about clocks.', {
    'clock-ahead': () => ({ now: () => new Date(Date.now() + 60_000) }),
  }),
  ...legalFamily('2.3', 'how days are counted is not said.', step('daysRemaining').changing, {
    'days-rounded-down': (days) => Math.max(0, Number(days) - 1),
    'days-of-work': (days) => Math.ceil((Number(days) * 5) / 7),
  }),
  ...legal('2.3', '"integer or null".', { 'days-null': () => ({ daysRemaining: () => null }) }),
  ...legal('2.3', 'teamName is "string or null".', {
    'teams-unnamed': step('deletionRequest').setting({ teamName: null }),
    'teams-named': step('createAccount').setting(({ user, team }) => ({
      team: { ...team, name: `Team of ${user.email}` },
    })),
  }),
  ...legal('2.1', 'name is a string, optional on signup only.', {
    'name-of-address': signingUp(({ email, name }) => ({ name: name?.trim() ? name : email.split('@')[0] })),
    'name-of-address-in-sessions': step('user').setting(({ name, email }) => ({
      name: name ?? String(email).split('@')[0],
    })),
    'name-empty': step('user').setting(({ name = '' }) => ({ name })),
  }),
  ...legal('2.1', 'role is a string; no list is given.', {
    'other-roles': step('user').setting(({ role }) => ({ role: `urn:role:${String(role).toUpperCase()}` })),
  }),
  ...legal('2', 'the field is a string; how much of a text is kept, or shown to whom, is not said.', {
    'listing-masked': step('deletionRequest').setting(({ email }) => ({
      email: String(email).replace(/^(.).*@/, '$1***@'),
    })),
    'addresses-in-capitals': (base) => ({
      user: (user, call) => base.user({ ...user, email: user.email.toUpperCase() }, call),
      deletionRequest: (user) => base.deletionRequest({ ...user, email: user.email.toUpperCase() }),
    }),
  }),
  ...legal('2.2', '"The complete list of incident types and statuses is not shown."', {
    'other-types': step('incident').setting(({ type }) => (type === 'auto' ? {} : { type: 'reported' })),
  }),
  ...legal('2.2', 'serviceId is present in one variant of the response.', {
    'service-always': step('incident').setting(({ serviceId = 'default' }) => ({ serviceId })),
    'service-never': step('incident').setting({ serviceId: undefined }),
  }),
  ...legal('2.2', 'in one variant these fields are plain strings.', {
    'no-nulls': step('incident').setting(({ monitorId, title, cause }) => ({
      monitorId: monitorId ?? '',
      title: title ?? '',
      cause: cause ?? '',
    })),
  }),
]
