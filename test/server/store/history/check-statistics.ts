/** Checks the acknowledged numbers of deleted statistics against the stored rows. */
import type { Data } from '../../../../server/store/records.ts'
import type { Operation, Request } from './recorder.ts'

type Reset = Operation<Extract<Request, { kind: 'reset' }>>

/** Requires that each monitor belongs to one service, as in the initial data. */
export function checkStatistics(operations: Operation[], start: Data, end: Data): string[] {
  const resets = operations.filter(({ request }) => request.kind === 'reset') as Reset[]
  const serviceOf = new Map(start.services.flatMap(({ id, monitorIds }) => monitorIds.map((one) => [one, id] as const)))
  const byService = Map.groupBy(resets, ({ request: { of, id } }) =>
    of === 'services' ? id : (serviceOf.get(id) ?? id),
  )
  const initialRows = Map.groupBy(start.dailyStats, ({ monitorId }) => serviceOf.get(monitorId) ?? monitorId)
  const remaining = new Set(end.dailyStats.map(({ monitorId, date }) => `${monitorId} ${date}`))
  const known = new Set(start.dailyStats.map(({ monitorId, date }) => `${monitorId} ${date}`))
  return [
    ...[...remaining].filter((row) => !known.has(row)).map((row) => `the row of ${row} was never inserted`),
    ...start.services.flatMap(({ id }) => {
      const [operations, rows] = [byService.get(id) ?? [], initialRows.get(id) ?? []]
      const deleted = new Set(rows.filter(({ monitorId, date }) => !remaining.has(`${monitorId} ${date}`)))
      const acknowledged = operations.filter(isOk).reduce((sum, { body }) => sum + (body.deletedCount ?? Number.NaN), 0)
      const isComplete = operations.every(({ outcome }) => outcome !== 'info')
      const matches = isComplete ? acknowledged === deleted.size : acknowledged <= deleted.size
      return [
        ...(matches
          ? []
          : [`${acknowledged} deleted rows of ${id} were acknowledged, but ${deleted.size} are deleted`]),
        ...rows.flatMap((row) => checkRow(row, deleted.has(row), operations)),
      ]
    }),
  ]
}

function checkRow({ monitorId, date }: Data['dailyStats'][number], isDeleted: boolean, resets: Reset[]): string[] {
  const matching = resets.filter(({ request: { of, id, before } }) => {
    return (of === 'services' || id === monitorId) && (before === undefined || date < before)
  })
  if (isDeleted)
    return matching.some(isPossible) ? [] : [`the row of ${monitorId} ${date} was deleted without a request`]
  return matching.some(isOk) ? [`the row of ${monitorId} ${date} is stored although its deletion was acknowledged`] : []
}

function isOk({ outcome }: Operation): boolean {
  return outcome === 'ok'
}

function isPossible({ outcome }: Operation): boolean {
  return outcome !== 'fail'
}
