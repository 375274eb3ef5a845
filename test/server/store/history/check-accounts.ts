/** Checks acknowledged sign-ups and account deletions against the stored accounts. */
import { limits } from '@monitoring-service/contract'
import type { Data, User } from '../../../../server/store/records.ts'
import { couldFollow, isOk, isPossible } from './check-incidents.ts'
import { groupByTarget, type Operation } from './recorder.ts'

const grace = limits.gracePeriodDays * 24 * 60 * 60 * 1000

/** @param now the time of the last run of the purge job. */
export function checkAccounts(operations: Operation[], start: Data, end: Data, now: string): string[] {
  return [...checkTeams(end), ...checkSignups(operations, start, end), ...checkLeavers(operations, start, end, now)]
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
    ...[...orphans].map((id) => `${id} is gone and has left statistics`),
  ]
}

function checkSignups(operations: Operation[], start: Data, end: Data): string[] {
  const signups = groupByTarget(operations, 'signup', ({ email }) => email.toLowerCase())
  const stored = new Map(end.users.map((user) => [user.email.toLowerCase(), user]))
  const known = new Set(start.users.map(({ email }) => email))
  const nobodys = [...stored.keys()].filter((email) => !known.has(email) && !signups.get(email)?.some(isPossible))
  const problems = [...signups].flatMap(([email, ours]) => {
    const [acknowledged, user] = [ours.filter(isOk), stored.get(email)]
    const refused = ours.filter(({ statusLine }) => statusLine === '409 EMAIL_ALREADY_REGISTERED')
    const [account] = acknowledged.map(({ body }) => body.user)
    const isStored = user && user.id === account?.id && user.teamId === account.teamId
    return [
      ...(acknowledged.length > 1 ? [`${email} was registered ${acknowledged.length} times`] : []),
      ...(acknowledged.length > 0 && !isStored ? [`${email} is not stored as it was acknowledged`] : []),
      ...refused
        .filter((one) => !couldFollow(one, ours))
        .map(() => `${email} was refused as registered before anybody registered it`),
      ...refused
        .filter(({ ended }) => acknowledged.some(({ began }) => began > ended))
        .map(() => `${email} was registered after somebody was refused because it was`),
    ]
  })
  return [...problems, ...nobodys.map((email) => `nobody asked for ${email}`)]
}

function checkLeavers(operations: Operation[], start: Data, end: Data, now: string): string[] {
  const leavers = groupByTarget(operations, 'leave', ({ user }) => user)
  const [before, after] = [start, end].map(({ users }) => new Map(users.map((user) => [user.id, user])))
  const isDue = (user: User) => user.deletionScheduledAt !== null && user.deletionScheduledAt <= now
  return [
    ...start.users.filter((user) => isDue(user) && after?.has(user.id)).map(({ id }) => `${id} is due and still there`),
    ...start.users.filter((user) => !isDue(user) && !after?.has(user.id)).map(({ id }) => `${id} is lost`),
    ...end.users.flatMap((user) => checkLeaver(before?.get(user.id), user, leavers.get(user.id) ?? [])),
  ]
}

function checkLeaver(before: User | undefined, after: User, leaves: Operation[]): string[] {
  const { id, deletionRequestedAt: requestedAt, deletionScheduledAt: scheduledAt } = after
  const acknowledged = leaves.filter(isOk)
  const refused = leaves.filter(({ statusLine }) => statusLine === '409 DELETION_ALREADY_REQUESTED')
  const { deletionRequestedAt = null, deletionScheduledAt = null } = before ?? {}
  const isSame = requestedAt === deletionRequestedAt && scheduledAt === deletionScheduledAt
  const isWhole = requestedAt && scheduledAt && Date.parse(scheduledAt) - Date.parse(requestedAt) === grace
  const told = acknowledged[0]?.body
  const isTold = told?.deletionRequestedAt === requestedAt && told?.deletionScheduledAt === scheduledAt
  return [
    ...(acknowledged.length > 1 ? [`the deletion of ${id} was scheduled ${acknowledged.length} times`] : []),
    ...(told && !isTold ? [`the deletion of ${id} is not stored as it was acknowledged`] : []),
    ...(isSame || isWhole ? [] : [`the deletion of ${id} is not ${limits.gracePeriodDays} days after its request`]),
    ...(isSame || leaves.some(isPossible) ? [] : [`nobody asked for the deletion of ${id}`]),
    ...refused
      .filter((one) => !couldFollow(one, leaves))
      .map(() => `${id} was refused as leaving before anybody asked for it`),
    ...refused
      .filter(({ ended }) => acknowledged.some(({ began }) => began > ended))
      .map(() => `the deletion of ${id} was scheduled after somebody was refused because it was`),
  ]
}
