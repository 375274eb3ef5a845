/** Variants in what is accepted and in the order of errors. */

import { omit } from '../faults/fault.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { variant } from './variant.ts'

const noOrder = '7: conditions are listed; which one comes first is not said.'
const noForeign = '7: nothing is said about what belongs to another team.'

export const behaviour = [
  variant(
    'unknown-ignored',
    'Unknown properties and parameters are ignored',
    '4: nothing is said about unknown fields.',
    (base) => ({
      unknownPropertyError: () => undefined,
      queryError(call) {
        const problem = base.queryError(call)
        return problem?.endsWith('is unknown') ? undefined : problem
      },
    }),
  ),
  variant(
    'lenient-bodies',
    'Any content type is accepted, and a body of DELETE is ignored',
    '1: nothing is said about media types of requests.',
    () => ({
      isJson: () => true,
      takesBody: () => true,
    }),
  ),
  variant('validation-first', 'Validation runs before authentication', noOrder, () => ({
    guards: ['validate', 'authenticate', 'authorize'],
  })),
  variant('object-before-plan', 'An unknown monitor or service is reported before the plan limit', noOrder, (base) => ({
    assertResettable(team, call) {
      if (call.operation === 'resetServiceStats') base.serviceOf(call)
      else base.monitorOf(call)
      base.assertResettable(team, call)
    },
  })),
  variant(
    'state-before-proof',
    'An existing deletion request is reported before the proof is verified',
    noOrder,
    (base) => ({
      verifyProof(user, call) {
        base.assertSchedulable(user)
        base.verifyProof(user, call)
      },
    }),
  ),
  variant('object-before-scope', 'An unknown incident is reported before a missing scope', noOrder, (base) => ({
    authorize(call) {
      if (call.operation === 'resolveIncident' || call.operation === 'deleteIncident') base.incidentOf(call)
      base.authorize(call)
    },
  })),
  variant('foreign-403', 'Records of another team respond 403, not 404', noForeign, (base, store) => ({
    refused(error, call) {
      const record = store.incidents.get(call.id) ?? store.services.get(call.id) ?? store.monitors.get(call.id)
      const foreign = record !== undefined && record.teamId !== call.caller?.teamId
      if (!foreign || !error.code.endsWith('_NOT_FOUND')) return base.refused(error, call)
      return base.refused(new ServiceError('INSUFFICIENT_SCOPE', 'This belongs to another team.'), call)
    },
  })),
  variant(
    'sixteen-characters',
    'A password needs 16 characters',
    '4.1: nothing is said about the strength of passwords.',
    (base) => ({
      passwordError: (value, call) =>
        call.operation === 'signup' && String(value).length < 16
          ? 'body.password must have 16 characters or more'
          : base.passwordError(value, call),
    }),
  ),
  variant(
    'short-passwords',
    'Any password is accepted',
    '4.1: nothing is said about the strength of passwords.',
    (base) => ({
      passwordError: (value, call) => (typeof value === 'string' ? undefined : base.passwordError(value, call)),
    }),
  ),
  variant(
    'case-kept',
    'The case of an e-mail is preserved',
    '2.1: email is an address; its case is not spoken of.',
    (base, store) => ({
      createAccount(input) {
        const { user, team } = base.createAccount(input)
        return { user: { ...user, email: String(input.email) }, team }
      },
      userByEmail: (address) => [...store.users.values()].find(({ email }) => email.toLowerCase() === address),
    }),
  ),
  variant(
    'case-distinct',
    'E-mails that differ in case are different accounts',
    '4.1: an address that is registered is refused; its case is not spoken of.',
    () => ({
      normalizeEmail: (email) => email,
    }),
  ),
  variant(
    'resolved-not-deletable',
    'A resolved incident cannot be deleted',
    '4.3: "An incident that is already resolved cannot be changed."',
    (base) => ({
      assertDeletable(incident, call) {
        base.assertDeletable(incident, call)
        if (incident.status === 'resolved') throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
      },
    }),
  ),
  variant(
    'statistics-need-write',
    'A statistics reset requires the write scope',
    '5: "Scopes other than write: not shown."',
    (base) => ({
      security: { ...base.security, resetMonitorStats: 'writer', resetServiceStats: 'writer' },
    }),
  ),
  variant(
    'leaving-cannot-log-in',
    'A user with a scheduled deletion cannot log in',
    '3.2: what else a scheduled deletion means is not said.',
    (base) => ({
      userByEmail(address, call) {
        const user = base.userByEmail(address, call)
        return call.operation === 'login' && user?.deletion ? undefined : user
      },
    }),
  ),
  variant(
    'free-caller-in-company',
    'The hook creates free callers in teams with other members',
    '4.5: an owner of a team that has other members is refused; the records of the hook are not the target.',
    (base, store) => ({
      states: {
        ...base.states,
        freeCaller(params) {
          const caller = base.states.freeCaller?.(params) ?? {}
          const team = store.teams.get(String(caller.teamId))
          if (team) base.createMember(team, 'member')
          return caller
        },
      },
    }),
  ),
  variant('no-members', 'The hook has no admins and members', '2.1: role is a string; no list is given.', (base) => ({
    states: omit(base.states, 'member'),
  })),
  variant(
    'no-oauth',
    'There are no OAuth users',
    '4.5: an OAuth user must supply a code; that there are some is not said.',
    (base) => ({
      states: omit(base.states, 'oauthUser'),
    }),
  ),
]
