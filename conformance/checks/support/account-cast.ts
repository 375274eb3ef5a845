/** The records of the checks of accounts, by the names that these have for them. */

import { randomInt } from 'node:crypto'
import { ifAvailable } from '../../records/errors.ts'
import type { Fields } from '../../records/kinds.ts'
import { firstOf, recipe } from '../../records/recipe.ts'
import * as make from '../../records/recipes.ts'
import { cast } from './scenario.ts'

/** Signed up, and owns a team whose only other member has read scope. */
const ownerWithReader = recipe(['sign-up'], async ({ signUp, account }) => {
  const owner = await signUp()
  await account('reader', { of: owner })
  return { ...owner, hasUnknownOthers: true }
})

/** Owns a team that has two other members, or owners, if a hook can make the second. */
const ownerWithMembers = (fields: Fields, second: Fields) =>
  recipe(['ownerWithMember'], async ({ account }) => {
    const owner = await account('ownerWithMember', { fields })
    await ifAvailable(account('member', { of: owner, fields: second }))
    return owner
  })

const oauthUser = make.account('oauthUser')
/** The code begins with 0. */
const byCodeWithZero = make.account('oauthUser', { verificationCode: `0${randomInt(10_000, 100_000)}` })

export const {
  newcomer,
  alone,
  other,
  owner,
  crowded,
  ownerOfReader,
  ownerByCode,
  ownerBesideOwner,
  anAdmin,
  aMember,
  byCode,
  byZeroCode,
  codeless,
  expired,
} = cast({
  /** Signed up, alone in a team. */
  newcomer: make.freshUser(),
  /** Alone in a team, with a password. */
  alone: make.user,
  other: make.user,
  owner: make.account('ownerWithMember'),
  crowded: ownerWithMembers({}, {}),
  ownerOfReader: ownerWithReader,
  ownerByCode: make.account('ownerWithMember', { password: null }),
  ownerBesideOwner: ownerWithMembers({ password: null }, { role: 'owner', owner: true }),
  anAdmin: make.account('admin'),
  aMember: make.account('member'),
  /** Without a password. */
  byCode: oauthUser,
  byZeroCode: firstOf(byCodeWithZero, oauthUser),
  /** No code was issued to it. */
  codeless: make.account('oauthUser', { verificationCode: null }),
  expired: make.account('oauthUser', { verificationCodeExpired: true }),
})

/** A password that no account has, and that targets take. */
export const otherPassword = 'Other-password-7'

/** The conditions, by short names. */
export const requested = 'deletion already requested'
export const ofOthers = 'owner of a team with other members'
export const wrongPassword = 'wrong password'
export const wrongCode = 'wrong verification code'
export const registered = 'e-mail already registered'
export const noEntry = 'authentication failure'
