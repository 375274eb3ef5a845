/** Faults in scheduling and completing the deletion of an account. */
import type { Team, User } from '../implementation/memory-store.ts'
import type { ErrorCode } from '../implementation/service-error.ts'
import { all, type Base, handling, keepingDeletedUsers, remembering, step } from '../overrides.ts'
import { colleaguesOf, day, hasRole, incidentsOf, isOauth, isOwner, isScheduled, not, usersOf } from '../records.ts'
import { pausing } from './families.ts'
import { toFaults } from './fault.ts'

const operation = 'scheduleAccountDeletion'
const hour = day / 24

/** Missing check: some owners may leave the other members. */
const leaving = (isSpared: (user: User, others: User[], base: Base) => boolean) =>
  step('assertSchedulable').passing((user, base) => [
    isSpared(user, colleaguesOf(user, base), base) ? { ...user, role: 'member' } : user,
  ])

/** Missing check: some users can request the deletion again. */
const schedulingAgain = (isFree: (user: User) => boolean) =>
  step('assertSchedulable').passing((user) => [isFree(user) ? { ...user, deletion: undefined } : user])

/** Wrong bound: some users are refused like the owner of a team that has other members. */
const refusedAsOwner = step('assertSchedulable').refusing('TEAM_HAS_OTHER_MEMBERS')

/** A wrong password is refused, and has an effect. */
const wrongPassword = (change: (user: User, base: Base) => User) =>
  step('refused').before(({ code }, { caller }, base) => {
    const user = base.users.get(caller?.id ?? '')
    if (code === 'WRONG_PASSWORD' && user) base.users.set(user.id, change(user, base))
  })

/** Wrong scope: what is written when a deletion is scheduled. */
const saving = step('saveUser', operation)

/** Wrong dates: of the deletion of some users, by so many milliseconds. */
const shifted = (user: User, requested: number, scheduled: number): User => {
  if (!user.deletion) return user
  const { requestedAt, scheduledAt } = user.deletion
  const [from, to] = [requestedAt.getTime() + requested, scheduledAt.getTime() + scheduled]
  return { ...user, deletion: { requestedAt: new Date(from), scheduledAt: new Date(to) } }
}
const inTwoWeeks = (user: User) => (isOauth(user) ? shifted(user, 0, -16 * day) : user)
const scheduledAt = (change: (user: User) => User) => step('toScheduled').changing(change)
const listedAt = (change: (user: User) => User) => step('deletionRequest').passing((user) => [change(user)])

/** Wrong scope: the deletion of an account has an effect on others. */
const completing = step('completeDeletion')

/** Wrong scope: the tokens of a caller who is refused for this reason are revoked. */
const revokingAfter = (code: ErrorCode) => (concerns: (user: User) => boolean) =>
  step('refused').before((error, { caller }, { revokeTokens }) => {
    if (caller && error.code === code && concerns(caller)) revokeTokens(caller.id)
  })

/** Wrong scope: the team of an owner who leaves loses this plan at once. */
const takingPlan = (plan: Team['plan']) =>
  step('deletion').before((user, { teams }) => {
    const team = teams.get(user.teamId)
    if (team?.plan === plan && isOwner(user)) teams.set(team.id, { ...team, plan: 'free' })
  })

export const accountDeletionFaults = [
  ...toFaults(leaving, {
    '4.5 deletion-of-oauth-owner: An owner without a password may leave the others': isOauth,
    '4.5 deletion-of-oauth-co-owner: An OAuth owner may leave if there is another owner': (user, others) =>
      isOauth(user) && others.some(isOwner),
    '4.5 deletion-of-second-owner: Only the first owner of a team counts as one': ({ id, teamId }, _, base) =>
      usersOf(base).find((other) => other.teamId === teamId && isOwner(other))?.id !== id,
  }),
  // Wrong count: an owner is refused only for members like these.
  ...toFaults((isCounted: (member: User) => boolean) => leaving((_, others) => !others.some(isCounted)), {
    '4.5 deletion-leavers-uncounted: Members whose deletion is scheduled are not counted as members of a team':
      not(isScheduled),
    '4.5 deletion-oauth-members-uncounted: Members without a password are not counted as members of a team':
      not(isOauth),
    '4.5 deletion-viewers-no-members: Viewers are not counted as members of a team': not(hasRole('viewer')),
  }),
  ...toFaults(refusedAsOwner, {
    '3.2 deletion-of-member-refused: Members are rejected like owners': (user, base) =>
      !user.deletion && colleaguesOf(user, base).length > 0,
    '3.2 deletion-of-admin-refused: Admins are rejected like owners': hasRole('admin'),
  }),
  ...toFaults(schedulingAgain, {
    '3.2 deletion-again-by-members: A member can request the deletion again': hasRole('member'),
    '3.2 deletion-again-with-fresh-code: With a code that was not used, the deletion can be requested again': isOauth,
    '3.2 deletion-again-after-week: A week after the first request, the deletion can be requested again': ({
      deletion,
    }) => Date.now() - (deletion?.requestedAt.getTime() ?? 0) >= 7 * day,
  }),
  ...toFaults(wrongPassword, {
    '3.2 deletion-wrong-password-done: A wrong password is rejected, but the deletion is scheduled': (user, base) =>
      base.toScheduled(user),
    '3.2 deletion-wrong-proof-prolongs: A wrong password extends a grace period that has begun': (user, base) =>
      user.deletion ? base.toScheduled(user) : user,
    '3.2 second-request-with-wrong-password-cancels: A wrong password cancels the deletion request': (user) => ({
      ...user,
      deletion: undefined,
    }),
  }),
  ...toFaults(scheduledAt, {
    '3.2 deletion-by-code-in-two-weeks: The grace period of OAuth users is 14 days': inTwoWeeks,
    '8 grace-to-midnight: The grace period ends at the last midnight within the 30 days': (user) => {
      user.deletion?.scheduledAt.setUTCHours(0, 0, 0, 0)
      return user
    },
    '8 grace-backwards: The deletion is scheduled 30 days ago': (user) => shifted(user, 0, -60 * day),
    'sound 4.5 date-of-sign-up: deletionRequestedAt is an hour too early': (user) => shifted(user, -hour, 0),
    'sound 3.2 requested-in-local-time: deletionRequestedAt is two hours early': (user) =>
      shifted(user, -2 * hour, -2 * hour),
    'sound 3.2 deletion-sets-createdAt: The request for deletion changes createdAt': (user) => ({
      ...user,
      createdAt: user.deletion?.requestedAt ?? user.createdAt,
    }),
  }),
  ...toFaults(listedAt, {
    '2.3 deletion-listed-later: deletionRequestedAt in the listing is a minute later': (user) =>
      shifted(user, 60_000, 0),
    '3.2 deletion-by-code-sooner: The deletion of an OAuth user is stored for another day than the response says':
      inTwoWeeks,
  }),
  ...toFaults(revokingAfter('TEAM_HAS_OTHER_MEMBERS'), {
    'sound 4.5 refused-owner-loses-token: An owner of others who is refused is logged out': not(isOauth),
    'sound 4.5 refused-oauth-owner-loses-token: The same for an owner without a password only': isOauth,
  }),
  ...toFaults(revokingAfter('DELETION_ALREADY_REQUESTED'), {
    'sound 4.5 refused-again-loses-token: A second request logs the user out': () => true,
  }),
  ...toFaults(takingPlan, {
    'profile 3.2 deletion-takes-plan: The team of an owner who leaves falls from Pro to the free plan at once': 'pro',
    'profile 3.2 deletion-takes-highest-plan: The same on the highest plan only': 'business',
  }),
  ...toFaults({
    '3.2 deletion-not-saved: The deletion is confirmed, but not stored': saving.skipping(() => true),
    '3.2 deletion-of-other: Another user is scheduled': saving.passing((user, _, base) => {
      const other = usersOf(base).find(({ id }) => id !== user.id)
      return [other ? { ...other, deletion: user.deletion } : user]
    }),
    '3.2 deletion-at-once: The account is deleted at once': saving.skipping(({ id }, _, { users }) => users.delete(id)),
    '3.2 deletion-takes-incidents: The incidents of the team go as soon as its owner requests the deletion':
      saving.after((user, _, base) => {
        const ofTeam = incidentsOf(base).filter(({ teamId }) => teamId === user.teamId)
        if (isOwner(user)) for (const { id } of ofTeam) base.incidents.delete(id)
      }),
    '4.5 deletion-refused-but-scheduled: Two proofs are refused, and the deletion is scheduled': step(
      'validate',
      operation,
    ).before(({ caller, body }, base) => {
      const { password, verificationCode } = body ?? {}
      if (caller && caller.password === password && verificationCode !== undefined)
        base.users.set(caller.id, base.toScheduled(caller))
    }),
    '4.5 deletion-wrapped: The dates are nested in user': handling(operation)((handle) => async (call) => ({
      user: await handle(call),
    })),
    '4.5 deletion-uses-up-codes-of-team: The codes of the team are used up when a member leaves': step(
      'toScheduled',
    ).before((user, base) => {
      for (const other of colleaguesOf(user, base)) base.users.set(other.id, { ...other, code: undefined })
    }),
    '3.2 deletion-twice-prolongs: A rejected second request extends the grace period': step('assertSchedulable').before(
      (user, { users }) => user.deletion && users.set(user.id, shifted(user, 0, day)),
    ),
    '4.5 deletion-former-members-counted: Members whose accounts are deleted are still counted': remembering(
      (former) => [
        completing.before(({ teamId }) => former.set(teamId, true)),
        refusedAsOwner((user) => isOwner(user) && former.has(user.teamId)),
      ],
    ),
    '3.2 deletion-kept-by-address: An account with the address of a deleted one has its deletion requested already':
      remembering((deleted) => [
        completing.before(({ email }) => deleted.set(email, true)),
        step('assertSchedulable').refusing('DELETION_ALREADY_REQUESTED')(({ email }) => deleted.has(email)),
      ]),
    '3.2 race-schedule: Concurrent requests for one account deletion all succeed': pausing('schedule'),
    '3.2 race-schedule-paid: Concurrent requests for one account deletion all succeed on a paid plan': pausing(
      'schedule',
      (user: User, { teams }) => teams.get(user.teamId)?.plan !== 'free',
    ),
    '8 deletion-a-day-early: Accounts are deleted when less than a day is left': step('onRequest').before((_, base) => {
      for (const { id, deletion } of usersOf(base))
        if (deletion && deletion.scheduledAt.getTime() < Date.now() + day) base.users.delete(id)
    }),
    '4.6 deletion-still-listed: Accounts that are deleted are still listed': all(
      completing.after((user, { users }) =>
        users.set(user.id, { ...user, teamId: `former-${user.teamId}`, password: undefined }),
      ),
      listedAt((user) => ({ ...user, teamId: user.teamId.replace('former-', '') })),
    ),
    '8 deletion-never-completed: Accounts are never deleted': completing.skipping(() => true),
    'sound 8 token-of-deleted-user: The token of a user that is deleted is kept, with the user': keepingDeletedUsers,
    'sound 8 deletion-takes-team: When the account of a member is deleted, the data of the team is, too':
      completing.after(({ teamId }, { removeTeam, teams }) => {
        removeTeam(teamId)
        teams.set(teamId, { id: teamId, name: null, plan: 'pro' })
      }),
    'sound 3.2 deleted-member-takes-oauth-members: When the account of a member is deleted, OAuth colleagues are, too':
      completing.before((user, base) => {
        for (const { id } of colleaguesOf(user, base).filter(isOauth)) base.users.delete(id)
      }),
    'sound 3.2 deleted-owner-takes-newcomers: When the account of an owner is deleted, the members of the team are, too':
      completing.before((user, base) => {
        for (const other of isOwner(user) ? colleaguesOf(user, base) : []) base.completeDeletion(other)
      }),
    'profile 3.2 leaver-without-scope: A member who has requested the deletion has no write scope any more': step(
      'canWrite',
    ).changing((canWrite, user) => canWrite && (isOwner(user) || !user.deletion)),
  }),
]
