/** Accounts as the model knows them: new ones, sessions, and the states that are worth combining. */
import type { Session } from '../client/callers.ts'
import type { Account, Model } from '../document/state.ts'
import type { Action } from './action.ts'
import { isPlain, passwordOf, textOf } from './values.ts'

/** Addresses that differ from the usual one in their local part. */
const addresses: Record<string, (email: string) => string> = {
  usual: (email) => email,
  'capital letters': (email) => email.replace(/^[^@]*/, (local) => local.toUpperCase()),
  'a tag': (email) => email.replace('@', "+o'tag_of-mine@"),
  dots: (email) => email.replace('@', '.x.y@'),
  'a long local part': (email) => email.replace(/^[^@]*/, (local) => local.padEnd(64, 'q')),
}
export const addressNames = Object.keys(addresses)

export const hasTag = (email = '') => email.includes('+')

/** Gives an account that a sequence signs up the credentials that no other account has. */
export function newAccount(
  name: string,
  credentials: { email: string; password: string },
  { more = {} }: Action,
): Account {
  return {
    name,
    team: name,
    email: addresses[more.email ?? 'usual']?.(credentials.email),
    password: passwordOf(more.password ?? 'usual', credentials.password),
    personName: more.name === undefined ? null : textOf(more.name, name),
    isNamePlain: more.name === undefined || isPlain(more.name),
    passwordName: more.password ?? 'usual',
    kind: 'signed up',
    older: [],
    isUnseen: true,
    wrong: 0,
    wrongProofs: 0,
    mayBeLoggedOut: false,
    codeIsUnsure: false,
  }
}

export function learnSession(account: Account, { user, accessToken }: Session): void {
  renewToken(account, accessToken)
  account.since ??= Date.now()
  account.id ??= user.id
  account.teamId ??= user.teamId
  account.role ??= user.role
}

/** Of a sign-up or a log-in. */
export function renewToken(account: Account, accessToken: string): void {
  if (account.accessToken !== undefined) account.older.push(account.accessToken)
  account.accessToken = accessToken
  account.mayBeLoggedOut = false
  account.wrong = 0
  account.mayBeCancelled = account.deletion !== undefined
}

/** The accounts whose address is known. */
export const addressed = (model: Model) => Object.values(model.accounts).filter(({ email }) => email)

/** The accounts that can log in. */
export const known = (model: Model) => Object.values(model.accounts).filter(({ email, password }) => email && password)

export function statesOf({ wrong, deletion, personName, older, passwordName = 'given' }: Account): string[] {
  return [
    `password ${passwordName}`,
    wrong > 0 ? 'after a wrong password' : '',
    deletion ? 'leaving' : '',
    personName === null ? 'without a name' : '',
    older.length > 0 ? 'logged in before' : '',
  ]
}
