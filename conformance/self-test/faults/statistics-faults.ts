/** Faults in the rows that a reset deletes and in deletedCount. */
import type { StatsRow, Team } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override, ServiceCall } from '../implementation/steps.ts'
import { changing, only, setting } from '../old-overrides.ts'
import { documented, profile } from './fault.ts'

/** Returns another deletedCount. */
const counting = (count: (rows: StatsRow[]) => number): Override =>
  changing('resetResult', (fields, rows) => ({ ...fields, deletedCount: count(rows) }))

const acceptingUnknown =
  (step: 'serviceOf' | 'monitorOf'): Override =>
  (base) => ({
    [step](call: ServiceCall) {
      try {
        return base[step](call)
      } catch {
        return { id: call.id, teamId: call.caller?.teamId ?? '', monitors: [] }
      }
    },
  })

const acceptingAnyPlan: Override = () => ({ assertResettable() {} })

const refusingAnyPlan: Override = () => ({
  assertResettable() {
    throw new ServiceError('PLAN_UPGRADE_REQUIRED')
  },
})

export const statisticsFaults = [
  ...documented({
    '4.7 before-inclusive-for-services: For a service, before is inclusive': only(
      'resetServiceStats',
      changing('isInReset', (isInReset, { date }, limit) => isInReset || date === limit),
    ),
    '4.8 all-time-is-thirty-days: Without before, only the last 30 days are deleted': () => ({
      isInReset: ({ date }, limit) => (limit === null ? Date.parse(date) > Date.now() - 30 * 86_400_000 : date < limit),
    }),
    '4.8 all-time-keeps-last: Without before, the newest day is kept': (base) => ({
      removeRows(rows, call) {
        const newest = rows
          .map(({ date }) => date)
          .toSorted()
          .at(-1)
        base.removeRows(call.query.has('before') ? rows : rows.filter(({ date }) => date !== newest), call)
      },
    }),
    '4.8 reset-monitor-resets-everybody: A reset deletes the statistics of all teams': (_, store) => ({
      removeRows: () => store.stats.clear(),
    }),
    '4.7 reset-removes-service: A service reset deletes the service': (base, store) => ({
      removeRows(rows, call) {
        base.removeRows(rows, call)
        store.services.delete(call.id)
      },
    }),
    '4.8 count-of-days: deletedCount is the number of different days': counting(
      (rows) => new Set(rows.map(({ date }) => date)).size,
    ),
    '4.8 count-of-all: deletedCount is the number of rows before the reset': (base, store) => ({
      resetResult(rows, call) {
        const left = [...store.stats].filter(({ monitorId }) => monitorId === call.id)
        return { ...base.resetResult(rows, call), deletedCount: rows.length + left.length }
      },
    }),
    '4.8 count-adds-up: deletedCount includes earlier resets': (...context) => {
      let sum = 0
      return counting(({ length }) => {
        sum += length
        return sum
      })(...context)
    },
    '4.8 reset-unknown-monitor: Resetting an unknown monitor is accepted': acceptingUnknown('monitorOf'),
    '4.7 reset-unknown-service: Resetting an unknown service is accepted': acceptingUnknown('serviceOf'),
    '4.8 free-plan-resets-monitor: On the free plan, a monitor is reset': only('resetMonitorStats', acceptingAnyPlan),
    '4.7 free-plan-resets-service: On the free plan, a service is reset': only('resetServiceStats', acceptingAnyPlan),
    '8 plan-of-first-call: The plan of a team is read once': (base) => {
      const plans = new Map<string, Team['plan']>()
      return {
        assertResettable(team, call) {
          const plan = plans.get(team.id) ?? team.plan
          plans.set(team.id, plan)
          base.assertResettable({ ...team, plan }, call)
        },
      }
    },
    '8 plan-paid-for-ever: A team that reset statistics once is not asked for its plan again': (base) => {
      const paid = new Set<string>()
      return {
        assertResettable(team, call) {
          if (paid.has(team.id)) return
          base.assertResettable(team, call)
          paid.add(team.id)
        },
      }
    },
    '8 paid-plan-refused-monitor: On a paid plan, resetting a monitor is refused': only(
      'resetMonitorStats',
      refusingAnyPlan,
    ),
    '8 paid-plan-refused-service: On a paid plan, resetting a service is refused': only(
      'resetServiceStats',
      refusingAnyPlan,
    ),
  }),
  ...profile({
    '4.8 reset-not-ok: ok is false on success': setting('resetResult', { ok: false }),
    '4.8 reset-nothing-refused: A reset without rows is rejected': changing('resetResult', (fields, rows) => {
      if (rows.length === 0) throw new ServiceError('MONITOR_NOT_FOUND')
      return fields
    }),
  }),
]
