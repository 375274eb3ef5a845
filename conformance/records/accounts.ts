/** Accounts from hook or lists: a new one in a role, in a team of its own or in another's. */

import { createCaller, type Sender } from '../client/callers.ts'
import type { Identity } from '../client/credentials.ts'
import { isAccepted } from '../client/exchange.ts'
import type { Secrets } from '../client/redact.ts'
import { summarizeResponse } from '../verdict/format.ts'
import { elseListed, LogInError } from './errors.ts'
import type { Fields } from './kinds.ts'
import { type Owner, type Role, roleFields } from './roles.ts'
import { makeRecord, type Need, type Sources, unavailable } from './sources.ts'

/** How an account differs from the usual one of its role. */
export interface AccountRequest {
  /** The member of the team that it joins. */
  of?: { teamId?: string }
  /** Of its new team. */
  team?: Fields
  fields?: Fields
  /** The check uses it up, so that no other check may share it. */
  isDisposable?: boolean
  need?: Need
}

/** @param isUsual only usual accounts are listed. */
export async function makeAccount(
  sources: Sources,
  role: Role,
  request: AccountRequest,
  isUsual: boolean,
): Promise<Identity> {
  const { isDisposable = false } = request
  return elseListed(makeInHook(sources, role, request), () => {
    const listed = isUsual ? sources.lists?.account(role, isDisposable) : undefined
    if (!listed) return undefined
    const { password, ...others } = listed
    return { ...(others as Identity), ...(typeof password === 'string' && { password }), source: 'list' }
  })
}

const identityFields = [
  ...['id', 'email', 'password', 'accessToken', 'owner', 'deleted'],
  ...['verificationCode', 'verificationCodeExpired', 'deletionRequestedAt', 'deletionScheduledAt'],
]
const isKnown = ([name, value]: [string, unknown]) => identityFields.includes(name) && (value ?? '') !== ''

async function makeInHook({ hook }: Sources, role: Role, request: AccountRequest): Promise<Identity> {
  const { of, team = {}, need } = request
  const usual = roleFields[role]
  const ownTeam = of ? undefined : await makeRecord({ hook }, 'team', { ...usual.team, ...team }, need)
  const teamId = of ? of.teamId : ownTeam?.id
  const made = await makeRecord({ hook }, 'account', { teamId, ...usual.fields, ...request.fields }, need)
  if ((made.accessToken ?? made.password ?? '') === '')
    throw unavailable(need, "the hook's account came back without `accessToken` and `password`", role)
  if (role === 'ownerWithMember') await makeRecord({ hook }, 'account', { teamId, role: 'member' }, need)
  return {
    ...(Object.fromEntries(Object.entries(made).filter(isKnown)) as Identity),
    ...(teamId !== undefined && { teamId }),
    ...(typeof ownTeam?.name === 'string' && { teamName: ownTeam.name }),
    source: 'hook',
    asked: { ...team, ...request.fields },
  }
}

/**
 * Logs in an account that came without an access token.
 * @throws LogInError
 */
export async function withToken(sender: Sender, secrets: Secrets, role: Role, identity: Identity): Promise<Owner> {
  secrets.collect(identity, role)
  if (identity.accessToken !== undefined) return { ...identity, role }
  const { email, password } = identity
  const exchange = await createCaller(sender, {}).logIn({ email, password })
  const { accessToken, user } = exchange.body ?? {}
  secrets.collect({ accessToken }, role)
  if (!isAccepted(exchange) || !accessToken)
    throw new LogInError(role, exchange.response.status, summarizeResponse(exchange))
  return { ...identity, role, accessToken, hasLoggedIn: true, ...(user && { teamId: user.teamId }) }
}

export type WithPassword<T> = T & { email: string; password: string }

/** @throws UnverifiedError or InapplicableError if the account has no password. */
export function withPassword<T extends Owner>(owner: T, need?: Need): WithPassword<T> {
  assertHas(owner, ['email', 'password'], need)
  return owner as WithPassword<T>
}

/** @throws UnverifiedError or InapplicableError if the account came back without one of these. */
export function assertHas(owner: Owner, names: (keyof Identity)[], need: Need): void {
  const missing = names.find((name) => owner[name] === undefined)
  if (missing) throw unavailable(need, `the ${owner.role} came without \`${missing}\``, owner.role)
}
