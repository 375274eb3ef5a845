/** Faults in who may reset which statistics: plans, monitors and services. */
import type { Team } from '../implementation/memory-store.ts'
import type { Override, ServiceCall } from '../implementation/steps.ts'
import { keptPerToken, remembering, step, tokenOf } from '../overrides.ts'
import { both, byCaller, hasRole, inOperation, isOauth, isOwner, not, servicesWith } from '../records.ts'
import { findingForeign } from './families.ts'
import { toFaults } from './fault.ts'

/** Missing check: the plan of some callers. */
const onAnyPlan = step('assertResettable').skipping

/** Wrong look-up: an unknown record counts as one without rows. */
const acceptingUnknown =
  (name: 'serviceOf' | 'monitorOf'): Override =>
  (base) => ({
    [name](call: ServiceCall) {
      try {
        return base[name](call)
      } catch {
        return { id: call.id, teamId: call.caller?.teamId ?? '', monitors: [] }
      }
    },
  })

export const statisticsFaults = [
  ...toFaults(onAnyPlan, {
    '4.8 free-plan-resets-monitor: On the free plan, a monitor is reset': inOperation('resetMonitorStats'),
    '4.7 free-plan-resets-service: On the free plan, a service is reset': inOperation('resetServiceStats'),
    '8 free-plan-for-owners: On the free plan, only the owner is rejected': byCaller(not(isOwner)),
    '8 free-plan-for-admins: On the free plan, an admin is not rejected': byCaller(hasRole('admin')),
    '4.7 free-plan-resets-bare-service: On the free plan, the reset of a service without monitors is accepted': (
      _,
      { id },
      { services },
    ) => services.get(id)?.monitors.length === 0,
  }),
  // Wrong bound: some calls are refused as if the plan were free.
  ...toFaults(step('assertResettable').refusing('PLAN_UPGRADE_REQUIRED'), {
    '8 paid-plan-refused-monitor: On a paid plan, resetting a monitor is refused': inOperation('resetMonitorStats'),
    '8 paid-plan-refused-service: On a paid plan, resetting a service is refused': inOperation('resetServiceStats'),
    '4.8 reset-on-pro-only: A plan higher than Pro counts as the free plan': ({ plan }) => plan !== 'pro',
    '8 highest-plan-before-refused: On the highest plan, the reset of a service before a date is refused': (
      { plan },
      call,
    ) => plan === 'business' && call.operation === 'resetServiceStats' && call.query.has('before'),
    'sound 8 plan-by-log-in: A member without a password counts as one on the free plan': byCaller(
      both(hasRole('member'), isOauth),
    ),
  }),
  ...toFaults(acceptingUnknown, {
    '4.8 reset-unknown-monitor: Resetting an unknown monitor is accepted': 'monitorOf',
    '4.7 reset-unknown-service: Resetting an unknown service is accepted': 'serviceOf',
  }),
  ...toFaults(step('serviceOf').refusing('SERVICE_NOT_FOUND'), {
    '4.7 bare-service-not-found: A service without monitors is not found': ({ id }, { services }) =>
      services.get(id)?.monitors.length === 0,
  }),
  ...toFaults(step('serviceOf').refusing('INSUFFICIENT_SCOPE'), {
    '4.7 reset-of-many-by-owners-only: Only an owner may reset a service of more than two monitors': (call, base) =>
      base.serviceOf(call).monitors.length > 2 && call.caller?.role !== 'owner',
  }),
  ...toFaults(step('serviceOf').refusing('INTERNAL_ERROR'), {
    '4.7 service-id-long-crash: A long service id responds 500': ({ id }) => id.length > 64,
  }),
  ...toFaults(findingForeign('monitorOf', 'resetMonitorStats'), {
    "sound 4 monitor-reset-foreign: monitor-reset accepts the id of another team's record": () => true,
    'sound 4.8 viewers-reset-foreign-monitors: A viewer resets the monitors of any team': byCaller(hasRole('viewer')),
    'sound 4.8 foreign-reset-of-linked: Another team may reset a monitor that a service has, with a date': (
      { id },
      call,
      base,
    ) => call.query.has('before') && servicesWith(id, base).length > 0,
  }),
  ...toFaults(findingForeign('serviceOf', 'resetServiceStats'), {
    "sound 4 service-reset-foreign: service-reset accepts the id of another team's record": () => true,
    'sound 4.7 members-reset-foreign-services: A member resets the services of any team': byCaller(hasRole('member')),
  }),
  ...toFaults({
    '8 plan-of-first-call: The plan of a team is read once': remembering<Team['plan']>((plans) =>
      step('assertResettable').passing((team) => {
        const plan = plans.get(team.id) ?? team.plan
        plans.set(team.id, plan)
        return [{ ...team, plan }]
      }),
    ),
    '8 plan-paid-for-ever: A team that reset statistics once is not asked for its plan again': remembering((paid) =>
      onAnyPlan(({ id, plan }) => {
        if (plan !== 'free') paid.set(id, true)
        return paid.has(id)
      }),
    ),
    'profile 8 downgrade-after-log-in: A token of a paid plan is one until it expires': keptPerToken(
      ({ teamId }, _, { teams }) => teams.get(teamId)?.plan !== 'free',
      (isPaid) => onAnyPlan((_, call, base) => isPaid(tokenOf(call, base))),
    ),
    'profile 5 scope-for-statistics: A statistics reset requires the write scope': ({ security }) => ({
      security: { ...security, resetMonitorStats: 'writer', resetServiceStats: 'writer' },
    }),
    '4.7 service-takes-monitor-id: A service reset accepts the id of a monitor': (base, store) => ({
      serviceOf(call) {
        const monitor = store.monitors.get(call.id)
        const isFound = monitor && monitor.teamId === call.caller?.teamId
        return isFound ? { ...monitor, monitors: [monitor.id] } : base.serviceOf(call)
      },
    }),
    '4.8 monitor-by-pattern: The id of a monitor is used as a pattern of SQL': step('monitorOf').passing(
      (call, base) => {
        const pattern = new RegExp(`^${call.id.replace(/[^\w%]/g, '\\$&').replaceAll('%', '.*')}$`)
        const ofTeam = [...base.monitors.values()].filter(({ teamId }) => teamId === call.caller?.teamId)
        const found = call.id.includes('%') ? ofTeam.find(({ id }) => pattern.test(id)) : undefined
        return [{ ...call, id: found?.id ?? call.id }]
      },
    ),
    'profile 4.8 id-decoded-twice: The id in a path is decoded twice': step('monitorOf').passing((call) => [
      { ...call, id: /^%[0-9a-f]{2}/.test(call.id) ? decodeURIComponent(call.id) : call.id },
    ]),
    "profile 4.7 foreign-service-message: Another team's service has a message of its own": step('serviceOf').refusing(
      'SERVICE_NOT_FOUND',
      'The service belongs to another team.',
    )(({ id, caller }, { services }) => services.has(id) && services.get(id)?.teamId !== caller?.teamId),
  }),
]
