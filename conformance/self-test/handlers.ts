/** The eight operations, in the order of the document. */
import type { Store } from './records.ts'
import { Refusal } from './refusal.ts'
import type { Call, Steps } from './steps.ts'

export function handlers(the: Steps, store: Store) {
  return {
    handlers: {
      signup(call) {
        const input = call.body ?? {}
        const address = the.address(String(input.email))
        the.countTry(`sign-up of ${address}`)
        return the.transition(
          'signup',
          () => {
            if (the.userByAddress(address, call)) throw new Refusal('EMAIL_ALREADY_REGISTERED')
          },
          () => {
            const { user, team } = the.signedUp(input)
            store.teams.set(team.id, team)
            the.saveUser(user, call)
            return the.session(user, call)
          },
        )
      },

      login(call) {
        const { email, password } = call.body ?? {}
        const address = the.address(String(email))
        the.countTry(address)
        const user = the.userByAddress(address, call)
        if (!user || !the.passwordMatches(user, password, call)) throw new Refusal('INVALID_CREDENTIALS')
        store.tries.delete(address)
        return the.session(user, call)
      },

      resolveIncident: (call) =>
        the.transition(
          'resolve',
          () => {
            const incident = the.incidentOf(call)
            the.mayResolve(incident, call)
            return incident
          },
          (incident) => {
            const after = the.resolved(incident, call.body?.cause)
            the.saveIncident(after, call)
            return { incident: the.incident(after) }
          },
        ),

      deleteIncident: (call) =>
        the.transition(
          'delete',
          () => {
            const incident = the.incidentOf(call)
            the.mayDelete(incident, call)
            return incident
          },
          (incident) => {
            the.removeIncident(incident)
            return undefined
          },
        ),

      scheduleAccountDeletion(call) {
        the.verify(callerOf(call), call)
        return the.transition(
          'schedule',
          () => {
            const user = store.users.get(callerOf(call).id) ?? callerOf(call)
            the.maySchedule(user)
            return user
          },
          (user) => {
            const after = the.scheduled(user)
            the.saveUser(after, call)
            return the.deletion(after)
          },
        )
      },

      listDeletionRequests({ query }) {
        const page = Number(query.get('page') ?? the.page.first)
        const limit = Number(query.get('limit') ?? the.limit.default)
        const users = [...store.users.values()].filter(the.isListed).sort((a, b) => the.order(a, b, page))
        const shown = the.slice(users, page, limit)
        return the.listing(shown.map(the.request), the.pagination(page, limit, users.length, shown.length))
      },

      resetServiceStats: (call) => reset(call, 'resetService', () => the.linked(the.serviceOf(call))),

      resetMonitorStats: (call) => reset(call, 'resetMonitor', () => [the.monitorOf(call).id]),
    },
  } satisfies Partial<Steps>

  function reset(call: Call, name: 'resetService' | 'resetMonitor', monitors: () => string[]) {
    const team = store.teams.get(callerOf(call).teamId)
    if (team) the.mayReset(team, call)
    const before = call.query.get('before')
    return the.transition(
      name,
      () => {
        const ids = monitors()
        return [...store.stats].filter((row) => ids.includes(row.monitorId) && the.goes(row, before, call))
      },
      (rows) => {
        the.removeRows(rows, call)
        return the.reset(rows, call)
      },
    )
  }
}

function callerOf({ caller }: Call) {
  if (!caller) throw new Refusal('UNAUTHENTICATED')
  return caller
}
