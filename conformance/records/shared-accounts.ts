/** Accounts that checks share, made once for each role or index, and new access tokens for those that have expired. */
import type { Sender } from '../client/callers.ts'
import type { Identity } from '../client/credentials.ts'
import { NoResponseError, RateLimitedError } from '../client/exchange.ts'
import type { Secrets } from '../client/redact.ts'
import { withToken } from './accounts.ts'
import { colleagues, type Owner, type Role } from './cast.ts'
import { UnverifiedError } from './errors.ts'
import type { FreshUser, Newcomers } from './newcomers.ts'

export interface SharedAccounts {
  /** An account that signed up, for each index. */
  sharedUser(sender: Sender, index: number): Promise<FreshUser>
  sharedCaller(sender: Sender, role: Role): Promise<Owner>
  /**
   * Replaces the access tokens of shared callers.
   * @param isRejected whether the target rejects this access token.
   * @returns whether there were such callers.
   */
  renew(sender: Sender, isRejected: (accessToken: string) => Promise<boolean>): Promise<boolean>
  /** The number of shared callers that were replaced. */
  renewalCount(): number
}

export function createSharedAccounts(
  secrets: Secrets,
  signUp: Newcomers['signUp'],
  make: (sender: Sender, role: Role, request: { need: string }) => Promise<Owner>,
): SharedAccounts & { assertNotReplaced(identity: Identity, role: Role): void } {
  const callers = new Map<Role, Promise<Owner>>()
  const users = new Map<number, Promise<FreshUser>>()
  const replaced = new Set<string>()

  async function renewCaller(sender: Sender, role: Role, created: Promise<Owner>, owner: Owner): Promise<void> {
    // A concurrent check may have renewed it already.
    if (callers.get(role) !== created) return
    replaced.add(owner.accessToken ?? '')
    callers.delete(role)
    const { accessToken: _, ...credentials } = owner
    // A check that requests the caller sees the error of its log-in.
    const logIn = () => withToken(sender, secrets, role, credentials)
    // A token that came with the record may have other rights than one of a log-in, so only the hook renews it.
    if (owner.hasLoggedIn) createOnce(callers, role, logIn).catch(() => {})
    // A new writer has a new team, without the old colleagues.
    else if (role === 'writer') for (const colleague of colleagues) callers.delete(colleague)
  }

  return {
    sharedUser: (sender, index) => createOnce(users, index, () => signUp(sender, { name: 'Grace Hopper' })),
    sharedCaller: (sender, role) => createOnce(callers, role, () => make(sender, role, { need: role })),
    assertNotReplaced({ accessToken = '' }, role) {
      if (!replaced.has(accessToken)) return
      throw new UnverifiedError(
        `the access token of the ${role} has expired: list one that lives longer, or a password`,
      )
    },
    async renew(sender, isRejected) {
      let isAffected = false
      for (const token of [...replaced]) isAffected ||= await isRejected(token)
      for (const [role, created] of [...callers]) {
        const owner = await created.catch(() => undefined)
        if (!owner || !(await isRejected(owner.accessToken ?? ''))) continue
        isAffected = true
        await renewCaller(sender, role, created, owner)
      }
      for (const [index, created] of [...users]) {
        const user = await created.catch(() => undefined)
        if (!user || !(await isRejected(user.accessToken))) continue
        isAffected = true
        if (users.get(index) !== created) continue
        replaced.add(user.accessToken)
        users.delete(index)
      }
      return isAffected
    },
    renewalCount: () => replaced.size,
  }
}

/** Creates a value once for each key, and again only after the target did not answer. */
export function createOnce<K, T>(known: Map<K, Promise<T>>, key: K, create: () => Promise<T>): Promise<T> {
  const previous = known.get(key)
  if (previous) return previous
  const created = create()
  known.set(key, created)
  created.catch((error) => {
    const isTemporary = error instanceof NoResponseError || error instanceof RateLimitedError
    if (isTemporary && known.get(key) === created) known.delete(key)
  })
  return created
}
