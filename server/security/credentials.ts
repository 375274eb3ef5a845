/** One check for each security scheme of the contract. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { credentials } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/gate'
import { scopesOf } from '../rules.ts'
import type { Member, Store } from '../store/store.ts'
import type { Tokens } from './tokens.ts'

/**
 * The caller that a bearer token stands for. Rights are read from the store on each call, never from the token.
 * @throws ApiError UNAUTHENTICATED or INSUFFICIENT_SCOPE.
 */
export async function checkBearer(
  { headersDistinct }: IncomingMessage,
  scopes: string[],
  { store, tokens }: { store: Store; tokens: Tokens },
): Promise<Member> {
  // Of two headers Node keeps the first, while a proxy may have looked at the second.
  const [credential = '', ...others] = headersDistinct.authorization ?? []
  const token = others.length === 0 && /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(credential)?.[1]
  const userId = token && (await tokens.verify(token))
  const member = userId ? await store.findMember(userId) : undefined
  if (!member) throw new ApiError('UNAUTHENTICATED')
  const granted = scopesOf(member.user.role)
  if (!scopes.every((scope) => granted.includes(scope))) throw new ApiError('INSUFFICIENT_SCOPE')
  return member
}

/** @throws ApiError INVALID_ADMIN_KEY. */
export function checkAdminKey({ headers }: IncomingMessage, adminApiKey: string): void {
  const given = String(headers[credentials.adminApiKey] ?? '')
  // Digests have one length, which timingSafeEqual needs, and tell nothing about the key's own.
  if (!timingSafeEqual(digest(given), digest(adminApiKey))) throw new ApiError('INVALID_ADMIN_KEY')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
