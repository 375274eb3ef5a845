/** Everything a run can give to its checks: accounts it signs up itself, callers and objects from hook or lists. */
import { randomBytes } from 'node:crypto'
import { type Caller, createCaller, type Identity, type Sender, type Session } from '../callers.ts'
import type { Secrets } from '../secrets.ts'
import { Inapplicable, type Owner, type Provider, ProvisionError, type Role, Unverified } from './provider.ts'

export interface SignupTexts {
  /** With `{unique}` in it. */
  email: string
  /** With `{random}` in it. */
  password: string
}

/** An account that the kit signed up itself. */
export interface Account extends Caller {
  email: string
  password: string
  accessToken: string
  refreshToken: string
  teamId: string
  session: Session
}

export interface Supply {
  /** E-mail and password that nobody has. */
  freshCredentials(): { email: string; password: string }
  signUp(sender: Sender, more?: { name?: string }): Promise<Account>
  /** The callers that several checks may share, each made once. */
  shared(sender: Sender, role: Role): Promise<Owner>
  /** A caller for one check alone; a disposable one is used up by it. */
  fresh(sender: Sender, role: Role, disposable?: boolean): Promise<Owner>
  /** The first that one of the providers has. */
  provide<T>(what: string, from: (provider: Provider) => Promise<T | undefined>): Promise<T>
  adminKey(): string
}

export interface SupplySettings {
  signup: SignupTexts
  adminKey: string | undefined
  /** The roles that the implementation does not have. */
  without: Role[]
  /** In place of accounts that are signed up. */
  newcomer: Identity | undefined
}

export function createSupply(settings: SupplySettings, providers: Provider[], secrets: Secrets): Supply {
  const run = randomBytes(5).toString('hex')
  let accounts = 0
  const sharing = new Map<Role, Promise<Owner>>()
  if (settings.adminKey !== undefined) secrets.add(settings.adminKey, 'admin key')

  async function provide<T>(what: string, from: (provider: Provider) => Promise<T | undefined>): Promise<T> {
    for (const provider of providers) {
      const provided = await from(provider)
      if (provided !== undefined) return provided
    }
    throw new Unverified(`no ${what}: list it under fixtures, or let the hook make it`)
  }

  /** A caller who came with a password only logs in. */
  async function enter(sender: Sender, role: Role, identity: Identity): Promise<Owner> {
    secrets.harvest(identity)
    if (identity.accessToken !== undefined) return { ...identity, role }
    const { email, password } = identity
    const { response, body } = await createCaller(sender, {}).logIn({ email, password })
    const { accessToken, user } = (body ?? {}) as Partial<Session>
    if (response.status >= 300 || !accessToken) {
      throw new ProvisionError(`the ${role} cannot log in: ${response.status}`)
    }
    return { ...identity, role, accessToken, ...(user && { teamId: user.teamId }) }
  }

  const supply: Supply = {
    freshCredentials() {
      accounts += 1
      const password = settings.signup.password.replaceAll('{random}', randomBytes(15).toString('base64url'))
      secrets.add(password, 'password')
      return { email: settings.signup.email.replaceAll('{unique}', `${run}-${accounts}`), password }
    },
    async signUp(sender, more = {}) {
      const { email, password } = settings.newcomer ?? {}
      const listed = email !== undefined && password !== undefined ? { email, password } : undefined
      const credentials = listed ?? supply.freshCredentials()
      const visitor = createCaller(sender, {})
      const { response, body } = await (listed ? visitor.logIn(listed) : visitor.signUp({ ...credentials, ...more }))
      const session = body as Session | undefined
      if (response.status >= 300 || typeof session?.accessToken !== 'string') {
        throw new Unverified(`no account: signing up answered ${response.status}`)
      }
      const { accessToken, refreshToken, user } = session
      const identity = { ...credentials, accessToken, refreshToken, teamId: user?.teamId }
      return { ...createCaller(sender, identity), ...identity, session }
    },
    shared(sender, role) {
      const made = sharing.get(role) ?? supply.fresh(sender, role)
      sharing.set(role, made)
      return made
    },
    async fresh(sender, role, disposable = false) {
      if (settings.without.includes(role)) throw new Inapplicable(`the implementation has no ${role}`)
      const of = role === 'reader' && { of: await supply.shared(sender, 'writer') }
      const identity = await provide(role, (provider) => provider.caller({ role, ...of, disposable }))
      return enter(sender, role, identity)
    },
    provide,
    adminKey() {
      if (settings.adminKey === undefined) throw new Unverified('no admin API key: --admin-key or MC_ADMIN_KEY')
      return settings.adminKey
    },
  }
  return supply
}
