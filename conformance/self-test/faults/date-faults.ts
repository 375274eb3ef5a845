/** Faults in the grace period and in the format of date-times. */
import { documented, type Fault, profile } from './fault.ts'

const day = 86_400_000

const grace = (id: string, title: string, milliseconds: number): Fault =>
  documented('8', `grace-${id}`, title, () => ({ graceMilliseconds: milliseconds }))

/** A fault in the format of date-times, in one field or in all. */
const written = (id: string, title: string, write: (date: Date) => unknown, field?: string): Fault =>
  documented(field?.startsWith('deletion') ? '4.5' : '2.2', `date-${id}`, title, (base) => ({
    formatTime: (date, name) => (field === undefined || field === name ? write(date) : base.formatTime(date, name)),
  }))

const iso = (date: Date) => date.toISOString()
const shifted = (hours: number) => (date: Date) => iso(new Date(date.getTime() + hours * 3_600_000))

export const dateFaults = [
  grace('backwards', 'The deletion is scheduled 30 days ago', -30 * day),
  documented('8', 'grace-to-midnight', 'The grace period ends at the last midnight within the 30 days', (base) => ({
    toScheduled(user) {
      const after = base.toScheduled(user)
      if (after.deletion) after.deletion.scheduledAt.setUTCHours(0, 0, 0, 0)
      return after
    },
  })),
  written('resolved-in-local-time', 'resolvedAt is local time marked as UTC', shifted(2), 'resolvedAt'),
  documented('4.5', 'date-of-sign-up', 'deletionRequestedAt is an hour too early', (base) => ({
    toScheduled(user) {
      const after = base.toScheduled(user)
      after.deletion?.requestedAt.setTime(after.deletion.requestedAt.getTime() - 3_600_000)
      return after
    },
  })),
  profile('2.2', 'date-without-milliseconds', 'Date-times have no milliseconds', () => ({
    formatTime: (date) => iso(date).replace(/\.\d+/, ''),
  })),
]
