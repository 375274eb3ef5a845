/** Document 4.1: signing up, also with an address that has an account. */
import { limits } from '@monitoring-service/contract'
import type { Call, Session } from '../client/callers.ts'
import type { Account } from '../document/state.ts'
import { addressed, addressNames, hasTag, learnSession, statesOf } from './accounts.ts'
import { type ExploredOperation, expectAcceptance, expectRefusal, expectText } from './action.ts'
import { roleOf } from './propose-caller.ts'
import { loneSurrogate, passwordNames, textNames, textOf } from './values.ts'

export const signUpKind: ExploredOperation = {
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
  details(model, { name = '' }) {
    const { email, password, personName } = model.accounts[name] as Account
    return { body: { email, password, ...(typeof personName === 'string' && { name: personName }) } }
  },
  async judge(model, { name = '', more = {} }, call, tools) {
    const { expect, cite } = tools
    const account = model.accounts[name] as Account
    cite('4.1a', '4.1d', '2.1d')
    const isUsual =
      [more.email, more.password].every((one) => one === undefined || one === 'usual') && account.isNamePlain
    const session = await expectAcceptance(
      call as Call<Session>,
      isUsual ? 'documented' : mayBeRefused(more) ? 'open' : 'implied',
      tools,
    )
    if (!session) {
      delete model.accounts[name]
      return
    }
    const { user } = session
    cite('4.1a', '2.1c')
    // Which addresses are one mailbox is not documented.
    const claim = hasTag(account.email) ? expect.implied : expect
    claim(user.email.toLowerCase(), 'user.email in small letters').toBe(account.email?.toLowerCase())
    cite('2.1d')
    // In place of an empty one, a service may choose one.
    if (account.personName?.trim()) expectText(user.name, 'user.name', account.personName, account.isNamePlain, tools)
    cite('1a', '4.1g')
    for (const other of Object.values(model.accounts)) {
      if (other.name === name) continue
      const owner = `that of ${[other.name, other.email].filter(Boolean).join(', ')}`
      if (other.teamId !== undefined) expect(user.teamId, 'the team of a new account', owner).toDifferFrom(other.teamId)
      if (other.id !== undefined) expect(user.id, 'the id of a new account', owner).toDifferFrom(other.id)
    }
    // Later responses are compared with the returned name.
    account.isNameless = !account.personName?.trim()
    account.personName = user.name ?? null
    learnSession(account, session)
  },
}

const shortNames = textNames.filter((name) => !mayBeRefused({ name }))

/** Common bounds: 72 bytes of a password, and no control characters; and the length of a name. */
function mayBeRefused({ password = '', name = '' }: Record<string, string>): boolean {
  return /bytes|line break/.test(password) || name === loneSurrogate || textOf(name, '').length > limits.nameLength
}

export const signUpAgainKind: ExploredOperation = {
  id: 'signup',
  area: 'accounts',
  propose({ model, random }) {
    const account = random.pickRecent(addressed(model))
    if (!account) return undefined
    const value = random.pick(['the same', 'the same', 'another password', 'another password', 'capital letters'])
    return { operation: 'sign up again', by: 'anonymous', of: account.name, value }
  },
  features: (model, { operation, of = '', value }) => [
    operation,
    `of ${roleOf(of)}`,
    `${value}`,
    ...statesOf(model.accounts[of] as Account),
  ],
  readBacks: (model, random) =>
    addressed(model)
      .filter(() => random.chance(0.05))
      .map(({ name }) => ({ operation: 'sign up again', by: 'anonymous', of: name, value: 'the same' })),
  details(model, { of = '', value }) {
    const { email = '', password = 'Some-password-7' } = model.accounts[of] as Account
    const address = value === 'capital letters' ? email.toUpperCase() : email
    return { body: { email: address, password: value === 'the same' ? password : `New-${password}`.slice(0, 70) } }
  },
  async judge(model, { of = '', value }, call, tools) {
    const account = model.accounts[of] as Account
    // The document leaves open whether case makes an address another one.
    const basis = value === 'capital letters' ? 'profile' : 'documented'
    await expectRefusal(call, [{ condition: 'e-mail already registered', cites: ['4.1f'], basis }], tools)
    account.isUnseen = true
  },
}
