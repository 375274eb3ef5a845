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
/** Equal for pages that have one limit: a target may take an invalid number for none, and any of several. */
function readingOf(request: Request, { pagination: { page, total } = {} as Json }: Json): string {
  const [limits, number] = [request.query?.getAll('limit') ?? [], numberIn(request, 'page')]
  return JSON.stringify({ limits, total, isOfNumber: number === undefined || number === page })
}

/** It is that of the request, or of the target: not how many records a page happens to have. */
const limitOfReading: Shown<Listing>['claim'] = (request, page) =>
  known(request.subject.shown?.[readingOf(request, page)])
const atLeastOnPage: Shown<Listing>['claim'] = (_, { data }) => between(data.length, Number.MAX_SAFE_INTEGER)
/** By openapi.yaml, of page and limit. */
const decided = { cites: ['4.6b'], basis: 'profile' } as const
const fullFirstPage: Shown<Listing>['claim'] = (_, { pagination: { page, limit, total } }) =>
  page === firstPage && between(Math.min(limit, total), limit)

type Listed = Accepted<Account>
type ClaimOf = Shown<Account>['claim']
const ofSignedUp =
  (claim: ClaimOf): ClaimOf =>
  (request, record) =>
    request.subject.kind === 'signed up' && claim(request, record)
/** A service may not know the days. */
const ofKnownDays =
  (claim: (days: number) => Claim): ClaimOf =>
  ({ now }, { daysRemaining, deletionScheduledAt }) =>
    daysRemaining !== null && claim((parseTime(deletionScheduledAt) - now) / day)
/** A listing may lag behind the deletion of an account. */
const noneOfAccountThatStays: ClaimOf = ({ subject: { deletion, isDeleted, email, name } }) =>
  !deletion && !isDeleted && { kind: 'none', record: `${email ?? name}, which stays` }
const sameEmail: ClaimOf = ({ subject: { email } }, shown) => !sameLetters(shown.email, email) && known(email)
/** Addresses with a tag may be one mailbox. */
const basisOfEmail = ({ subject }: Listed, email: unknown) =>
  isMasked(`${email}`) || subject.email?.includes('+') ? 'implied' : 'documented'
const emailInSmallLetters: ClaimOf = ({ subject: { email = '' } }, shown) =>
  !isMasked(shown.email) && is(email.toLowerCase())

/** How long the kit had known the account when it requested the deletion; at most, since clocks differ, a second less. */
const ageOf = ({ subject: { knownSince, requestedAt } }: Listed) =>
  (requestedAt ?? 0) - (knownSince ?? Number.POSITIVE_INFINITY) - 1000
const isPrecise = (record: Json) =>
  [record.createdAt, record.deletionRequestedAt].every((at) => precisionOf(parseTime(at)) <= 1000)
const hasName = ({ subject: { personName, sentName } }: Listed) => Boolean(personName && sentName?.trim())
const hasPlainName = (request: Listed) => hasName(request) && isPlainText(request.subject.sentName ?? '')
const isNameless = ({ subject: { personName, sentName } }: Listed) => personName !== undefined && !sentName?.trim()
const namesOfOthers = ({ model, subject }: Listed) =>
  Object.values(model.accounts).flatMap(({ name, personName, sentName }) =>
    name !== subject.name && sentName?.trim() && personName && personName !== subject.personName ? [personName] : [],
  )

const sameTeamName: ClaimOf = ({ subject: { teamName = '' } }, shown) =>
  teamName !== '' && shown.teamName !== null && !isMasked(`${shown.teamName}`) && keeps(teamName)
const notBeforeAccount: ClaimOf = () => ({ kind: 'after', path: 'createdAt', by: -1000 })
const atAgeOfAccount: ClaimOf = (request, shown) =>
  ageOf(request) > 0 && isPrecise(shown) && { kind: 'after', path: 'createdAt', by: ageOf(request) }

/** As the response to the request has shown it. */
function asRequested(path: 'deletionRequestedAt' | 'deletionScheduledAt'): Shown<Account>[] {
  const sameTime: ClaimOf = ({ subject: { deletion } }) => deletion && { kind: 'moment', time: deletion[path] }
  const sameMilliseconds: ClaimOf = ({ subject: { deletion } }) => deletion && { kind: 'exactly', time: deletion[path] }
  return [
    { path, claim: sameTime, cites: ['2.3a', '3.2b', '3.2d'] },
    { path, claim: sameMilliseconds, cites: ['3.2b'], basis: 'profile' },
  ]
}

const daysRemaining = (claim: (days: number) => Claim) => ({
  path: 'daysRemaining',
  claim: ofKnownDays(claim),
  cites: ['2.3b'] as const,
})
const name = { path: 'name', cites: ['2.3a'] } as const

const record: Shown<Account>[] = [
  { path: 'the record', claim: noneOfAccountThatStays, cites: ['4.6a', '4.5g'] },
  { path: 'teamId', claim: ({ subject }) => known(subject.teamId), cites: ['2.3a'] },
  ...asRequested('deletionRequestedAt'),
  ...asRequested('deletionScheduledAt'),
  // A part of a day may count as none or as one, and the days may be those of work.
  { ...daysRemaining((days) => between(Math.floor(days / 2) - 1, Math.ceil(days) + 1)), basis: 'sound' },
  { ...daysRemaining((days) => between(Math.floor(days - 0.01), Math.ceil(days + 0.01))), basis: 'implied' },
  { ...daysRemaining(roundedUp), basis: 'profile' },
  { path: 'email', claim: sameEmail, cites: ['2.3a'], basis: basisOfEmail },
  { path: 'email', claim: ofSignedUp(emailInSmallLetters), cites: ['2.3a'], basis: 'profile' },
  { path: 'id', claim: ({ subject }) => known(subject.id), cites: ['2.3a'], basis: 'implied' },
  // As the response to the sign-up shows it.
  { ...name, claim: (request) => hasPlainName(request) && is(request.subject.personName) },
  { ...name, claim: (request) => hasName(request) && keeps(request.subject.personName ?? ''), basis: 'sound' },
  {
    ...name,
    claim: ({ subject: { personName } }) => personName !== undefined && is(personName || null),
    basis: 'implied',
  },
  // An implementation may show a name that it made, but not that of another user.
  { ...name, claim: (request) => isNameless(request) && noneOf(namesOfOthers(request), 'another user') },
  { path: 'teamName', claim: sameTeamName, cites: ['2.3a'], basis: 'sound' },
  { path: 'teamName', claim: () => isNot(''), cites: ['2.3a'], basis: 'profile' },
  { path: 'createdAt', claim: ofSignedUp(() => recent), cites: ['2.3a'], basis: 'sound' },
  { path: 'deletionRequestedAt', claim: ofSignedUp(notBeforeAccount), cites: ['3.2b', '2.3a'], basis: 'implied' },
  { path: 'deletionRequestedAt', claim: ofSignedUp(atAgeOfAccount), cites: ['3.2b', '2.3a'], basis: 'sound' },
]

export const listDeletionRequests: Operation<Listing> = {
  id: 'listDeletionRequests',
  cites: ['4.6a', '4.6b', '4.6d'],
  find: ({ model }) => model.listing,
  refusals: [
    { when: ({ credential }) => credential !== 'admin key', condition: 'invalid admin API key', cites: ['4.6c', '5e'] },
    { when: isNoInteger, condition: 'invalid query', cites: ['4.6b'], basis: 'implied' },
    ...rows.contractRefusals('listDeletionRequests', ['4.6b']),
  ],
  open: [
    { when: rows.hasBody, basis: 'open' },
    // Defaults and bounds are not shown, but values that a response has shown are no other than the defaults.
    { when: (request) => !isDefault(request), condition: 'invalid query', basis: 'profile' },
  ],
  shows: [
    { path: 'data.length', claim: (_, { pagination }) => between(0, pagination.limit), cites: ['4.6b'] },
    { path: 'pagination.limit', claim: limitOfReading, cites: ['2.4a'], basis: 'sound' },
    { path: 'data.length', claim: fullFirstPage, ...decided },
    { path: 'pagination.page', claim: (request) => is(numberIn(request, 'page') ?? firstPage), ...decided },
    { path: 'pagination.limit', claim: (request) => is(numberIn(request, 'limit') ?? defaultLimit), ...decided },
    { path: 'pagination.total', claim: atLeastOnPage, cites: ['2.4a'], basis: 'profile' },
  ],
  items: {
    path: 'data',
    // Checks wait until a deleted account is listed no more; what its record shows until then does not matter.
    find(model, item) {
      const account = findListed(model, item)
      return account?.isDeleted ? undefined : account
    },
    shows: record.map((row) => ({ ...row, of: ({ subject: { email, name } }) => email ?? name })),
  },
  after(request, body) {
    const { model, subject, query } = request
    // The body may be no page, if that is what was found.
    const { data = [], pagination } = (body ?? {}) as Json
    if (pagination) subject.shown = { [readingOf(request, body)]: pagination.limit, ...subject.shown }
    if (query === undefined) {
      subject.page = pagination?.page
      subject.limit = pagination?.limit
    }
    for (const item of Array.isArray(data) ? data : []) {
      const account = findListed(model, item)
      if (account) account.mayBeCancelled = false
    }
  },
}
