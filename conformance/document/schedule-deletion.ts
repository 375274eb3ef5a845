/** Document 3.2, 4.5 and 8: the deletion of an account is scheduled, once, in 30 days, after proof of identity. */

import { limits } from '@monitoring-service/contract'
import { verificationCode } from '@monitoring-service/contract/documented'
import { type Claim, recent } from '../verdict/claims.ts'
import { longestGrace, shortestGrace } from '../verdict/grace-period.ts'
import type { Accepted, Operation, RefusalBasis, Situation } from './operation.ts'
import * as rows from './rows.ts'
import { type Account, hasOthers, provesByCode } from './state.ts'

type Request = Situation<Account>

/** In a body, null counts as absent. */
const hasNoBody = ({ input }: Request) => !rows.asObject(input)
const passwordIn = ({ input }: Request) => rows.asObject(input)?.password ?? undefined
const codeIn = ({ input }: Request) => rows.asObject(input)?.verificationCode ?? undefined

/** The proof of identity: a password user must supply the password, an OAuth user the verification code. */
type Proof =
  | 'none'
  | 'malformed password'
  | 'malformed code'
  | 'right'
  | 'wrong password'
  | 'wrong verification code'
  | 'unknown'

function proofIn(request: Request): Proof {
  const [password, code, account] = [passwordIn(request), codeIn(request), request.subject]
  if (password === undefined && code === undefined) return 'none'
  const byCode = usesCode(request)
  const [sent, own] = byCode ? [code, account?.verificationCode] : [password, account?.password]
  if (own !== undefined && sent === own) return 'right'
  if (password !== undefined && typeof password !== 'string') return 'malformed password'
  if (code !== undefined && !isCode(code)) return 'malformed code'
  // How an account of a list proves its identity may not be known.
  if (own === undefined && !byCode) return 'unknown'
  // A password beside a code counts for a user with a password.
  return code !== undefined && (byCode || password === undefined) ? 'wrong verification code' : 'wrong password'
}

const isCode = (value: unknown) => typeof value === 'string' && verificationCode.test(value)

const proves = (proof: Proof) => (request: Request) => proofIn(request) === proof
const usesCode = ({ subject }: Request) => subject !== undefined && provesByCode(subject)
/** With spaces that an implementation may ignore. */
const isSpaced = (request: Request) => `${codeIn(request)}`.replace(/\s/g, '') === request.subject?.verificationCode
const isExpired = (request: Request) => codeIn(request) === request.subject?.expiredCode
const isUsedUp = (request: Request) =>
  usesCode(request) &&
  proofIn(request) === 'right' &&
  (request.subject?.codeIsUsed === true || (request.subject?.wrongCodes ?? 0) >= limits.verificationCodeAttempts)
const isLocked = ({ subject }: Request) => (subject?.wrong ?? 0) >= limits.attempts
/** The document does not state how many wrong proofs lock an account, nor how many make a code void. */
const hasTried = ({ subject }: Request) =>
  subject !== undefined &&
  (provesByCode(subject) ? subject.wrongProofs > 0 : subject.wrong > 0 || subject.wrongProofs > 2)

/** The state. */
const isRequested = ({ subject }: Request) => subject?.deletion !== undefined

/**
 * On which basis the caller is an owner of a team with other members, if so. The hook says who owns a team; that a user who
 * signs up does, or one whose role is called owner, is only implied: the document names no role.
 */
function ownsTeamOfOthers({ subject, state }: Request): RefusalBasis | 'open' | undefined {
  if (!subject) return undefined
  if (hasOthers(state, subject)) {
    if (subject.kind === 'owner of others' || subject.owns) return 'documented'
    if (subject.kind === 'signed up' || subject.role?.toLowerCase() === 'owner') return 'implied'
    if (subject.kind === 'single' || subject.kind === 'by code') return 'open'
  }
  return subject.mayOwn ? 'open' : undefined
}
const isOwnerOfOthers = (request: Request) => !['open', undefined].includes(ownsTeamOfOthers(request))
const mayOwnTeamOfOthers = (request: Request) => ownsTeamOfOthers(request) === 'open'

const grace = (least: number, most: number): Claim => ({ days: [least, most], since: 'deletionRequestedAt' })

export const scheduleAccountDeletion: Operation<Account> = {
  id: 'scheduleAccountDeletion',
  cites: '3.2a 4.5a 4.5f',
  // The proofs of an account that is deleted are those of no account.
  find: ({ caller }) => (caller?.isDeleted ? undefined : caller),
  refusals: [
    ...rows.formRefusals,
    ...rows.unauthenticated('5c'),
    [hasNoBody, 'invalid body', '4.5e'],
    [(request) => !hasNoBody(request) && proofIn(request) === 'none', 'invalid body', '4.5e 5d'],
    [proves('malformed password'), 'invalid body', '4.5b'],
    [proves('malformed code'), 'invalid body', '4.5d', (request) => (isSpaced(request) ? 'implied' : 'documented')],
    ...rows.contractRefusals('scheduleAccountDeletion', '4.5e'),
    [isLocked, 'too many tries', '4.5g', 'profile'],
    [proves('wrong password'), 'wrong password', (request) => (usesCode(request) ? '4.5c 5d' : '4.5g 5d')],
    [
      proves('wrong verification code'),
      'wrong verification code',
      (request) => (usesCode(request) ? '4.5c 5d' : '4.5b 5d'),
      (request) => (isExpired(request) ? 'sound' : 'documented'),
    ],
    [isUsedUp, 'wrong verification code', '4.5c', 'profile'],
    // A log-in since then may have cancelled it.
    [
      isRequested,
      'deletion already requested',
      '3.2c 4.5h',
      ({ subject }) => (subject?.mayBeCancelled ? 'profile' : 'documented'),
    ],
    [
      isOwnerOfOthers,
      'owner of a team with other members',
      '4.5i',
      (request) => ownsTeamOfOthers(request) as RefusalBasis,
    ],
  ],
  open: [
    ...rows.formDoubts,
    [({ credential }) => credential === 'older', undefined, 'open'],
    [({ subject }) => subject?.mayBeLoggedOut === true, undefined, 'implied'],
    [proves('unknown'), undefined, 'open'],
    [mayOwnTeamOfOthers, 'owner of a team with other members', 'open'],
    [hasTried, undefined, 'implied'],
    [({ subject }) => subject?.codeIsUnsure === true, undefined, 'profile'],
    [(request) => request.isContested && codeIn(request) !== undefined, 'wrong verification code', 'profile'],
  ],
  shows: [
    ['deletionRequestedAt', () => recent, '3.2b', 'sound'],
    ['deletionScheduledAt', () => grace(shortestGrace, longestGrace), '3.2b 8a'],
    ['deletionScheduledAt', () => grace(limits.gracePeriodDays, limits.gracePeriodDays), '8a', 'profile'],
    ['the headers', (request: Accepted<Account>) => ({ lacks: rows.addressesOfOthers(request) }), '', 'sound'],
  ],
  after(request, deletion) {
    const { subject, started } = request
    subject.deletion = deletion
    subject.requested = started
    subject.mayBeCancelled = false
    subject.codeIsUsed ||= codeIn(request) !== undefined
    subject.wrong = 0
  },
  afterRefusal(request) {
    const { subject } = request
    const proof = proofIn(request)
    if (!subject) return
    if (proof.startsWith('malformed') && codeIn(request) !== undefined && provesByCode(subject))
      subject.codeIsUnsure = true
    if (proof !== 'wrong password' && proof !== 'wrong verification code') return
    subject.wrong += 1
    subject.wrongProofs += 1
    subject.mayBeLoggedOut = true
    if (proof === 'wrong verification code' && provesByCode(subject)) subject.wrongCodes = (subject.wrongCodes ?? 0) + 1
  },
}
