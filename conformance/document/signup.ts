/** Document 4.1: an account is created with e-mail and password, and with it a team. */
import { limits } from '@monitoring-service/contract'
import { type Claim, is, keeps } from '../verdict/claims.ts'
import type { Accepted, Operation, Situation } from './operation.ts'
import { asObject, formDoubts, textIn } from './rows.ts'
import * as session from './session-rows.ts'
import { type Account, type Model, newAccount } from './state.ts'
import { isPlainText, loneSurrogateIn } from './texts.ts'

type Request = Situation<session.Address>
const nameOf = (request: Request) => textIn(request, 'name')
const hasNoName = ({ input }: Request) => asObject(input)?.name === undefined
const hasWrongName = (request: Request) =>
  !hasNoName(request) && asObject(request.input)?.name !== null && nameOf(request) === undefined

/** A target may refuse them for that. */
export const commonPasswords = ['password1', 'qwerty123', 'iloveyou1', 'Passw0rd!', 'abc12345', 'Summer2024!']
const isOdd = (text: string) => loneSurrogateIn(text) || text.includes('\0')
const isPasswordAddress = (request: Request) =>
  textIn(request, 'password')?.toLowerCase() === request.subject?.email?.toLowerCase()

const isRegistered = (likeness: session.Address['likeness']) => (request: Request) =>
  request.subject?.account?.isDeleted === undefined && request.subject?.likeness === likeness

/** The sign-up that made the account counts, too. */
const allowedTries = limits.attempts - 1
const hasTried = (request: Request) =>
  isRegistered('exact')(request) && (request.subject?.account?.signUps ?? 0) >= allowedTries

/** Credentials that the target takes. */
const usual = ({ usualCredentials, accounts }: Model): Partial<Account>[] => [
  ...usualCredentials,
  ...Object.values(accounts),
]
/** An address that the kit makes, or one with letters more, such as `kit-1xy@example.com` by `kit-1@example.com`; with _ if another has it. */
const isOfKitsForm = ({ state, subject }: Request) => {
  const takesUnderscore = Object.values(state.accounts).some(({ email, signedUp }) => signedUp && email?.includes('_'))
  const form = takesUnderscore ? /^\w{0,9}$/ : /^[a-z\d]{0,9}$/
  return usual(state).some(({ email = '' }) => {
    const [local = '', domain] = email.split('@')
    const { email: sent = '' } = subject ?? {}
    return local !== '' && sent.startsWith(local) && form.test(sent.slice(local.length).replace(`@${domain}`, ''))
  })
}
const hasKnownDomain = ({ state, subject }: Request) =>
  state.usualCredentials.some(({ email }) => subject?.email?.endsWith(email.replace(/^.*@/, '@')))
const hasUsualPassword = (request: Request) =>
  usual(request.state).some(({ password }) => password === textIn(request, 'password'))
const isUnusualPassword = (password = '') => password.length > 40 || /\p{C}/u.test(password)

/** A claim where such a name is sent. */
const withName =
  (claim: (name: string) => Claim, isMeant = (_name: string) => true) =>
  (request: Request) => {
    const name = nameOf(request)
    return name !== undefined && !isOdd(name) && isMeant(name) && claim(name)
  }

export const signup: Operation<session.Address> = {
  id: 'signup',
  cites: '4.1a',
  find: session.findAddress,
  refusals: [
    ...session.bodyRefusals('signup', '4.1e', '4.1b 4.1e', '4.1c 4.1e'),
    [hasWrongName, 'invalid body', '4.1d 4.1e'],
    [(request) => !session.isInvalid(request) && isPasswordAddress(request), 'invalid body', '', 'profile'],
    [hasTried, 'too many tries', '4.1f', 'profile'],
    [isRegistered('exact'), 'e-mail already registered', '4.1f'],
    [isRegistered('case'), 'e-mail already registered', '4.1f', 'profile'],
  ],
  open: [
    ...formDoubts,
    session.unknownAddress,
    session.triesDoubt(isRegistered('exact'), 'signUps', allowedTries),
    [({ subject }) => subject?.account?.isDeleted === true, 'e-mail already registered', 'profile'],
    [isRegistered('tag'), 'e-mail already registered', 'implied'],
    // Which addresses, passwords and names are accepted is open.
    [
      (request) => !isOfKitsForm(request),
      'invalid body',
      (request) => (hasKnownDomain(request) && !request.subject?.email?.includes('_') ? 'implied' : 'profile'),
    ],
    [
      (request) => !hasUsualPassword(request),
      'invalid body',
      (request) => (isUnusualPassword(textIn(request, 'password')) ? 'profile' : 'implied'),
    ],
    [(request) => commonPasswords.includes(textIn(request, 'password') ?? ''), 'invalid body', 'open'],
    [(request) => !isPlainText(nameOf(request) ?? 'none'), 'invalid body', 'implied'],
  ],
  shows: [
    ...session.shows('4.1a'),
    // A team is created with the account.
    ['user.teamId', (request, { user }) => session.noneOfOthers(request, 'teamId', user.teamId), '1a'],
    ['user.role', () => is('owner'), '', 'profile'],
    ['user.name', withName(is, isPlainText), '4.1d 2.1d'],
    // In place of an empty one, a service may choose one.
    ['user.name', withName(keeps, (name) => name.trim() !== ''), '4.1d 2.1d', 'sound'],
    ['user.name', withName(is), '4.1d 2.1d', 'profile'],
    ['user.name', (request) => hasNoName(request) && is(undefined), '4.1d 2.1d', 'profile'],
  ],
  after(request, body) {
    const { state, subject, started } = request as Accepted<session.Address>
    const { email = '' } = subject
    // Addresses that differ in case only may have an account each.
    const isKnown = body?.user?.id !== undefined && body.user.id === subject.account?.id
    if (isRegistered('exact')(request) || (isRegistered('case')(request) && isKnown)) return
    const account = newAccount(email, email, {
      email,
      password: textIn(request, 'password'),
      kind: 'signed up',
      signedUp: started,
      // Later responses are compared with the name that is shown.
      personName: body?.user?.name ?? null,
      sentName: nameOf(request),
    })
    state.accounts[email] = account
    session.learnSession(account, body ?? {})
  },
  afterRefusal(request) {
    const { account } = request.subject ?? {}
    if (account && isRegistered('exact')(request) && !session.isInvalid(request))
      account.signUps = (account.signUps ?? 0) + 1
  },
}
