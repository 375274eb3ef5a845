/** Faults in dates: how long the grace period is, and how moments are written. */
import { documented, type Fault, profile } from './fault.ts'

const day = 86_400_000

const grace = (id: string, title: string, milliseconds: number): Fault =>
  documented('8', `grace-${id}`, title, () => ({ graceMilliseconds: milliseconds }))

/** A fault in how moments are written, in one field or in all. */
const written = (id: string, title: string, write: (date: Date) => unknown, field?: string): Fault =>
  documented(field?.startsWith('deletion') ? '4.5' : '2.2', `date-${id}`, title, (base) => ({
    formatTime: (date, name) => (field === undefined || field === name ? write(date) : base.formatTime(date, name)),
  }))

const iso = (date: Date) => date.toISOString()
const shifted = (hours: number) => (date: Date) => iso(new Date(date.getTime() + hours * 3_600_000))

export const dates = [
  grace('29-days', 'The grace period is 29 days', 29 * day),
  grace('31-days', 'The grace period is 31 days', 31 * day),
  grace('30-hours', 'The grace period is 30 hours', 30 * 3_600_000),
  grace('none', 'There is no grace period', 0),
  grace('six-weeks', 'The grace period is 30 working days', 42 * day),
  grace('backwards', 'The deletion is scheduled 30 days ago', -30 * day),
  documented(
    '8',
    'grace-to-midnight',
    'The grace period ends at the last midnight before 30 days are over',
    (base) => ({
      toScheduled(user) {
        const after = base.toScheduled(user)
        if (after.deletion) after.deletion.scheduledAt.setUTCHours(0, 0, 0, 0)
        return after
      },
    }),
  ),
  written('epoch', 'Moments are milliseconds since 1970', (date) => date.getTime()),
  written(
    'epoch-seconds',
    'The time of a request is in seconds since 1970',
    (date) => Math.floor(date.getTime() / 1000),
    'deletionRequestedAt',
  ),
  written('no-zone', 'Moments have no zone', (date) => iso(date).slice(0, 19)),
  written('day-only', 'The start of an incident is a day without time', (date) => iso(date).slice(0, 10), 'startedAt'),
  written(
    'http',
    'The creation of an incident is written as in HTTP headers',
    (date) => date.toUTCString(),
    'createdAt',
  ),
  written(
    'no-colon',
    'The planned deletion is written without punctuation',
    (date) => iso(date).replace(/[-:]/g, ''),
    'deletionScheduledAt',
  ),
  written('epoch-text', 'The resolution is a number in a text', (date) => String(date.getTime()), 'resolvedAt'),
  written(
    'no-seconds',
    'The request for deletion is written without seconds',
    (date) => `${iso(date).slice(0, 16)}Z`,
    'deletionRequestedAt',
  ),
  written(
    'impossible',
    'The planned deletion is on a day that does not exist',
    (date) => `${iso(date).slice(0, 5)}02-30${iso(date).slice(10)}`,
    'deletionScheduledAt',
  ),
  written('resolved-in-local-time', 'The resolution is in local time that is called UTC', shifted(2), 'resolvedAt'),
  written(
    'requested-in-local-time',
    'The request for deletion is in local time that is called UTC',
    shifted(-5),
    'deletionRequestedAt',
  ),
  documented('4.5', 'date-swapped', 'The two dates of a deletion are swapped', (base) => ({
    deletion: (user) => {
      const { deletionRequestedAt, deletionScheduledAt } = base.deletion(user)
      return { deletionRequestedAt: deletionScheduledAt, deletionScheduledAt: deletionRequestedAt }
    },
  })),
  documented('4.5', 'date-of-sign-up', 'The request for deletion has the date of an hour ago', (base) => ({
    toScheduled(user) {
      const after = base.toScheduled(user)
      after.deletion?.requestedAt.setTime(after.deletion.requestedAt.getTime() - 3_600_000)
      return after
    },
  })),
  profile('2.2', 'date-with-offset', 'Moments are written with an offset', () => ({
    formatTime: (date) => iso(date).replace('Z', '+00:00'),
  })),
  profile('2.2', 'date-space', 'Moments are written with a space, which RFC 3339 lets pass', () => ({
    formatTime: (date) => iso(date).replace('T', ' '),
  })),
  profile('2.2', 'date-without-milliseconds', 'Moments are written without milliseconds', () => ({
    formatTime: (date) => iso(date).replace(/\.\d+/, ''),
  })),
  profile('8', 'grace-to-next-midnight', 'The grace period ends at the first midnight after 30 days', (base) => ({
    toScheduled(user) {
      const after = base.toScheduled(user)
      after.deletion?.scheduledAt.setUTCHours(24, 0, 0, 0)
      return after
    },
  })),
]
