/** Document 4.1: an account is created with e-mail and password, and with it a team. */
import { limits } from '@monitoring-service/contract'
import { type Claim, is, keeps } from '../verdict/claims.ts'
import type { Accepted, Operation, Situation } from './operation.ts'
import { asObject, formDoubts } from './rows.ts'
import {
  type Address,
  bodyRefusals,
  findAddress,
  isInvalid,
  learnSession,
  ofOthers,
  sessionShows,
  textIn,
  triesDoubt,
  unknownAddress,
} from './session-rows.ts'
import { newAccount } from './state.ts'
import { isPlainText, loneSurrogateIn } from './texts.ts'

type One = Situation<Address>
const nameOf = (one: One) => textIn(one, 'name')
const hasNoName = ({ input }: One) => asObject(input)?.name === undefined
const hasWrongName = (one: One) => !hasNoName(one) && asObject(one.input)?.name !== null && nameOf(one) === undefined

/** A target may refuse them for that. */
export const commonPasswords = ['password1', 'qwerty123', 'iloveyou1', 'Passw0rd!', 'abc12345', 'Summer2024!']
const isOdd = (text: string) => loneSurrogateIn(text) || text.includes('\0')
/** By openapi.yaml only. */
function hasUndecidedText(one: One): boolean {
  const [password = '', name = ''] = [textIn(one, 'password'), nameOf(one)]
  const isTooLong = Buffer.byteLength(password) > 72 || [...name].length > limits.nameLength
  const isNull = asObject(one.input)?.name === null
  const isAddress = password.toLowerCase() === one.subject?.email?.toLowerCase()
  return isNull || isTooLong || [...password].length < 8 || isAddress || [password, name].some(isOdd)
}

const isRegistered = (likeness: Address['likeness']) => (one: One) =>
  one.subject?.account?.isDeleted === undefined && one.subject?.likeness === likeness

/** The sign-up that made the account counts, too. */
const allowedTries = limits.attempts - 1
const hasTried = (one: One) => isRegistered('exact')(one) && (one.subject?.account?.signUps ?? 0) >= allowedTries

/** Of the form that the target takes, by the settings of the kit; one with letters more, too. */
const hasUsualAddress = ({ state, subject }: One) => {
  const takesUnderscore = Object.values(state.accounts).some(({ email, signedUp }) => signedUp && email?.includes('_'))
  const form = takesUnderscore ? /^\w{0,9}$/ : /^[a-z\d]{0,9}$/
  return [...state.usualCredentials, ...Object.values(state.accounts)].some(({ email = '' }) => {
    const [local = '', domain] = email.split('@')
    const { email: given = '' } = subject ?? {}
    return local !== '' && given.startsWith(local) && form.test(given.slice(local.length).replace(`@${domain}`, ''))
  })
}
const hasKnownDomain = ({ state, subject }: One) =>
  state.usualCredentials.some(({ email }) => subject?.email?.endsWith(email.replace(/^.*@/, '@')))
const hasUsualPassword = (one: One) => {
  const password = textIn(one, 'password')
  return [...one.state.usualCredentials, ...Object.values(one.state.accounts)].some(
    (known) => known.password === password,
  )
}
const isUnusualPassword = (password = '') => password.length > 40 || /\p{C}/u.test(password)

type Of = (name: string, one: One) => Claim | undefined
/** Claims where a name is given, and where it is plain. */
const given = (claim: Of) => (one: One) => {
  const name = nameOf(one)
  return name !== undefined && !isOdd(name) ? claim(name, one) : undefined
}
const plain = (claim: Of) => given((name, one) => (isPlainText(name) ? claim(name, one) : undefined))
/** In place of an empty one, a service may choose one. */
const filled = (claim: Of) => given((name, one) => (name.trim() ? claim(name, one) : undefined))

export const signup: Operation<Address> = {
  id: 'signup',
  cites: '4.1a',
  find: findAddress,
  refusals: [
    ...bodyRefusals('4.1e', '4.1b 4.1e', '4.1c 4.1e', ['email', 'password', 'name']),
    [hasWrongName, 'invalid body', '4.1d 4.1e'],
    [(one) => !isInvalid(one) && hasUndecidedText(one), 'invalid body', '', 'profile'],
    [hasTried, 'too many tries', '4.1f', 'profile'],
    [isRegistered('exact'), 'e-mail already registered', '4.1f'],
    [isRegistered('case'), 'e-mail already registered', '4.1f', 'profile'],
  ],
  open: [
    ...formDoubts,
    unknownAddress,
    triesDoubt(isRegistered('exact'), 'signUps', allowedTries),
    [({ subject }) => subject?.account?.isDeleted === true, 'e-mail already registered', 'profile'],
    [isRegistered('tag'), 'e-mail already registered', 'implied'],
    // Which addresses, passwords and names are accepted is open.
    [
      (one) => !hasUsualAddress(one),
      'invalid body',
      (one) => (hasKnownDomain(one) && !one.subject?.email?.includes('_') ? 'implied' : 'profile'),
    ],
    [
      (one) => !hasUsualPassword(one),
      'invalid body',
      (one) => (isUnusualPassword(textIn(one, 'password')) ? 'profile' : 'implied'),
    ],
    [(one) => commonPasswords.includes(textIn(one, 'password') ?? ''), 'invalid body', 'open'],
    [(one) => !isPlainText(nameOf(one) ?? 'none'), 'invalid body', 'implied'],
  ],
  shows: [
    ...sessionShows('4.1a'),
    // A team is created with the account.
    ['user.teamId', (one, { user }) => ofOthers(one, 'teamId', user.teamId), '1a'],
    ['user.role', () => is('owner'), '', 'profile'],
    ['user.name', plain(is), '4.1d 2.1d'],
    ['user.name', filled(keeps), '4.1d 2.1d', 'sound'],
    ['user.name', given(is), '4.1d 2.1d', 'profile'],
    ['user.name', (one) => hasNoName(one) && is(undefined), '4.1d 2.1d', 'profile'],
  ],
  after(one, body) {
    const { state, subject, started } = one as Accepted<Address>
    const { email = '' } = subject
    // Of two accounts whose addresses differ in case only, the first one is meant.
    if (isRegistered('exact')(one) || isRegistered('case')(one)) return
    const planned = Object.values(state.accounts).find((account) => account.isPlanned && account.email === email)
    const account = planned ?? newAccount(email, email)
    if (!planned) state.accounts[email] = account
    const name = nameOf(one)
    const [isNameless, isNamePlain] = [!name?.trim(), isPlainText(name ?? 'none')]
    const password = textIn(one, 'password')
    // Later responses are compared with the name that is shown.
    const personName = body?.user?.name ?? null
    const kind = 'signed up' as const
    Object.assign(account, { email, password, personName, isNameless, isNamePlain, signedUp: started, kind })
    delete account.isPlanned
    learnSession(account, body ?? {})
  },
  afterRefusal(one) {
    const { account } = one.subject ?? {}
    if (account && isRegistered('exact')(one) && !isInvalid(one)) account.signUps = (account.signUps ?? 0) + 1
  },
}
