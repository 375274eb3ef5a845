/** The check for bearer tokens: who calls, and with what rights? */
import { ApiError } from '@monitoring-service/gate'
import { scopesOf } from '../rules.ts'
import type { Member, Store } from '../store/store.ts'
import type { Tokens } from './tokens.ts'

/**
 * The caller that a bearer token stands for. Rights are read from the store on each call, never from the token.
 * @param credentials the request's Authorization headers.
 * @throws ApiError UNAUTHENTICATED or INSUFFICIENT_SCOPE.
 */
export async function checkBearer(
  [credential = '', ...others]: readonly string[],
  scopes: readonly string[],
  { store, tokens }: { store: Pick<Store, 'findMember'>; tokens: Pick<Tokens, 'verify'> },
): Promise<Member> {
  // Of two headers Node keeps the first, while a proxy may have looked at the second.
  const token = others.length === 0 && /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(credential)?.[1]
  const userId = token && (await tokens.verify(token))
  const member = userId ? await store.findMember(userId) : undefined
  if (!member) throw new ApiError('UNAUTHENTICATED')
  const granted = scopesOf(member.user.role)
  if (!scopes.every((scope) => granted.includes(scope))) throw new ApiError('INSUFFICIENT_SCOPE')
  return member
}
