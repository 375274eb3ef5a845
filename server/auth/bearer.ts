/** The check for bearer tokens: who calls, and with what rights? */
import { ApiError } from '@monitoring-service/http'
import { scopesOf } from '../domain/rules.ts'
import type { Member, Store } from '../store/store.ts'
import type { Tokens } from './tokens.ts'

/** The token in a request's Authorization headers (RFC 6750, section 2.1), if there is exactly one. */
export function readBearer([credential = '', ...others]: readonly string[]): string | undefined {
  // Of two headers Node keeps the first, while a proxy may have looked at the second.
  return others.length > 0 ? undefined : /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(credential)?.[1]
}

/**
 * The caller that a bearer token stands for. Rights are read from the store on each call, never from the token.
 * @param authorization the request's Authorization headers.
 * @throws ApiError UNAUTHENTICATED or INSUFFICIENT_SCOPE.
 */
export async function checkBearer(
  authorization: readonly string[],
  scopes: readonly string[],
  { store, tokens }: { store: Pick<Store, 'findMember'>; tokens: Pick<Tokens, 'verify'> },
): Promise<Member> {
  const token = readBearer(authorization)
  const userId = token && (await tokens.verify(token))
  const member = userId ? await store.findMember(userId) : undefined
  if (!member) throw new ApiError('UNAUTHENTICATED')
  const granted = scopesOf(member.user.role)
  if (!scopes.every((scope) => granted.includes(scope))) throw new ApiError('INSUFFICIENT_SCOPE')
  return member
}
