/** What operations on an incident, on a user's deletion and on an e-mail address do, and which stored record is their end. */
import { isDeepStrictEqual } from 'node:util'
import { limits } from '@monitoring-service/contract'
import type { Incident, User } from '../../../../server/store/records.ts'
import type { Step } from './explain.ts'

// biome-ignore lint/suspicious/noExplicitAny: each kind of record has a state of its own.
export type Rule<State = any> = [state: State, step: Step<State>, isFinal: (state: State) => boolean]

/** The time of a resolve without a response is unknown: undefined. */
export function incidentRule(before: Incident | undefined, after: Incident | undefined): Rule {
  type State = (Omit<Incident, 'resolvedAt'> & { resolvedAt: string | null | undefined }) | undefined
  const step: Step<State> = (state, { request, body }) => {
    if (!state) return ['404 INCIDENT_NOT_FOUND', state]
    if (request.kind !== 'resolve') return ['204', undefined]
    if (state.status === 'resolved') return ['409 INCIDENT_ALREADY_RESOLVED', state]
    const { cause } = request
    const isOwn = !body.incident || body.incident.cause === cause
    const next = { ...state, status: 'resolved' as const, cause, resolvedAt: body.incident?.resolvedAt }
    return [isOwn ? '200' : `200 with another cause than ${cause}`, next]
  }
  const isFinal = (state: State) => {
    const resolvedAt = state?.resolvedAt === undefined ? after?.resolvedAt : state.resolvedAt
    const isComplete = (after?.status === 'resolved') === (typeof after?.resolvedAt === 'string')
    return isComplete && isDeepStrictEqual(after, state && { ...state, resolvedAt })
  }
  return [before, step, isFinal]
}

/** A request without a response schedules the deletion at an unknown time: undefined. */
export function deletionRule(before: User | undefined, after: User | undefined): Rule {
  type State = { requested: string | null | undefined; scheduled: string | null | undefined }
  const step: Step<State> = (state, { body }) =>
    state.scheduled === null
      ? ['200', { requested: body.deletionRequestedAt, scheduled: body.deletionScheduledAt }]
      : ['409 DELETION_ALREADY_REQUESTED', state]
  const isFinal = ({ requested, scheduled }: State) => {
    if (!after) return false
    const { deletionRequestedAt, deletionScheduledAt } = after
    if (scheduled === null || scheduled === before?.deletionScheduledAt)
      return deletionRequestedAt === requested && deletionScheduledAt === scheduled
    const grace = Date.parse(`${deletionScheduledAt}`) - Date.parse(`${deletionRequestedAt}`)
    const isAcknowledged =
      scheduled === undefined || (requested === deletionRequestedAt && scheduled === deletionScheduledAt)
    return isAcknowledged && grace === limits.gracePeriodDays * 24 * 60 * 60 * 1000
  }
  const { deletionRequestedAt: requested, deletionScheduledAt: scheduled } = before ?? {}
  return [{ requested, scheduled }, step, isFinal]
}

/** A sign-up without a response adds an account with unknown ids. */
export function signUpRule(stored: User[]): Rule {
  type State = { id?: string | undefined; teamId?: string | undefined } | undefined
  const step: Step<State> = (state, { body }) =>
    state ? ['409 EMAIL_ALREADY_REGISTERED', state] : ['201', { id: body.user?.id, teamId: body.user?.teamId }]
  const isFinal = (state: State) => {
    const [user, ...others] = stored
    if (!state || !user || others.length > 0) return !state && stored.length === 0
    return !state.id || (state.id === user.id && state.teamId === user.teamId)
  }
  return [undefined, step, isFinal]
}
