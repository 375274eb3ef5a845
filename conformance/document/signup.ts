/** Document 4.1: an account is created with e-mail and password, and with it a team. */
import { limits } from '@monitoring-service/contract'
import { type Claim, is, keeps } from '../verdict/claims.ts'
import type { Accepted, Operation, Shown, Situation } from './operation.ts'
import { asObject, otherForm, textIn } from './rows.ts'
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
  !session.isInvalid(request) && textIn(request, 'password')?.toLowerCase() === request.subject?.email?.toLowerCase()

const isRegistered = (likeness: session.Address['likeness']) => (request: Request) =>
  request.subject?.account?.isDeleted === undefined && request.subject?.likeness === likeness

const isOfDeleted = ({ subject }: Request) => subject?.account?.isDeleted === true

/** The sign-up that made the account counts, too. */
const allowedTries = limits.attempts - 1
const isLocked = (request: Request) =>
  isRegistered('exact')(request) && (request.subject?.account?.refusedSignUps ?? 0) >= allowedTries

/** Credentials that the target takes. */
const usual = ({ usualCredentials, accounts }: Model): Partial<Account>[] => [
  ...usualCredentials,
  ...Object.values(accounts),
]
/** `kit-1xy@example.com` where the target takes `kit-1@example.com`; `kit-1_y@example.com` once it has taken another with _. */
const isAlikeUsual = ({ model, subject }: Request) => {
  const takesUnderscore = Object.values(model.accounts).some(({ email, signedUp }) => signedUp && email?.includes('_'))
  const fewLetters = takesUnderscore ? /^\w{0,9}$/ : /^[a-z\d]{0,9}$/
  return usual(model).some(({ email = '' }) => {
    const [local = '', domain] = email.split('@')
    const { email: sent = '' } = subject ?? {}
    return local !== '' && sent.startsWith(local) && fewLetters.test(sent.slice(local.length).replace(`@${domain}`, ''))
  })
}
const hasKnownDomain = ({ model, subject }: Request) =>
  model.usualCredentials.some(({ email }) => subject?.email?.endsWith(email.replace(/^.*@/, '@')))
const basisOfAddress = (request: Request) =>
  hasKnownDomain(request) && !request.subject?.email?.includes('_') ? 'implied' : 'profile'

const passwordIn = (request: Request) => textIn(request, 'password') ?? ''
const hasUsualPassword = (request: Request) =>
  usual(request.model).some(({ password }) => password === passwordIn(request))
const basisOfPassword = (request: Request) =>
  passwordIn(request).length > 40 || /\p{C}/u.test(passwordIn(request)) ? 'profile' : 'implied'

/** A claim where such a name is sent. */
const withName =
  (claim: (name: string) => Claim, isMeant = (_name: string) => true): Shown<session.Address>['claim'] =>
  (request) => {
    const name = nameOf(request)
    return name !== undefined && !isOdd(name) && isMeant(name) && claim(name)
  }

const name = { path: 'user.name', cites: ['4.1d', '2.1d'] } as const

export const signup: Operation<session.Address> = {
  id: 'signup',
  cites: ['4.1a'],
  find: session.findAddress,
  refusals: [
    ...session.bodyRefusals('signup', { object: ['4.1e'], email: ['4.1b', '4.1e'], password: ['4.1c', '4.1e'] }),
    { when: hasWrongName, condition: 'invalid body', cites: ['4.1d', '4.1e'] },
    { when: isPasswordAddress, condition: 'invalid body', cites: [], basis: 'profile' },
    { when: isLocked, condition: 'too many tries', cites: ['4.1f'], basis: 'profile' },
    { when: isRegistered('exact'), condition: 'e-mail already registered', cites: ['4.1f'] },
    { when: isRegistered('case'), condition: 'e-mail already registered', cites: ['4.1f'], basis: 'profile' },
  ],
  open: [
    otherForm,
    session.unknownAddress,
    session.triesDoubt({ isTry: isRegistered('exact'), counted: 'refusedSignUps', most: allowedTries }),
    { when: isOfDeleted, condition: 'e-mail already registered', basis: 'profile' },
    { when: isRegistered('tag'), condition: 'e-mail already registered', basis: 'implied' },
    // Which addresses, passwords and names are accepted is open.
    { when: (request) => !isAlikeUsual(request), condition: 'invalid body', basis: basisOfAddress },
    { when: (request) => !hasUsualPassword(request), condition: 'invalid body', basis: basisOfPassword },
    { when: (request) => commonPasswords.includes(passwordIn(request)), condition: 'invalid body', basis: 'open' },
    { when: (request) => !isPlainText(nameOf(request) ?? 'none'), condition: 'invalid body', basis: 'implied' },
  ],
  shows: [
    ...session.shows('4.1a'),
    // A team is created with the account.
    { path: 'user.teamId', claim: session.noneOfOthers('teamId'), cites: ['1a'] },
    { path: 'user.role', claim: () => is('owner'), cites: [], basis: 'profile' },
    { ...name, claim: withName(is, isPlainText) },
    // In place of an empty one, a service may choose one.
    { ...name, claim: withName(keeps, (text) => text.trim() !== ''), basis: 'sound' },
    { ...name, claim: withName(is), basis: 'profile' },
    { ...name, claim: (request) => hasNoName(request) && is(undefined), basis: 'profile' },
  ],
  after(request, body) {
    const { model, subject, started } = request as Accepted<session.Address>
    const { email = '' } = subject
    // Addresses that differ in case only may have an account each.
    const isKnown = body?.user?.id !== undefined && body.user.id === subject.account?.id
    if (isRegistered('exact')(request) || (isRegistered('case')(request) && isKnown)) return
    const account = newAccount(email, email, {
      email,
      password: textIn(request, 'password'),
      kind: 'signed up',
      ownership: 'implied',
      signedUp: started,
      // Later responses are compared with the name that is shown.
      personName: body?.user?.name ?? null,
      sentName: nameOf(request),
    })
    model.accounts[email] = account
    session.learnSession(account, body ?? {})
  },
  afterRefusal(request) {
    const { account } = request.subject ?? {}
    if (account && isRegistered('exact')(request) && !session.isInvalid(request))
      account.refusedSignUps = (account.refusedSignUps ?? 0) + 1
  },
}
