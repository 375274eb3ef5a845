/** The handlers of the eight operations, in the order of the document. */
import type { Incident, StatsRow, User } from './memory-store.ts'
import { ServiceError } from './service-error.ts'
import type { ServiceCall, Steps } from './steps.ts'

export const operationHandlers = {
  signup(call) {
    const input = call.body ?? {}
    const address = this.normalizeEmail(String(input.email))
    this.countAttempt(`sign-up of ${address}`)
    const check = () => {
      if (this.userByEmail(address, call)) throw new ServiceError('EMAIL_ALREADY_REGISTERED')
    }
    const write = () => {
      const { user, team } = this.createAccount(input)
      this.teams.set(team.id, team)
      this.saveUser(user, call)
      return this.session(user, call)
    }
    return this.transition(check, write, call)
  },

  login(call) {
    const { email, password } = call.body ?? {}
    const address = this.normalizeEmail(String(email))
    this.countAttempt(address)
    const user = this.userByEmail(address, call)
    if (!user || !this.passwordMatches(user, password, call)) throw new ServiceError('INVALID_CREDENTIALS')
    this.attempts.delete(address)
    return this.session(user, call)
  },

  resolveIncident(call) {
    const check = () => {
      const incident = this.incidentOf(call)
      this.assertResolvable(incident, call)
      return incident
    }
    const write = (incident: Incident) => {
      const after = this.toResolved(incident, call.body?.cause)
      this.saveIncident(after, call)
      return { incident: this.incident(after) }
    }
    return this.transition(check, write, call)
  },

  deleteIncident(call) {
    const check = () => {
      const incident = this.incidentOf(call)
      this.assertDeletable(incident, call)
      return incident
    }
    return this.transition(check, (incident) => void this.removeIncident(incident), call)
  },

  scheduleAccountDeletion(call) {
    this.verifyProof(callerOf(call), call)
    const check = () => {
      const user = this.users.get(callerOf(call).id) ?? callerOf(call)
      this.assertSchedulable(user)
      return user
    }
    const write = (user: User) => {
      const after = this.toScheduled(user)
      this.saveUser({ ...after, code: undefined }, call)
      return this.deletion(after)
    }
    return this.transition(check, write, call)
  },

  listDeletionRequests({ query }) {
    const page = Number(query.get('page') ?? this.pageBounds.first)
    const limit = Number(query.get('limit') ?? this.limitBounds.default)
    const users = [...this.users.values()].filter((user) => this.isListed(user))
    users.sort((a, b) => this.compareUsers(a, b, page))
    const shown = this.slicePage(users, { page, limit })
    const data = shown.map((user) => this.deletionRequest(user))
    return this.listing(data, this.pagination({ page, limit, total: users.length, shown: shown.length }))
  },

  resetServiceStats(call) {
    return reset(this, call, () => this.monitorsOf(this.serviceOf(call)))
  },

  resetMonitorStats(call) {
    return reset(this, call, () => [this.monitorOf(call).id])
  },
} satisfies Partial<Steps> & ThisType<Steps>

function reset(steps: Steps, call: ServiceCall, monitors: () => string[]) {
  const team = steps.teams.get(callerOf(call).teamId)
  if (team) steps.assertResettable(team, call)
  const before = call.query.get('before')
  const rowsInReset = () => {
    const ids = monitors()
    return [...steps.stats].filter((row) => ids.includes(row.monitorId) && steps.isInReset(row, before, call))
  }
  const remove = (rows: StatsRow[]) => {
    steps.removeRows(rows, call)
    return steps.resetResult(rows, call)
  }
  return steps.transition(rowsInReset, remove, call)
}

function callerOf({ caller }: ServiceCall) {
  if (!caller) throw new ServiceError('UNAUTHENTICATED')
  return caller
}
