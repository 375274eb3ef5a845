/** Families of faults that several operations have. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Incident, Monitor, Service, Store } from '../implementation/memory-store.ts'
import type { Operation } from '../implementation/operations.ts'
import type { ErrorCode } from '../implementation/service-error.ts'
import type { Override, ServiceCall, Transition } from '../implementation/steps.ts'
import { type Base, only, step } from '../overrides.ts'

/** A crash: responds 500 to some requests. */
export const crashing = step('validate').refusing('INTERNAL_ERROR')

const kinds = { incidentOf: 'incidents', serviceOf: 'services', monitorOf: 'monitors' } as const
type Found = { incidentOf: Incident; serviceOf: Service; monitorOf: Monitor }

/** Wrong scope: finds some records for any team. */
export const findingForeign =
  <Name extends keyof Found>(name: Name, operation: Operation) =>
  (when: (record: Found[Name], call: ServiceCall, base: Base) => unknown): Override =>
    only(operation, (steps, store) => ({
      [name](call: ServiceCall) {
        const record = store[kinds[name]].get(call.id) as Found[Name] | undefined
        return record && when(record, call, { ...steps, ...store }) ? record : steps[name](call)
      },
    }))

/** In milliseconds, long enough for simultaneous requests to overlap. */
export const pause = 15

/** Race: a pause between a check and the write that depends on it. */
export const pausing =
  (name: Transition, when: (checked: never, store: Store) => boolean = () => true): Override =>
  (base, store) => ({
    async transition(which, check, write) {
      if (which !== name) return base.transition(which, check, write)
      const checked = check()
      if (when(checked as never, store)) await wait(pause)
      return write(checked)
    },
  })

/** Wrong error: these errors have an upgradeUrl for the callers of a free team. */
export const limitingPlan = (code: ErrorCode) =>
  step('error').changing((error, _, { caller }, { teams, upgradeUrl }) =>
    error.code === code && teams.get(caller?.teamId ?? '')?.plan === 'free' ? { ...error, upgradeUrl } : error,
  )
