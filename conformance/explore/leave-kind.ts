/** Document 3.2 and 4.5: the owner of an account schedules its deletion, after proof of identity. */

import type { AccountDeletion, Call } from '../client/callers.ts'
import { type Account, hasOthers, type Model, provesByCode, type RoleName, roleNames } from '../document/state.ts'
import { expectGrace } from '../verdict/grace-period.ts'
import { known } from './accounts.ts'
import { type Action, type ExploredOperation, expectAcceptance, expectRefusal, type Reason } from './action.ts'
import { roleOf, withSession } from './propose-caller.ts'
import { anotherUsers, wrongPasswordNames, wrongPasswordOf, wrongPasswordsFor } from './values.ts'

const wrongCodes = ['a code of a digit more', 'the next code', 'a password']
/** The fixtures that a sequence may use up. */
const leavers: RoleName[] = ['ownerWithMember', 'reader', 'member', 'oauthUser']

function proofOf(model: Model, { by, value = '', uses: [other = ''] = [] }: Action): unknown {
  const { password = '', verificationCode = '' } = model.accounts[by] ?? {}
  const next = String((Number(verificationCode) + 1) % 1_000_000).padStart(6, '0')
  switch (value) {
    case 'the password':
      return { password }
    case 'the code':
      return { verificationCode }
    case 'the next code':
      return { verificationCode: next }
    case 'a code of a digit more':
      return { verificationCode: `${verificationCode}0` }
    case 'a password':
      return { password: 'Some-password-7' }
    case 'a code':
      return { verificationCode: '000000' }
    case 'nothing':
      return {}
    default:
      return { password: wrongPasswordOf(value, password, model.accounts[other]?.password ?? 'Other-password-7') }
  }
}

function isRight(model: Model, action: Action): boolean {
  const { password } = model.accounts[action.by] ?? {}
  if (action.value === 'the code' || action.value === 'the password') return true
  return (
    password !== undefined &&
    wrongPasswordNames.includes(action.value ?? '') &&
    (proofOf(model, action) as { password?: string }).password === password
  )
}

const isOwner = ({ role }: Account) => role?.toLowerCase() === 'owner'

function reasonsOf(model: Model, action: Action): Reason[] {
  const account = model.accounts[action.by]
  const { value = '' } = action
  if (!account) {
    const reasons: Reason[] = [{ condition: 'unauthenticated', cites: ['5c'] }]
    const isPassword = value === 'the password' || value === 'a password'
    return isPassword ? reasons : [...reasons, { condition: 'invalid body', cites: ['4.5e'], basis: 'profile' }]
  }
  const reasons: Reason[] = []
  if (value === 'nothing') reasons.push({ condition: 'invalid body', cites: ['4.5e', '5d'] })
  else if (!isRight(model, action)) {
    const isCode = value === 'a code' || (provesByCode(account) && value !== 'a password')
    reasons.push(
      isCode
        ? { condition: 'wrong verification code', cites: [provesByCode(account) ? '4.5c' : '4.5b', '5d'] }
        : { condition: 'wrong password', cites: ['4.5g', '5d'] },
    )
  }
  // A code is used up.
  const mayBeUsed = provesByCode(account) && (account.deletion || reasons.length > 0)
  if (mayBeUsed) reasons.push({ condition: 'wrong verification code', cites: ['4.5c'], basis: 'profile' })
  if (account.deletion) {
    const basis = account.mayBeCancelled ? 'profile' : 'documented'
    reasons.push({ condition: 'deletion already requested', cites: ['3.2c', '4.5h'], basis })
  }
  if (account.kind === 'owner of others') {
    reasons.push({ condition: 'owner of a team with other members', cites: ['4.5i'] })
  } else if ((account.kind === 'signed up' || isOwner(account)) && hasOthers(model, account)) {
    // The document only implies that a user who signs up owns the team, which a role may say, and that leavers are members.
    const basis = isOwner(account) && hasOthers(model, account, ({ deletion }) => !deletion) ? 'documented' : 'implied'
    reasons.push({ condition: 'owner of a team with other members', cites: ['4.5i'], basis })
  }
  return reasons
}

export const leaveKind: ExploredOperation = {
  id: 'scheduleAccountDeletion',
  area: 'accounts',
  propose(proposer) {
    const { model, random, missing } = proposer
    const names = Object.keys(model.accounts).filter((name) => !(roleNames as string[]).includes(name))
    const cast = leavers.filter((name) => !missing.has(name))
    const isOfCast = cast.length > 0 && (names.length === 0 || random.chance(0.4))
    const by = random.chance(0.05) ? 'anonymous' : random.pickRecent<string>(isOfCast ? cast : names)
    if (by === undefined) return undefined
    const account = model.accounts[by]
    const byCode = account ? provesByCode(account) : by === 'oauthUser'
    const mayErr = !account || byCode || (account.wrong === 0 && account.wrongProofs < 2)
    const right = byCode ? 'the code' : 'the password'
    const wrong = byCode ? wrongCodes : ['a code', 'nothing', ...wrongPasswordsFor(account?.password ?? 'Pass word')]
    const value = mayErr && random.chance(byCode ? 0.7 : 0.4) ? random.pick(wrong) : right
    const others = known(model).filter(({ name }) => name !== by)
    const colleagues = others.filter(({ team }) => team === account?.team)
    const other = value === anotherUsers && random.pickRecent(colleagues.length > 0 ? colleagues : others)
    return withSession(proposer, { operation: 'leave', by, value, ...(other && { uses: [other.name] }) })
  },
  features(model, { by, value, more }) {
    const account = model.accounts[by]
    const state = account?.deletion ? 'leaving' : account?.wrongProofs ? 'after a wrong proof' : 'staying'
    const session = account && account.older.length > 0 ? 'later session' : 'first session'
    return [
      `by ${roleOf(by)}`,
      `proof ${value}`,
      state,
      more?.session ?? 'newest session',
      session,
      account && hasOthers(model, account) ? 'with others' : 'alone',
    ]
  },
  // The callers of roles are shared.
  readBacks: ({ accounts }, random) =>
    Object.values(accounts)
      .filter(({ name }) => !(roleNames as string[]).includes(name))
      // A wrong proof may have cancelled a request.
      .filter(({ deletion, wrongProofs }) => random.chance(!deletion ? 0.4 : wrongProofs > 0 ? 1 : 0.6))
      .map((one) => ({
        ...{ operation: 'leave', by: one.name },
        value: provesByCode(one) ? 'the code' : 'the password',
      })),
  details: (model, action) => ({ body: proofOf(model, action) }),
  async judge(model, action, call, tools) {
    const { expect, cite } = tools
    const account = model.accounts[action.by]
    const reasons = reasonsOf(model, action)
    if (reasons.length > 0) {
      const isAccepted = await expectRefusal(call, reasons, tools)
      if (account && !isRight(model, action) && action.value !== 'nothing') {
        account.wrong += 1
        account.isUnseen = true
        account.wrongProofs += 1
        account.mayBeLoggedOut = true
        account.codeIsUnsure = true
      }
      if (!isAccepted) return
    }
    if (!account) return
    cite('3.2a', '4.5a', '4.5f')
    // Roles may have other names.
    const isOpen =
      account.mayOwn === true || (provesByCode(account) && account.codeIsUnsure) || action.more?.session !== undefined
    const basis = isOpen ? 'open' : account.wrongProofs > 0 ? 'implied' : 'documented'
    const body = await expectAcceptance(call as Call<AccountDeletion>, basis, tools)
    if (!body) return
    account.wrong = 0
    account.deletion = body
    account.mayBeCancelled = false
    cite('3.2b', '8a')
    expectGrace(expect, body)
  },
}
