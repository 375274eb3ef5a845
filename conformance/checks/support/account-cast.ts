/** The records of the checks of accounts, by the names that these have for them. */

import * as make from '../../records/recipes.ts'
import { cast } from './scenario.ts'

export const {
  newcomer,
  alone,
  otherUser,
  ownerOfReader,
  byCode,
  otherByCode,
  byCodeWithZero,
  codeless,
  expired,
  anAdmin,
  aMember,
} = cast({
  /** Signed up, alone in a team. */
  newcomer: make.freshUser(),
  /** Alone in a team, with a password. */
  alone: make.user(),
  otherUser: make.user(),
  ownerOfReader: make.ownerWithReader(),
  /** Without a password. */
  byCode: make.oauthUser(),
  otherByCode: make.oauthUser(),
  byCodeWithZero: make.oauthUserWithZero(),
  codeless: make.codelessUser(),
  expired: make.userWithExpiredCode(),
  anAdmin: make.leavingColleague('admin'),
  aMember: make.leavingColleague('member'),
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
