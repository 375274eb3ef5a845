/** Recipes of teams: owners with other members, and teams with objects of each kind. */

import { createCaller } from '../client/callers.ts'
import { overdueDays } from '../verdict/grace-period.ts'
import { callerRecipe, type FixtureCaller, freeCaller, freeMember, withCaller, withPassword } from './caller-recipes.ts'
import { openIncidents, rows, threeDays } from './object-recipes.ts'
import {
  type CallerWishes,
  InapplicableError,
  type Incident,
  type Owner,
  type Plan,
  type Provider,
} from './provider.ts'
import { ifMade, recipe, recipeUsing, recordHook, requireDeleted } from './recipe.ts'
import { completeDeletion } from './user-recipes.ts'

/** Owns a team that has another member. */
export const ownerWithMember = () =>
  callerRecipe('ownerWithMember', async ({ sender, pool }) =>
    withPassword(await pool.freshCaller(sender, 'ownerWithMember')),
  )

/** Owns a team that has two other members, if the hook can make the second. */
export const ownerWithMembers = () =>
  callerRecipe('ownerWithMember', async ({ sender, pool }) => {
    const owner = withPassword(await pool.freshCaller(sender, 'ownerWithMember'))
    await pool.join(owner, 'member')
    return owner
  })

/** Signed up and owns the team, which a reader has joined. */
export const ownerWithReader = () =>
  recipe(['sign-up', 'reader'], async ({ sender, pool }) => {
    const owner = await pool.signUp(sender)
    const hasJoined = await pool.join({ ...owner, role: 'ownerWithMember' }, 'reader')
    if (hasJoined) return { ...owner, hasUnknownOthers: true }
    throw new InapplicableError('no fixture puts a reader into a team that has just signed up; a hook can')
  })

/** Signed up and owns the team, which a member has joined, if a hook can make one. */
export const ownerWithColleague = () =>
  recipeUsing(['sign-up'], ['member'], async ({ sender, pool }) => {
    const owner = await pool.signUp(sender)
    const joined = await ifMade(pool.freshCaller(sender, 'member', true, { ...owner, role: 'ownerWithMember' }))
    const { email, password } = joined ?? {}
    if (!joined || joined.teamId !== owner.teamId || email === undefined || password === undefined) return { owner }
    return { owner, colleague: { ...createCaller(sender, joined), email, password } }
  })

/** Signed up, in a team for which a hook has made a service. */
export const ownerWithService = () =>
  recipe(['sign-up'], async ({ sender, pool }) => {
    const owner = await pool.sharedUser(sender, 0)
    const of = { ...owner, role: 'freeCaller' } as const
    // Only a hook links monitors.
    const demand = { of, monitors: [], linked: [] }
    const service = await ifMade(pool.provide('service', (provider) => provider.service(demand)))
    if (service) return { ...createCaller(sender, owner), serviceId: service.id }
    throw new InapplicableError('no fixture makes a service for a team that has just signed up; a hook can')
  })

/** Has a verification code in place of a password. */
const isOauth = ({ password, verificationCode }: Owner) => password === undefined && verificationCode !== undefined
/** Signed up and owns the team, which members with these wishes have joined, one after the other. */
function ownerWith(wishes: CallerWishes[], fits: (joined: Owner) => boolean, what: string) {
  return recipeUsing(['sign-up'], ['member'], async (context) => {
    const { sender, pool } = context
    const owner = await pool.signUp(sender)
    const members: FixtureCaller[] = []
    for (const wish of wishes) {
      const of = { ...owner, role: 'ownerWithMember' } as const
      const joined = await ifMade(pool.freshCaller(sender, 'member', true, of, wish))
      if (!joined || joined.teamId !== owner.teamId || !fits(joined)) {
        throw new InapplicableError(`no fixture puts ${what} into a team that has just signed up; a hook can`)
      }
      members.push(withCaller(context, joined))
    }
    return { owner, members }
  })
}

/** Owns a team whose two other members have no password. */
export const ownerWithOauthMembers = () =>
  ownerWith([{ oauth: true }, { oauth: true }], isOauth, 'a member without a password')

/** Owns a team that has been given a second owner, if the hook knows how. */
export const ownerWithSecondOwner = () =>
  ownerWith([{ role: 'owner' }], ({ email, password }) => Boolean(email && password), 'a second owner')

/** Owns a team whose only other member's account is deleted, as the hook confirms. */
export const ownerWithFormerMember = () =>
  recipeUsing(['sign-up'], ['member'], async (context) => {
    const isSaid = ({ isDeleted }: Owner) => isDeleted !== undefined
    const team = ownerWith([{ deletionRequestedDaysAgo: overdueDays }], isSaid, 'a member whose account is deleted')
    const { owner, members } = await team.make(context)
    requireDeleted(members[0]?.isDeleted, '')
    recordHook(context.record, `made ${members[0]?.email} a member of the team, and deleted this account`)
    return owner
  })

/** Owns a team with one other member, whose account a hook can delete. */
export const ownerWithDeletableMember = () =>
  recipeUsing(['sign-up'], ['member'], async (context) => {
    const team = ownerWith([{}], ({ email }) => email !== undefined, 'a member with a known address')
    const { owner, members } = await team.make(context)
    const email = `${members[0]?.email}`
    return { ...owner, completeDeletionOfMember: () => completeDeletion(context, email) }
  })

/** Signed up, in a team to which a hook can add a member, and with an account that it can delete. */
export const leavingOwner = () =>
  recipeUsing(['sign-up'], ['member', 'open manual incident'], async (context) => {
    const { sender, pool } = context
    const owner = await pool.signUp(sender)
    const addMember = async (wishes?: CallerWishes) => {
      const of = { ...owner, role: 'ownerWithMember' } as const
      const joined = await ifMade(pool.freshCaller(sender, 'member', true, of, wishes))
      const { email, password } = joined ?? {}
      if (!joined || joined.teamId !== owner.teamId || email === undefined || password === undefined)
        throw new InapplicableError('no fixture puts a member into the team of an owner who is leaving; a hook can')
      const end = joined.isDeleted === true ? ', and deleted this account' : ''
      recordHook(context.record, `made ${email} a member of the team${end}`)
      return { email, password, isDeleted: joined.isDeleted }
    }
    const makeIncident = async () => {
      const demand = { of: { ...owner, role: 'freeCaller' }, type: 'manual', resolved: false } as const
      const made = await ifMade(pool.provide('incident', (provider) => provider.incident(demand)))
      if (made) return made.id
      throw new InapplicableError('no fixture makes an incident of a team that has just signed up; a hook can')
    }
    const leaving = { ...owner, completeDeletion: () => completeDeletion(context, owner.email) }
    return { owner: leaving, addMember, makeIncident }
  })

/** Owns a team that has another member, and has no password. */
export const oauthOwnerWithMember = () =>
  recipeUsing(['ownerWithMember'], ['member'], async (context) => {
    const { sender, pool } = context
    const owner = await ifMade(pool.freshCaller(sender, 'ownerWithMember', true, undefined, { oauth: true }))
    const addOwner = async () => {
      const added = await ifMade(pool.freshCaller(sender, 'member', true, owner, { role: 'owner' }))
      if (added) recordHook(context.record, `made ${added.email} another owner of the team`)
      return added
    }
    if (owner && isOauth(owner)) return { ...withCaller(context, owner), addOwner }
    throw new InapplicableError('no fixture makes an owner of others without a password; a hook can')
  })

/** Like the writer, alone in another team, on the highest plan if the hook knows one, with objects of each kind, for one check. */
export const ownTeam = () =>
  recipeUsing(['writer'], [...openIncidents, ...rows], async ({ sender, pool }) => {
    const shared = await pool.sharedCaller(sender, 'writer')
    const wishes = { plan: 'highest', expiredAccessToken: true } as const
    const of = await ifMade(pool.freshCaller(sender, 'writer', true, undefined, wishes))
    const { email, password, teamId } = of ?? {}
    if (!of || email === undefined || password === undefined || email === shared.email || teamId === shared.teamId)
      throw new InapplicableError('no fixture makes a further writer with a password; a hook can')
    const make = <T>(what: string, from: (provider: Provider) => Promise<T | undefined>) => pool.provide(what, from)
    return {
      owner: { ...createCaller(sender, of), email, password },
      incident: await make('incident', (one) => one.incident({ of, type: 'manual', resolved: false })),
      detected: await make('incident', (one) => one.incident({ of, type: 'auto', resolved: false })),
      monitor: await make('monitor', (one) => one.monitor({ of, days: threeDays })),
      service: await make('service', (one) => one.service({ of, monitors: [threeDays] })),
    }
  })

/** A team as above, with a member whose account is deleted, as the hook confirms. */
export const teamOfDeletedMember = () =>
  recipeUsing(['writer'], ['member', ...openIncidents, ...rows], async (context) => {
    const { sender, pool } = context
    const team = await ownTeam().make(context)
    const of = { ...team.owner, role: 'writer' } as const
    const others: FixtureCaller[] = []
    for (const wish of [{ oauth: true }, {}] satisfies CallerWishes[]) {
      const joined = await ifMade(pool.freshCaller(sender, 'member', true, of, wish))
      if (joined && joined.teamId === of.teamId) others.push(withCaller(context, joined))
    }
    const wishes = { deletionRequestedDaysAgo: overdueDays }
    const former = await ifMade(pool.freshCaller(sender, 'member', true, of, wishes))
    const reason = 'no fixture makes a member whose account is deleted; a hook can'
    requireDeleted(former?.isDeleted, reason)
    if (!former || former.teamId !== of.teamId) throw new InapplicableError(reason)
    return { ...team, others, former: withCaller(context, former) }
  })

/** Alone in a team on the free plan, which a hook can change, with a monitor and a service of four days. */
export const teamOfChangingPlan = () =>
  recipeUsing(['freeCaller'], rows, async ({ sender, pool, record }) => {
    const shared = await pool.sharedCaller(sender, 'freeCaller')
    const of = await ifMade(pool.freshCaller(sender, 'freeCaller', true))
    const { email, password, teamId } = of ?? {}
    const isOwn = teamId !== undefined && teamId !== shared.teamId
    const changePlan = async (plan: Plan) => {
      const isDone = await pool.provide('plan', async ({ changePlan }) => of && changePlan?.(of, plan))
      recordHook(record, `set the plan of the team of ${email} to ${plan}`)
      return isDone
    }
    if (!of || !isOwn || email === undefined || password === undefined || !(await ifMade(changePlan('free'))))
      throw new InapplicableError('no fixture changes the plan of a team; a hook can')
    const days = [...threeDays, '2024-03-01']
    return {
      owner: { ...createCaller(sender, of), email, password },
      monitor: await pool.provide('monitor', (provider) => provider.monitor({ of, days })),
      service: await pool.provide('service', (provider) => provider.service({ of, monitors: [days] })),
      changePlan,
    }
  })

/** The free caller, a reader of its team if the hook knows one, and open incidents of the team. */
export const freeTeam = () =>
  recipeUsing(['freeCaller'], ['reader', ...openIncidents], async (context) => {
    const { sender, pool } = context
    const of = await pool.sharedCaller(sender, 'freeCaller')
    const incidents: Incident[] = []
    for (const type of ['manual', 'manual', 'auto'] as const) {
      // With wishes, even if none: lists contain incidents of other teams only.
      const demand = { of, type, resolved: false, wishes: {} }
      const made = await ifMade(pool.provide('incident', (provider) => provider.incident(demand)))
      if (!made) throw new InapplicableError('no fixture makes an incident of the free caller; a hook can')
      incidents.push({ ...made, type, resolved: false } as Incident)
    }
    const reader = await freeMember('reader')
      .make(context)
      .catch((error) => {
        if (!(error instanceof InapplicableError)) throw error
        return undefined
      })
    const [incident, other, detected] = incidents as [Incident, Incident, Incident]
    return { caller: await freeCaller().make(context), reader, incident, other, detected }
  })
