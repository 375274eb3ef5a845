/** Logging in: which calls are tried. What must hold of their responses is in document/. */
import { logInWaits } from '../checks/support/log-in-again.ts'
import type { Account, Model } from '../document/state.ts'
import { addressed, featuresOf, known } from './accounts.ts'
import type { Action, ExploredOperation } from './action.ts'
import { anotherUsers, wrongPasswordNames, wrongPasswordOf, wrongPasswordsFor } from './values.ts'

const theCode = 'the verification code'

export const logIn: ExploredOperation = {
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
  features: featuresOf,
  readBacks: (model, random) =>
    known(model)
      .filter(({ kind, mayBeLoggedOut }) => mayBeLoggedOut || random.chance(kind === 'colleague' ? 0.5 : 0.1))
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
}

function givenPassword(model: Model, { of = '', value = '', uses: [other = ''] = [] }: Action): string {
  const { password = '', verificationCode = '' } = model.accounts[of] as Account
  if (value === theCode) return verificationCode
  return wrongPasswordNames.includes(value)
    ? wrongPasswordOf(value, password, model.accounts[other]?.password ?? 'none')
    : password
}
