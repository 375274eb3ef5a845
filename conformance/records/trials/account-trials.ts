/** Tries the hook's callers: their passwords, the lifetimes of their tokens, and the scope of the reader. */

import { createCaller } from '../../client/callers.ts'
import { claimsOf, type Identity } from '../../client/credentials.ts'
import { summarizeResponse } from '../../verdict/format.ts'
import {
  FixtureError,
  type Owner,
  type Role,
  roles,
  sharedRoles,
  UnverifiedError,
  unlessInconclusive,
} from '../provider.ts'
import { concernsNeed, type FixtureFault, isRefusal, type Trial } from './fixture-fault.ts'

const tried: Role[] = ['writer', 'stranger', 'freeCaller', 'reader', 'admin', 'member', 'ownerWithMember']

/** Undefined for a caller whom the hook cannot make: the checks that need it report that. */
function madeCaller({ pool, sender }: Trial, role: Role): Promise<Owner | undefined> {
  const made = sharedRoles.includes(role) ? pool.sharedCaller(sender, role) : pool.freshCaller(sender, role)
  return unlessInconclusive(made).catch((error) => {
    if (!(error instanceof FixtureError)) throw error
    return undefined
  })
}

async function callersOf(trial: Trial): Promise<Owner[]> {
  const { needs } = trial
  // Checks that take any account take a free caller.
  const needed = tried.filter((role) => needs.has(role) || (role === 'freeCaller' && needs.has('sign-up')))
  return (await Promise.all(needed.map((role) => madeCaller(trial, role)))).filter((owner) => owner !== undefined)
}

const concernsRole = (role: string) => concernsNeed(new RegExp(`^${role}(?: who|$)`))
const concernsReader = concernsRole('reader')

/** Signing up and the admin API key need no hook. */
const concernsHook: FixtureFault['concerns'] = ({ needs }) =>
  needs.some((need) => need !== 'sign-up' && need !== 'admin key')

/** A hook that knows no caller at all; other states would be of no use. */
export async function tryAddress(trial: Trial, url: string): Promise<FixtureFault[]> {
  const isNeeded = concernsHook({ needs: [...trial.needs], requirementIds: [] })
  if (!isNeeded || (await callersOf(trial)).length > 0) return []
  for (const role of roles) {
    const made = trial.pool.provide(role, (provider) => provider.caller({ role, disposable: false }))
    const isUnknown = await made.catch((error) => error instanceof UnverifiedError)
    if (isUnknown !== true) return []
  }
  const reason = `the hook at ${url} answered 404 to every state: is the address right?`
  return [{ description: 'the hook knows the states', reason, concerns: concernsHook }]
}

/** A password that the target does not take, although it takes that of an account that signed up. */
export async function tryPasswords(trial: Trial): Promise<FixtureFault[]> {
  const logIn = ({ email, password }: Identity) => createCaller(trial.sender, {}).logIn({ email, password })
  const faults: FixtureFault[] = []
  for (const owner of await callersOf(trial)) {
    if (owner.email === undefined || owner.password === undefined) continue
    const exchange = await logIn(owner)
    if (!isRefusal(exchange)) continue
    const own = await trial.pool.sharedUser(trial.sender, 0)
    if ((await logIn(own)).response.status >= 300) return []
    faults.push({
      description: `the password of the hook's ${owner.role} is right`,
      reason: `the hook's ${owner.role} cannot log in with its password: ${summarizeResponse(exchange)}`,
      concerns: concernsRole(owner.role),
    })
  }
  return faults
}

/** In seconds. */
const shortestLifetime = 60

/** The expiry of a JSON Web Token. */
export async function tryLifetimes(trial: Trial): Promise<FixtureFault[]> {
  return (await callersOf(trial)).flatMap(({ role, accessToken = '' }) => {
    const { exp } = claimsOf(accessToken)
    const left = typeof exp === 'number' ? exp - Date.now() / 1000 : shortestLifetime
    if (left >= shortestLifetime) return []
    const reason = `the token of the hook's ${role} is valid for ${Math.round(left)} s only: let it live for some minutes`
    return [{ description: `the token of the hook's ${role} outlives a run`, reason, concerns: concernsRole(role) }]
  })
}

/** The roles that have write scope, as the README asks of the hook. */
const writing = ['writer', 'admin', 'member'] as const

/**
 * A reader who can write has write scope if the target shows the role of a caller who has it for the reader, too. If it shows
 * another role, or none, the target is accused: one that does not enforce the scope looks the same.
 */
export async function tryReader(trial: Trial): Promise<FixtureFault[]> {
  const { pool, sender, needs } = trial
  if (!concernsReader({ needs: [...needs], requirementIds: [] })) return []
  const [writer, reader] = [await pool.sharedCaller(sender, 'writer'), await pool.sharedCaller(sender, 'reader')]
  const demand = { of: writer, type: 'manual', resolved: false } as const
  const { id } = await pool.provide('incident', (provider) => provider.incident(demand))
  if (isRefusal(await createCaller(sender, reader).resolve(id))) return []
  const role = await roleOf(trial, reader)
  if (role === undefined) return []
  for (const other of writing) {
    const owner = await madeCaller(trial, other)
    if (!owner || (await roleOf(trial, owner)) !== role) continue
    const reason = `the hook's reader can write, and has the role of the ${other} (${role}): give it read scope only`
    return [{ description: "the hook's reader has read scope only", reason, concerns: concernsReader }]
  }
  return []
}

async function roleOf({ sender }: Trial, { email, password }: Owner): Promise<string | undefined> {
  if (email === undefined || password === undefined) return undefined
  const { body } = await createCaller(sender, {}).logIn({ email, password })
  return (body as { user?: { role?: string } } | undefined)?.user?.role
}
