/** Checks acknowledged incident changes against the stored incidents and the order of the operations. */
import { isDeepStrictEqual } from 'node:util'
import type { Data, Incident } from '../../../../server/store/records.ts'
import { groupByTarget, type Operation, type Request } from './recorder.ts'

type Resolve = Operation<Extract<Request, { kind: 'resolve' }>>

export function checkIncidents(operations: Operation[], start: Data, end: Data): string[] {
  const resolves = groupByTarget(operations, 'resolve', ({ incident }) => incident)
  const removes = groupByTarget(operations, 'remove', ({ incident }) => incident)
  const stored = new Map(end.incidents.map((incident) => [incident.id, incident]))
  const known = new Set(start.incidents.map(({ id }) => id))
  return [
    ...end.incidents.filter(({ id }) => !known.has(id)).map(({ id }) => `${id} was never inserted`),
    ...start.incidents.flatMap((before) => {
      const { id } = before
      const [resolvesOf, removesOf] = [resolves.get(id) ?? [], removes.get(id) ?? []]
      return [
        ...checkStored(before, stored.get(id), resolvesOf, removesOf),
        ...checkOrder(id, resolvesOf, removesOf),
        ...checkRefusals(id, 'resolved', '409 INCIDENT_ALREADY_RESOLVED', resolvesOf),
      ]
    }),
  ]
}

function checkStored(
  before: Incident,
  after: Incident | undefined,
  resolves: Resolve[],
  removes: Operation[],
): string[] {
  const { id } = before
  const [resolved, removed] = [resolves.filter(isOk), removes.filter(isOk)]
  const violations = [
    ...(resolved.length > 1 ? [`${id} was resolved ${resolved.length} times`] : []),
    ...(removed.length > 1 ? [`${id} was deleted ${removed.length} times`] : []),
    ...resolved
      .filter(({ request, body }) => body.incident?.cause !== request.cause)
      .map(() => `the response to the resolve of ${id} has the cause of another request`),
  ]
  if (!after) return removes.some(isPossible) ? violations : [...violations, `${id} was deleted without a request`]
  if (removed.length > 0) violations.push(`${id} is stored although its deletion was acknowledged`)
  const [winner] = resolved
  if (winner) {
    const { status, cause, resolvedAt } = winner.body.incident ?? {}
    if (!isDeepStrictEqual(after, { ...before, status, cause, resolvedAt }))
      violations.push(`the resolution of ${id} is not stored as acknowledged`)
  } else if (!isDeepStrictEqual(after, before)) {
    const { resolvedAt, cause } = after
    const isComplete =
      isDeepStrictEqual(after, { ...before, status: 'resolved', resolvedAt, cause }) && resolvedAt !== null
    if (!isComplete) violations.push(`the resolution of ${id} is stored partially`)
    if (!resolves.some((one) => isPossible(one) && one.request.cause === cause))
      violations.push(`${id} was resolved without a request`)
  }
  return violations
}

/** A response binds all operations that begin later: deleted stays deleted. */
function checkOrder(id: string, resolves: Resolve[], removes: Operation[]): string[] {
  const all = [...resolves, ...removes]
  const notFound = all.filter(({ statusLine }) => statusLine === '404 INCIDENT_NOT_FOUND')
  const deleted = [...notFound, ...removes.filter(isOk)]
  const found = all.filter((one) => isOk(one) || one.statusLine === '409 INCIDENT_ALREADY_RESOLVED')
  return [
    ...deleted
      .filter(({ ended }) => found.some(({ began }) => began > ended))
      .map(() => `${id} was found after its deletion`),
    ...notFound.filter((one) => !couldFollow(one, removes)).map(() => `${id} was not found before its deletion`),
  ]
}

/** Checks the rejections of operations of which only one can succeed, such as resolves of one incident. */
export function checkRefusals(id: string, done: string, statusLine: string, operations: Operation[]): string[] {
  const refused = operations.filter((one) => one.statusLine === statusLine)
  return [
    ...refused
      .filter((one) => !couldFollow(one, operations))
      .map(() => `a request was rejected because ${id} was ${done}, before it was ${done}`),
    ...refused
      .filter(({ ended }) => operations.some((later) => isOk(later) && later.began > ended))
      .map(() => `${id} was ${done} after a request was rejected because it was ${done}`),
  ]
}

export function isOk({ outcome }: Operation): boolean {
  return outcome === 'ok'
}

export function isPossible({ outcome }: Operation): boolean {
  return outcome !== 'fail'
}

/** Whether another operation may have caused the rejection before it ended. */
function couldFollow(refused: Operation, others: Operation[]): boolean {
  return others.some((one) => one !== refused && isPossible(one) && one.began < refused.ended)
}
