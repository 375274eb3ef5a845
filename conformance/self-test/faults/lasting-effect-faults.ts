/** Faults that show only after something else has happened to the same object. */
import type { User } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Json, Override } from '../implementation/steps.ts'
import { changing, handling, only } from '../old-overrides.ts'
import { profile, sound } from './fault.ts'

/** Counts no attempts of the callers for which the condition holds. */
const uncounted = (isFree: (user: User, body: Json) => boolean): Override =>
  only('scheduleAccountDeletion', (base, store) => ({
    verifyProof(user, call) {
      const counted = store.attempts.get(user.email) ?? []
      if (isFree(user, call.body ?? {})) store.attempts.delete(user.email)
      try {
        base.verifyProof(user, call)
      } finally {
        if (isFree(user, call.body ?? {})) store.attempts.set(user.email, counted)
      }
    },
  }))

export const lastingEffectFaults = [
  ...sound({
    '4.5 expired-code-after-wrong: An expired code is valid once a wrong one was tried': (base) => {
      const tried = new Set<string>()
      return {
        codeMatches(user, code, call) {
          const isTried = user.code !== undefined && tried.has(user.id)
          if (user.code?.digits !== code) tried.add(user.id)
          const current = isTried ? { ...user, code: { ...user.code, expires: Number.POSITIVE_INFINITY } } : user
          return base.codeMatches(current as User, code, call)
        },
      }
    },
  }),
  ...profile({
    '4.3 foreign-resolved-conflict: A resolved incident of another team is a conflict': only(
      'resolveIncident',
      (base, store) => ({
        incidentOf(call) {
          const found = store.incidents.get(call.id)
          if (found?.status === 'resolved' && found.teamId !== call.caller?.teamId)
            throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
          return base.incidentOf(call)
        },
      }),
    ),
    '2.2 service-of-auto-missing: The serviceId of an auto incident is left out': changing(
      'incident',
      ({ serviceId, ...incident }) => (incident.type === 'auto' ? incident : { ...incident, serviceId }),
    ),
    '4.2 attempts-by-spelling: Wrong passwords are counted for each spelling of an address': handling(
      'login',
      (handle, _, store) => (call) => {
        const spelled = String(call.body?.email)
        const key = spelled.toLowerCase()
        if (spelled === key) return handle(call)
        const counted = store.attempts.get(key) ?? []
        store.attempts.set(key, store.attempts.get(spelled) ?? [])
        try {
          return handle(call)
        } finally {
          store.attempts.set(spelled, store.attempts.get(key) ?? [])
          store.attempts.set(key, counted)
        }
      },
    ),
    '4.1 sign-ups-lock-log-in: Sign-ups with an address lock its account': (base) => ({
      countAttempt: (key) => base.countAttempt(key.replace('sign-up of ', '')),
    }),
    '4.5 used-code-proves: A code that was used is a proof, if the deletion is scheduled': (base) => ({
      codeMatches: (user, code, call) => user.deletion !== undefined || base.codeMatches(user, code, call),
    }),
    '3.2 leaver-without-scope: A member who has requested the deletion has no write scope any more': (base) => ({
      canWrite: (user, call) => (user.role === 'owner' || !user.deletion) && base.canWrite(user, call),
    }),
    '4.5 passwords-of-oauth-uncounted: Passwords of users without one are not counted': uncounted(
      ({ password }, body) => password === undefined && 'password' in body,
    ),
    '4.5 scheduled-never-locked: Attempts are not counted once the deletion is scheduled': uncounted(
      ({ deletion }) => deletion !== undefined,
    ),
  }),
]
