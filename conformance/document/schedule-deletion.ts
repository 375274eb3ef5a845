/** Document 3.2, 4.5 and 8: the deletion of an account is scheduled, once, in 30 days, after proof of identity. */
import { limits } from '@monitoring-service/contract'
import { type Claim, recent } from '../verdict/claims.ts'
import { longestGrace, shortestGrace } from '../verdict/grace-period.ts'
import type { Accepted, Operation, Situation } from './operation.ts'
import * as rows from './rows.ts'
import { type Account, hasOthers, provesByCode } from './state.ts'

type One = Situation<Account>
const proofs = ({ input }: One): { [name: string]: unknown } => rows.asObject(input) ?? {}
const isSent = (value: unknown) => value !== undefined && value !== null
const sendsCode = (one: One) => isSent(proofs(one).verificationCode)

const isNoObject = ({ input }: One) => !rows.asObject(input)
const hasNoProof = (one: One) => !isNoObject(one) && !Object.values(proofsOnly(one)).some(isSent)
const proofsOnly = (one: One) => ({ password: proofs(one).password, code: proofs(one).verificationCode })
/** A password is text, and a code is text of six digits. */
const isMalformed = (one: One) => {
  const { password, code } = proofsOnly(one)
  const isCode = typeof code === 'string' && /^\d{6}$/.test(code)
  return !isRight(one) && ((isSent(password) && typeof password !== 'string') || (isSent(code) && !isCode))
}
/** With spaces that an implementation may ignore. */
const isSpaced = (one: One) => {
  const { code } = proofsOnly(one)
  return typeof code === 'string' && code.replace(/\s/g, '') === one.subject?.verificationCode
}
/** Of the two proofs openapi.yaml allows one, and nothing else. */
const hasMore = (one: One) => Object.keys(proofs(one)).length > 1

const isRight = (one: One) => {
  const { password, code } = proofsOnly(one)
  const { subject } = one
  if (!subject) return false
  if (provesByCode(subject)) return isSent(code) && code === subject.verificationCode
  return isSent(password) && password === subject.password
}
/** How the account proves its identity is not known, if it comes from a list. */
const isUnknown = ({ subject }: One) =>
  subject !== undefined && !provesByCode(subject) && subject.password === undefined
const isWrong = (one: One) =>
  one.subject !== undefined &&
  !(isUnknown(one) || isRight(one) || isNoObject(one) || hasNoProof(one) || isMalformed(one))
/** A password beside a code counts for a user with a password. */
const isWrongCode = (one: One) =>
  isWrong(one) &&
  sendsCode(one) &&
  (!isSent(proofs(one).password) || (one.subject && provesByCode(one.subject)) === true)
const isWrongPassword = (one: One) => isWrong(one) && !isWrongCode(one)
const isExpired = (one: One) => proofs(one).verificationCode === one.subject?.expiredCode
const isVoid = (one: One) =>
  isRight(one) &&
  sendsCode(one) &&
  (one.subject?.codeIsUsed === true || (one.subject?.wrongCodes ?? 0) >= limits.verificationCodeAttempts)
const isLocked = ({ subject }: One) => (subject?.wrong ?? 0) >= limits.attempts

const isRequested = ({ subject }: One) => subject?.deletion !== undefined
const ownsForCertain = ({ subject }: One) =>
  subject !== undefined && (subject.kind === 'owner of others' || subject.role?.toLowerCase() === 'owner')
const isOwnerOfOthers = (one: One) => {
  const { subject, state } = one
  return subject !== undefined && (ownsForCertain(one) || subject.kind === 'signed up') && hasOthers(state, subject)
}
const mayOwn = (one: One) =>
  one.subject !== undefined && !isOwnerOfOthers(one) && (one.subject.mayOwn === true || rolelessWithOthers(one))
/** A caller in a role that openapi.yaml does not have may own its team, or not. */
const rolelessWithOthers = ({ state, subject }: One) => subject?.kind === 'single' && hasOthers(state, subject)

/** The document does not state how many wrong proofs lock an account, nor how many make a code void. */
const hasTried = ({ subject }: One) =>
  subject !== undefined &&
  (provesByCode(subject) ? subject.wrongProofs > 0 : subject.wrong > 0 || subject.wrongProofs > 2)

const grace = (least: number, most: number): Claim => ({ days: [least, most], since: 'deletionRequestedAt' })

export const scheduleDeletion: Operation<Account> = {
  id: 'scheduleAccountDeletion',
  cites: '3.2a 4.5a 4.5f',
  // The proofs of an account that is deleted are those of no account.
  find: ({ caller }) => (caller?.isDeleted ? undefined : caller),
  refusals: [
    ...rows.formRefusals,
    ...rows.unauthenticated('5c'),
    [rows.hasQuery, 'invalid query', '', 'profile'],
    [isNoObject, 'invalid body', '4.5e'],
    [hasNoProof, 'invalid body', '4.5e 5d'],
    [isMalformed, 'invalid body', '4.5b 4.5d', (one) => (isSpaced(one) ? 'implied' : 'documented')],
    [hasMore, 'invalid body', '4.5e', 'profile'],
    [isLocked, 'too many tries', '4.5g', 'profile'],
    [isWrongPassword, 'wrong password', ({ subject }) => (subject && provesByCode(subject) ? '4.5c 5d' : '4.5g 5d')],
    [
      isWrongCode,
      'wrong verification code',
      ({ subject }) => (subject && provesByCode(subject) ? '4.5c 5d' : '4.5b 5d'),
      (one) => (isExpired(one) ? 'sound' : 'documented'),
    ],
    [isVoid, 'wrong verification code', '4.5c', 'profile'],
    // A log-in since then may have cancelled it.
    [
      isRequested,
      'deletion already requested',
      '3.2c 4.5h',
      ({ subject }) => (subject?.mayBeCancelled ? 'profile' : 'documented'),
    ],
    // The document only implies that a user who signs up owns the team; a role may say so.
    [
      isOwnerOfOthers,
      'owner of a team with other members',
      '4.5i',
      (one) => (ownsForCertain(one) ? 'documented' : 'implied'),
    ],
  ],
  open: [
    ...rows.formDoubts,
    [({ credential }) => credential === 'older', undefined, 'open'],
    [({ subject }) => subject?.mayBeLoggedOut === true, undefined, 'implied'],
    [isUnknown, undefined, 'open'],
    [mayOwn, 'owner of a team with other members', 'open'],
    [hasTried, undefined, 'implied'],
    [({ subject }) => subject?.codeIsUnsure === true, undefined, 'profile'],
    [(one) => one.isContested && sendsCode(one), 'wrong verification code', 'profile'],
  ],
  shows: [
    ['deletionRequestedAt', () => recent, '3.2b', 'sound'],
    ['deletionScheduledAt', () => grace(shortestGrace, longestGrace), '3.2b 8a'],
    ['deletionScheduledAt', () => grace(limits.gracePeriodDays, limits.gracePeriodDays), '8a', 'profile'],
    ['the headers', (one: Accepted<Account>) => ({ lacks: rows.addressesOfOthers(one) }), '', 'sound'],
  ],
  after(one, body) {
    const { subject, started } = one
    const codeIsUsed = subject.codeIsUsed || sendsCode(one)
    Object.assign(subject, { deletion: body, requested: started, mayBeCancelled: false, codeIsUsed, wrong: 0 })
  },
  afterRefusal(one) {
    const { subject } = one
    if (!subject) return
    if (isMalformed(one) && provesByCode(subject)) subject.codeIsUnsure = true
    if (!isWrong(one)) return
    subject.wrong += 1
    subject.wrongProofs += 1
    if (isWrongCode(one) && provesByCode(subject)) subject.wrongCodes = (subject.wrongCodes ?? 0) + 1
    subject.mayBeLoggedOut = true
  },
}
