/** Before a run: tries each state of the hook once, so that a fixture that is not what it should be never accuses the target. */
import { summarizeResponse } from '../assess/response.ts'
import { createCaller, type Sender } from '../client/callers.ts'
import type { Identity } from '../client/credentials.ts'
import type { Exchange } from '../client/http.ts'
import type { FixturePool } from '../fixtures/pool.ts'
import { FixtureError, type Owner, type Provider, type Role, unlessInconclusive } from '../fixtures/provider.ts'
import { dayAfterThree, threeDays } from '../fixtures/recipes.ts'

/** A state of the hook that is not as it should be. */
export interface FixtureFault {
  /** For the line of `doctor`. */
  description: string
  reason: string
  /** Whether a check with these needs cannot be judged. */
  concerns(needs: readonly string[]): boolean
}

interface Trial {
  pool: FixturePool
  sender: Sender
}

/** Tries only the states that the checks need. */
export async function tryHook(trial: Trial, needs: ReadonlySet<string>): Promise<FixtureFault[]> {
  const faults: FixtureFault[] = []
  for (const attempt of [tryPasswords, tryLifetimes, tryIncidents, tryReader, tryStatistics]) {
    try {
      faults.push(...((await unlessInconclusive(attempt(trial, needs))) ?? []))
    } catch (error) {
      // The checks that need the fixture report that the hook cannot make it.
      if (!(error instanceof FixtureError)) throw error
    }
  }
  return faults
}

const tried: Role[] = ['writer', 'stranger', 'freeCaller', 'reader', 'admin', 'member']

async function callersOf({ pool, sender }: Trial, needs: ReadonlySet<string>): Promise<Owner[]> {
  const roles = tried.filter((role) => needs.has(role))
  const made = await Promise.all(roles.map((role) => unlessInconclusive(pool.sharedCaller(sender, role))))
  return made.filter((owner) => owner !== undefined)
}

const concernsRole = (role: string) => (needs: readonly string[]) =>
  needs.some((need) => need === role || need.startsWith(`${role} who`))

/** A password that the target does not take, although it takes that of an account that signed up. */
async function tryPasswords(trial: Trial, needs: ReadonlySet<string>): Promise<FixtureFault[]> {
  const logIn = ({ email, password }: Identity) => createCaller(trial.sender, {}).logIn({ email, password })
  const faults: FixtureFault[] = []
  for (const owner of await callersOf(trial, needs)) {
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
async function tryLifetimes(trial: Trial, needs: ReadonlySet<string>): Promise<FixtureFault[]> {
  return (await callersOf(trial, needs)).flatMap(({ role, accessToken = '' }) => {
    const { exp } = claimsOf(accessToken)
    const left = typeof exp === 'number' ? exp - Date.now() / 1000 : shortestLifetime
    if (left >= shortestLifetime) return []
    const reason = `the token of the hook's ${role} is valid for ${Math.round(left)} s only: let it live for some minutes`
    return [{ description: `the token of the hook's ${role} outlives a run`, reason, concerns: concernsRole(role) }]
  })
}

function claimsOf(token: string): { exp?: unknown } {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) ?? {}
  } catch {
    return {}
  }
}

function isRefusal({ response: { status } }: Exchange): boolean {
  return status >= 400 && status < 500
}

function incidentOf(trial: Trial, of: Owner, type: 'manual' | 'auto', resolved = false): Promise<{ id: string }> {
  return trial.pool.provide('incident', (provider: Provider) => provider.incident({ of, type, resolved }))
}

/** Incidents that the writer does not find, or that are resolved although they should be open. */
async function tryIncidents(trial: Trial, needs: ReadonlySet<string>): Promise<FixtureFault[]> {
  const names = ['open manual incident', 'open auto incident']
  if (!names.every((name) => needs.has(name))) return []
  const writer = await trial.pool.sharedCaller(trial.sender, 'writer')
  const caller = createCaller(trial.sender, writer)
  const seen: Exchange[] = []
  for (const type of ['manual', 'auto'] as const) {
    const { id } = await incidentOf(trial, writer, type)
    seen.push(await caller.resolve(id))
  }
  if (!seen.every(({ response }) => [403, 404, 409, 410].includes(response.status))) return []
  const reason = `the writer cannot resolve the hook's open incidents: ${seen.map(summarizeResponse)[0]}; are they open, and in the team \`params.teamId\`?`
  return [
    {
      description: "the hook's incidents are open, in the writer's team",
      reason,
      concerns: (all) => all.some((need) => need.includes('incident')),
    },
  ]
}

/** A reader who can write is the writer's equal if the target shows the same role for both. */
async function tryReader(trial: Trial, needs: ReadonlySet<string>): Promise<FixtureFault[]> {
  if (!needs.has('reader') || !needs.has('open manual incident')) return []
  const { pool, sender } = trial
  const [writer, reader] = [await pool.sharedCaller(sender, 'writer'), await pool.sharedCaller(sender, 'reader')]
  const { id } = await incidentOf(trial, writer, 'manual')
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

/** A plan that is not paid, and monitors without rows. */
async function tryStatistics(trial: Trial, needs: ReadonlySet<string>): Promise<FixtureFault[]> {
  if (![...needs].some((need) => /^(monitor|service) with/.test(need))) return []
  const { pool, sender } = trial
  const writer = await pool.sharedCaller(sender, 'writer')
  const caller = createCaller(sender, writer)
  const monitor = await pool.provide('monitor', (provider) => provider.monitor({ of: writer, days: [...threeDays] }))
  const service = await pool.provide('service', (provider) =>
    provider.service({ of: writer, monitors: [[...threeDays]] }),
  )
  // Rows that only one of the two finds are there: the other is wrong.
  const resets = [
    await caller.resetMonitor(monitor.id),
    await caller.resetService(service.id, { before: dayAfterThree }),
  ]
  const concerns = (all: readonly string[]) => all.some((need) => /^(monitor|service) with/.test(need))
  const [first] = resets.map(summarizeResponse)
  if (resets.every(({ response, body }) => [402, 403].includes(response.status) && limitsPlan(body))) {
    const reason = `the hook's writer cannot reset statistics: ${first}; is its team on a paid plan?`
    return [{ description: "the hook's writer is on a paid plan", reason, concerns }]
  }
  if (resets.every(({ response, body }) => response.status < 300 && countOf(body) === 0)) {
    const reason = `neither reset finds rows: does the hook make a row of statistics for each of \`params.days\`?`
    return [{ description: "the hook's monitors have rows of statistics", reason, concerns }]
  }
  return []
}

function limitsPlan(body: unknown): boolean {
  const { upgradeUrl, code } = (body as { error?: { upgradeUrl?: string; code?: string } } | undefined)?.error ?? {}
  return upgradeUrl !== undefined || /plan|upgrade|payment/i.test(`${code}`)
}

function countOf(body: unknown): unknown {
  return (body as { deletedCount?: unknown } | undefined)?.deletedCount
}
