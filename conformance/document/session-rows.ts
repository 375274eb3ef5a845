/** Document 2.1, 4.1 and 4.2: what signing up and logging in have in common. */
import type { OperationId } from '@monitoring-service/contract'
import { type Claim, is, isNot, noneOf } from '../verdict/claims.ts'
import type { Accepted, Doubt, Refusal, Shown, Situation } from './operation.ts'
import { asObject, contractRefusals, formRefusals, textIn } from './rows.ts'
import type { Account, Model } from './state.ts'

/** The address of a request, and the account that may be meant by it. */
export interface Address {
  /** Undefined if there is no text. */
  email?: string | undefined
  account?: Account | undefined
  /** Whether that is its address. Which addresses are one mailbox is open: with another case or tag, they may be. */
  likeness?: 'exact' | 'case' | 'tag'
}

const inSmall = (email: string) => email.toLowerCase()
const withoutTag = (email: string) => inSmall(email).replace(/\+[^@]*@/, '@')
const likenesses = [
  ['exact', (email: string) => email],
  ['case', inSmall],
  ['tag', withoutTag],
] as const

/** Undefined for an address of which the kit does not know whether it has an account. */
export function findAddress({ state, input }: Pick<Situation, 'state' | 'input'>): Address | undefined {
  const { email } = asObject(input) ?? {}
  if (typeof email !== 'string') return {}
  const accounts = Object.values(state.accounts).sort(
    (account, other) => Number(account.isDeleted ?? false) - Number(other.isDeleted ?? false),
  )
  for (const [likeness, of] of likenesses) {
    const account = accounts.find((known) => known.email !== undefined && of(known.email) === of(email))
    if (account) return { email, account, likeness }
  }
  return isNoAddress(email) || isMadeByKit(state, email) ? { email } : undefined
}

/** It contains the first part of an address that the kit knows, whose first letter a check may have changed. */
const isMadeByKit = ({ accounts, usualCredentials }: Model, email: string) =>
  [...Object.values(accounts), ...usualCredentials].some(({ email: other }) => {
    const local = other?.split('@')[0] ?? ''
    return local.length >= 8 && inSmall(email).includes(inSmall(local).slice(1))
  })

/** No implementation takes it for one address; spaces around it may be ignored. */
const isNoAddress = (email: string) => !/^[^\s@]+@[\p{L}\p{N}.-]+$/u.test(email.trim())
const hasNoAddress = (request: Situation) => isNoAddress(textIn(request, 'email') ?? '')
const hasNoPassword = (request: Situation) => textIn(request, 'password') === undefined
export const isInvalid = (request: Situation) => hasNoAddress(request) || hasNoPassword(request)

/** @param cites what an object, an address and a password are required by. */
export const bodyRefusals = (id: OperationId, ...[object, email, password]: [string, string, string]): Refusal[] => [
  ...formRefusals,
  ...contractRefusals(id),
  [({ input }) => !asObject(input), 'invalid body', object],
  [hasNoAddress, 'invalid body', email],
  [hasNoPassword, 'invalid body', password],
]

/** How many tries are allowed is open; openapi.yaml counts them. */
export const triesDoubt = (
  isTry: (request: Situation<Address>) => boolean,
  counted: 'wrong' | 'signUps',
  most: number,
): Doubt<Address> => {
  const count = ({ subject }: Situation<Address>) => subject?.account?.[counted] ?? 0
  return [
    (request) =>
      request.isContested ? isTry(request) || count(request) >= 2 : count(request) >= 2 && count(request) < most,
    'too many tries',
    ({ isContested }) => (isContested ? 'open' : 'profile'),
  ]
}
export const unknownAddress: Doubt<Address> = [({ subject }) => !subject, undefined, 'open']

const otherAccounts = ({ state, subject }: Accepted<Address>) =>
  Object.values(state.accounts).filter((other) => other !== subject.account || other.isDeleted)
type Field = 'id' | 'teamId' | 'accessToken'
/** @param shown says whose it is, if it is another's. */
export function noneOfOthers(request: Accepted<Address>, field: Field, shown: unknown): Claim {
  const others = otherAccounts(request).filter((other) => other[field] !== undefined)
  const { email = 'another user' } = others.find((other) => other[field] === shown) ?? {}
  return noneOf(
    others.map((other) => `${other[field]}`),
    email,
  )
}

/** A service may leave it out. */
const hasTag = (email = '') => email.includes('+')
const basisOfAddress = ({ subject: { email } }: Accepted<Address>) => (hasTag(email) ? 'implied' : 'documented')

export const shows = (cites: string): Shown<Address>[] => [
  ['user.id', (request, { user }) => noneOfOthers(request, 'id', user.id), `${cites} 2.1a`],
  ['user.email', ({ subject: { email = '' } }) => ({ inSmall: inSmall(email) }), `${cites} 2.1a`, basisOfAddress],
  ['user.email', ({ subject: { email = '' } }) => is(inSmall(email)), `${cites} 2.1a`, 'profile'],
  ['accessToken', (_, { refreshToken }) => isNot(refreshToken), `${cites} 2.1e`, 'sound'],
  [
    'accessToken',
    (request, { accessToken }) => noneOfOthers(request, 'accessToken', accessToken),
    `${cites} 5a`,
    'sound',
  ],
]

/** The account after a session was made, as its response shows it. */
export function learnSession(account: Account, body: { user?: Partial<Account> | null; accessToken?: string }): void {
  const { accessToken } = body
  const user = body.user ?? {}
  if (account.accessToken !== undefined && account.accessToken !== accessToken) account.older.push(account.accessToken)
  account.accessToken = accessToken ?? account.accessToken
  account.since ??= Date.now()
  account.id ??= user.id
  account.teamId ??= user.teamId
  account.role ??= user.role
  account.mayBeLoggedOut = false
  if (account.isStale) account.isStale = false
  account.wrong = 0
  account.mayBeCancelled = account.deletion !== undefined
}
