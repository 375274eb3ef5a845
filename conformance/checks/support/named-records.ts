/** The records of scenarios, by the names that their calls and the reports have for them. */

import { randomInt } from 'node:crypto'
import { ifAvailable } from '../../records/errors.ts'
import { any, type Fields } from '../../records/kinds.ts'
import { firstOf, optional, recipe } from '../../records/recipe.ts'
import * as make from '../../records/recipes.ts'
import { day } from '../../verdict/days.ts'
import { makeOwner } from './teams.ts'

/** Owns a team whose only other member has read scope. */
const ownerWithReader = recipe(['sign-up'], async (builder) => {
  const owner = await makeOwner(builder)
  await builder.account('reader', { of: owner })
  return { ...owner, otherMembers: 'some' }
})

/** Owns a team that has two other members, or owners, if a hook can make the second. */
const ownerWithMembers = (fields: Fields, second: Fields) =>
  recipe(['ownerWithMember'], async ({ account }) => {
    const owner = await account('ownerWithMember', { fields })
    await ifAvailable(account('member', { of: owner, fields: second }))
    return owner
  })

/** None if only a list has resolved ones: more days ago than any limit of an implementation, as a rule. */
const resolvedLongAgo = (type: string) => {
  const time = new Date(Date.now() - 400 * day).toISOString()
  return recipe(['writer'], async (builder) => {
    const made = optional(make.incident({ type, status: 'resolved', startedAt: time, resolvedAt: time }))
    return [(await made.make(builder)) ?? []].flat()
  })
}

const oauthUser = make.account('oauthUser')
/** The code begins with 0. */
const byCodeWithZero = make.account('oauthUser', { verificationCode: `0${randomInt(10_000, 100_000)}` })

export const namedRecords = {
  /** Signed up, each alone in a team. */
  freshUser: make.user,
  alone: make.user,
  otherUser: make.user,
  /** Which no account has. */
  credentials: make.acceptedCredentials,
  otherCredentials: make.acceptedCredentials,
  unregistered: make.newCredentials,
  /** Shared. */
  someone: make.sharedUser,
  named: make.namedUser('Lea Leaving'),
  owner: make.account('ownerWithMember'),
  crowded: ownerWithMembers({}, {}),
  ownerOfReader: ownerWithReader,
  ownerByCode: make.account('ownerWithMember', { password: null }),
  ownerBesideOwner: ownerWithMembers({ password: null }, { role: 'owner', owner: true }),

  /** Without a password. */
  byCode: oauthUser,
  byZeroCode: firstOf(byCodeWithZero, oauthUser),
  /** No code was issued to it. */
  codeless: make.account('oauthUser', { verificationCode: null }),
  expired: make.account('oauthUser', { verificationCodeExpired: true }),

  /** Shared: all but the foreigner are in one team. */
  writer: make.writer,
  viewer: make.reader,
  foreigner: make.stranger,
  admin: make.admin,
  member: make.member,
  oauthMember: make.account('member', { password: null }),
  /** Or the writer. */
  someAdmin: firstOf(make.admin, make.writer),
  someMember: firstOf(make.member, make.writer),

  /** Open manual incidents of the writer's team. */
  incident: make.incident(),
  other: make.incident(),
  another: make.incident(),
  spare: make.incident(),
  detected: make.incident({ type: 'auto' }),
  finished: make.incident({ status: 'resolved' }),
  finishedAuto: make.incident({ type: 'auto', status: 'resolved' }),
  /** Lists: resolved long ago. */
  older: resolvedLongAgo('manual'),
  olderAuto: resolvedLongAgo('auto'),
  /** Displayed on a service. */
  shown: make.incident({ serviceId: any }),
  otherShown: make.incident({ serviceId: any }),
  /** Of the stranger's team. */
  foreign: make.incident({}, 'stranger'),

  monitor: make.monitor(),
  service: make.service(),
}
export type RecordName = keyof typeof namedRecords

/** A password that no account has, and that targets take. */
export const otherPassword = 'Other-password-7'
