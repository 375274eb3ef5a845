/** The handlers of the eight operations, in the order of the document. */
import type { Store } from './memory-store.ts'
import { ServiceError } from './service-error.ts'
import type { ServiceCall, Steps } from './steps.ts'

export function operationSteps(steps: Steps, store: Store) {
  return {
    handlers: {
      signup(call) {
        const input = call.body ?? {}
        const address = steps.normalizeEmail(String(input.email))
        steps.countAttempt(`sign-up of ${address}`)
        return steps.transition(
          'signup',
          () => {
            if (steps.userByEmail(address, call)) throw new ServiceError('EMAIL_ALREADY_REGISTERED')
          },
          () => {
            const { user, team } = steps.createAccount(input)
            store.teams.set(team.id, team)
            steps.saveUser(user, call)
            return steps.session(user, call)
          },
        )
      },

      login(call) {
        const { email, password } = call.body ?? {}
        const address = steps.normalizeEmail(String(email))
        steps.countAttempt(address)
        const user = steps.userByEmail(address, call)
        if (!user || !steps.passwordMatches(user, password, call)) throw new ServiceError('INVALID_CREDENTIALS')
        store.attempts.delete(address)
        return steps.session(user, call)
      },

      resolveIncident: (call) =>
        steps.transition(
          'resolve',
          () => {
            const incident = steps.incidentOf(call)
            steps.assertResolvable(incident, call)
            return incident
          },
          (incident) => {
            const after = steps.toResolved(incident, call.body?.cause)
            steps.saveIncident(after, call)
            return { incident: steps.incident(after) }
          },
        ),

      deleteIncident: (call) =>
        steps.transition(
          'delete',
          () => {
            const incident = steps.incidentOf(call)
            steps.assertDeletable(incident, call)
            return incident
          },
          (incident) => {
            steps.removeIncident(incident)
            return undefined
          },
        ),

      scheduleAccountDeletion(call) {
        steps.verifyProof(callerOf(call), call)
        return steps.transition(
          'schedule',
          () => {
            const user = store.users.get(callerOf(call).id) ?? callerOf(call)
            steps.assertSchedulable(user)
            return user
          },
          (user) => {
            const after = steps.toScheduled(user)
            steps.saveUser({ ...after, code: undefined }, call)
            return steps.deletion(after)
          },
        )
      },

      listDeletionRequests({ query }) {
        const page = Number(query.get('page') ?? steps.pageBounds.first)
        const limit = Number(query.get('limit') ?? steps.limitBounds.default)
        const users = [...store.users.values()]
          .filter((user) => steps.isListed(user))
          .sort((a, b) => steps.compareUsers(a, b, page))
        const shown = steps.slicePage(users, page, limit)
        return steps.listing(
          shown.map((user) => steps.deletionRequest(user)),
          steps.pagination(page, limit, users.length, shown.length),
        )
      },

      resetServiceStats: (call) => reset(call, 'resetService', () => steps.monitorsOf(steps.serviceOf(call))),

      resetMonitorStats: (call) => reset(call, 'resetMonitor', () => [steps.monitorOf(call).id]),
    },
  } satisfies Partial<Steps>

  function reset(call: ServiceCall, name: 'resetService' | 'resetMonitor', monitors: () => string[]) {
    const team = store.teams.get(callerOf(call).teamId)
    if (team) steps.assertResettable(team, call)
    const before = call.query.get('before')
    return steps.transition(
      name,
      () => {
        const ids = monitors()
        return [...store.stats].filter((row) => ids.includes(row.monitorId) && steps.isInReset(row, before, call))
      },
      (rows) => {
        steps.removeRows(rows, call)
        return steps.resetResult(rows, call)
      },
    )
  }
}

function callerOf({ caller }: ServiceCall) {
  if (!caller) throw new ServiceError('UNAUTHENTICATED')
  return caller
}
