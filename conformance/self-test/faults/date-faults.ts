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
  written('resolved-in-local-time', 'The resolution is in local time that is called UTC', shifted(2), 'resolvedAt'),
  documented('4.5', 'date-of-sign-up', 'The request for deletion has the date of an hour ago', (base) => ({
    toScheduled(user) {
      const after = base.toScheduled(user)
      after.deletion?.requestedAt.setTime(after.deletion.requestedAt.getTime() - 3_600_000)
      return after
    },
  })),
  profile('2.2', 'date-without-milliseconds', 'Moments are written without milliseconds', () => ({
    formatTime: (date) => iso(date).replace(/\.\d+/, ''),
  })),
]
