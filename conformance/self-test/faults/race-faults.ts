/** Faults that show only when callers come together: something waits between a check and the write that relies on it. */

import type { User } from '../implementation/memory-store.ts'
import type { Transition } from '../implementation/steps.ts'
import { documented, type Fault } from './fault.ts'

/** Long enough for callers that were released together, short enough for anybody else. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 15))

const race = (section: string, name: Transition, title: string): Fault =>
  documented(section, `race-${name}`, title, (base) => ({
    async transition(which, check, write) {
      if (which !== name) return base.transition(which, check, write)
      const checked = check()
      await pause()
      return write(checked)
    },
  }))

export const races = [
  race('4.1', 'signup', 'Simultaneous sign-ups with one address all succeed'),
  race('4.4', 'delete', 'Simultaneous deletions of one incident all succeed'),
  race('3.2', 'schedule', 'Simultaneous requests for one account deletion all succeed'),
  race('4.7', 'resetService', 'Simultaneous resets of one service count the same rows'),
  race('4.8', 'resetMonitor', 'Simultaneous resets of one monitor count the same rows'),
  documented('4.5', 'race-code', 'Simultaneous requests with one code all succeed', (base, store) => ({
    codeMatches(user, code, call) {
      if (user.code?.digits !== code) return base.codeMatches(user, code, call)
      pause().then(() => store.users.set(user.id, { ...(store.users.get(user.id) ?? user), code: undefined }))
      return true
    },
    async transition(which, check, write) {
      const checked = check()
      if (which === 'schedule' && (checked as User).password === undefined) await pause()
      return write(checked)
    },
  })),
]
