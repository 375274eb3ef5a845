/** Accounts as a sequence signs them up, and the states that are worth combining. */
import { type Account, type Model, newAccount } from '../document/state.ts'
import type { Action } from './action.ts'
import { roleOf } from './propose-caller.ts'
import { passwordOf } from './values.ts'

/** Addresses that differ from the usual one in their local part. */
const addresses: Record<string, (email: string) => string> = {
  usual: (email) => email,
  'capital letters': (email) => email.replace(/^[^@]*/, (local) => local.toUpperCase()),
  'a tag': (email) => email.replace('@', "+o'tag_of-mine@"),
  dots: (email) => email.replace('@', '.x.y@'),
  'a long local part': (email) => email.replace(/^[^@]*/, (local) => local.padEnd(64, 'q')),
}
export const addressNames = Object.keys(addresses)

/** Gives an account that a sequence signs up the credentials that no other account has. */
export function planAccount(
  model: Model,
  name: string,
  credentials: { email: string; password: string },
  { more = {} }: Action,
): void {
  model.usualCredentials.push(credentials)
  model.accounts[name] = newAccount(name, name, {
    email: addresses[more.email ?? 'usual']?.(credentials.email),
    password: passwordOf(more.password ?? 'usual', credentials.password),
    passwordName: more.password ?? 'usual',
    kind: 'signed up',
    isPlanned: true,
  })
}

/** Forgets those whose sign-up was refused. */
export function dropPlanned({ accounts }: Model): void {
  for (const [name, { isPlanned }] of Object.entries(accounts)) if (isPlanned) delete accounts[name]
}

/** The accounts whose address is known. */
export const addressed = (model: Model) => Object.values(model.accounts).filter(({ email }) => email)

/** The accounts that can log in. */
export const known = (model: Model) => Object.values(model.accounts).filter(({ email, password }) => email && password)

/** Of an action that is about an account. */
export function featuresOf(model: Model, { operation, of = '', value }: Action): string[] {
  const { wrong, deletion, personName, older, passwordName = 'given' } = model.accounts[of] as Account
  return [
    ...[operation, `of ${roleOf(of)}`, `${value}`, `password ${passwordName}`],
    wrong > 0 ? 'after a wrong password' : '',
    deletion ? 'scheduled for deletion' : '',
    personName === null ? 'without a name' : '',
    older.length > 0 ? 'logged in before' : '',
  ]
}
