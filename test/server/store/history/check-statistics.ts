/** Checks the acknowledged numbers of deleted statistics against the stored rows. */
import type { Data } from '../../../../server/store/records.ts'
import { isOk, isPossible } from './check-incidents.ts'
import type { Operation, Request } from './recorder.ts'

type Reset = Operation<Extract<Request, { kind: 'reset' }>>

/** Requires that each monitor belongs to one service, as in the initial data. */
export function checkStatistics(operations: Operation[], start: Data, end: Data): string[] {
  const resets = operations.filter(({ asked }) => asked.kind === 'reset') as Reset[]
  const serviceOf = new Map(start.services.flatMap(({ id, monitorIds }) => monitorIds.map((one) => [one, id] as const)))
  const byService = Map.groupBy(resets, ({ asked: { of, id } }) => (of === 'services' ? id : (serviceOf.get(id) ?? id)))
  const inserted = Map.groupBy(start.dailyStats, ({ monitorId }) => serviceOf.get(monitorId) ?? monitorId)
  const left = new Set(end.dailyStats.map(({ monitorId, date }) => `${monitorId} ${date}`))
  const known = new Set(start.dailyStats.map(({ monitorId, date }) => `${monitorId} ${date}`))
  return [
    ...[...left].filter((row) => !known.has(row)).map((row) => `the row of ${row} came from nowhere`),
    ...start.services.flatMap(({ id }) => {
      const [ours, rows] = [byService.get(id) ?? [], inserted.get(id) ?? []]
      const gone = rows.filter(({ monitorId, date }) => !left.has(`${monitorId} ${date}`))
      const told = ours.filter(isOk).reduce((sum, { body }) => sum + (body.deletedCount ?? Number.NaN), 0)
      const isKnown = ours.every(({ outcome }) => outcome !== 'info')
      return [
        ...(told <= gone.length ? [] : [`of ${id} ${told} rows were acknowledged as deleted, and ${gone.length} are`]),
        ...(isKnown && told < gone.length
          ? [`of ${id} ${gone.length} rows are gone, and only ${told} acknowledged`]
          : []),
        ...rows.flatMap((row) => checkRow(row, gone.includes(row), ours)),
      ]
    }),
  ]
}

function checkRow({ monitorId, date }: Data['dailyStats'][number], isGone: boolean, resets: Reset[]): string[] {
  const meant = resets.filter(({ asked: { of, id, before } }) => {
    return (of === 'services' || id === monitorId) && (before === undefined || date < before)
  })
  if (isGone) return meant.some(isPossible) ? [] : [`nobody deleted the row of ${monitorId} ${date}`]
  return meant.some(isOk) ? [`the row of ${monitorId} ${date} is there, and its deletion was acknowledged`] : []
}
