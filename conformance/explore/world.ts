/** The accounts and objects of one sequence, with the callers that the fixtures provide. */

import { type Caller, createCaller, type Sender } from '../client/callers.ts'
import { type Account, createModel, type Model, type RoleName, roleTeams } from '../document/state.ts'
import type { AccountRequest } from '../records/accounts.ts'
import type { Owner, Role } from '../records/cast.ts'
import { FixtureError } from '../records/errors.ts'
import type { Fields } from '../records/kinds.ts'
import { secretsOf, toKnownUser } from '../records/known-users.ts'
import type { RecordPool } from '../records/pool.ts'
import { deletionRequested } from '../records/recipe.ts'
import type { CheckRecord } from '../verdict/record.ts'

export type ColleagueRole = 'member' | 'reader' | 'admin'

export interface World {
  model: Model
  make: RecordPool['make']
  service: RecordPool['service']
  newCredentials: RecordPool['newCredentials']
  adminKeyHolder(): Caller
  /** Creates a caller that a fixture provides. */
  enter(name: string, special?: AccountRequest): Promise<void>
  join(ownerName: string, name: string, role: ColleagueRole, fields?: Fields): Promise<void>
  /** Adds an account whose deletion was requested so many days ago. */
  addLeaver(name: string, daysAgo: number): Promise<void>
  /** The account as the owner of a fixture. */
  owner(name: string): Promise<Owner>
  /** @param session `older` uses the token of an earlier log-in. */
  callerOf(name: string, session?: string): Caller
}

const none = {
  older: [],
  isNamePlain: false,
  wrong: 0,
  wrongProofs: 0,
  mayBeLoggedOut: false,
  codeIsUnsure: false,
}

const kinds: Partial<Record<RoleName, Account['kind']>> = {
  ownerWithMember: 'owner of others',
  oauthUser: 'by code',
  reader: 'colleague',
  admin: 'colleague',
  member: 'colleague',
}

/** The rights that the fixture promises; others are learned from responses. */
const rights: Partial<Record<RoleName, Pick<Account, 'canWrite' | 'canReset'>>> = {
  writer: { canWrite: true, canReset: true },
  stranger: { canWrite: true, canReset: true },
  reader: { canWrite: false },
  freeCaller: { canReset: false },
}

/** @param record gets the users of fixtures, and their secrets. */
export function createWorld(
  sender: Sender,
  pool: RecordPool,
  { users, secrets }: Pick<CheckRecord, 'users' | 'secrets'>,
): World {
  const model = createModel()
  const visitor = createCaller(sender, {})

  function add(name: string, team: string, identity: Owner, kind: Account['kind'], right: Partial<Account> = {}): void {
    const { email, password, accessToken, teamId, verificationCode, hasLoggedIn } = identity
    const isTaken = Object.values(model.accounts).some((other) => email !== undefined && other.email === email)
    if (isTaken) throw new FixtureError(`the fixtures provide ${email} twice`)
    const cameWithToken = !hasLoggedIn
    const account = { name, team, email, password, accessToken, teamId, verificationCode, cameWithToken, kind }
    model.accounts[name] = { ...none, older: [], ...account, ...right }
    const user = toKnownUser(identity, pool.teamMembers.sizeOf(identity))
    for (const credential of [accessToken, email]) if (credential !== undefined) users.set(credential, user)
    for (const [secret, what] of secretsOf(identity)) secrets.set(secret, what)
  }

  const world: World = {
    model,
    make: pool.make,
    service: pool.service,
    newCredentials: pool.newCredentials,
    adminKeyHolder() {
      model.adminKey = pool.adminKey()
      return createCaller(sender, { adminKey: model.adminKey })
    },
    async enter(name, special) {
      if (model.accounts[name]) return
      const role = name as RoleName
      const team = roleTeams[role]
      if (team === undefined) throw new Error(`no action creates ${name}`)
      const of = team === role ? undefined : await world.owner(team)
      const isDisposable = role !== 'freeCaller' || special !== undefined
      const identity = await pool.account(sender, role, { ...(of && { of }), isDisposable, ...special })
      const teamId = identity.teamId ?? of?.teamId
      add(name, team, { ...identity, ...(teamId !== undefined && { teamId }) }, kinds[role] ?? 'single', rights[role])
    },
    async join(ownerName, name, role, fields) {
      const of = await world.owner(ownerName)
      const identity = await pool.account(sender, role, { of, isDisposable: true, ...(fields && { fields }) })
      const { canReset } = rights[ownerName as RoleName] ?? {}
      const { deletionRequestedAt, deletionScheduledAt } = identity
      const right = {
        ...(deletionRequestedAt && deletionScheduledAt && { deletion: { deletionRequestedAt, deletionScheduledAt } }),
        ...(role === 'reader' && { canWrite: false }),
        ...(canReset === false && { canReset }),
        ...(fields?.owner === true && { mayOwn: true }),
      }
      add(
        name,
        ownerName,
        identity,
        identity.password === undefined && fields?.password === null ? 'by code' : 'colleague',
        right,
      )
    },
    async addLeaver(name, daysAgo) {
      const fields = deletionRequested(daysAgo)
      const identity = await pool.account(sender, 'freeCaller', { fields })
      const { deletionRequestedAt = '', deletionScheduledAt = '' } = identity
      add(name, name, identity, 'single', { canReset: false, deletion: { deletionRequestedAt, deletionScheduledAt } })
    },
    async owner(name) {
      await world.enter(name)
      return { ...identityOf(model.accounts[name] as Account), role: roleOf(name) }
    },
    callerOf(name, session) {
      const account = model.accounts[name]
      if (!account) return visitor
      const caller = createCaller(sender, identityOf(account))
      const [older] = account.older
      return session === 'older' && older !== undefined ? caller.withToken(older) : caller
    },
  }
  return world
}

function roleOf(name: string): Role {
  return name in roleTeams ? (name as RoleName) : 'ownerWithMember'
}

function identityOf({ email, password, accessToken, teamId, verificationCode }: Account) {
  return {
    ...(email !== undefined && { email }),
    ...(password !== undefined && { password }),
    ...(accessToken !== undefined && { accessToken }),
    ...(teamId !== undefined && { teamId }),
    ...(verificationCode !== undefined && { verificationCode }),
  }
}
