/** Recipes of callers in a role, from the hook or from lists. */

import { type AccountDeletion, type Caller, createCaller } from '../client/callers.ts'
import { day } from '../verdict/days.ts'
import {
  type CallerWishes,
  InapplicableError,
  type Owner,
  type Role,
  UnverifiedError,
  unlessInconclusive,
} from './provider.ts'
import { type FixtureContext, ifMade, type Recipe, recipe, recipeUsing, recordHook, withFallback } from './recipe.ts'
import { scheduledOf } from './scheduled-deletion.ts'

export type FixtureCaller = Caller & Owner
export const withCaller = ({ sender }: FixtureContext, owner: Owner) => ({ ...createCaller(sender, owner), ...owner })
export function callerRecipe(
  need: string,
  getOwner: (context: FixtureContext) => Promise<Owner>,
): Recipe<FixtureCaller> {
  return recipe([need], async (context) => withCaller(context, await getOwner(context)))
}

/** @throws UnverifiedError if the caller cannot delete its account. */
export function withPassword(owner: Owner): Owner {
  if (owner.password === undefined)
    throw new UnverifiedError(`the ${owner.role} needs a password to delete its account`)
  return owner
}

const sharedCaller = (role: Role) => callerRecipe(role, ({ pool, sender }) => pool.sharedCaller(sender, role))
/** On a paid plan, with write scope. */
export const writer = () => sharedCaller('writer')
/** Like the writer, in another team. */
export const stranger = () => sharedCaller('stranger')
/** On the free plan. */
export const freeCaller = () => sharedCaller('freeCaller')
/** In the writer's team, with read scope only. */
export const reader = () => sharedCaller('reader')
/** In the writer's team, with write scope. */
export const admin = () => sharedCaller('admin')
/** In the writer's team, with write scope. */
export const member = () => sharedCaller('member')
/** In the team of the free caller. */
export const freeMember = (role: 'admin' | 'member' | 'reader') =>
  recipeUsing(['freeCaller'], [role], async (context) => {
    const { sender, pool } = context
    const of = await pool.sharedCaller(sender, 'freeCaller')
    const owner = await ifMade(pool.freshCaller(sender, role, true, of))
    if (owner?.teamId !== undefined && owner.teamId === of.teamId) return withCaller(context, owner)
    throw new InapplicableError(`no fixture puts a ${role} into the team of the free caller; a hook can`)
  })

/** A reader for one check. */
export const leavingReader = () =>
  callerRecipe('reader who can leave', async ({ sender, pool }) => {
    const owner = await pool.freshCaller(sender, 'reader', true)
    const { email } = await pool.sharedCaller(sender, 'writer')
    if (owner.email === email) throw new UnverifiedError('the reader is no user apart from the writer')
    return withPassword(owner)
  })

/** Joined the writer's team with this role, for one check. */
export const leavingColleague = (role: 'admin' | 'member') =>
  callerRecipe(role, async ({ sender, pool }) => {
    const joined = await ifMade(pool.freshCaller(sender, role, true))
    if (joined) return withPassword(joined)
    throw new InapplicableError(`no fixture makes a further ${role}; a hook can`)
  })

/** In the writer's team like a member, without a password. */
export const oauthMember = () =>
  callerRecipe('member', async ({ sender, pool }) => {
    const joined = await ifMade(pool.freshCaller(sender, 'member', true, undefined, { oauth: true }))
    if (joined && joined.password === undefined && joined.verificationCode !== undefined) return joined
    throw new InapplicableError('no fixture makes a member without a password; a hook can')
  })

/** Joined the writer's team as a member, and becomes a reader, whose role has the name that is returned, if a hook can do that. */
export const memberBecomingReader = () =>
  recipe(['member'], async (context) => {
    const { sender, pool } = context
    const joined = await ifMade(pool.freshCaller(sender, 'member', true))
    const { email, password } = joined ?? {}
    if (!joined || email === undefined || password === undefined) {
      throw new InapplicableError('no fixture makes a further member; a hook can')
    }
    const change = () => pool.provide('role', async ({ changeRole }) => changeRole?.(joined, 'reader'))
    const becomeReader = async () => {
      const role = await ifMade(change())
      if (role === undefined) throw new InapplicableError('no fixture changes the role of a user; a hook can')
      recordHook(context.record, `made ${email} a reader, with the role ${role}`)
      return role
    }
    return { ...withCaller(context, joined), email, password, becomeReader }
  })

/** Has no password, but a verification code. */
export const oauthUser = () => callerRecipe('oauthUser', ({ sender, pool }) => pool.freshCaller(sender, 'oauthUser'))
/** Makes another one when it is called; undefined if there is none. */
export const spareOAuthUser = () =>
  recipeUsing([], ['oauthUser'], async (context) => async () => {
    const made = await ifMade(context.pool.freshCaller(context.sender, 'oauthUser'))
    return made && withCaller(context, made)
  })
/** The same with a code that begins with 0, if the hook knows how. */
export const oauthUserWithZero = () =>
  withFallback(
    callerRecipe('oauthUser', ({ sender, pool }) =>
      pool.freshCaller(sender, 'oauthUser', true, undefined, { leadingZero: true }),
    ),
    oauthUser(),
  )
/** Has neither a password nor a verification code. */
export const codelessUser = () =>
  callerRecipe('oauthUser', async ({ sender, pool }) => {
    const made = await ifMade(pool.freshCaller(sender, 'oauthUser', true, undefined, { verificationCode: false }))
    if (made && (made.verificationCode ?? '') === '') return made
    throw new InapplicableError('no fixture makes an OAuth user to whom no code was issued; a hook can')
  })

/** Has a verification code that has expired. */
export const userWithExpiredCode = () =>
  recipe(['oauthUser'], async (context) => {
    const { sender, pool } = context
    const wishes = { expiredVerificationCode: true } as const
    const made = await ifMade(pool.freshCaller(sender, 'oauthUser', true, undefined, wishes))
    const { expiredVerificationCode } = made ?? {}
    if (made && expiredVerificationCode) return { ...withCaller(context, made), expiredVerificationCode }
    throw new InapplicableError('no fixture has a verification code that has expired; a hook can')
  })

/** Their deletion was requested so many days ago; every second one is in a team without a name, if the hook knows how. */
export const leaversSince = (...days: number[]) =>
  recipe(['freeCaller'], async (context) => {
    const { sender, pool } = context
    const leavers: (FixtureCaller & { scheduled: AccountDeletion })[] = []
    for (const [index, deletionRequestedDaysAgo] of days.entries()) {
      const wishes: CallerWishes = { deletionRequestedDaysAgo, ...(index % 2 === 0 && { teamName: null }) }
      const made = await ifMade(pool.freshCaller(sender, 'freeCaller', true, undefined, wishes))
      const scheduled = made && scheduledOf(made, deletionRequestedDaysAgo)
      if (!made || !scheduled) {
        throw new InapplicableError('no fixture makes an account whose deletion was requested days ago; a hook can')
      }
      leavers.push({ ...withCaller(context, made), scheduled })
    }
    return leavers
  })

/** Users whose deletion was requested at the same moment, some days ago, if the hook knows how. */
export const leaversOfOneMoment = (size: number) =>
  recipeUsing([], ['freeCaller'], async (context) => {
    const { sender, pool } = context
    const daysAgo = 15
    const deletionRequestedAt = new Date(Date.now() - daysAgo * day).toISOString()
    const wishes: CallerWishes = { deletionRequestedDaysAgo: daysAgo, deletionRequestedAt }
    const leavers: FixtureCaller[] = []
    for (let index = 0; index < size; index++) {
      const made = await unlessInconclusive(pool.freshCaller(sender, 'freeCaller', true, undefined, wishes))
      const isRight = made && Date.parse(`${made.deletionRequestedAt}`) === Date.parse(deletionRequestedAt)
      if (!isRight) break
      leavers.push(withCaller(context, made))
    }
    return leavers
  })

/** Users of several kinds whose deletion was requested some days ago, as far as the hook knows them. */
export const usersWhoRequested = () =>
  recipeUsing(['freeCaller'], ['oauthUser', 'member'], async (context) => {
    const { sender, pool } = context
    const users: (FixtureCaller & { daysAgo: number })[] = []
    for (const [role, days, wishes] of [
      ['freeCaller', 20, {}],
      ['oauthUser', 29, {}],
      ['member', 2, { oauth: true }],
      ['member', 29, {}],
    ] as const) {
      const demand: CallerWishes = { ...wishes, deletionRequestedDaysAgo: days }
      const made = await unlessInconclusive(pool.freshCaller(sender, role, true, undefined, demand))
      // A log-in may cancel the deletion.
      if (made && scheduledOf(made, days) && !made.hasLoggedIn)
        users.push({ ...withCaller(context, made), daysAgo: days })
    }
    if (users.length > 0) return users
    throw new InapplicableError('no fixture makes an account whose deletion was requested days ago; a hook can')
  })
