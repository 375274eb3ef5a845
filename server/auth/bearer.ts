/** Authenticates a caller by bearer token. */
import { ApiError } from '@monitoring-service/http'
import type { User } from '../store/records.ts'
import type { Member, Store } from '../store/store.ts'
import { isEnded } from './sessions.ts'
import type { Tokens } from './tokens.ts'

const scopes = { owner: ['read', 'write'], admin: ['read', 'write'], member: ['read', 'write'], viewer: ['read'] }

/** The scopes of a role; none for an unknown role. */
export function scopesOf(role: User['role']): string[] {
  return Object.hasOwn(scopes, role) ? scopes[role] : []
}

/** The token in a request's Authorization headers (RFC 6750, section 2.1), if there is exactly one. */
export function readBearer([credential = '', ...others]: readonly string[]): string | undefined {
  // Node keeps the first of two headers, while a proxy may have checked the second.
  return others.length > 0 ? undefined : /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(credential)?.[1]
}

/** Whether a request presents a bearer token of any form; another scheme counts as no credential (RFC 6750, section 3.1). */
function hasBearer(authorization: readonly string[]): boolean {
  return authorization.some((credential) => /^Bearer\b/i.test(credential))
}

/**
 * Returns the caller that a bearer token identifies. Rights are read from the store on each call, never from the token.
 * @param authorization the request's Authorization headers.
 * @param identified receives the id of the token's user, also of one without the scopes.
 * @throws ApiError UNAUTHENTICATED or INSUFFICIENT_SCOPE.
 */
export async function checkBearer(
  authorization: readonly string[],
  requiredScopes: readonly string[],
  { store, tokens }: { store: Pick<Store, 'findMember'>; tokens: Pick<Tokens, 'verify'> },
  identified: (userId: string) => void = () => {},
): Promise<Member> {
  const token = readBearer(authorization)
  const verified = token ? await tokens.verify(token) : undefined
  const member = verified && (await store.findMember(verified.userId))
  if (!member || isEnded(verified.sessionMarks, member.sessionMarks)) {
    throw new ApiError('UNAUTHENTICATED', { hasInvalidCredential: hasBearer(authorization) })
  }
  identified(member.user.id)
  const granted = scopesOf(member.user.role)
  if (!requiredScopes.every((scope) => granted.includes(scope))) throw new ApiError('INSUFFICIENT_SCOPE')
  return member
}
