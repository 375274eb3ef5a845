/** Signing up, also with an address that has an account: which calls are tried. What must hold of their responses is in document/. */
import { limits } from '@monitoring-service/contract'
import { judgeExchange } from '../document/judge.ts'
import type { Account } from '../document/state.ts'
import { addressed, addressNames, statesOf } from './accounts.ts'
import type { RequestKind } from './action.ts'
import { roleOf } from './propose-caller.ts'
import { loneSurrogate, passwordNames, textNames, textOf } from './values.ts'

const shortNames = textNames.filter((name) => name !== loneSurrogate && textOf(name, '').length <= limits.nameLength)

export const signUpKind: RequestKind = {
  area: 'accounts',
  propose({ random, newName }) {
    const more = {
      ...(random.chance(0.4) && { email: random.pick(addressNames) }),
      ...(random.chance(0.75) && { password: random.pick(passwordNames) }),
      ...(random.chance(0.7) && { name: random.pick(random.chance(0.1) ? textNames : shortNames) }),
    }
    return { kind: 'sign up', by: 'anonymous', name: newName('user'), more }
  },
  features: (_, { kind, more = {} }) => [kind, `email ${more.email}`, `password ${more.password}`, `name ${more.name}`],
  send(caller, model, { name = '', more = {} }) {
    const { email, password } = model.accounts[name] as Account
    return caller.signUp({ email, password, ...(more.name !== undefined && { name: textOf(more.name, name) }) })
  },
  async judge(model, { name = '' }, call, { transport, isContested, ...scratch }) {
    try {
      await judgeExchange(model, await call, isContested, transport, scratch)
    } finally {
      if (model.accounts[name]?.isPlanned) delete model.accounts[name]
    }
  },
}

export const signUpAgainKind: RequestKind = {
  area: 'accounts',
  propose({ model, random }) {
    const account = random.pickRecent(addressed(model))
    if (!account) return undefined
    const value = random.pick(['the same', 'the same', 'another password', 'another password', 'capital letters'])
    return { kind: 'sign up again', by: 'anonymous', of: account.name, value }
  },
  features: (model, { kind, of = '', value }) => [
    kind,
    `of ${roleOf(of)}`,
    `${value}`,
    ...statesOf(model.accounts[of] as Account),
  ],
  send(caller, model, { of = '', value }) {
    const { email = '', password = 'Some-password-7' } = model.accounts[of] as Account
    const address = value === 'capital letters' ? email.toUpperCase() : email
    return caller.signUp({ email: address, password: value === 'the same' ? password : `New-${password}`.slice(0, 70) })
  },
  async judge(model, { of = '' }, call, { transport, isContested, ...scratch }) {
    Object.assign(model.accounts[of] as Account, { isUnseen: true })
    await judgeExchange(model, await call, isContested, transport, scratch)
  },
}
