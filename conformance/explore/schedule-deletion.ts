/** Scheduling the deletion of an account: which proofs are tried. What must hold of the responses is in document/. */

import { isRole } from '../document/known.ts'
import { hasOthers, type Model, provesByCode } from '../document/state.ts'
import type { Role } from '../records/cast.ts'
import { known } from './accounts.ts'
import type { Action, ExploredOperation } from './action.ts'
import { roleOf, withSession } from './propose-caller.ts'
import { anotherUsers, wrongPasswordOf, wrongPasswordsFor } from './values.ts'

const wrongCodes = ['a code of a digit more', 'the next code', 'a password']
/** The callers that a sequence may use up. */
const disposable: Role[] = ['ownerWithMember', 'reader', 'member', 'oauthUser']

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

export const scheduleDeletion: ExploredOperation = {
  id: 'scheduleAccountDeletion',
  area: 'accounts',
  propose(proposer) {
    const { model, random, missing } = proposer
    const names = Object.keys(model.accounts).filter((name) => !isRole(name))
    const roles = disposable.filter((name) => !missing.has(name))
    const isOfRole = roles.length > 0 && (names.length === 0 || random.chance(0.4))
    const by = random.chance(0.05) ? 'anonymous' : random.pickRecent<string>(isOfRole ? roles : names)
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
    return withSession(proposer, { operation: 'schedule deletion', by, value, ...(other && { uses: [other.name] }) })
  },
  features(model, { by, value, more }) {
    const account = model.accounts[by]
    const state = account?.deletion ? 'scheduled' : account?.wrongProofs ? 'after a wrong proof' : 'staying'
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
      .filter(({ name }) => !isRole(name))
      // A wrong proof may have cancelled a request.
      .filter(({ deletion, wrongProofs }) => random.chance(!deletion ? 0.4 : wrongProofs > 0 ? 1 : 0.6))
      .map((one) => ({
        ...{ operation: 'schedule deletion', by: one.name },
        value: provesByCode(one) ? 'the code' : 'the password',
      })),
  details: (model, action) => ({ body: proofOf(model, action) }),
}
