/** Faults that show in what comes after, beside or behind something that is right. */
import { setTimeout as wait } from 'node:timers/promises'
import { ServiceError } from '../implementation/service-error.ts'
import { changing, handling } from '../old-overrides.ts'
import { documented, profile } from './fault.ts'

/** In milliseconds, long enough for simultaneous log-ins to overlap. */
const pause = 15

export const secondCallFaults = [
  ...documented({
    '3.1 resolve-same-cause-not-kept: A resolve with the cause that is stored is answered, but not stored': (
      base,
      store,
    ) => ({
      saveIncident(incident, call) {
        const { cause = null } = store.incidents.get(incident.id) ?? {}
        if (cause === null || call.body?.cause !== cause) base.saveIncident(incident, call)
      },
    }),
    '4.1 signup-address-with-end: Sign-up accepts an address with something behind it': changing(
      'emailError',
      (error, value) => (/^[^\s@]+@[\w-]+(?:\.[\w-]+)+[>,\s]/.test(String(value)) ? undefined : error),
    ),
    '3.2 deletion-kept-by-address: An account with the address of a deleted one has its deletion requested already': (
      base,
    ) => {
      const deleted = new Set<string>()
      return {
        completeDeletion(user) {
          deleted.add(user.email)
          base.completeDeletion(user)
        },
        assertSchedulable(user) {
          if (deleted.has(user.email)) throw new ServiceError('DELETION_ALREADY_REQUESTED')
          base.assertSchedulable(user)
        },
      }
    },
    '4.6 page-of-hundred-short: A page of 100 records lacks the last one': (base) => ({
      slicePage: (users, page, limit) => base.slicePage(users, page, limit).slice(0, limit === 100 ? 99 : limit),
    }),
    '4.2 login-beside-another: Of simultaneous log-ins, each returns the session of the last one': handling(
      'login',
      (handle) => {
        let last: ReturnType<typeof handle>
        return async (call) => {
          const session = await handle(call)
          last = session
          await wait(pause)
          return last
        }
      },
    ),
  }),
  ...profile({
    '4.3 sign-up-token-without-scope: The token of a sign-up has no write scope': (base) => {
      const limited = new Set<string>()
      return {
        issueToken(user, use, call) {
          const token = base.issueToken(user, use, call)
          if (call.operation === 'signup') limited.add(token)
          return token
        },
        canWrite: (user, call) =>
          base.canWrite(user, call) && !limited.has(String(call.headers.authorization).replace(/^Bearer /, '')),
      }
    },
  }),
]
