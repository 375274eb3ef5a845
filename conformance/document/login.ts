/** Document 4.2: logging in with e-mail and password. */
import { limits } from '@monitoring-service/contract'
import { is, known } from '../verdict/claims.ts'
import type { Accepted, Operation, Situation } from './operation.ts'
import { formDoubts } from './rows.ts'
import {
  type Address,
  bodyRefusals,
  findAddress,
  isInvalid,
  learnSession,
  sessionShows,
  textIn,
  triesDoubt,
  unknownAddress,
} from './session-rows.ts'
import type { Account } from './state.ts'

type One = Situation<Address>
/** Conditions of an account that is meant, by a valid body. */
const ofAccount = (holds: (account: Account, one: One) => boolean) => (one: One) =>
  one.subject?.account !== undefined && !isInvalid(one) && holds(one.subject.account, one)
const isRight = (account: Account, one: One) => textIn(one, 'password') === account.password
const ofRight = (holds: (account: Account, one: One) => boolean) =>
  ofAccount((account, one) => isRight(account, one) && holds(account, one))

const isWrong = ofAccount((account, one) => one.subject?.likeness !== 'tag' && !isRight(account, one))

const isUnregistered = (one: One) => one.subject !== undefined && !one.subject.account && !isInvalid(one)

/** Passwords may be normalized, at sign-up and log-in alike. */
const isSimilar = ({ password = '' }: Account, one: One) =>
  textIn(one, 'password')?.normalize('NFKC') === password.normalize('NFKC')
/** A new account may be able to log in only after a moment, in milliseconds. */
const moment = 1100

const field = (name: 'id' | 'teamId' | 'role') => (one: Accepted<Address>) => known(one.subject.account?.[name])

export const login: Operation<Address> = {
  id: 'login',
  cites: '4.2a',
  find: findAddress,
  refusals: [
    ...bodyRefusals('4.2b', '4.2b', '4.2b', ['email', 'password']),
    [ofAccount(({ wrong }) => wrong >= limits.attempts), 'too many tries', '4.2c', 'profile'],
    [isUnregistered, 'authentication failure', '4.2c'],
    [ofAccount((_, { subject }) => subject?.likeness === 'tag'), 'authentication failure', '4.2c', 'implied'],
    [
      isWrong,
      'authentication failure',
      '4.2c',
      (one) => (one.subject?.account && isSimilar(one.subject.account, one) ? 'profile' : 'documented'),
    ],
    [ofRight(({ isDeleted = false }) => isDeleted), 'authentication failure', '3.2b 8a 4.2c'],
  ],
  open: [
    ...formDoubts,
    unknownAddress,
    triesDoubt((one) => isWrong(one) || isUnregistered(one), 'wrong', limits.attempts),
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
    ...sessionShows('4.2a'),
    [
      'user.name',
      ({ subject: { account } }, { user }) =>
        account?.personName !== undefined && (account.personName || user.name) && is(account.personName ?? undefined),
      '4.2a 2.1d',
      ({ subject: { account } }) => (account?.isNamePlain ? 'documented' : 'sound'),
    ],
  ],
  after({ subject: { account } }, body) {
    if (!account) return
    learnSession(account, body ?? {})
  },
  afterRefusal(one) {
    if (isWrong(one) && one.subject?.account) one.subject.account.wrong += 1
  },
}
