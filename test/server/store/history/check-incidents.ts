/** Checks acknowledged incident changes against the stored incidents and the order of the operations. */
import { isDeepStrictEqual } from 'node:util'
import type { Data, Incident } from '../../../../server/store/records.ts'
import { groupByTarget, type Operation } from './recorder.ts'

type Resolve = Operation<Extract<Operation['asked'], { kind: 'resolve' }>>

export function checkIncidents(operations: Operation[], start: Data, end: Data): string[] {
  const resolves = groupByTarget(operations, 'resolve', ({ incident }) => incident)
  const removes = groupByTarget(operations, 'remove', ({ incident }) => incident)
  const stored = new Map(end.incidents.map((incident) => [incident.id, incident]))
  const known = new Set(start.incidents.map(({ id }) => id))
  return [
    ...end.incidents.filter(({ id }) => !known.has(id)).map(({ id }) => `${id} came from nowhere`),
    ...start.incidents.flatMap((before) => {
      const { id } = before
      const [ours, theirs] = [resolves.get(id) ?? [], removes.get(id) ?? []]
      return [...checkStored(before, stored.get(id), ours, theirs), ...checkOrder(id, ours, theirs)]
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
  const problems = [
    ...(resolved.length > 1 ? [`${id} was resolved ${resolved.length} times`] : []),
    ...(removed.length > 1 ? [`${id} was deleted ${removed.length} times`] : []),
    ...resolved
      .filter(({ asked, body }) => body.incident?.cause !== asked.cause)
      .map(() => `who resolved ${id} was told another's cause`),
  ]
  if (!after) return removes.some(isPossible) ? problems : [...problems, `${id} is gone, and nobody deleted it`]
  if (removed.length > 0) problems.push(`${id} is there, and its deletion was acknowledged`)
  const winner = resolved[0]
  if (winner) {
    const { status, cause, resolvedAt } = winner.body.incident ?? {}
    if (!isDeepStrictEqual(after, { ...before, status, cause, resolvedAt }))
      problems.push(`the resolution of ${id} is not stored as it was acknowledged`)
  } else if (!isDeepStrictEqual(after, before)) {
    const { resolvedAt, cause } = after
    const isWhole =
      isDeepStrictEqual(after, { ...before, status: 'resolved', resolvedAt, cause }) && resolvedAt !== null
    if (!isWhole) problems.push(`${id} is resolved by half`)
    if (!resolves.some((one) => isPossible(one) && one.asked.cause === cause))
      problems.push(`${id} was resolved by nobody who asked for it`)
  }
  return problems
}

/** A response binds all operations that begin later: resolved stays resolved, deleted stays deleted. */
function checkOrder(id: string, resolves: Resolve[], removes: Operation[]): string[] {
  const all = [...resolves, ...removes]
  const gone = all.filter((one) => one.statusLine === '404 INCIDENT_NOT_FOUND' || (isOk(one) && removes.includes(one)))
  const refused = resolves.filter(({ statusLine }) => statusLine === '409 INCIDENT_ALREADY_RESOLVED')
  const there = [...all.filter(isOk), ...refused]
  return [
    ...gone
      .filter(({ ended }) => there.some(({ began }) => began > ended))
      .map(() => `${id} came back after it was gone`),
    ...all
      .filter((one) => one.statusLine.startsWith('404') && !couldFollow(one, removes))
      .map(() => `${id} was not found before anybody deleted it`),
    ...refused
      .filter((one) => !couldFollow(one, resolves))
      .map(() => `${id} was refused as resolved before anybody resolved it`),
    ...refused
      .filter(({ ended }) => resolves.some((later) => isOk(later) && later.began > ended))
      .map(() => `${id} was resolved after somebody was refused because it was`),
  ]
}

export function isOk({ outcome }: Operation): boolean {
  return outcome === 'ok'
}

export function isPossible({ outcome }: Operation): boolean {
  return outcome !== 'fail'
}

/** Whether another operation may have caused the rejection before it ended. */
export function couldFollow(refused: Operation, doers: Operation[]): boolean {
  return doers.some((one) => one !== refused && isPossible(one) && one.began < refused.ended)
}
