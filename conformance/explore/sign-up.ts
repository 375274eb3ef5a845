/** Signing up, also with an address that has an account: which calls are tried. What must hold of their responses is in document/. */
import { limits } from '@monitoring-service/contract'
import type { Account } from '../document/state.ts'
import { addressed, addressNames, featuresOf } from './accounts.ts'
import type { ExploredOperation } from './action.ts'
import { loneSurrogate, passwordNames, textNames, textOf } from './values.ts'

const shortNames = textNames.filter((name) => name !== loneSurrogate && textOf(name, '').length <= limits.nameLength)

export const signUp: ExploredOperation = {
  id: 'signup',
  area: 'accounts',
  propose({ random, newName }) {
    const more = {
      ...(random.chance(0.4) && { email: random.pick(addressNames) }),
      ...(random.chance(0.75) && { password: random.pick(passwordNames) }),
      ...(random.chance(0.7) && { name: random.pick(random.chance(0.1) ? textNames : shortNames) }),
    }
    return { operation: 'sign up', by: 'anonymous', name: newName('user'), more }
  },
  features: (_, { operation, more = {} }) => [
    operation,
    `email ${more.email}`,
    `password ${more.password}`,
    `name ${more.name}`,
  ],
  readBacks: () => [],
  details(model, { name = '', more = {} }) {
    // Before it is planned, an action is only compared with others.
    const { email = 'ada@example.com', password = 'Some-password-7' } = model.accounts[name] ?? {}
    return { body: { email, password, ...(more.name !== undefined && { name: textOf(more.name, name) }) } }
  },
}

export const signUpAgain: ExploredOperation = {
  id: 'signup',
  area: 'accounts',
  propose({ model, random }) {
    const account = random.pickRecent(addressed(model))
    if (!account) return undefined
    const value = random.pick(['the same', 'the same', 'another password', 'another password', 'capital letters'])
    return { operation: 'sign up again', by: 'anonymous', of: account.name, value }
  },
  features: featuresOf,
  readBacks: (model, random) =>
    addressed(model)
      .filter(() => random.chance(0.05))
      .map(({ name }) => ({ operation: 'sign up again', by: 'anonymous', of: name, value: 'the same' })),
  details(model, { of = '', value }) {
    const { email = '', password = 'Some-password-7' } = model.accounts[of] as Account
    const address = value === 'capital letters' ? email.toUpperCase() : email
    return { body: { email: address, password: value === 'the same' ? password : `New-${password}`.slice(0, 70) } }
  },
}
