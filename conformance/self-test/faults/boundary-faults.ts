/** Faults that only inputs close to valid ones reveal. */
import { ServiceError } from '../implementation/service-error.ts'
import { all, changing, only, settingError } from '../old-overrides.ts'
import { documented, sound } from './fault.ts'

export const boundaryFaults = [
  ...documented({
    '4.2 login-underscore-any-letter: Log-in treats _ in an e-mail as a wildcard': (base, store) => ({
      userByEmail(address, call) {
        const isAlike = ({ email }: { email: string }) =>
          email.length === address.length && [...address].every((letter, at) => letter === '_' || letter === email[at])
        return base.userByEmail(address, call) ?? [...store.users.values()].find(isAlike)
      },
    }),
    '4.5 wrong-password-503: A wrong password responds 503': all(
      settingError('INTERNAL_ERROR', { status: 503 }),
      (base) => ({
        verifyProof(user, call) {
          try {
            base.verifyProof(user, call)
          } catch {
            throw new ServiceError('INTERNAL_ERROR')
          }
        },
      }),
    ),
    '3.1 cause-of-digits-is-number: A cause of digits is returned as a number': changing('incident', (fields) => {
      const { cause } = fields
      return { ...fields, cause: typeof cause === 'string' && /^\d+$/.test(cause) ? Number(cause) : cause }
    }),
    '4.3 viewer-resolves-auto: Viewers may resolve auto incidents': only('resolveIncident', (base, store) => ({
      canWrite: (user, call) => base.canWrite(user, call) || store.incidents.get(call.id)?.type === 'auto',
    })),
  }),
  ...sound({
    '3.1 resolve-moves-start: Resolve also sets startedAt': changing('toResolved', (incident) => ({
      ...incident,
      startedAt: incident.resolvedAt ?? incident.startedAt,
    })),
  }),
]
