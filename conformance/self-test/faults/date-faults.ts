/** Faults in the grace period and in the format of date-times. */
import { changing } from '../old-overrides.ts'
import { documented, profile, sound } from './fault.ts'

const hour = 3_600_000

export const dateFaults = [
  ...documented({
    '8 grace-backwards: The deletion is scheduled 30 days ago': () => ({ graceMilliseconds: -30 * 24 * hour }),
    '8 grace-to-midnight: The grace period ends at the last midnight within the 30 days': changing(
      'toScheduled',
      (user) => {
        user.deletion?.scheduledAt.setUTCHours(0, 0, 0, 0)
        return user
      },
    ),
  }),
  ...sound({
    '2.2 date-resolved-in-local-time: resolvedAt is local time marked as UTC': (base) => ({
      formatTime: (date, name) =>
        name === 'resolvedAt' ? new Date(date.getTime() + 2 * hour).toISOString() : base.formatTime(date, name),
    }),
    '4.5 date-of-sign-up: deletionRequestedAt is an hour too early': changing('toScheduled', (user) => {
      user.deletion?.requestedAt.setTime(user.deletion.requestedAt.getTime() - hour)
      return user
    }),
  }),
  ...profile({
    '2.2 date-without-milliseconds: Date-times have no milliseconds': () => ({
      formatTime: (date) => date.toISOString().replace(/\.\d+/, ''),
    }),
  }),
]
