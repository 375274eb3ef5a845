/** Checks acknowledged sign-ups and account deletions against the stored accounts. */
import { limits } from '@monitoring-service/contract'
import type { Data, User } from '../../../../server/store/records.ts'
import { checkRefusals, isOk, isPossible } from './check-incidents.ts'
import { groupByTarget, type Operation } from './recorder.ts'

const gracePeriod = limits.gracePeriodDays * 24 * 60 * 60 * 1000

/** @param now the time of the last run of the purge job. */
export function checkAccounts(operations: Operation[], start: Data, end: Data, now: string): string[] {
  return [...checkTeams(end), ...checkSignups(operations, start, end), ...checkDeletions(operations, start, end, now)]
}

function checkTeams({ users, teams, monitors, dailyStats }: Data): string[] {
  const ids = new Set(teams.map(({ id }) => id))
  const inhabited = new Set(users.map(({ teamId }) => teamId))
  const measured = new Set(monitors.map(({ id }) => id))
  const sharing = [...Map.groupBy(users, ({ email }) => email.toLowerCase())].filter(([, { length }]) => length > 1)
  const orphans = new Set(dailyStats.map(({ monitorId }) => monitorId).filter((id) => !measured.has(id)))
  return [
    ...sharing.map(([email, { length }]) => `${email} is stored ${length} times`),
    ...users.filter(({ email }) => email !== email.toLowerCase()).map(({ email }) => `${email} is not in lower case`),
    ...users.filter(({ teamId }) => !ids.has(teamId)).map(({ email }) => `${email} is in no team`),
    ...teams.filter(({ id }) => !inhabited.has(id)).map(({ id }) => `team ${id} has no members`),
    ...[...orphans].map((id) => `the deleted monitor ${id} has statistics`),
  ]
}

function checkSignups(operations: Operation[], start: Data, end: Data): string[] {
  const signups = groupByTarget(operations, 'signup', ({ email }) => email.toLowerCase())
  const stored = new Map(end.users.map((user) => [user.email.toLowerCase(), user]))
  const known = new Set(start.users.map(({ email }) => email))
  const unrequested = [...stored.keys()].filter((email) => !known.has(email) && !signups.get(email)?.some(isPossible))
  const violations = [...signups].flatMap(([email, all]) => {
    const [acknowledged, user] = [all.filter(isOk), stored.get(email)]
    const account = acknowledged[0]?.body.user
    const isStored = user && user.id === account?.id && user.teamId === account.teamId
    return [
      ...(acknowledged.length > 1 ? [`${email} was registered ${acknowledged.length} times`] : []),
      ...(acknowledged.length > 0 && !isStored ? [`${email} is not stored as acknowledged`] : []),
      ...checkRefusals(email, 'registered', '409 EMAIL_ALREADY_REGISTERED', all),
    ]
  })
  return [...violations, ...unrequested.map((email) => `${email} was registered without a request`)]
}

function checkDeletions(operations: Operation[], start: Data, end: Data, now: string): string[] {
  const requests = groupByTarget(operations, 'leave', ({ user }) => user)
  const [before, after] = [start, end].map(({ users }) => new Map(users.map((user) => [user.id, user])))
  const isDue = (user: User) => user.deletionScheduledAt !== null && user.deletionScheduledAt <= now
  return [
    ...start.users.filter((user) => isDue(user) && after?.has(user.id)).map(({ id }) => `${id} is due but stored`),
    ...start.users.filter((user) => !isDue(user) && !after?.has(user.id)).map(({ id }) => `${id} is lost`),
    ...end.users.flatMap((user) => checkDeletion(before?.get(user.id), user, requests.get(user.id) ?? [])),
  ]
}

function checkDeletion(before: User | undefined, after: User, requests: Operation[]): string[] {
  const { id, deletionRequestedAt: requestedAt, deletionScheduledAt: scheduledAt } = after
  const acknowledged = requests.filter(isOk)
  const { deletionRequestedAt = null, deletionScheduledAt = null } = before ?? {}
  const isSame = requestedAt === deletionRequestedAt && scheduledAt === deletionScheduledAt
  const isComplete = requestedAt && scheduledAt && Date.parse(scheduledAt) - Date.parse(requestedAt) === gracePeriod
  const body = acknowledged[0]?.body
  const isStored = body?.deletionRequestedAt === requestedAt && body?.deletionScheduledAt === scheduledAt
  return [
    ...(acknowledged.length > 1 ? [`${id} was scheduled ${acknowledged.length} times`] : []),
    ...(body && !isStored ? [`the deletion of ${id} is not stored as acknowledged`] : []),
    ...(isSame || isComplete ? [] : [`the deletion of ${id} is not ${limits.gracePeriodDays} days after its request`]),
    ...(isSame || requests.some(isPossible) ? [] : [`${id} was scheduled without a request`]),
    ...checkRefusals(id, 'scheduled', '409 DELETION_ALREADY_REQUESTED', requests),
  ]
}
