/** Document 2.1, 4.1 and 4.2: what signing up and logging in have in common. */
import type { OperationId } from '@monitoring-service/contract'
import { type Claim, is, isNot, noneOf } from '../verdict/claims.ts'
import type { Accepted, Cites, Doubt, Refusal, Shown, Situation } from './operation.ts'
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
/** Addresses are alike if these forms of them are equal. */
const likenesses = [
  { likeness: 'exact', formOf: (email: string) => email },
  { likeness: 'case', formOf: inSmall },
  { likeness: 'tag', formOf: withoutTag },
] as const

/** Undefined for an address of which the kit does not know whether it has an account. */
export function findAddress({ model, input }: Pick<Situation, 'model' | 'input'>): Address | undefined {
  const { email } = asObject(input) ?? {}
  if (typeof email !== 'string') return {}
  const all = Object.values(model.accounts)
  const deletedLast = [...all.filter(({ isDeleted }) => !isDeleted), ...all.filter(({ isDeleted }) => isDeleted)]
  for (const { likeness, formOf } of likenesses) {
    const account = deletedLast.find((known) => known.email !== undefined && formOf(known.email) === formOf(email))
    if (account) return { email, account, likeness }
  }
  return isNoAddress(email) || isMadeByKit(model, email) ? { email } : undefined
}

const shortestLocal = 8
/** It contains the first part of an address that the kit knows; a shorter one may be there by chance. */
const isMadeByKit = ({ accounts, usualCredentials }: Model, email: string) =>
  [...Object.values(accounts), ...usualCredentials].some(({ email: other }) => {
    const local = other?.split('@')[0] ?? ''
    // A check sends `_onformance-1@…` for `conformance-1@…`: in patterns of SQL, _ matches any letter.
    const allButFirst = inSmall(local).slice(1)
    return local.length >= shortestLocal && inSmall(email).includes(allButFirst)
  })

/** No implementation takes it for one address; spaces around it may be ignored. */
const isNoAddress = (email: string) => !/^[^\s@]+@[\p{L}\p{N}.-]+$/u.test(email.trim())
const hasNoAddress = (request: Situation) => isNoAddress(textIn(request, 'email') ?? '')
const hasNoPassword = (request: Situation) => textIn(request, 'password') === undefined
export const isInvalid = (request: Situation) => hasNoAddress(request) || hasNoPassword(request)

/** @param cites what an object, an address and a password are required by. */
export const bodyRefusals = (id: OperationId, cites: Record<'object' | 'email' | 'password', Cites>): Refusal[] => [
  ...formRefusals,
  ...contractRefusals(id),
  { when: ({ input }) => !asObject(input), condition: 'invalid body', cites: cites.object },
  { when: hasNoAddress, condition: 'invalid body', cites: cites.email },
  { when: hasNoPassword, condition: 'invalid body', cites: cites.password },
]

interface Tries {
  isTry(request: Situation<Address>): boolean
  counted: 'wrongPasswords' | 'refusedSignUps'
  /** From so many on they are refused, by openapi.yaml. */
  most: number
}
/** The document leaves open how many tries are allowed; two are, of calls that are sent one after the other. */
export const triesDoubt = ({ isTry, counted, most }: Tries): Doubt<Address> => ({
  when(request) {
    const count = request.subject?.account?.[counted] ?? 0
    return request.isContested ? isTry(request) || count >= 2 : count >= 2 && count < most
  },
  condition: 'too many tries',
  basis: ({ isContested }) => (isContested ? 'open' : 'profile'),
})
export const unknownAddress: Doubt<Address> = { when: ({ subject }) => !subject, basis: 'open' }

const otherAccounts = ({ model, subject }: Accepted<Address>) =>
  Object.values(model.accounts).filter((other) => other !== subject.account || other.isDeleted)
/** The claim says whose it is, if it is another's. */
export const noneOfOthers =
  (field: 'id' | 'teamId' | 'accessToken'): Shown<Address>['claim'] =>
  (request, { user, accessToken }) => {
    const others = otherAccounts(request).filter((other) => other[field] !== undefined)
    const shown = field === 'accessToken' ? accessToken : user[field]
    const { email = 'another user' } = others.find((other) => other[field] === shown) ?? {}
    const values = others.map((other) => `${other[field]}`)
    return noneOf(values, email)
  }

/** A service may leave out the tag. */
const basisOfAddress = ({ subject: { email = '' } }: Accepted<Address>) =>
  email.includes('+') ? 'implied' : 'documented'
const inAnyCase = ({ subject: { email = '' } }: Accepted<Address>): Claim => ({ kind: 'inSmall', text: inSmall(email) })
const inSmallLetters = ({ subject: { email = '' } }: Accepted<Address>) => is(inSmall(email))

/** @param response the requirement that the response has a user and tokens. */
export function shows(response: '4.1a' | '4.2a'): Shown<Address>[] {
  const ofUser = [response, '2.1a'] as const
  return [
    { path: 'user.id', claim: noneOfOthers('id'), cites: ofUser },
    { path: 'user.email', claim: inAnyCase, cites: ofUser, basis: basisOfAddress },
    { path: 'user.email', claim: inSmallLetters, cites: ofUser, basis: 'profile' },
    { path: 'accessToken', claim: (_, body) => isNot(body.refreshToken), cites: [response, '2.1e'], basis: 'sound' },
    { path: 'accessToken', claim: noneOfOthers('accessToken'), cites: [response, '5a'], basis: 'sound' },
  ]
}

/** The account after a session was made, as its response shows it. */
export function learnSession(account: Account, body: { user?: Partial<Account> | null; accessToken?: string }): void {
  const { accessToken } = body
  const user = body.user ?? {}
  if (account.accessToken !== undefined && account.accessToken !== accessToken) account.older.push(account.accessToken)
  account.accessToken = accessToken ?? account.accessToken
  account.knownSince ??= Date.now()
  account.id ??= user.id
  account.teamId ??= user.teamId
  account.role ??= user.role
  account.mayBeLoggedOut = false
  if (account.isStale) account.isStale = false
  account.wrongPasswords = 0
  account.mayBeCancelled = account.deletion !== undefined
}
