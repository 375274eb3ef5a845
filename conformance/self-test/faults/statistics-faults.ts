/** Faults in the rows that a reset deletes and in deletedCount. */
import type { StatsRow } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { documented, type Fault, profile } from './fault.ts'

/** A fault in deletedCount only. */
const count = (id: string, title: string, wrong: (rows: StatsRow[]) => number): Fault =>
  documented('4.8', `count-${id}`, `deletedCount is ${title}`, (base) => ({
    resetResult: (rows, call) => ({ ...base.resetResult(rows, call), deletedCount: wrong(rows) }),
  }))

export const statisticsFaults = [
  documented('4.7', 'before-inclusive-for-services', 'For a service, before is inclusive', (base) => ({
    isInReset: (row, limit, call) =>
      base.isInReset(row, limit, call) || (call.operation === 'resetServiceStats' && row.date === limit),
  })),
  documented('4.8', 'all-time-is-thirty-days', 'Without before, only the last 30 days are deleted', () => ({
    isInReset: ({ date }, limit) => (limit === null ? Date.parse(date) > Date.now() - 30 * 86_400_000 : date < limit),
  })),
  documented('4.8', 'all-time-keeps-last', 'Without before, the newest day is kept', (base) => ({
    removeRows(rows, call) {
      const newest = rows
        .map(({ date }) => date)
        .sort()
        .at(-1)
      base.removeRows(call.query.has('before') ? rows : rows.filter(({ date }) => date !== newest), call)
    },
  })),
  documented('4.8', 'reset-monitor-resets-everybody', 'A reset deletes the statistics of all teams', (_, store) => ({
    removeRows: () => store.stats.clear(),
  })),
  documented('4.7', 'reset-removes-service', 'A service reset deletes the service', (base, store) => ({
    removeRows(rows, call) {
      base.removeRows(rows, call)
      store.services.delete(call.id)
    },
  })),
  count('of-days', 'the number of different days', (rows) => new Set(rows.map(({ date }) => date)).size),
  documented('4.8', 'count-of-all', 'deletedCount is the number of rows before the reset', (base, store) => ({
    resetResult(rows, call) {
      const left = [...store.stats].filter(({ monitorId }) => monitorId === call.id)
      return { ...base.resetResult(rows, call), deletedCount: rows.length + left.length }
    },
  })),
  documented('4.8', 'count-adds-up', 'deletedCount includes earlier resets', (base) => {
    let sum = 0
    return {
      resetResult(rows, call) {
        sum += rows.length
        return { ...base.resetResult(rows, call), deletedCount: sum }
      },
    }
  }),
  profile('4.8', 'reset-not-ok', 'ok is false on success', (base) => ({
    resetResult: (rows, call) => ({ ...base.resetResult(rows, call), ok: false }),
  })),
  profile('4.8', 'reset-nothing-refused', 'A reset without rows is rejected', (base) => ({
    resetResult(rows, call) {
      if (rows.length === 0) throw new ServiceError('MONITOR_NOT_FOUND')
      return base.resetResult(rows, call)
    },
  })),
  ...(['Monitor', 'Service'] as const).flatMap((kind) => {
    const step = kind === 'Monitor' ? ('monitorOf' as const) : ('serviceOf' as const)
    const name = kind.toLowerCase()
    const section = kind === 'Monitor' ? '4.8' : '4.7'
    return [
      documented(section, `reset-unknown-${name}`, `Resetting an unknown ${name} is accepted`, (base) => ({
        [step](call: Parameters<typeof base.serviceOf>[0]) {
          try {
            return base[step](call)
          } catch {
            return { id: call.id, teamId: call.caller?.teamId ?? '', monitors: [] }
          }
        },
      })),
      documented(section, `free-plan-resets-${name}`, `On the free plan, a ${name} is reset`, (base) => ({
        assertResettable: (team, call) =>
          call.operation === `reset${kind}Stats` ? undefined : base.assertResettable(team, call),
      })),
      documented('8', `paid-plan-refused-${name}`, `On a paid plan, resetting a ${name} is refused`, (base) => ({
        assertResettable(team, call) {
          if (call.operation === `reset${kind}Stats`) throw new ServiceError('PLAN_UPGRADE_REQUIRED')
          base.assertResettable(team, call)
        },
      })),
    ]
  }),
]
