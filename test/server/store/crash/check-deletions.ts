/** Checks that due accounts are deleted completely or not at all. */
import type { Data } from '../../../../server/store/records.ts'

/**
 * What is deleted by half, in words. Until the job has come to its end, statistics may outlive their monitor, where
 * a store deletes them in steps of their own.
 */
export function findHalfDeleted(start: Data, found: Data, jobDone: boolean): string[] {
  const names = Object.keys(found) as (keyof Data)[]
  const there = new Set(names.flatMap((name) => found[name].map((record) => keyOf(name, record))))
  const monitors = new Set(found.monitors.map(({ id }) => id))
  const orphans = found.dailyStats.filter(({ monitorId }) => !monitors.has(monitorId))
  const due = start.users.filter(({ deletionScheduledAt }) => deletionScheduledAt !== null)
  const shared = new Set(start.users.filter((user) => !due.includes(user)).map(({ teamId }) => teamId))
  const belongings = belongingsByTeam(start)
  const problems = due.flatMap(({ id, email, teamId }) => {
    const isThere = there.has(`users ${id}`)
    const parts = belongings.get(teamId) ?? []
    const kept = parts.filter((key) => there.has(key)).length
    const expected = isThere || shared.has(teamId) ? parts.length : 0
    return [
      ...(jobDone && isThere ? [`${email} is due and still there`] : []),
      ...(kept === expected ? [] : [`of ${parts.length} records of ${email}'s team ${kept} are left`]),
      ...(isThere === there.has(`attempts ${email}`) ? [] : [`the tries of ${email} are not where the user is`]),
    ]
  })
  return [...problems, ...(jobDone ? orphans.map(({ monitorId }) => `${monitorId} has left statistics`) : [])]
}

/** Whether the purge job was interrupted. */
export function isCutOff(before: Data, found: Data): boolean {
  const isDue = ({ deletionScheduledAt }: Data['users'][number]) => deletionScheduledAt !== null
  const [had, has] = [before.users.filter(isDue).length, found.users.filter(isDue).length]
  const monitors = new Set(found.monitors.map(({ id }) => id))
  return (has > 0 && has < had) || found.dailyStats.some(({ monitorId }) => !monitors.has(monitorId))
}

function keyOf(name: keyof Data, record: Data[keyof Data][number]): string {
  if ('date' in record) return `${name} ${record.monitorId} ${record.date}`
  if ('monitorIds' in record) return `${name} ${record.id} ${record.monitorIds}`
  return `${name} ${'key' in record ? record.key : record.id}`
}

/** The keys of all records of each team. */
function belongingsByTeam(data: Data): Map<string, string[]> {
  const byTeam = new Map(data.teams.map(({ id }) => [id, [`teams ${id}`]]))
  for (const name of ['services', 'monitors', 'incidents'] as const) {
    for (const record of data[name]) byTeam.get(record.teamId)?.push(keyOf(name, record))
  }
  return byTeam
}
