/** Checks that due accounts are deleted completely or not at all. */
import type { Data } from '../../../../server/store/records.ts'

/**
 * Describes partial deletions. Until the job has completed, statistics may outlive their monitor, because a store may
 * delete them in separate steps.
 */
export function findPartialDeletions(start: Data, found: Data, jobDone: boolean): string[] {
  const names = Object.keys(found) as (keyof Data)[]
  const keys = new Set(names.flatMap((name) => found[name].map((record) => keyOf(name, record))))
  const monitors = new Set(found.monitors.map(({ id }) => id))
  const orphans = found.dailyStats.filter(({ monitorId }) => !monitors.has(monitorId))
  const due = start.users.filter(({ deletionScheduledAt }) => deletionScheduledAt !== null)
  const shared = new Set(start.users.filter((user) => !due.includes(user)).map(({ teamId }) => teamId))
  const keysOfTeam = keysByTeam(start)
  const violations = due.flatMap(({ id, email, teamId }) => {
    const isStored = keys.has(`users ${id}`)
    const parts = keysOfTeam.get(teamId) ?? []
    const kept = parts.filter((key) => keys.has(key)).length
    const expected = isStored || shared.has(teamId) ? parts.length : 0
    return [
      ...(jobDone && isStored ? [`${email} is due but stored`] : []),
      ...(kept === expected ? [] : [`${kept} of ${parts.length} records of the team of ${email} are stored`]),
      ...(isStored === keys.has(`attempts ${email}`)
        ? []
        : [`${email} and the attempt counter of ${email} were not deleted together`]),
    ]
  })
  return [
    ...violations,
    ...(jobDone ? orphans.map(({ monitorId }) => `the deleted monitor ${monitorId} has statistics`) : []),
  ]
}

/** Whether the purge job was interrupted. */
export function isInterrupted(before: Data, found: Data): boolean {
  const isDue = ({ deletionScheduledAt }: Data['users'][number]) => deletionScheduledAt !== null
  const [dueBefore, dueAfter] = [before.users.filter(isDue).length, found.users.filter(isDue).length]
  const monitors = new Set(found.monitors.map(({ id }) => id))
  return (dueAfter > 0 && dueAfter < dueBefore) || found.dailyStats.some(({ monitorId }) => !monitors.has(monitorId))
}

function keyOf(name: keyof Data, record: Data[keyof Data][number]): string {
  if ('date' in record) return `${name} ${record.monitorId} ${record.date}`
  if ('monitorIds' in record) return `${name} ${record.id} ${record.monitorIds}`
  return `${name} ${'key' in record ? record.key : record.id}`
}

/** The keys of all records of each team. */
function keysByTeam(data: Data): Map<string, string[]> {
  const byTeam = new Map(data.teams.map(({ id }) => [id, [`teams ${id}`]]))
  for (const name of ['services', 'monitors', 'incidents'] as const) {
    for (const record of data[name]) byTeam.get(record.teamId)?.push(keyOf(name, record))
  }
  return byTeam
}
