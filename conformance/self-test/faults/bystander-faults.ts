/** Faults that concern another person or another object than the request: a colleague, another team, a further service. */
import type { Incident, Store, User } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { changing } from '../old-overrides.ts'
import { documented, sound } from './fault.ts'

const colleaguesOf = (store: Store, user: User) =>
  [...store.users.values()].filter(({ id, teamId }) => teamId === user.teamId && id !== user.id)

const servicesWith = (store: Store, monitorId: string) =>
  [...store.services.values()].filter(({ monitors }) => monitors.includes(monitorId))

export const bystanderFaults = [
  ...documented({
    '4.1 signup-address-of-reader: The address of a reader can be registered again': changing(
      'userByEmail',
      (user, _, { operation }) => (operation === 'signup' && user?.role === 'viewer' ? undefined : user),
    ),
    '4.2 login-of-leaver-after-another: A leaver who has logged in before may log in with any password': (base) => {
      const known = new Set<string>()
      return {
        passwordMatches(user, given, call) {
          const matches = base.passwordMatches(user, given, call)
          if (call.operation !== 'login') return matches
          if (matches) known.add(user.id)
          return matches || (user.deletion !== undefined && known.has(user.id))
        },
      }
    },
    '4.4 delete-auto-resolved-by-colleague: An auto incident that a colleague resolved can be deleted': (base) => {
      const by = new Map<string, string | undefined>()
      return {
        saveIncident(incident, call) {
          by.set(incident.id, call.caller?.id)
          base.saveIncident(incident, call)
        },
        assertDeletable(incident, call) {
          if (!by.has(incident.id) || by.get(incident.id) === call.caller?.id) base.assertDeletable(incident, call)
        },
      }
    },
    '4.3 resolve-deleted-by-colleague: An incident that a colleague deleted can still be resolved': (base, store) => {
      const removed = new Map<string, { incident: Incident; by: string | undefined }>()
      return {
        handlers: {
          ...base.handlers,
          async deleteIncident(call) {
            const incident = store.incidents.get(call.id)
            const body = await base.handlers.deleteIncident(call)
            if (incident) removed.set(incident.id, { incident, by: call.caller?.id })
            return body
          },
        },
        incidentOf(call) {
          const kept = removed.get(call.id)
          const isColleague = kept?.incident.teamId === call.caller?.teamId && kept?.by !== call.caller?.id
          return kept && call.operation === 'resolveIncident' && isColleague ? kept.incident : base.incidentOf(call)
        },
      }
    },
    '4.5 deletion-by-code-of-oauth-colleague: A password user may use the code of an OAuth colleague': (
      base,
      store,
    ) => ({
      codeMatches: (user, code, call) =>
        base.codeMatches(user, code, call) ||
        (user.password !== undefined && colleaguesOf(store, user).some((other) => other.code?.digits === code)),
    }),
    '4.5 deletion-of-oauth-co-owner: An OAuth owner may leave if there is another owner': (base, store) => ({
      assertSchedulable(user) {
        const others = colleaguesOf(store, user)
        if (!user.deletion && user.password === undefined && others.some(({ role }) => role === 'owner')) return
        base.assertSchedulable(user)
      },
    }),
    '4.8 reset-monitor-of-two-services: Without a date, a monitor that two services have keeps its rows': (
      base,
      store,
    ) => ({
      isInReset: (row, before, call) =>
        base.isInReset(row, before, call) &&
        !(before === null && call.operation === 'resetMonitorStats' && servicesWith(store, row.monitorId).length > 1),
    }),
  }),
  ...sound({
    '3.1 cause-of-service: The cause becomes that of the other open incidents of the service': (base, store) => ({
      saveIncident(incident, call) {
        base.saveIncident(incident, call)
        for (const other of store.incidents.values())
          if (
            call.body?.cause !== undefined &&
            incident.serviceId !== undefined &&
            other.serviceId === incident.serviceId &&
            other.status !== 'resolved' &&
            other.cause === null
          )
            store.incidents.set(other.id, { ...other, cause: incident.cause })
      },
    }),
    '2.3 listing-previous-team-name: A team without a name is listed with that of the row before': changing(
      'listing',
      (result) => {
        let previous: unknown = null
        const data = (result.data as { teamName: unknown }[]).map((row) => {
          previous = row.teamName ?? previous
          return { ...row, teamName: previous }
        })
        return { ...result, data }
      },
    ),
    '4.2 login-shows-owner-token: The log-in of a member shows an access token of the owner': (base, store) => ({
      session(user, call) {
        const owner = user.role === 'owner' ? undefined : colleaguesOf(store, user).find(({ role }) => role === 'owner')
        const known = [...store.tokens].find(([, { userId, use }]) => userId === owner?.id && use === 'access')?.[0]
        return { ...base.session(user, call), ...(known && { team: { owner: known } }) }
      },
    }),
    '4.3 resolve-shows-password: The resolve of a member shows the password of the member': (base) => ({
      accepted(body, call) {
        const { caller } = call
        if (call.operation !== 'resolveIncident' || !caller || caller.role === 'owner') return base.accepted(body, call)
        return base.accepted(
          {
            ...body,
            incident: { ...(body?.incident as object), resolvedBy: { id: caller.id, proof: caller.password } },
          },
          call,
        )
      },
    }),
    '4.6 listing-shows-used-code: The listing shows the code with which an OAuth user left': (base) => {
      const codes = new Map<string, unknown>()
      return {
        saveUser(user, call) {
          if (call.operation === 'scheduleAccountDeletion' && call.body?.verificationCode)
            codes.set(user.id, call.body.verificationCode)
          base.saveUser(user, call)
        },
        deletionRequest: (user) => ({
          ...base.deletionRequest(user),
          ...(codes.has(user.id) && { confirmedWith: codes.get(user.id) }),
        }),
      }
    },
    '4.5 wrong-password-shows-right-one: The rejection of a wrong password shows a member the right one': (base) => ({
      refused(error, call) {
        if (error.code === 'WRONG_PASSWORD' && call.caller?.role === 'member')
          return base.refused(new ServiceError('WRONG_PASSWORD', `not ${call.caller.password}`), call)
        return base.refused(error, call)
      },
    }),
    '4.4 foreign-delete-of-service: Another team may delete a resolved incident of a service': (base, store) => ({
      incidentOf(call) {
        const incident = store.incidents.get(call.id)
        return call.operation === 'deleteIncident' &&
          incident?.status === 'resolved' &&
          incident.serviceId !== undefined
          ? incident
          : base.incidentOf(call)
      },
    }),
    '4.8 foreign-reset-of-linked: Another team may reset a monitor that a service has, with a date': (base, store) => ({
      monitorOf(call) {
        const monitor = store.monitors.get(call.id)
        const linked = servicesWith(store, call.id).length > 0
        return monitor && linked && call.query.has('before') ? monitor : base.monitorOf(call)
      },
    }),
    '4.2 login-revokes-members: The log-in of a member revokes the tokens of the other members': (base, store) => ({
      session(user, call) {
        if (call.operation === 'login' && user.role !== 'owner')
          for (const other of colleaguesOf(store, user)) if (other.role !== 'owner') store.revokeTokens(other.id)
        return base.session(user, call)
      },
    }),
    '3.2 deleted-member-takes-oauth-members: When the account of a member is deleted, OAuth colleagues are, too': (
      base,
      store,
    ) => ({
      completeDeletion(user) {
        for (const other of colleaguesOf(store, user)) if (other.password === undefined) store.users.delete(other.id)
        base.completeDeletion(user)
      },
    }),
  }),
]
