/** Faults in resolving and deleting incidents. */
import type { Incident, Store } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { changing, only, setting } from '../old-overrides.ts'
import { documented, profile, sound } from './fault.ts'
import { storing } from './sound-faults.ts'

const otherOf = ({ id, teamId }: Incident, { incidents }: Store) =>
  [...incidents.values()].find((other) => other.teamId === teamId && other.id !== id)

export const incidentFaults = [
  ...documented({
    '3.1 resolve-status-closed: The status of a resolved incident is closed': setting('incident', { status: 'closed' }),
    '3.1 resolve-cause-cut: A cause is truncated to ten characters': storing((cause) => cause.slice(0, 10)),
    '3.1 resolve-cause-without-emoji: Letters beyond U+FFFF are dropped from a cause': storing((cause) =>
      cause.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
    ),
    '3.1 resolve-without-time: Resolve does not set resolvedAt': changing('toResolved', (incident) => ({
      ...incident,
      resolvedAt: null,
    })),
    '3.1 resolve-twice-with-cause: A second resolve succeeds if it has a cause': (base) => ({
      assertResolvable: (incident, call) =>
        call.body?.cause === undefined ? base.assertResolvable(incident, call) : undefined,
    }),
    '3.1 resolve-twice-auto: A resolved auto incident can be resolved again': (base) => ({
      assertResolvable: (incident, call) =>
        incident.type === 'auto' ? undefined : base.assertResolvable(incident, call),
    }),
    '4.3 resolve-wrong-record: Resolve returns another incident of the team': (base, store) => ({
      incident: (incident) => base.incident(otherOf(incident, store) ?? incident),
    }),
    '2.2 resolve-makes-manual: The type of a resolved incident becomes manual': changing('toResolved', (incident) => ({
      ...incident,
      type: 'manual',
    })),
    '2.2 resolve-foreign-team-shown: The teamId of an incident is wrong': changing('incident', (fields, { id }) => ({
      ...fields,
      teamId: id,
    })),
    '4.3 resolve-wants-cause: Resolve requires the optional body': only('resolveIncident', (base) => ({
      bodyError: (call) => (call.body?.cause === undefined ? 'body.cause is required' : base.bodyError(call)),
    })),
    '4.4 delete-auto-refused-but-resolved: A rejected deletion resolves the auto incident': (base, store) => ({
      assertDeletable(incident, call) {
        if (incident.type === 'auto') store.incidents.set(incident.id, base.toResolved(incident, undefined))
        base.assertDeletable(incident, call)
      },
    }),
    '4.4 delete-hides: A deleted incident can still be resolved': (base) => {
      const hidden = new Set<string>()
      return {
        removeIncident: ({ id }) => hidden.add(id),
        incidentOf(call) {
          if (call.operation === 'deleteIncident' && hidden.has(call.id)) throw new ServiceError('INCIDENT_NOT_FOUND')
          return base.incidentOf(call)
        },
      }
    },
    '4.4 delete-cached: An incident that another team has asked for is kept in a cache, and found after its deletion': (
      base,
      store,
    ) => {
      const cache = new Map<string, Incident>()
      return {
        incidentOf(call) {
          const stored = store.incidents.get(call.id)
          const cached = cache.get(call.id)
          if (stored && !cached && stored.teamId !== call.caller?.teamId) cache.set(call.id, stored)
          return !stored && cached && cached.teamId === call.caller?.teamId ? cached : base.incidentOf(call)
        },
      }
    },
    '4.4 delete-beside-auto-refused: A manual incident is not deleted while its monitor has an open auto incident': (
      base,
      store,
    ) => ({
      assertDeletable(incident, call) {
        base.assertDeletable(incident, call)
        const { monitorId } = incident
        const isOpenAuto = (other: Incident) => other.type === 'auto' && other.status === 'open'
        const all = [...store.incidents.values()]
        if (monitorId !== null && all.some((other) => other.monitorId === monitorId && isOpenAuto(other)))
          throw new ServiceError('AUTO_INCIDENT_NOT_DELETABLE')
      },
    }),
    '2.2 resolve-service-of-monitor: The serviceId of an incident is the first service of its monitor': (
      base,
      store,
    ) => ({
      incident(incident) {
        const first = [...store.services.values()].find(({ monitors }) => monitors.includes(incident.monitorId ?? ''))
        return base.incident(first ? { ...incident, serviceId: first.id } : incident)
      },
    }),
    '4.4 delete-wrong-record: Delete deletes another incident of the team': (base, store) => ({
      removeIncident: (incident) => base.removeIncident(otherOf(incident, store) ?? incident),
    }),
  }),
  ...sound({
    '4.4 delete-explained-refused: A resolved manual incident that has a cause cannot be deleted': (base) => ({
      assertDeletable(incident, call) {
        base.assertDeletable(incident, call)
        if (incident.status === 'resolved' && incident.cause !== null)
          throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
      },
    }),
  }),
  ...profile({
    '2.2 resolve-service-lost: An incident never has a serviceId': (base) => ({
      incident: (incident) => base.incident({ ...incident, serviceId: undefined }),
    }),
    '4.4 delete-resolved-refused: A resolved manual incident cannot be deleted': (base) => ({
      assertDeletable(incident, call) {
        if (incident.status === 'resolved') throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
        base.assertDeletable(incident, call)
      },
    }),
  }),
]
