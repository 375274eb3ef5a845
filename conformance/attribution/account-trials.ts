/** Tries the hook's callers: their passwords, the lifetimes of their tokens, and the scope of the reader. */
import { summarizeResponse } from '../assess/response.ts'
import { createCaller } from '../client/callers.ts'
import { claimsOf, type Identity } from '../client/credentials.ts'
import { FixtureError, type Owner, type Role, sharedRoles, unlessInconclusive } from '../fixtures/provider.ts'
import { concernsNeed, type FixtureFault, isRefusal, type Trial } from './fixture-fault.ts'

const tried: Role[] = ['writer', 'stranger', 'freeCaller', 'reader', 'admin', 'member', 'ownerWithMember']

/** A caller whom the hook cannot make is left out: the checks that need it report that. */
async function callersOf({ pool, sender, needs }: Trial): Promise<Owner[]> {
  // Checks that take any account take a free caller.
  const roles = tried.filter((role) => needs.has(role) || (role === 'freeCaller' && needs.has('sign-up')))
  const make = (role: Role) =>
    sharedRoles.includes(role) ? pool.sharedCaller(sender, role) : pool.freshCaller(sender, role)
  const made = roles.map((role) =>
    unlessInconclusive(make(role)).catch((error) => {
      if (!(error instanceof FixtureError)) throw error
    }),
  )
  return (await Promise.all(made)).filter((owner) => owner !== undefined)
}

const concernsRole = (role: string) => concernsNeed(new RegExp(`^${role}(?: who|$)`))

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

/** A reader who can write is the writer's equal if the target shows the same role for both. */
export async function tryReader(trial: Trial): Promise<FixtureFault[]> {
  const { pool, sender, needs } = trial
  if (!needs.has('reader') || !needs.has('open manual incident')) return []
  const [writer, reader] = [await pool.sharedCaller(sender, 'writer'), await pool.sharedCaller(sender, 'reader')]
  const demand = { of: writer, type: 'manual', resolved: false } as const
  const { id } = await pool.provide('incident', (provider) => provider.incident(demand))
  if (isRefusal(await createCaller(sender, reader).resolve(id))) return []
  const [role, other] = [await roleOf(trial, writer), await roleOf(trial, reader)]
  if (role === undefined || role !== other) return []
  const reason = `the hook's reader can write, and has the role of the writer (${role}): give it read scope only`
  return [{ description: "the hook's reader has read scope only", reason, concerns: concernsRole('reader') }]
}

async function roleOf({ sender }: Trial, { email, password }: Owner): Promise<string | undefined> {
  if (email === undefined || password === undefined) return undefined
  const { body } = await createCaller(sender, {}).logIn({ email, password })
  return (body as { user?: { role?: string } } | undefined)?.user?.role
}
