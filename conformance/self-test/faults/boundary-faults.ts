/** Faults that only inputs close to valid ones reveal. */
import { ServiceError } from '../implementation/service-error.ts'
import { after, documented, profile } from './fault.ts'

export const boundaryFaults = [
  documented('4.2', 'login-underscore-any-letter', 'Log-in treats _ in an e-mail as a wildcard', (base, store) => ({
    userByEmail(address, call) {
      const isAlike = ({ email }: { email: string }) =>
        email.length === address.length && [...address].every((letter, at) => letter === '_' || letter === email[at])
      return base.userByEmail(address, call) ?? [...store.users.values()].find(isAlike)
    },
  })),
  profile('4.5', 'owner-with-readers-accepted', 'Viewers do not count as other members of a team', (base, store) => ({
    assertSchedulable(user) {
      const isOther = ({ id, teamId, role }: typeof user) =>
        teamId === user.teamId && id !== user.id && role !== 'viewer'
      const hasOthers = [...store.users.values()].some(isOther)
      base.assertSchedulable(hasOthers || user.deletion ? user : { ...user, role: 'member' })
    },
  })),
  profile('3.1', 'resolve-moves-start', 'Resolve also sets startedAt', (base) => ({
    toResolved(incident, cause) {
      const after = base.toResolved(incident, cause)
      return { ...after, startedAt: after.resolvedAt ?? after.startedAt }
    },
  })),
  documented('4.5', 'wrong-password-503', 'A wrong password responds 503', (base) => ({
    verifyProof(user, call) {
      try {
        base.verifyProof(user, call)
      } catch {
        throw new ServiceError('INTERNAL_ERROR')
      }
    },
    errors: { ...base.errors, INTERNAL_ERROR: { ...base.errors.INTERNAL_ERROR, status: 503 } },
  })),
  documented('3.1', 'cause-of-digits-is-number', 'A cause of digits is returned as a number', (base) => ({
    incident: after(base.incident, (fields) => {
      const { cause } = fields
      return { ...fields, cause: typeof cause === 'string' && /^\d+$/.test(cause) ? Number(cause) : cause }
    }),
  })),
  documented('4.3', 'viewer-resolves-auto', 'Viewers may resolve auto incidents', (base, store) => ({
    canWrite: (user, call) =>
      base.canWrite(user, call) ||
      (call.operation === 'resolveIncident' && store.incidents.get(call.id)?.type === 'auto'),
  })),
]
