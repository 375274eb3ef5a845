/** Document 4.2: logging in. */
import { logInWaits } from '../checks/support/log-in-again.ts'
import type { Call, Session } from '../client/callers.ts'
import type { Account, Model } from '../document/state.ts'
import { addressed, hasTag, known, learnSession, statesOf } from './accounts.ts'
import { type Action, type ExploredOperation, expectAcceptance, expectRefusal, type JudgeTools } from './action.ts'
import { roleOf } from './propose-caller.ts'
import { anotherUsers, wrongPasswordNames, wrongPasswordOf, wrongPasswordsFor } from './values.ts'

const theCode = 'the verification code'

export const logInKind: ExploredOperation = {
  id: 'login',
  area: 'accounts',
  propose({ model, random }) {
    const account = random.pickRecent(random.chance(0.1) ? addressed(model) : known(model))
    if (!account) return undefined
    if (account.password === undefined) {
      const value = random.pick(['empty', theCode])
      return { operation: 'log in', by: 'anonymous', of: account.name, value }
    }
    const colleagues = known(model).filter(({ name, team }) => name !== account.name && team === account.team)
    const other = random.pick(colleagues.length > 0 && random.chance(0.7) ? colleagues : known(model))
    const isWrong = account.wrong === 0 && random.chance(0.45)
    const value = isWrong
      ? random.chance(0.25) && other.password !== account.password
        ? anotherUsers
        : random.pick(wrongPasswordsFor(account.password ?? '', other.password))
      : random.chance(0.2)
        ? 'capital letters'
        : 'right'
    return { operation: 'log in', by: 'anonymous', of: account.name, value, ...(isWrong && { uses: [other.name] }) }
  },
  features: (model, { operation, of = '', value }) => [
    operation,
    `of ${roleOf(of)}`,
    `${value}`,
    ...statesOf(model.accounts[of] as Account),
  ],
  readBacks: (model, random) =>
    known(model)
      .filter(({ kind, isUnseen }) => isUnseen || random.chance(kind === 'colleague' ? 0.5 : 0.1))
      .map(({ name }) => ({ operation: 'log in', by: 'anonymous', of: name, value: 'right' })),
  details(model, action) {
    const { email = '' } = model.accounts[action.of ?? ''] as Account
    const address = action.value === 'capital letters' ? email.toUpperCase() : email
    return { body: { email: address, password: givenPassword(model, action) } }
  },
  // A new account may be able to log in only after a moment.
  waitsFor(model, action) {
    const { older, deletion, password } = model.accounts[action.of ?? ''] as Account
    const isFirst = older.length === 0 && !deletion && givenPassword(model, action) === password
    return isFirst ? logInWaits : []
  },
  async judge(model, action, call, tools) {
    const { cite } = tools
    const account = model.accounts[action.of ?? ''] as Account
    const isRight = givenPassword(model, action) === account.password
    if (!isRight) {
      await expectRefusal(call, [{ condition: 'authentication failure', cites: ['4.2c'] }], tools)
      account.wrong += 1
      account.isUnseen = true
      return
    }
    cite('4.2a', '4.1a')
    const isOpen = action.value === 'capital letters' || account.deletion !== undefined
    const session = await expectAcceptance(call as Call<Session>, isOpen ? 'profile' : 'documented', tools)
    if (!session) return
    cite('4.2a', '2.1a')
    judgeUser(account, session, tools)
    cite('4.2a', '2.1a', '2.1e')
    for (const { name, id } of Object.values(model.accounts)) {
      if (name === account.name || id === undefined) continue
      tools.expect(session.user.id, `the id of ${account.name}, which is not that of ${name},`).toDifferFrom(id)
    }
    account.isUnseen = false
    learnSession(account, session)
  },
}

function judgeUser(
  { id, teamId, role, email = '', personName, isNamePlain, isNameless, kind }: Account,
  { user }: Session,
  { expect }: JudgeTools,
): void {
  const same = { id, teamId, role }
  const given = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined))
  expect(user, 'user').toMatch(given)
  const claim = hasTag(email) ? expect.implied : expect
  claim(user.email.toLowerCase(), 'user.email in small letters').toBe(email.toLowerCase())
  const claimName = isNameless ? expect.implied : isNamePlain ? expect : expect.sound
  if (kind === 'signed up') claimName(user.name ?? null, 'user.name').toBe(personName)
}

function givenPassword(model: Model, { of = '', value = '', uses: [other = ''] = [] }: Action): string {
  const { password = '', verificationCode = '' } = model.accounts[of] as Account
  if (value === theCode) return verificationCode
  return wrongPasswordNames.includes(value)
    ? wrongPasswordOf(value, password, model.accounts[other]?.password ?? 'none')
    : password
}
