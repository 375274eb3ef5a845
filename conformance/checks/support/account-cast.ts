/** The records of the checks of accounts, by the names that these have for them. */

import { recipe } from '../../records/recipe.ts'
import * as make from '../../records/recipes.ts'
import { cast } from './scenario.ts'

/** Signed up, and owns a team whose only other member has read scope. */
const ownerWithReader = recipe(['sign-up'], async ({ signUp, account }) => {
  const owner = await signUp()
  await account('reader', { of: owner })
  return { ...owner, hasUnknownOthers: true }
})

export const { newcomer, alone, ownerOfReader, anAdmin, aMember } = cast({
  /** Signed up, alone in a team. */
  newcomer: make.freshUser(),
  /** Alone in a team, with a password. */
  alone: make.user,
  ownerOfReader: ownerWithReader,
  anAdmin: make.account('admin'),
  aMember: make.account('member'),
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
