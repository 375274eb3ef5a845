/** The history checker: finds responses that contradict each other or the stored records. */
import type { Data, User } from '../../../../server/store/records.ts'
import { checkStatistics } from './check-statistics.ts'
import { canExplain } from './explain.ts'
import type { Operation } from './recorder.ts'
import { deletionRule, incidentRule, type Rule, signUpRule } from './rules.ts'

export interface History {
  operations: Operation[]
  start: Data
  /** The records after the last operation. */
  end: Data
  /** The time of the last run of the purge job. */
  now: string
}

/** Describes each contradiction; empty for a valid history. */
export function findViolations({ operations, start, end, now }: History): string[] {
  const byRecord = Map.groupBy(operations, ({ request }) => targetOf(request))
  const unexplained = (target: string, ...[state, step, isFinal]: Rule) => {
    const on = byRecord.get(target) ?? []
    if (canExplain(on, state, step, isFinal)) return []
    const responses = on.map(({ began, ended, request, statusLine }) => ({ began, ended, request, statusLine }))
    return [`${target}: no order of the operations explains ${JSON.stringify(responses)} and the final record`]
  }
  const toTarget = ({ email }: User) => `e-mail ${email.toLowerCase()}`
  const [known, stored] = [new Set(start.users.map(toTarget)), Map.groupBy(end.users, toTarget)]
  return [
    ...operations
      .filter(isWrong)
      .map(({ request, statusLine }) => `${JSON.stringify(request)} was answered with ${statusLine}`),
    ...pairs(start.incidents, end.incidents).flatMap(([id, before, after]) =>
      unexplained(`incident ${id}`, ...incidentRule(before, after)),
    ),
    ...pairs(start.users, end.users)
      .filter(([, before]) => before && !isDue(before, now))
      .flatMap(([id, before, after]) => unexplained(`user ${id}`, ...deletionRule(before, after))),
    ...[...new Set([...byRecord.keys(), ...stored.keys()])]
      .filter((target) => target.startsWith('e-mail ') && !known.has(target))
      .flatMap((target) => unexplained(target, ...signUpRule(stored.get(target) ?? []))),
    ...checkStatistics(operations, start, end),
    ...checkDeletions(start, end, now),
    ...findOrphans(end),
  ]
}

/** Whether no state of the store explains a response; those that some state explains are left to the rules. */
function isWrong({ request, outcome, statusLine }: Operation): boolean {
  if (!/^\d/.test(statusLine) || /^503 (UNAVAILABLE|OUTCOME_UNKNOWN)$/.test(statusLine)) return false
  return request.kind === 'reset' ? outcome !== 'ok' : outcome === 'info'
}

function targetOf(request: Operation['request']): string {
  if (request.kind === 'signup') return `e-mail ${request.email.toLowerCase()}`
  if (request.kind === 'leave') return `user ${request.user}`
  return request.kind === 'reset' ? 'statistics' : `incident ${request.incident}`
}

/** The records of both lists by their ids. */
function pairs<T extends { id: string }>(before: T[], after: T[]): [id: string, T | undefined, T | undefined][] {
  const [old, stored] = [before, after].map((records) => new Map(records.map((record) => [record.id, record])))
  return [...new Set([...(old?.keys() ?? []), ...(stored?.keys() ?? [])])].map((id) => [
    id,
    old?.get(id),
    stored?.get(id),
  ])
}

function isDue({ deletionScheduledAt }: User, now: string): boolean {
  return deletionScheduledAt !== null && deletionScheduledAt <= now
}

/** Due accounts are deleted with their attempt counters, the others are kept. */
function checkDeletions(start: Data, end: Data, now: string): string[] {
  const due = start.users.filter((user) => isDue(user, now))
  const [ids, keys] = [new Set(end.users.map(({ id }) => id)), new Set(end.attempts.map(({ key }) => key))]
  return [
    ...due.filter(({ id }) => ids.has(id)).map(({ id }) => `${id} is due but stored`),
    ...due.filter(({ email }) => keys.has(email)).map(({ email }) => `the deleted ${email} has a counter of attempts`),
  ]
}

/** Every record has an owner, and every team a member. */
function findOrphans({ teams, users, services, monitors, incidents, dailyStats }: Data): string[] {
  const [ids, measured] = [teams, monitors].map((records) => new Set(records.map(({ id }) => id)))
  const inhabited = new Set(users.map(({ teamId }) => teamId))
  const owned = [...users, ...services, ...monitors, ...incidents]
  const days = new Set(dailyStats.map(({ monitorId }) => monitorId).filter((id) => !measured?.has(id)))
  return [
    ...users.filter(({ email }) => email !== email.toLowerCase()).map(({ email }) => `${email} is not in lower case`),
    ...owned.filter(({ teamId }) => !ids?.has(teamId)).map(({ id }) => `${id} is in no team`),
    ...teams.filter(({ id }) => !inhabited.has(id)).map(({ id }) => `team ${id} has no members`),
    ...[...days].map((id) => `the deleted monitor ${id} has statistics`),
  ]
}
