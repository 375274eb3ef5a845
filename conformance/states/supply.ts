/** Everything a run can give to its checks: accounts it signs up itself, callers and objects from hook or lists. */
import { randomBytes } from 'node:crypto'
import { type Caller, createCaller, type Identity, type Sender, type Session } from '../callers.ts'
import { sight } from '../judging.ts'
import type { Secrets } from '../secrets.ts'
import { NoAnswer, TurnedAway } from '../wire.ts'
import {
  colleagues,
  Inapplicable,
  LogInRefused,
  missing,
  type Owner,
  type Provider,
  type Role,
  Unverified,
} from './provider.ts'

export interface SignupTexts {
  /** With `{unique}` in it. */
  email: string
  /** With `{random}` in it. */
  password: string
}

/** Somebody with a password, alone in a team on the free plan. */
export interface Person extends Caller {
  email: string
  password: string
  accessToken: string
  teamId: string
}

/** An account that the kit signed up itself. */
export interface Account extends Person {
  refreshToken: string
  session: Session
}

/** Nobody can sign up. */
export class SignUpRefused extends Unverified {
  readonly status: number
  constructor(status: number) {
    super(
      `no account: signing up answered ${status}; is the password one that it takes? --signup-password, --signup-email`,
    )
    this.status = status
  }
}

export interface Supply {
  /** E-mail and password that nobody has. */
  freshCredentials(): { email: string; password: string }
  signUp(sender: Sender, more?: { name?: string }): Promise<Account>
  /** An account that checks share, signed up once for each place. */
  resident(sender: Sender, place: number): Promise<Account>
  /**
   * A free caller whom the hook made and nobody else was given; undefined if there is none. They spare the target a
   * sign-up, which costs it a password hash, slow on purpose.
   */
  spare(sender: Sender): Promise<Person | undefined>
  /** From now on, nobody is spared a sign-up. */
  forgoSpares(): void
  /** The callers that several checks may share, each made once. */
  shared(sender: Sender, role: Role): Promise<Owner>
  /** A caller for one check alone; a disposable one is used up by it. */
  fresh(sender: Sender, role: Role, disposable?: boolean): Promise<Owner>
  /** Somebody joins the owner's team; false if none of the providers can make that, or says that they did. */
  join(owner: Owner, role: Role): Promise<boolean>
  /**
   * Callers whom checks share and whose access tokens are not taken any more get new ones.
   * @param isMeant whether a caller with this access token is one of them.
   * @returns whether there were any.
   */
  renew(sender: Sender, isMeant: (accessToken: string) => boolean): Promise<boolean>
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
  const residents = new Map<number, Promise<Account>>()
  const spared = new Set<string | undefined>()
  /** Access tokens that others are shared in place of. */
  const retired = new Set<string>()
  let hasSpares = true
  if (settings.adminKey !== undefined) secrets.add(settings.adminKey, 'admin key')

  async function provide<T>(what: string, from: (provider: Provider) => Promise<T | undefined>): Promise<T> {
    for (const provider of providers) {
      const provided = await from(provider)
      if (provided !== undefined) return provided
    }
    throw new Unverified(missing(what))
  }

  /** A caller who came with a password only logs in. */
  async function enter(sender: Sender, role: Role, identity: Identity): Promise<Owner> {
    secrets.harvest(identity)
    if (identity.accessToken !== undefined) return { ...identity, role }
    const { email, password } = identity
    const exchange = await createCaller(sender, {}).logIn({ email, password })
    const { accessToken, user } = (exchange.body ?? {}) as Partial<Session>
    if (exchange.response.status >= 300 || !accessToken) throw new LogInRefused(role, sight(exchange))
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
        throw new SignUpRefused(response.status)
      }
      const { accessToken, refreshToken, user } = session
      const identity = { ...credentials, accessToken, refreshToken, teamId: user?.teamId }
      return { ...createCaller(sender, identity), ...identity, session }
    },
    resident(sender, place) {
      return once(residents, place, () => supply.signUp(sender, { name: 'Grace Hopper' }))
    },
    async spare(sender) {
      if (!hasSpares) return undefined
      try {
        spared.add((await supply.shared(sender, 'freeCaller')).email)
        const demand = { role: 'freeCaller', disposable: true } as const
        const { email, password, accessToken, teamId } = await provide('freeCaller', (one) => one.caller(demand))
        if (email && password && accessToken && teamId && !spared.has(email)) {
          spared.add(email)
          const identity = { email, password, accessToken, teamId }
          return { ...createCaller(sender, identity), ...identity }
        }
      } catch {
        // Whoever needs a free caller says what is wrong with them.
      }
      hasSpares = false
      return undefined
    },
    forgoSpares() {
      hasSpares = false
    },
    shared(sender, role) {
      return once(sharing, role, () => supply.fresh(sender, role))
    },
    async fresh(sender, role, disposable = false) {
      if (settings.without.includes(role)) throw new Inapplicable(`the implementation has no ${role}`)
      const of = colleagues.includes(role) && { of: await supply.shared(sender, 'writer') }
      const identity = await provide(role, (provider) => provider.caller({ role, ...of, disposable }))
      return enter(sender, role, identity)
    },
    async join(of, role) {
      for (const provider of providers) {
        const joined = await provider.caller({ role, of, disposable: true })
        if (joined) return of.teamId !== undefined && joined.teamId === of.teamId
      }
      return false
    },
    async renew(sender, isMeant) {
      const others = [...retired].some(isMeant)
      const old = [...sharing].map(async ([role, made]) => ({ role, made, owner: await made.catch(() => undefined) }))
      const meant = (await Promise.all(old)).filter(({ owner }) => isMeant(owner?.accessToken ?? ''))
      for (const { role, made, owner } of meant) {
        // Another check may have been quicker.
        if (sharing.get(role) !== made) continue
        retired.add(owner?.accessToken ?? '')
        const { accessToken: _, ...known } = owner ?? { role }
        sharing.delete(role)
        // If they are not let in, whoever asks for them hears of it.
        if (owner?.password !== undefined) once(sharing, role, () => enter(sender, role, known)).catch(() => {})
        // A new writer has a new team, to which the old colleagues do not belong.
        if (role === 'writer' && !sharing.has(role)) for (const colleague of colleagues) sharing.delete(colleague)
      }
      const residing = [...residents].map(async ([place, made]) => {
        return { place, made, one: await made.catch(() => undefined) }
      })
      const gone = (await Promise.all(residing)).filter(({ one }) => isMeant(one?.accessToken ?? ''))
      for (const { place, made, one } of gone) {
        if (residents.get(place) !== made) continue
        retired.add(one?.accessToken ?? '')
        residents.delete(place)
      }
      return others || meant.length + gone.length > 0
    },
    provide,
    adminKey() {
      if (settings.adminKey === undefined) throw new Unverified('no admin API key: --admin-key or MC_ADMIN_KEY')
      return settings.adminKey
    },
  }
  return supply
}

/** What was made stays made; who got no answer, or was turned away, may try again. */
function once<K, T>(known: Map<K, Promise<T>>, key: K, make: () => Promise<T>): Promise<T> {
  const old = known.get(key)
  if (old) return old
  const made = make()
  known.set(key, made)
  made.catch((error) => {
    const isOver = error instanceof NoAnswer || error instanceof TurnedAway
    if (isOver && known.get(key) === made) known.delete(key)
  })
  return made
}
