/** Accounts that checks share, made once, and new access tokens for those that have expired. */
import type { Sender } from '../client/callers.ts'
import { NoResponseError, RateLimitedError } from '../client/exchange.ts'
import type { Secrets } from '../client/redact.ts'
import { withToken } from './accounts.ts'
import { colleagues, type Owner, type Role } from './roles.ts'
import type { SignUps, User } from './sign-ups.ts'

/** @param replaced the access tokens of shared accounts that have expired. */
export function createSharedAccounts(
  secrets: Secrets,
  replaced: Set<string>,
  signUp: SignUps['signUp'],
  make: (sender: Sender, role: Role, request: { need: string }) => Promise<Owner>,
) {
  const callers = new Map<Role, Promise<Owner>>()
  const users = new Map<'own', Promise<User>>()

  /** A check that requests the account sees the error of its log-in. */
  function renewCaller(sender: Sender, role: Role, { accessToken: _, ...owner }: Owner): void {
    // A token that came with the record may have other rights than one of a log-in, so only the hook renews it.
    if (owner.hasLoggedIn) createOnce(callers, role, () => withToken(sender, secrets, role, owner)).catch(() => {})
    // A new writer has a new team, without the old colleagues.
    else if (role === 'writer') for (const colleague of colleagues) callers.delete(colleague)
  }

  return {
    sharedUser: (sender: Sender) => createOnce(users, 'own', () => signUp(sender, { name: 'Grace Hopper' })),
    sharedCaller: (sender: Sender, role: Role) => createOnce(callers, role, () => make(sender, role, { need: role })),
    /**
     * Replaces the access tokens of shared accounts.
     * @param isRejected whether the target rejects this access token.
     * @returns whether there were such accounts.
     */
    async renew(sender: Sender, isRejected: (accessToken: string) => Promise<boolean>): Promise<boolean> {
      let isAffected = false
      for (const token of [...replaced]) isAffected ||= await isRejected(token)
      const shared = [...callers, ...users] as [Role | 'own', Promise<Owner>][]
      for (const [key, created] of shared) {
        const { accessToken, ...account } = await created.catch((): Partial<Owner> => ({}))
        if (accessToken === undefined || !(await isRejected(accessToken))) continue
        isAffected = true
        const known: Map<Role | 'own', unknown> = key === 'own' ? users : callers
        // A concurrent check may have renewed it already.
        if (known.get(key) !== created) continue
        replaced.add(accessToken)
        known.delete(key)
        if (key !== 'own') renewCaller(sender, key, { role: key, ...account })
      }
      return isAffected
    },
    /** The number of shared accounts that were replaced. */
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
