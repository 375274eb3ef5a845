/** Faults in scheduling and completing the deletion of an account. */
import type { Team, User } from '../implementation/memory-store.ts'
import type { ErrorCode } from '../implementation/service-error.ts'
import type { Steps } from '../implementation/steps.ts'
import { all, family, keepingDeletedUsers, step } from '../overrides.ts'
import { colleaguesOf, day, hasRole, incidentsOf, isOauth, isOwner, isScheduled, not, usersOf } from '../records.ts'
import { pausing } from './families.ts'
import { toFaults } from './fault.ts'

const operation = 'scheduleAccountDeletion'
const hour = day / 24

/** Missing check: some owners may leave the other members. */
const leaving = (isSpared: (user: User, others: User[], base: Steps) => boolean) =>
  step('assertSchedulable').passing((user, base) => [
    isSpared(user, colleaguesOf(user, base), base) ? { ...user, role: 'member' } : user,
  ])

/** Missing check: some users can request the deletion again. */
const schedulingAgain = (isFree: (user: User) => boolean) =>
  step('assertSchedulable').passing((user) => [isFree(user) ? { ...user, deletion: undefined } : user])

/** Wrong bound: some users are refused like the owner of a team that has other members. */
const refusedAsOwner = step('assertSchedulable').refusing('TEAM_HAS_OTHER_MEMBERS')

/** A wrong password is refused, and has an effect. */
const wrongPassword = (change: (user: User, base: Steps) => User) =>
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

/** Wrong scope: scheduling or completing the deletion of an account changes other users. */
const completing = step('completeDeletion')
const changingOthers = (change: (other: User, user: User, base: Steps) => unknown) => (user: User, base: Steps) => {
  for (const other of colleaguesOf(user, base)) change(other, user, base)
}

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

export const accountDeletionFaults = toFaults({
  ...family(leaving, {
    '4.5 deletion-of-oauth-owner': isOauth,
    '4.5 deletion-of-oauth-co-owner': (user, others) => isOauth(user) && others.some(isOwner),
    '4.5 deletion-of-second-owner': ({ id, teamId }, _, base) =>
      usersOf(base).find((other) => other.teamId === teamId && isOwner(other))?.id !== id,
  }),
  // Wrong count: an owner is refused only for members like these.
  ...family((isCounted: (member: User) => boolean) => leaving((_, others) => !others.some(isCounted)), {
    '4.5 deletion-leavers-uncounted': not(isScheduled),
    '4.5 deletion-oauth-members-uncounted': not(isOauth),
    '4.5 deletion-viewers-no-members': not(hasRole('viewer')),
  }),
  ...family(refusedAsOwner, {
    '3.2 deletion-of-member-refused': (user, base) => !user.deletion && colleaguesOf(user, base).length > 0,
    '3.2 deletion-of-admin-refused': hasRole('admin'),
  }),
  ...family(schedulingAgain, {
    '3.2 deletion-again-by-members': hasRole('member'),
    '3.2 deletion-again-with-fresh-code': isOauth,
    '3.2 deletion-again-after-week': ({ deletion }) => Date.now() - (deletion?.requestedAt.getTime() ?? 0) >= 7 * day,
  }),
  ...family(wrongPassword, {
    '3.2 deletion-wrong-password-done': (user, base) => base.toScheduled(user),
    '3.2 deletion-wrong-proof-prolongs': (user, base) => (user.deletion ? base.toScheduled(user) : user),
    '3.2 second-request-with-wrong-password-cancels': (user) => ({ ...user, deletion: undefined }),
  }),
  ...family(scheduledAt, {
    '3.2 deletion-by-code-in-two-weeks': inTwoWeeks,
    '8 grace-to-midnight': (user) => {
      user.deletion?.scheduledAt.setUTCHours(0, 0, 0, 0)
      return user
    },
    '8 grace-in-local-time': (user) => shifted(user, 0, -2 * hour),
    '8 grace-backwards': (user) => shifted(user, 0, -60 * day),
    'sound 4.5 date-of-sign-up': (user) => shifted(user, -hour, 0),
    'sound 3.2 requested-in-local-time': (user) => shifted(user, -2 * hour, -2 * hour),
    'sound 3.2 deletion-sets-createdAt': (user) => ({
      ...user,
      createdAt: user.deletion?.requestedAt ?? user.createdAt,
    }),
  }),
  ...family(listedAt, {
    '2.3 deletion-listed-later': (user) => shifted(user, 60_000, 0),
    '3.2 deletion-by-code-sooner': inTwoWeeks,
  }),
  ...family(revokingAfter('TEAM_HAS_OTHER_MEMBERS'), {
    'sound 4.5 refused-owner-loses-token': not(isOauth),
    'sound 4.5 refused-oauth-owner-loses-token': isOauth,
  }),
  ...family(revokingAfter('DELETION_ALREADY_REQUESTED'), { 'sound 4.5 refused-again-loses-token': () => true }),
  ...family(takingPlan, {
    'profile 3.2 deletion-takes-plan': 'pro',
    'profile 3.2 deletion-takes-highest-plan': 'business',
  }),
  '3.2 deletion-not-saved': saving.skipping(() => true),
  '3.2 deletion-of-other': saving.passing((user, _, base) => [
    { ...(usersOf(base).find(({ id }) => id !== user.id) ?? user), deletion: user.deletion },
  ]),
  '3.2 deletion-at-once': saving.skipping(({ id }, _, { users }) => users.delete(id)),
  '3.2 deletion-takes-incidents': saving.after((user, _, base) => {
    const ofTeam = incidentsOf(base).filter(({ teamId }) => teamId === user.teamId)
    if (isOwner(user)) for (const { id } of ofTeam) base.incidents.delete(id)
  }),
  '4.5 deletion-refused-but-scheduled': step('validate', operation).before(({ caller, body }, base) => {
    const { password, verificationCode } = body ?? {}
    if (caller && caller.password === password && verificationCode !== undefined)
      base.users.set(caller.id, base.toScheduled(caller))
  }),
  '4.5 deletion-wrapped': step(operation).around(async (handle) => ({ user: await handle() })),
  '4.5 deletion-uses-up-codes-of-team': step('toScheduled').before(
    changingOthers((other, _, { users }) => users.set(other.id, { ...other, code: undefined })),
  ),
  '3.2 deletion-twice-prolongs': step('assertSchedulable').before(
    (user, { users }) => user.deletion && users.set(user.id, shifted(user, 0, day)),
  ),
  '4.5 deletion-former-members-counted': all(
    completing.before(({ teamId }, { notes }) => notes.set(teamId, 'had others')),
    refusedAsOwner((user, { notes }) => isOwner(user) && notes.has(user.teamId)),
  ),
  '3.2 deletion-kept-by-address': all(
    completing.before(({ email }, { notes }) => notes.set(email, 'deleted')),
    step('assertSchedulable').refusing('DELETION_ALREADY_REQUESTED')(({ email }, { notes }) => notes.has(email)),
  ),
  '3.2 race-schedule': pausing(operation),
  '3.2 race-schedule-paid': pausing(operation, (user: User, { teams }) => teams.get(user.teamId)?.plan !== 'free'),
  '8 deletion-half-a-day-early': step('makeRecord').changing((made, kind, _, __, base) => {
    const user = kind === 'account' ? base.users.get(String(made?.id)) : undefined
    const left = (user?.deletion?.scheduledAt.getTime() ?? Number.POSITIVE_INFINITY) - base.now().getTime()
    if (!user || left > day / 2) return made
    base.completeDeletion(user)
    return { ...made, deleted: true }
  }),
  '8 deletion-takes-scheduled-members': completing.before(
    changingOthers((other, _, { users }) => other.deletion && users.delete(other.id)),
  ),
  '8 deletion-a-day-early': step('onRequest').before((_, base) => {
    for (const { id, deletion } of usersOf(base))
      if (deletion && deletion.scheduledAt.getTime() < Date.now() + day) base.users.delete(id)
  }),
  '4.6 deletion-still-listed': all(
    completing.after((user, { users }) =>
      users.set(user.id, { ...user, teamId: `former-${user.teamId}`, password: undefined }),
    ),
    listedAt((user) => ({ ...user, teamId: user.teamId.replace('former-', '') })),
  ),
  '8 deletion-never-completed': completing.skipping(() => true),
  'sound 8 token-of-deleted-user': keepingDeletedUsers,
  '8 deletion-takes-team': completing.after(({ teamId }, { removeTeam, teams }) => {
    removeTeam(teamId)
    teams.set(teamId, { id: teamId, name: null, plan: 'pro' })
  }),
  'sound 3.2 deleted-member-takes-oauth-members': completing.before(
    changingOthers((other, _, { users }) => isOauth(other) && users.delete(other.id)),
  ),
  'sound 3.2 deleted-owner-takes-newcomers': completing.before(
    changingOthers((other, user, base) => isOwner(user) && base.completeDeletion(other)),
  ),
  'profile 3.2 leaver-without-scope': step('canWrite').changing(
    (canWrite, user) => canWrite && (isOwner(user) || !user.deletion),
  ),
})
