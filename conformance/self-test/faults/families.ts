/** Families of faults that several operations have. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Incident, Monitor, Service, User } from '../implementation/memory-store.ts'
import type { Operation } from '../implementation/operations.ts'
import { type ErrorCode, ServiceError } from '../implementation/service-error.ts'
import type { ServiceCall, Steps } from '../implementation/steps.ts'
import { recall, step } from '../overrides.ts'
import { isOauth } from '../records.ts'

/** A crash: responds 500 to some requests. */
export const crashing = step('validate').refusing('INTERNAL_ERROR')

const kinds = { incidentOf: 'incidents', serviceOf: 'services', monitorOf: 'monitors' } as const
type Found = { incidentOf: Incident; serviceOf: Service; monitorOf: Monitor }

/** Wrong scope: finds some records for any team. */
export const findingForeign =
  <Name extends keyof Found>(name: Name, operation: Operation) =>
  (when: (record: Found[Name], call: ServiceCall, base: Steps) => unknown) =>
    step(name as 'incidentOf', operation).around((find, call, base) => {
      const record = base[kinds[name]].get(call.id) as Found[Name] | undefined
      return record && when(record, call, base) ? record : find()
    })

/** In milliseconds, long enough for simultaneous requests to overlap. */
export const pause = 15

/** Race: a pause between a check and the write that depends on it. */
export const pausing = (operation: Operation, when: (checked: never, base: Steps) => boolean = () => true) =>
  step('transition', operation).around(async (_, check, write, __, base) => {
    const checked = check()
    if (when(checked as never, base)) await wait(pause)
    return write(checked)
  })

/** Missing check: the passwords of others are accepted, too. */
export const takingPasswordsOf = (operation: Operation) => (others: (user: User, base: Steps) => User[]) =>
  step('passwordMatches', operation).accepting((user, given, _, base) =>
    others(user, base).some(({ password }) => password !== undefined && password === given),
  )

/** Wrong error: these errors have an upgradeUrl for the callers of a free team. */
export const limitingPlan = (code: ErrorCode) =>
  step('error').setting((error, _, { caller }, { teams, upgradeUrl }) =>
    error.code === code && teams.get(caller?.teamId ?? '')?.plan === 'free' ? { upgradeUrl } : {},
  )

/** Missing check: some incidents may be changed without the write scope. */
export const grantingScope = (operation?: Operation) => (isGranted: (incident: Incident) => boolean) =>
  step('canWrite', operation).accepting((_, { id }, { incidents }) => {
    const incident = incidents.get(id)
    return incident && isGranted(incident)
  })

/** Wrong scope: some incidents of the team are refused to callers with the role `member`, who may change the others. */
export const refusingMembers = (operation: Operation) => (isRefused: (incident: Incident) => boolean) =>
  step('incidentOf', operation).changing((incident, { caller }) => {
    if (caller?.role === 'member' && isRefused(incident)) throw new ServiceError('INSUFFICIENT_SCOPE')
    return incident
  })

/** Wrong scope: members without a password lack the write scope for one operation. */
export const refusingOauth = (operation: Operation) =>
  step('canWrite', operation).changing((canWrite, user) => canWrite && !isOauth(user))

/** Notes who resolves an incident. */
export const notingResolver = step('saveIncident').after(({ id }, { caller }, { notes }) => notes.set(id, caller?.id))
export const isResolvedByOther = ({ id }: Incident, { caller }: ServiceCall, base: Steps) =>
  base.notes.has(id) && recall(base, id) !== caller?.id
