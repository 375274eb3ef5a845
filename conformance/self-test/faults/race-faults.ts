/** Race faults: a pause between a check and the write that depends on it. */

import type { User } from '../implementation/memory-store.ts'
import type { Transition } from '../implementation/steps.ts'
import { documented, type Fault } from './fault.ts'

/** Long enough for concurrent requests to overlap. */
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

export const raceFaults = [
  race('4.1', 'signup', 'Concurrent sign-ups with one address all succeed'),
  race('3.1', 'resolve', 'Concurrent resolves of one incident all succeed'),
  race('4.4', 'delete', 'Concurrent deletions of one incident all succeed'),
  race('3.2', 'schedule', 'Concurrent requests for one account deletion all succeed'),
  race('4.7', 'resetService', 'Concurrent resets of one service count the same rows'),
  race('4.8', 'resetMonitor', 'Concurrent resets of one monitor count the same rows'),
  documented('4.5', 'race-code', 'Concurrent requests with one code all succeed', (base, store) => ({
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
