/** Variants in what is accepted, and in what order things are refused. */

import { omit } from '../faults/fault.ts'
import { Refusal } from '../refusal.ts'
import { variant } from './variant.ts'

const noOrder = '7: conditions are listed; which one comes first is not said.'
const noForeign = '7: nothing is said about what belongs to another team.'

export const behaviour = [
  variant(
    'unknown-ignored',
    'Unknown properties and parameters are ignored',
    '4: nothing is said about unknown fields.',
    (was) => ({
      unknownProblem: () => undefined,
      queryProblem(call) {
        const problem = was.queryProblem(call)
        return problem?.endsWith('is unknown') ? undefined : problem
      },
    }),
  ),
  variant(
    'lenient-bodies',
    'Any content type is read, and a body of DELETE ignored',
    '1: nothing is said about media types of requests.',
    () => ({
      isJson: () => true,
      takesBody: () => true,
    }),
  ),
  variant('validation-first', 'Input is judged before the caller', noOrder, () => ({
    checks: ['validate', 'authenticate', 'authorize'],
  })),
  variant('object-before-plan', 'An unknown monitor or service is told before the plan', noOrder, (was) => ({
    mayReset(team, call) {
      if (call.operation === 'resetServiceStats') was.serviceOf(call)
      else was.monitorOf(call)
      was.mayReset(team, call)
    },
  })),
  variant('state-before-proof', 'That a deletion was requested is told before the proof is judged', noOrder, (was) => ({
    verify(user, call) {
      was.maySchedule(user)
      was.verify(user, call)
    },
  })),
  variant('object-before-scope', 'An unknown incident is told before the scope', noOrder, (was) => ({
    authorize(call) {
      if (call.operation === 'resolveIncident' || call.operation === 'deleteIncident') was.incidentOf(call)
      was.authorize(call)
    },
  })),
  variant('foreign-403', 'What belongs to another team is forbidden, not unknown', noForeign, (was, store) => ({
    refused(refusal, call) {
      const record = store.incidents.get(call.id) ?? store.services.get(call.id) ?? store.monitors.get(call.id)
      const foreign = record !== undefined && record.teamId !== call.caller?.teamId
      if (!foreign || !refusal.code.endsWith('_NOT_FOUND')) return was.refused(refusal, call)
      return was.refused(new Refusal('INSUFFICIENT_SCOPE', 'This belongs to another team.'), call)
    },
  })),
  variant(
    'sixteen-characters',
    'A password needs sixteen characters',
    '4.1: nothing is said about the strength of passwords.',
    (was) => ({
      passwordProblem: (value, call) =>
        call.operation === 'signup' && String(value).length < 16
          ? 'body.password must have 16 characters or more'
          : was.passwordProblem(value, call),
    }),
  ),
  variant(
    'short-passwords',
    'Any password will do',
    '4.1: nothing is said about the strength of passwords.',
    (was) => ({
      passwordProblem: (value, call) => (typeof value === 'string' ? undefined : was.passwordProblem(value, call)),
    }),
  ),
  variant(
    'case-kept',
    'An address is shown as it was given',
    '2.1: email is an address; its case is not spoken of.',
    (was, store) => ({
      signedUp(input) {
        const { user, team } = was.signedUp(input)
        return { user: { ...user, email: String(input.email) }, team }
      },
      userByAddress: (address) => [...store.users.values()].find(({ email }) => email.toLowerCase() === address),
    }),
  ),
  variant(
    'case-distinct',
    'Addresses in another case are other accounts',
    '4.1: an address that is registered is refused; its case is not spoken of.',
    () => ({
      address: (email) => email,
    }),
  ),
  variant(
    'resolved-not-deletable',
    'A resolved incident cannot be deleted',
    '4.3: "An incident that is already resolved cannot be changed."',
    (was) => ({
      mayDelete(incident, call) {
        was.mayDelete(incident, call)
        if (incident.status === 'resolved') throw new Refusal('INCIDENT_ALREADY_RESOLVED')
      },
    }),
  ),
  variant(
    'statistics-need-write',
    'Resetting statistics asks for the write scope, too',
    '5: "Scopes other than write: not shown."',
    (was) => ({
      security: { ...was.security, resetMonitorStats: 'writer', resetServiceStats: 'writer' },
    }),
  ),
  variant(
    'leaving-cannot-log-in',
    'Who asked for the deletion cannot log in again',
    '3.2: what else a scheduled deletion means is not said.',
    (was) => ({
      userByAddress(address, call) {
        const user = was.userByAddress(address, call)
        return call.operation === 'login' && user?.deletion ? undefined : user
      },
    }),
  ),
  variant(
    'free-caller-in-company',
    'The hook makes free callers who own a team that has other members',
    '4.5: an owner of a team that has other members is refused; what the hook makes is not the target.',
    (was, store) => ({
      states: {
        ...was.states,
        freeCaller(params) {
          const caller = was.states.freeCaller?.(params) ?? {}
          const team = store.teams.get(String(caller.teamId))
          if (team) was.newMember(team, 'member')
          return caller
        },
      },
    }),
  ),
  variant('no-members', 'The hook knows no admins and members', '2.1: role is a string; no list is given.', (was) => ({
    states: omit(was.states, 'member'),
  })),
  variant(
    'no-oauth',
    'There are no OAuth users',
    '4.5: an OAuth user must supply a code; that there are some is not said.',
    (was) => ({
      states: omit(was.states, 'oauthUser'),
    }),
  ),
]
