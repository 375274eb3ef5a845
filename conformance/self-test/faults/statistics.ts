/** Faults in who may reset which statistics: plans, monitors and services. */
import type { Team } from '../implementation/memory-store.ts'
import { all, family, notingTokens, recall, step, tokenOf } from '../overrides.ts'
import { both, byCaller, hasRole, inOperation, isOauth, isOwner, not, servicesWith } from '../records.ts'
import { findingForeign } from './families.ts'
import { toFaults } from './fault.ts'

/** Missing check: the plan of some callers. */
const onAnyPlan = step('assertResettable').skipping

/** Wrong look-up: an unknown record counts as one without rows. */
const acceptingUnknown = (name: 'serviceOf' | 'monitorOf') =>
  step(name as 'monitorOf').around((find, { id, caller }) => {
    try {
      return find()
    } catch {
      return { id, teamId: caller?.teamId, monitors: [] }
    }
  })

export const statisticsFaults = toFaults({
  ...family(onAnyPlan, {
    '4.8 free-plan-resets-monitor': inOperation('resetMonitorStats'),
    '4.7 free-plan-resets-service': inOperation('resetServiceStats'),
    '8 free-plan-for-owners': byCaller(not(isOwner)),
    '8 free-plan-for-admins': byCaller(hasRole('admin')),
    '4.7 free-plan-resets-bare-service': (_, { id }, { services }) => services.get(id)?.monitors.length === 0,
  }),
  // Wrong bound: some calls are refused as if the plan were free.
  ...family(step('assertResettable').refusing('PLAN_UPGRADE_REQUIRED'), {
    '8 paid-plan-refused-monitor': inOperation('resetMonitorStats'),
    '8 paid-plan-refused-service': inOperation('resetServiceStats'),
    '4.8 reset-on-pro-only': ({ plan }) => plan !== 'pro',
    '8 highest-plan-before-refused': ({ plan }, call) =>
      plan === 'business' && call.operation === 'resetServiceStats' && call.query.has('before'),
    'sound 8 plan-by-log-in': byCaller(both(hasRole('member'), isOauth)),
  }),
  ...family(acceptingUnknown, { '4.8 reset-unknown-monitor': 'monitorOf', '4.7 reset-unknown-service': 'serviceOf' }),
  ...family(step('serviceOf').refusing('SERVICE_NOT_FOUND'), {
    '4.7 bare-service-not-found': ({ id }, { services }) => services.get(id)?.monitors.length === 0,
  }),
  ...family(step('serviceOf').refusing('INSUFFICIENT_SCOPE'), {
    '4.7 reset-of-many-by-owners-only': (call, base) =>
      base.serviceOf(call).monitors.length > 2 && call.caller?.role !== 'owner',
  }),
  ...family(step('serviceOf').refusing('INTERNAL_ERROR'), { '4.7 service-id-long-crash': ({ id }) => id.length > 64 }),
  ...family(findingForeign('monitorOf', 'resetMonitorStats'), {
    'sound 4 monitor-reset-foreign': () => true,
    'sound 4.8 viewers-reset-foreign-monitors': byCaller(hasRole('viewer')),
    'sound 4.8 foreign-reset-of-linked': ({ id }, call, base) =>
      call.query.has('before') && servicesWith(id, base).length > 0,
  }),
  ...family(findingForeign('serviceOf', 'resetServiceStats'), {
    'sound 4 service-reset-foreign': () => true,
    'sound 4.7 members-reset-foreign-services': byCaller(hasRole('member')),
  }),
  '8 plan-of-first-call': step('assertResettable').passing((team, _, base) => {
    const first = recall<Team>(base, team.id) ?? team
    base.notes.set(team.id, first)
    return [first]
  }),
  '8 plan-paid-for-ever': onAnyPlan(({ id, plan }, _, { notes }) => {
    if (plan !== 'free') notes.set(id, 'paid')
    return notes.has(id)
  }),
  'profile 8 downgrade-after-log-in': all(
    notingTokens(({ teamId }, _, { teams }) => teams.get(teamId)?.plan !== 'free'),
    onAnyPlan((_, call, base) => recall(base, tokenOf(call, base))),
  ),
  'profile 5 scope-for-statistics': ({ security }) => ({
    security: { ...security, resetMonitorStats: 'writer', resetServiceStats: 'writer' },
  }),
  '4.7 service-takes-monitor-id': step('serviceOf').around((find, { id, caller }, { monitors }) => {
    const monitor = monitors.get(id)
    return monitor && monitor.teamId === caller?.teamId ? { ...monitor, monitors: [id] } : find()
  }),
  '4.8 monitor-by-pattern': step('monitorOf').passing((call, base) => {
    const pattern = new RegExp(`^${call.id.replace(/[^\w%]/g, '\\$&').replaceAll('%', '.*')}$`)
    const ofTeam = [...base.monitors.values()].filter(({ teamId }) => teamId === call.caller?.teamId)
    const found = call.id.includes('%') ? ofTeam.find(({ id }) => pattern.test(id)) : undefined
    return [{ ...call, id: found?.id ?? call.id }]
  }),
  'profile 4.8 id-decoded-twice': step('monitorOf').passing((call) => [
    { ...call, id: /^%[0-9a-f]{2}/.test(call.id) ? decodeURIComponent(call.id) : call.id },
  ]),
  'profile 4.7 foreign-service-message': step('serviceOf').refusing(
    'SERVICE_NOT_FOUND',
    'The service belongs to another team.',
  )(({ id, caller }, { services }) => services.has(id) && services.get(id)?.teamId !== caller?.teamId),
})
