/** Document 4.2: logging in with e-mail and password. */
import { limits } from '@monitoring-service/contract'
import { is, isNot, known } from '../verdict/claims.ts'
import type { Accepted, Operation, Shown, Situation } from './operation.ts'
import { otherForm, textIn } from './rows.ts'
import * as session from './session-rows.ts'
import type { Account } from './state.ts'
import { isPlainText } from './texts.ts'

type Request = Situation<session.Address>
/** Conditions of an account that is meant, by a valid body. */
const ofAccount = (holds: (account: Account, request: Request) => boolean) => (request: Request) =>
  request.subject?.account !== undefined && !session.isInvalid(request) && holds(request.subject.account, request)
const isRight = (account: Account, request: Request) => textIn(request, 'password') === account.password
const ofRight = (holds: (account: Account, request: Request) => boolean) =>
  ofAccount((account, request) => isRight(account, request) && holds(account, request))

const isWrong = ofAccount((account, request) => request.subject?.likeness !== 'tag' && !isRight(account, request))

const isUnregistered = (request: Request) =>
  request.subject !== undefined && !request.subject.account && !session.isInvalid(request)

const mayBeTry = (request: Request) => isWrong(request) || isUnregistered(request)
const isTagged = ofAccount((_, { subject }) => subject?.likeness === 'tag')
const isInOtherCase = ofRight((_, { subject }) => subject?.likeness === 'case')
const isOfDeleted = ofRight(({ isDeleted = false }) => isDeleted)
const isLocked = ofAccount(({ wrongPasswords }) => wrongPasswords >= limits.attempts)

/** Passwords may be normalized, at sign-up and log-in alike. */
function basisOfPassword(request: Request) {
  const right = request.subject?.account?.password?.normalize('NFKC')
  return right !== undefined && textIn(request, 'password')?.normalize('NFKC') === right ? 'profile' : 'documented'
}
/** In milliseconds, until each process of a target knows a new account. */
export const longestSetup = 1100
/** A new account may be able to log in only after a moment. */
const isEarly = ofRight(
  ({ signedUp = 0, older }, { started }) => started - signedUp < longestSetup && older.length === 0,
)

/** Each log-in shows the same. */
const asBefore = (name: 'id' | 'teamId' | 'role'): Shown<session.Address> => ({
  path: `user.${name}`,
  claim: ({ subject }) => known(subject.account?.[name]),
  cites: ['4.2a', '2.1a'],
})

const notFormerRole: Shown<session.Address>['claim'] = ({ subject: { account } }) =>
  account?.formerRole !== undefined && isNot(account.formerRole)

/** The sign-up has shown it; null or an empty text may stand for none. */
const nameOfSignUp: Shown<session.Address>['claim'] = ({ subject: { account } }, { user }) => {
  const { personName } = account ?? {}
  const isNone = !personName && !user.name
  return personName !== undefined && !isNone && is(personName ?? undefined)
}

const basisOfName = ({ subject: { account } }: Accepted<session.Address>) =>
  isPlainText(account?.sentName ?? 'none') ? 'documented' : 'sound'

export const login: Operation<session.Address> = {
  id: 'login',
  cites: ['4.2a'],
  find: session.findAddress,
  refusals: [
    ...session.bodyRefusals('login', { object: ['4.2b'], email: ['4.2b'], password: ['4.2b'] }),
    { when: isLocked, condition: 'too many tries', cites: ['4.2c'], basis: 'profile' },
    { when: isUnregistered, condition: 'authentication failure', cites: ['4.2c'] },
    { when: isTagged, condition: 'authentication failure', cites: ['4.2c'], basis: 'implied' },
    { when: isWrong, condition: 'authentication failure', cites: ['4.2c'], basis: basisOfPassword },
    { when: isOfDeleted, condition: 'authentication failure', cites: ['3.2e', '8a', '4.2c'] },
  ],
  open: [
    otherForm,
    session.unknownAddress,
    session.triesDoubt({ isTry: mayBeTry, counted: 'wrongPasswords', most: limits.attempts }),
    { when: ofRight(({ refusedSignUps = 0 }) => refusedSignUps >= 2), condition: 'too many tries', basis: 'profile' },
    { when: isInOtherCase, condition: 'authentication failure', basis: 'profile' },
    { when: isEarly, condition: 'authentication failure', basis: 'open' },
    // What an account may do that is scheduled for deletion is not shown.
    { when: ofRight(({ deletion }) => deletion !== undefined), condition: 'authentication failure', basis: 'profile' },
  ],
  shows: [
    ...(['id', 'teamId', 'role'] as const).map(asBefore),
    { path: 'user.role', claim: notFormerRole, cites: ['4.2a', '2.1a'] },
    ...session.shows('4.2a'),
    { path: 'user.name', claim: nameOfSignUp, cites: ['4.2a', '2.1d'], basis: basisOfName },
  ],
  after({ subject: { account } }, body) {
    if (!account) return
    session.learnSession(account, body ?? {})
  },
  afterRefusal(request) {
    if (isWrong(request) && request.subject?.account) request.subject.account.wrongPasswords += 1
  },
}
