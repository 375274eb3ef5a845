/** Document 3.2, 4.5 and 8: the deletion of an account is scheduled, once, in 30 days, after proof of identity. */

import { limits } from '@monitoring-service/contract'
import { verificationCode } from '@monitoring-service/contract/documented'
import { type Claim, recent } from '../verdict/claims.ts'
import { longestGrace, shortestGrace } from '../verdict/grace-period.ts'
import type { AcceptanceBasis, Cites, Operation, RefusalBasis, Situation } from './operation.ts'
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

const hasNoProof = (request: Request) => !hasNoBody(request) && proofIn(request) === 'none'
const proves = (proof: Proof) => (request: Request) => proofIn(request) === proof
const usesCode = ({ subject }: Request) => subject !== undefined && provesByCode(subject)
/** An implementation may ignore spaces. */
const basisOfForm = (request: Request) =>
  `${codeIn(request)}`.replace(/\s/g, '') === request.subject?.verificationCode ? 'implied' : 'documented'
/** The document does not show how long a code is valid. */
const basisOfCode = (request: Request) => (codeIn(request) === request.subject?.expiredCode ? 'sound' : 'documented')
const isUsedUp = (request: Request) =>
  usesCode(request) &&
  proofIn(request) === 'right' &&
  (request.subject?.codeIsUsed === true || (request.subject?.wrongCodes ?? 0) >= limits.verificationCodeAttempts)
/** Simultaneous requests may use up the code. */
const sharesCode = (request: Request) => request.isContested && codeIn(request) !== undefined
const isLocked = ({ subject }: Request) => (subject?.wrongPasswords ?? 0) >= limits.attempts
/** More may lock an account, even if right passwords came between. */
const harmlessProofs = 2
/** The document does not state how many wrong proofs lock an account, nor how many make a code void. */
const hasTried = ({ subject }: Request) =>
  subject !== undefined &&
  (provesByCode(subject) ? subject.wrongProofs > 0 : subject.wrongPasswords > 0 || subject.wrongProofs > harmlessProofs)

const isRequested = ({ subject }: Request) => subject?.deletion !== undefined
const basisOfRequest = ({ subject }: Request) => (subject?.mayBeCancelled ? 'profile' : 'documented')

/** On which basis the caller is an owner of a team with other members; undefined if it is none. */
function basisOfOwner({ subject, model }: Request): AcceptanceBasis | undefined {
  if (!subject) return undefined
  if (!hasOthers(model, subject)) return subject.otherMembers === 'perhaps' ? 'open' : undefined
  if (subject.ownership === 'stated') return 'documented'
  if (subject.ownership === 'implied' || subject.role?.toLowerCase() === 'owner') return 'implied'
  return subject.ownership === 'unknown' ? 'open' : undefined
}
const mayOwnTeamOfOthers = (request: Request) => basisOfOwner(request) === 'open'
const ownsTeamOfOthers = (request: Request) => basisOfOwner(request) !== undefined && !mayOwnTeamOfOthers(request)

const exact = limits.gracePeriodDays
const grace = (least: number, most: number): Claim => ({ kind: 'days', least, most, path: 'deletionRequestedAt' })

export const scheduleAccountDeletion: Operation<Account> = {
  id: 'scheduleAccountDeletion',
  cites: ['3.2a', '4.5a', '4.5f'],
  // The proofs of an account that is deleted are those of no account.
  find: ({ caller }) => (caller?.isDeleted ? undefined : caller),
  refusals: [
    ...rows.formRefusals,
    ...rows.unauthenticated(['5c']),
    { when: hasNoBody, condition: 'invalid body', cites: ['4.5e'] },
    { when: hasNoProof, condition: 'invalid body', cites: ['4.5e', '5d'] },
    { when: proves('malformed password'), condition: 'invalid body', cites: ['4.5b'] },
    { when: proves('malformed code'), condition: 'invalid body', cites: ['4.5d'], basis: basisOfForm },
    ...rows.contractRefusals('scheduleAccountDeletion', ['4.5e']),
    { when: isLocked, condition: 'too many tries', cites: ['4.5g'], basis: 'profile' },
    {
      when: proves('wrong password'),
      condition: 'wrong password',
      cites: (request): Cites => (usesCode(request) ? ['4.5c', '5d'] : ['4.5g', '5d']),
    },
    {
      when: proves('wrong verification code'),
      condition: 'wrong verification code',
      cites: (request): Cites => (usesCode(request) ? ['4.5c', '5d'] : ['4.5b', '5d']),
      basis: basisOfCode,
    },
    { when: isUsedUp, condition: 'wrong verification code', cites: ['4.5c'], basis: 'profile' },
    { when: isRequested, condition: 'deletion already requested', cites: ['3.2c', '4.5h'], basis: basisOfRequest },
    {
      when: ownsTeamOfOthers,
      condition: 'owner of a team with other members',
      cites: ['4.5i'],
      basis: (request) => basisOfOwner(request) as RefusalBasis,
    },
  ],
  open: [
    rows.otherForm,
    { when: ({ credential }) => credential === 'older', basis: 'open' },
    { when: ({ subject }) => subject?.mayBeLoggedOut === true, basis: 'implied' },
    { when: proves('unknown'), basis: 'open' },
    { when: mayOwnTeamOfOthers, condition: 'owner of a team with other members', basis: 'open' },
    { when: hasTried, basis: 'implied' },
    { when: ({ subject }) => subject?.codeIsUnsure === true, basis: 'profile' },
    { when: sharesCode, condition: 'wrong verification code', basis: 'profile' },
  ],
  shows: [
    { path: 'deletionRequestedAt', claim: () => recent, cites: ['3.2b'], basis: 'sound' },
    { path: 'deletionScheduledAt', claim: () => grace(shortestGrace, longestGrace), cites: ['3.2b', '8a'] },
    { path: 'deletionScheduledAt', claim: () => grace(exact, exact), cites: ['8a'], basis: 'profile' },
    rows.noAddressOfOthers,
  ],
  after(request, deletion) {
    const { subject, started } = request
    subject.deletion = deletion
    subject.requestedAt = started
    subject.mayBeCancelled = false
    subject.codeIsUsed ||= codeIn(request) !== undefined
    subject.wrongPasswords = 0
  },
  afterRefusal(request) {
    const { subject } = request
    const proof = proofIn(request)
    if (!subject) return
    if (proof.startsWith('malformed') && codeIn(request) !== undefined && provesByCode(subject))
      subject.codeIsUnsure = true
    if (proof !== 'wrong password' && proof !== 'wrong verification code') return
    subject.wrongPasswords += 1
    subject.wrongProofs += 1
    subject.mayBeLoggedOut = true
    if (proof === 'wrong verification code' && provesByCode(subject)) subject.wrongCodes = (subject.wrongCodes ?? 0) + 1
  },
}
