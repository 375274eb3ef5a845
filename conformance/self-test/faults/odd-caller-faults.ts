/** Faults that show only with callers that are seldom combined: of a free team, without a password, or refused for another reason. */
import type { Override } from '../implementation/steps.ts'
import { changing, only, signingUp } from '../old-overrides.ts'
import { documented, profile, sound } from './fault.ts'

/** The errors with this code have an upgradeUrl for callers of a free team. */
const limitingPlan =
  (code: string): Override =>
  (base, store) => ({
    error(error, call) {
      const { plan } = store.teams.get(call.caller?.teamId ?? '') ?? {}
      const isLimit = error.code === code && plan === 'free'
      return base.error(isLimit ? { ...error, upgradeUrl: base.upgradeUrl } : error, call)
    },
  })

/** The 429 of an operation has no error object. */
const bareLimit = (operation: 'signup' | 'login' | 'scheduleAccountDeletion') =>
  only(
    operation,
    changing('refused', (response) =>
      response.status === 429 ? { ...response, body: { message: 'Slow down.' } } : response,
    ),
  )

export const oddCallerFaults = [
  ...documented({
    '4.3 scope-error-of-free-team: For a reader of a free team, the error of a missing scope has upgradeUrl':
      limitingPlan('INSUFFICIENT_SCOPE'),
    '4.3 resolved-error-of-free-team: For a free team, the error of a resolved incident has upgradeUrl':
      limitingPlan('INCIDENT_ALREADY_RESOLVED'),
    '4.4 auto-error-of-free-team: For a free team, the error of an auto incident has upgradeUrl':
      limitingPlan('AUTO_INCIDENT_NOT_DELETABLE'),
    '3.2 deletion-again-with-fresh-code: With a code that was not used, the deletion can be requested again': (
      base,
    ) => ({
      assertSchedulable: (user) =>
        base.assertSchedulable(user.password === undefined ? { ...user, deletion: undefined } : user),
    }),
    '3.2 deletion-again-after-week: A week after the first request, the deletion can be requested again': (base) => ({
      assertSchedulable(user) {
        const isRecent = Date.now() - (user.deletion?.requestedAt.getTime() ?? 0) < 7 * 86_400_000
        base.assertSchedulable(isRecent ? user : { ...user, deletion: undefined })
      },
    }),
    '7 sign-up-limit-bare: The 429 of a sign-up has no error object': bareLimit('signup'),
    '7 log-in-limit-bare: The 429 of a log-in has no error object': bareLimit('login'),
    '7 deletion-limit-bare: The 429 of a deletion has no error object': bareLimit('scheduleAccountDeletion'),
    '4.1 signup-password-composed: Sign-up composes the letters of a password, log-in does not': signingUp(
      ({ password }) => ({ password: password?.normalize('NFC') }),
    ),
    '4.1 signup-password-trimmed: Sign-up trims a password, log-in does not': signingUp(({ password }) => ({
      password: password?.trim(),
    })),
    '4.5 deletion-password-composed: The deletion composes the letters of a password that sign-up left as they were':
      only('scheduleAccountDeletion', (base) => ({
        passwordMatches: (user, password, call) =>
          base.passwordMatches(user, typeof password === 'string' ? password.normalize('NFC') : password, call),
      })),
  }),
  ...sound({
    '4.1 signup-quotes-password: The message for a password that is too short quotes it': (base) => ({
      passwordError: (value, call) => {
        const error = base.passwordError(value, call)
        return error?.includes('fewer') ? `${error}: ${value}` : error
      },
    }),
  }),
  ...profile({
    '4.5 refused-deletion-uses-code: A deletion that is refused after the proof uses up the code': (base, store) => ({
      assertSchedulable(user) {
        store.users.set(user.id, { ...user, code: undefined })
        base.assertSchedulable(user)
      },
    }),
    '4.5 code-form-uses-code: A code of another form uses up the right one': only(
      'scheduleAccountDeletion',
      (base, store) => ({
        bodyError(call) {
          const error = base.bodyError(call)
          const { caller, body } = call
          if (caller && error !== undefined && body?.verificationCode !== undefined)
            store.users.set(caller.id, { ...caller, code: undefined })
          return error
        },
      }),
    ),
    '8 downgrade-after-log-in: A token of a paid plan is one until it expires': (base, store) => {
      const paid = new Set<string>()
      return {
        issueToken(user, use, call) {
          const token = base.issueToken(user, use, call)
          if (store.teams.get(user.teamId)?.plan !== 'free') paid.add(token)
          return token
        },
        assertResettable(team, call) {
          const token = base.readCredential(call.headers, base.transport.token) ?? ''
          if (!paid.has(token)) base.assertResettable(team, call)
        },
      }
    },
  }),
]
