/** Document 2.3, 2.4 and 4.6: a page of the accounts that are scheduled for deletion, and what each record shows of one. */
import { limits } from '@monitoring-service/contract'
import { type Claim, is, isNot, known, noneOf, recent } from '../verdict/claims.ts'
import { day } from '../verdict/days.ts'
import { parseTime, precisionOf, tolerance } from '../verdict/times.ts'
import { defaultLimit, firstPage, largestLimit, largestPage } from './listing-bounds.ts'
import type { Accepted, Json, Operation, Shown, Situation } from './operation.ts'
import * as rows from './rows.ts'
import { type Account, hasOthers, type Listing, type Model } from './state.ts'

type One = Situation<Listing>
const isNotAdmin = ({ credential }: One) => credential !== 'admin key'
const named = ({ query }: One) => [...(query ?? [])]
/** No number, or a fraction. */
const isNoInteger = (one: One) => named(one).some(([, value]) => /^[a-z]+$|^\d+\.\d*[1-9]\d*$/i.test(value))
const most: Record<string, number> = { page: largestPage, limit: largestLimit }
/** Bounds, other forms of numbers, names and repetitions are decided by openapi.yaml only. */
const isUndecided = (one: One) =>
  named(one).some(([name, value]) => !/^[1-9]\d*$/.test(value) || Number(value) > (most[name] ?? 0)) ||
  new Set(named(one).map(([name]) => name)).size < named(one).length
const isDefault = (one: One) =>
  named(one).every(([name, value]) => String(one.subject?.[name as keyof Listing]) === value)
const numberIn = ({ query }: One, name: string) => Number(query?.get(name)) || undefined

/** The document requires only a string, so an implementation may mask addresses. */
export const isMasked = (email: string) => /[*\u2022\u2026]/.test(email)
const sameLetters = (one: string, other?: string) => one.toLowerCase() === other?.toLowerCase()

/**
 * Whether the record is that of the account. A masked address does not show which member of a team it is, and the kit does
 * not know all members of the teams of shared callers.
 */
export function isRecordOf(state: Model, account: Account, { id, email, teamId }: Json): boolean {
  if (account.id !== undefined && id === account.id) return true
  if (sameLetters(email, account.email)) return true
  const isAlone = account.kind !== 'single' || account.deletion !== undefined
  const isOfTeam = account.teamId !== undefined && teamId === account.teamId && !hasOthers(state, account)
  return isOfTeam && isAlone && account.kind !== 'colleague' && (account.email === undefined || isMasked(email))
}

type Of = Accepted<Account>
const scheduled = (claim: (deletion: NonNullable<Account['deletion']>) => Claim) => (one: Of) =>
  one.subject.deletion && claim(one.subject.deletion)
const signedUp = (claim: (one: Of, record: Json) => Claim | undefined | false) => (one: Of, record: Json) =>
  one.subject.kind === 'signed up' && claim(one, record)
/** Addresses with a tag may be one mailbox. */
const isSure = ({ subject }: Of, email: unknown) => !isMasked(`${email}`) && !subject.email?.includes('+')

const daysLeft = ({ now }: Of, record: Json) => (parseTime(record.deletionScheduledAt) - now) / day
const skew = tolerance.targetClock / day
/** How long the kit had known the account when it requested the deletion. */
const ageOf = ({ subject: { since, requested } }: Of) => (requested ?? 0) - (since ?? Number.POSITIVE_INFINITY)
const isPrecise = (record: Json) =>
  [record.createdAt, record.deletionRequestedAt].every((at) => precisionOf(parseTime(at)) <= 1000)
const namesOfOthers = ({ state, subject }: Of) =>
  Object.values(state.accounts).flatMap(({ name, personName, isNameless }) =>
    name !== subject.name && !isNameless && personName && personName !== subject.personName ? [personName] : [],
  )

const record: Shown<Account>[] = [
  [
    'the record',
    // A listing may lag behind the deletion of an account.
    ({ subject }) =>
      !subject.deletion && !subject.isDeleted && { none: `${subject.email ?? subject.name}, which stays` },
    '4.6a 4.5g',
  ],
  ['teamId', ({ subject }) => known(subject.teamId), '2.3a'],
  ['deletionRequestedAt', scheduled((was) => ({ moment: was.deletionRequestedAt })), '2.3a 3.2b 3.2d'],
  ['deletionRequestedAt', scheduled((was) => ({ exactly: was.deletionRequestedAt })), '3.2b', 'profile'],
  ['deletionScheduledAt', scheduled((was) => ({ moment: was.deletionScheduledAt })), '2.3a 3.2b 3.2d'],
  ['deletionScheduledAt', scheduled((was) => ({ exactly: was.deletionScheduledAt })), '3.2b', 'profile'],
  // A part of a day may count as none, or as one; a service may not know the days.
  [
    'daysRemaining',
    (one, shown) =>
      shown.daysRemaining !== null && {
        between: [Math.floor(daysLeft(one, shown) - 0.01), Math.ceil(daysLeft(one, shown) + 0.01)],
      },
    '2.3b',
    'implied',
  ],
  [
    'daysRemaining',
    (one, shown) => {
      const left = daysLeft(one, shown)
      const last = left > limits.gracePeriodDays + skew ? left : limits.gracePeriodDays
      return (
        shown.daysRemaining !== null && { between: [Math.ceil(left - skew), Math.min(last, Math.ceil(left + skew))] }
      )
    },
    '2.3b',
    'profile',
  ],
  [
    'email',
    ({ subject: { email } }, shown) => !sameLetters(shown.email, email) && known(email),
    '2.3a',
    (one, email) => (isSure(one, email) ? 'documented' : 'implied'),
  ],
  [
    'email',
    signedUp(({ subject: { email = '' } }, shown) => !isMasked(shown.email) && is(email.toLowerCase())),
    '2.3a',
    'profile',
  ],
  ['id', ({ subject }) => known(subject.id), '2.3a', 'implied'],
  [
    'name',
    signedUp(({ subject: { personName } }) => (personName === undefined ? undefined : is(personName || null))),
    '2.3a',
    ({ subject: { isNamePlain, isNameless, personName } }) =>
      isNamePlain && personName && !isNameless ? 'documented' : 'implied',
  ],
  // An implementation may show a name that it made, but not that of another user.
  ['name', (one) => one.subject.isNameless && noneOf(namesOfOthers(one), 'another user'), '2.3a'],
  ['teamName', () => isNot(''), '2.3a', 'profile'],
  ['createdAt', signedUp(() => recent), '2.3a', 'sound'],
  ['deletionRequestedAt', signedUp(() => ({ after: 'createdAt', by: -1000 })), '3.2b 2.3a', 'implied'],
  [
    'deletionRequestedAt',
    signedUp((one, shown) => ageOf(one) > 1000 && isPrecise(shown) && { after: 'createdAt', by: ageOf(one) - 1000 }),
    '3.2b 2.3a',
    'sound',
  ],
]

export const listDeletionRequests: Operation<Listing> = {
  id: 'listDeletionRequests',
  cites: '4.6a 4.6b 4.6d',
  find: ({ state }) => state.listing,
  refusals: [
    [isNotAdmin, 'invalid admin API key', '4.6c 5e'],
    [isNoInteger, 'invalid query', '4.6b', 'implied'],
    [isUndecided, 'invalid query', '4.6b', 'profile'],
  ],
  open: [
    [rows.hasBody, undefined, 'open'],
    // Defaults and bounds are not shown, but values that a response has shown are no other than the defaults.
    [(one) => !isDefault(one), 'invalid query', 'profile'],
  ],
  shows: [
    ['data.length', (_, { pagination }) => ({ between: [0, pagination.limit] }), '4.6b'],
    ['pagination.page', (one) => known(numberIn(one, 'page') ?? one.subject.page), '4.6b', 'profile'],
    ['pagination.limit', (one) => known(numberIn(one, 'limit') ?? one.subject.limit), '4.6b', 'profile'],
    ['pagination.page', (one) => named(one).length === 0 && is(firstPage), '4.6b', 'profile'],
    ['pagination.limit', (one) => named(one).length === 0 && is(defaultLimit), '4.6b', 'profile'],
    ['pagination.total', (_, { data }) => ({ between: [data.length, Number.MAX_SAFE_INTEGER] }), '2.4a', 'profile'],
  ],
  items: {
    path: 'data',
    find: (state, item) => Object.values(state.accounts).find((account) => isRecordOf(state, account, item)),
    shows: record,
  },
  after({ state, subject, query }, body) {
    // The body may be no page, if that is what was found.
    const { data = [], pagination } = (body ?? {}) as Json
    if (query === undefined) Object.assign(subject, { page: pagination?.page, limit: pagination?.limit })
    for (const account of Object.values(state.accounts)) {
      if (Array.isArray(data) && data.some((item: Json) => isRecordOf(state, account, item)))
        account.mayBeCancelled = false
    }
  },
}
