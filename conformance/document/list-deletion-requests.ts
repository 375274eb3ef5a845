/** Document 2.3, 2.4 and 4.6: a page of the accounts that are scheduled for deletion, and what each record shows of one. */
import { between, type Claim, is, isNot, keeps, known, noneOf, recent } from '../verdict/claims.ts'
import { day } from '../verdict/days.ts'
import { parseTime, precisionOf } from '../verdict/times.ts'
import { findListed, isMasked, roundedUp, sameLetters } from './listed-record.ts'
import { defaultLimit, firstPage } from './listing-bounds.ts'
import type { Accepted, Json, Operation, Shown, Situation } from './operation.ts'
import * as rows from './rows.ts'
import type { Account, Listing } from './state.ts'
import { isPlainText } from './texts.ts'

type Request = Situation<Listing>
/** No number, or a fraction. */
const isNoInteger = ({ query }: Request) =>
  ['page', 'limit'].some((name) => /^[a-z]+$|^\d+\.\d*[1-9]\d*$/i.test(query?.get(name) ?? ''))
const isDefault = ({ query, subject }: Request) =>
  [...(query ?? [])].every(([name, value]) => String(subject?.[name as keyof Listing]) === value)
const numberIn = ({ query }: Request, name: string) => Number(query?.get(name)) || undefined
/** Pages of one reading, as they were asked for: a target may take an invalid number for none, and any of several. */
const readingOf = (request: Request, { pagination: { page, total } = {} as Json }: Json) =>
  `${JSON.stringify(request.query?.getAll('limit') ?? [])} of ${total}, ${[undefined, page].includes(numberIn(request, 'page'))}`

const onFirstPage =
  (claim: (pagination: Json) => Claim) =>
  (_: Request, { pagination }: Json) =>
    pagination.page === firstPage && claim(pagination)

type Listed = Accepted<Account>
type ClaimOf = Shown<Account>[1]
const ofSignedUp =
  (claim: ClaimOf): ClaimOf =>
  (request, record) =>
    request.subject.kind === 'signed up' && claim(request, record)
/** A service may not know the days. */
const ofKnownDays =
  (claim: (days: number) => Claim): ClaimOf =>
  ({ now }, { daysRemaining, deletionScheduledAt }) =>
    daysRemaining !== null && claim((parseTime(deletionScheduledAt) - now) / day)
/** Addresses with a tag may be one mailbox. */
const isSure = ({ subject }: Listed, email: unknown) => !isMasked(`${email}`) && !subject.email?.includes('+')

/** How long the kit had known the account when it requested the deletion. */
const ageOf = ({ subject: { since, requested } }: Listed) => (requested ?? 0) - (since ?? Number.POSITIVE_INFINITY)
const isPrecise = (record: Json) =>
  [record.createdAt, record.deletionRequestedAt].every((at) => precisionOf(parseTime(at)) <= 1000)
const hasName = ({ subject: { personName, sentName } }: Listed) => Boolean(personName && sentName?.trim())
const hasPlainName = (request: Listed) => hasName(request) && isPlainText(request.subject.sentName ?? '')
const isNameless = ({ subject: { personName, sentName } }: Listed) => personName !== undefined && !sentName?.trim()
const namesOfOthers = ({ state, subject }: Listed) =>
  Object.values(state.accounts).flatMap(({ name, personName, sentName }) =>
    name !== subject.name && sentName?.trim() && personName && personName !== subject.personName ? [personName] : [],
  )

/** As the response to the request has shown it. */
const asRequested = (name: 'deletionRequestedAt' | 'deletionScheduledAt'): Shown<Account>[] => [
  [name, ({ subject: { deletion } }) => deletion && { moment: deletion[name] }, '2.3a 3.2b 3.2d'],
  [name, ({ subject: { deletion } }) => deletion && { exactly: deletion[name] }, '3.2b', 'profile'],
]

const record: Shown<Account>[] = [
  [
    'the record',
    // A listing may lag behind the deletion of an account.
    ({ subject }) =>
      !subject.deletion && !subject.isDeleted && { none: `${subject.email ?? subject.name}, which stays` },
    '4.6a 4.5g',
  ],
  ['teamId', ({ subject }) => known(subject.teamId), '2.3a'],
  ...asRequested('deletionRequestedAt'),
  ...asRequested('deletionScheduledAt'),
  // A part of a day may count as none or as one, and the days may be those of work.
  ['daysRemaining', ofKnownDays((days) => between(Math.floor(days / 2) - 1, Math.ceil(days) + 1)), '2.3b', 'sound'],
  ['daysRemaining', ofKnownDays((days) => between(Math.floor(days - 0.01), Math.ceil(days + 0.01))), '2.3b', 'implied'],
  ['daysRemaining', ofKnownDays(roundedUp), '2.3b', 'profile'],
  [
    'email',
    ({ subject: { email } }, shown) => !sameLetters(shown.email, email) && known(email),
    '2.3a',
    (request, email) => (isSure(request, email) ? 'documented' : 'implied'),
  ],
  [
    'email',
    ofSignedUp(({ subject: { email = '' } }, shown) => !isMasked(shown.email) && is(email.toLowerCase())),
    '2.3a',
    'profile',
  ],
  ['id', ({ subject }) => known(subject.id), '2.3a', 'implied'],
  // As the response to the sign-up shows it.
  ['name', (request) => hasPlainName(request) && is(request.subject.personName), '2.3a'],
  ['name', (request) => hasName(request) && keeps(request.subject.personName ?? ''), '2.3a', 'sound'],
  ['name', ({ subject: { personName } }) => personName !== undefined && is(personName || null), '2.3a', 'implied'],
  // An implementation may show a name that it made, but not that of another user.
  ['name', (request) => isNameless(request) && noneOf(namesOfOthers(request), 'another user'), '2.3a'],
  [
    'teamName',
    ({ subject: { teamName = '' } }, shown) =>
      teamName !== '' && shown.teamName !== null && !isMasked(`${shown.teamName}`) && keeps(teamName),
    '2.3a',
    'sound',
  ],
  ['teamName', () => isNot(''), '2.3a', 'profile'],
  ['createdAt', ofSignedUp(() => recent), '2.3a', 'sound'],
  ['deletionRequestedAt', ofSignedUp(() => ({ after: 'createdAt', by: -1000 })), '3.2b 2.3a', 'implied'],
  [
    'deletionRequestedAt',
    ofSignedUp(
      (request, shown) =>
        ageOf(request) > 1000 && isPrecise(shown) && { after: 'createdAt', by: ageOf(request) - 1000 },
    ),
    '3.2b 2.3a',
    'sound',
  ],
]

export const listDeletionRequests: Operation<Listing> = {
  id: 'listDeletionRequests',
  cites: '4.6a 4.6b 4.6d',
  find: ({ state }) => state.listing,
  refusals: [
    [({ credential }) => credential !== 'admin key', 'invalid admin API key', '4.6c 5e'],
    [isNoInteger, 'invalid query', '4.6b', 'implied'],
    ...rows.contractRefusals('listDeletionRequests', '4.6b'),
  ],
  open: [
    [rows.hasBody, undefined, 'open'],
    // Defaults and bounds are not shown, but values that a response has shown are no other than the defaults.
    [(request) => !isDefault(request), 'invalid query', 'profile'],
  ],
  shows: [
    ['data.length', (_, { pagination }) => between(0, pagination.limit), '4.6b'],
    // It is that of the request, or of the target: not how many records a page happens to have.
    ['pagination.limit', (request, page) => known(request.subject.shown?.[readingOf(request, page)]), '2.4a', 'sound'],
    ['data.length', onFirstPage(({ limit, total }) => between(Math.min(limit, total), limit)), '4.6b', 'profile'],
    ['pagination.page', (request) => is(numberIn(request, 'page') ?? firstPage), '4.6b', 'profile'],
    ['pagination.limit', (request) => is(numberIn(request, 'limit') ?? defaultLimit), '4.6b', 'profile'],
    ['pagination.total', (_, { data }) => ({ between: [data.length, Number.MAX_SAFE_INTEGER] }), '2.4a', 'profile'],
  ],
  items: { path: 'data', find: findListed, shows: record },
  after(request, body) {
    const { state, subject, query } = request
    // The body may be no page, if that is what was found.
    const { data = [], pagination } = (body ?? {}) as Json
    if (pagination) subject.shown = { [readingOf(request, body)]: pagination.limit, ...subject.shown }
    if (query === undefined) {
      subject.page = pagination?.page
      subject.limit = pagination?.limit
    }
    for (const item of Array.isArray(data) ? data : []) {
      const account = findListed(state, item)
      if (account) account.mayBeCancelled = false
    }
  },
}
