/** Document 4.2: logging in with e-mail and password. */
import { limits } from '@monitoring-service/contract'
import { is, isNot, known } from '../verdict/claims.ts'
import type { Accepted, Operation, Situation } from './operation.ts'
import { formDoubts, textIn } from './rows.ts'
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

/** Passwords may be normalized, at sign-up and log-in alike. */
const isSimilar = ({ password }: Account, request: Request) =>
  password !== undefined && textIn(request, 'password')?.normalize('NFKC') === password.normalize('NFKC')
/** A new account may be able to log in only after a moment, in milliseconds. */
const moment = 1100

const field = (name: 'id' | 'teamId' | 'role') => (request: Accepted<session.Address>) =>
  known(request.subject.account?.[name])

export const login: Operation<session.Address> = {
  id: 'login',
  cites: '4.2a',
  find: session.findAddress,
  refusals: [
    ...session.bodyRefusals('login', '4.2b', '4.2b', '4.2b'),
    [ofAccount(({ wrong }) => wrong >= limits.attempts), 'too many tries', '4.2c', 'profile'],
    [isUnregistered, 'authentication failure', '4.2c'],
    [ofAccount((_, { subject }) => subject?.likeness === 'tag'), 'authentication failure', '4.2c', 'implied'],
    [
      isWrong,
      'authentication failure',
      '4.2c',
      (request) => (request.subject?.account && isSimilar(request.subject.account, request) ? 'profile' : 'documented'),
    ],
    [ofRight(({ isDeleted = false }) => isDeleted), 'authentication failure', '3.2e 8a 4.2c'],
  ],
  open: [
    ...formDoubts,
    session.unknownAddress,
    session.triesDoubt((request) => isWrong(request) || isUnregistered(request), 'wrong', limits.attempts),
    [ofRight(({ signUps = 0 }) => signUps >= 2), 'too many tries', 'profile'],
    [ofRight((_, { subject }) => subject?.likeness === 'case'), 'authentication failure', 'profile'],
    [
      ofRight(({ signedUp = 0, older }, { started }) => started - signedUp < moment && older.length === 0),
      'authentication failure',
      'open',
    ],
    // What an account may do that is scheduled for deletion is not shown.
    [ofRight(({ deletion }) => deletion !== undefined), 'authentication failure', 'profile'],
  ],
  shows: [
    ['user.id', field('id'), '4.2a 2.1a'],
    ['user.teamId', field('teamId'), '4.2a 2.1a'],
    ['user.role', field('role'), '4.2a 2.1a'],
    [
      'user.role',
      ({ subject: { account } }) => account?.formerRole !== undefined && isNot(account.formerRole),
      '4.2a 2.1a',
    ],
    ...session.shows('4.2a'),
    [
      'user.name',
      ({ subject: { account } }, { user }) =>
        account?.personName !== undefined && (account.personName || user.name) && is(account.personName ?? undefined),
      '4.2a 2.1d',
      ({ subject: { account } }) => (isPlainText(account?.sentName ?? 'none') ? 'documented' : 'sound'),
    ],
  ],
  after({ subject: { account } }, body) {
    if (!account) return
    session.learnSession(account, body ?? {})
  },
  afterRefusal(request) {
    if (isWrong(request) && request.subject?.account) request.subject.account.wrong += 1
  },
}
