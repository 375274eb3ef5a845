/** The accounts and objects of one sequence, with the callers that records provide. */

import { type Caller, createCaller, type Sender } from '../client/callers.ts'
import type { Identity } from '../client/credentials.ts'
import { isRole, promisesOf, teamOf } from '../document/known.ts'
import { type Account, createModel, type Model, newAccount } from '../document/state.ts'
import type { AccountRequest } from '../records/accounts.ts'
import type { Owner, Role } from '../records/cast.ts'
import { RecordError } from '../records/errors.ts'
import type { Fields } from '../records/kinds.ts'
import { secretsOf } from '../records/known-users.ts'
import type { RecordPool } from '../records/pool.ts'
import { deletionRequested } from '../records/recipe.ts'
import type { CheckRecord } from '../verdict/record.ts'

export type ColleagueRole = 'member' | 'reader' | 'admin'

export interface World {
  model: Model
  pool: RecordPool
  adminKeyHolder(): Caller
  /** Creates a caller that a record provides. */
  enter(name: string, special?: AccountRequest): Promise<void>
  join(ownerName: string, name: string, role: ColleagueRole, fields?: Fields): Promise<void>
  /** Adds an account whose deletion was requested so many days ago. */
  addScheduled(name: string, daysAgo: number): Promise<void>
  /** The team of the account, for a record. */
  teamOf(name: string): Promise<{ teamId?: string }>
  /** @param session `older` uses the token of an earlier log-in. */
  callerOf(name: string, session?: string): Caller
}

/** @param record gets the users of records, and their secrets. */
export function createWorld(
  sender: Sender,
  pool: RecordPool,
  { users, secrets }: Pick<CheckRecord, 'users' | 'secrets'>,
): World {
  const model = createModel()

  function add(name: string, team: string, role: Role, identity: Owner, more: Partial<Account> = {}): void {
    const { email, password, accessToken, teamId, verificationCode, hasLoggedIn } = identity
    const isTaken = email !== undefined && Object.values(model.accounts).some((other) => other.email === email)
    if (isTaken) throw new RecordError(`the fixtures provide ${email} twice`)
    const { deletionRequestedAt, deletionScheduledAt } = identity
    model.accounts[name] = newAccount(name, team, {
      ...{ email, password, accessToken, teamId, verificationCode, cameWithToken: !hasLoggedIn },
      ...promisesOf(role),
      ...(deletionRequestedAt && deletionScheduledAt && { deletion: { deletionRequestedAt, deletionScheduledAt } }),
      ...more,
    })
    for (const credential of [accessToken, email]) if (credential !== undefined) users.set(credential, { email })
    for (const [secret, what] of secretsOf(identity)) secrets.set(secret, what)
  }

  const world: World = {
    model,
    pool,
    adminKeyHolder() {
      model.adminKey = pool.adminKey()
      return createCaller(sender, { adminKey: model.adminKey })
    },
    async enter(name, special) {
      if (model.accounts[name]) return
      if (!isRole(name)) throw new Error(`no action creates ${name}`)
      const team = teamOf(model, name)
      const of = team === name ? undefined : await world.teamOf(team)
      const isDisposable = name !== 'freeCaller' || special !== undefined
      const identity = await pool.account(sender, name, { ...(of && { of }), isDisposable, ...special })
      add(name, team, name, { ...of, ...identity })
    },
    async join(ownerName, name, role, fields) {
      const of = await world.teamOf(ownerName)
      const identity = await pool.account(sender, role, { of, isDisposable: true, ...(fields && { fields }) })
      const { canReset } = promisesOf(ownerName)
      add(name, ownerName, role, identity, {
        ...(identity.password === undefined && fields?.password === null && { kind: 'by code' }),
        ...(canReset === false && { canReset }),
        ...(fields?.owner === true && { mayOwn: true }),
      })
    },
    async addScheduled(name, daysAgo) {
      const identity = await pool.account(sender, 'freeCaller', { fields: deletionRequested(daysAgo) })
      add(name, name, 'freeCaller', identity)
    },
    async teamOf(name) {
      await world.enter(name)
      const { teamId } = model.accounts[name] as Account
      return teamId === undefined ? {} : { teamId }
    },
    callerOf(name, session) {
      const account = model.accounts[name]
      if (!account) return createCaller(sender, {})
      const caller = createCaller(sender, identityOf(account))
      const [older] = account.older
      return session === 'older' && older !== undefined ? caller.withToken(older) : caller
    },
  }
  return world
}

function identityOf({ email, password, accessToken, teamId, verificationCode }: Account): Identity {
  const known = Object.entries({ email, password, accessToken, teamId, verificationCode })
  return Object.fromEntries(known.filter(([, value]) => value !== undefined))
}
