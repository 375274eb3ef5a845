/** Race faults: a pause between a check and the write that depends on it. */
import { setTimeout as wait } from 'node:timers/promises'
import type { User } from '../implementation/memory-store.ts'
import type { Override, Transition } from '../implementation/steps.ts'
import { documented } from './fault.ts'

/** In milliseconds, long enough for concurrent requests to overlap. */
const pause = 15

const pausing =
  (name: Transition): Override =>
  (base) => ({
    async transition(which, check, write) {
      if (which !== name) return base.transition(which, check, write)
      const checked = check()
      await wait(pause)
      return write(checked)
    },
  })

export const raceFaults = documented({
  '4.1 race-signup: Concurrent sign-ups with one address all succeed': pausing('signup'),
  '3.1 race-resolve: Concurrent resolves of one incident all succeed': pausing('resolve'),
  '4.4 race-delete: Concurrent deletions of one incident all succeed': pausing('delete'),
  '3.2 race-schedule: Concurrent requests for one account deletion all succeed': pausing('schedule'),
  '3.2 race-schedule-paid: Concurrent requests for one account deletion all succeed on a paid plan': (_, store) => ({
    async transition(which, check, write) {
      const checked = check()
      const isPaid = () => store.teams.get((checked as User).teamId)?.plan !== 'free'
      if (which === 'schedule' && isPaid()) await wait(pause)
      return write(checked)
    },
  }),
  '4.7 race-resetService: Concurrent resets of one service count the same rows': pausing('resetService'),
  '4.8 race-resetMonitor: Concurrent resets of one monitor count the same rows': pausing('resetMonitor'),
  '4.5 race-code: Concurrent requests with one code all succeed': (base, store) => ({
    codeMatches(user, code, call) {
      if (user.code?.digits !== code) return base.codeMatches(user, code, call)
      wait(pause).then(() => store.users.set(user.id, { ...(store.users.get(user.id) ?? user), code: undefined }))
      return true
    },
    async transition(which, check, write) {
      const checked = check()
      if (which === 'schedule' && (checked as User).password === undefined) await wait(pause)
      return write(checked)
    },
  }),
})
