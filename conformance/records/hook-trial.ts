/** Tries records of the hook once: those that the target does not know as they came back are held against no target. */

import { createCaller, type Sender } from '../client/callers.ts'
import type { Identity } from '../client/credentials.ts'
import { type Exchange, isAccepted } from '../client/exchange.ts'
import { summarizeResponse } from '../verdict/format.ts'
import type { HookTrial, RecordPool, Tried } from './pool.ts'
import { type Role, roleFields } from './roles.ts'
import { createOnce } from './shared-accounts.ts'

/** @param pool makes records for these trials only. */
export function createHookTrial(pool: RecordPool, sender: Sender): HookTrial {
  const known = new Map<Tried, Promise<string | undefined>>()
  function tryRecord(what: Tried): Promise<string | undefined> {
    if (what === 'incident') return tryIncidents(pool, sender)
    if (what === 'shared monitor') return trySharedMonitor(pool, sender)
    return what === 'sole owner' ? tryOwner(pool, sender) : tryPassword(pool, sender, what)
  }
  // A record that cannot be made is reported by the checks that need it.
  return (what) => createOnce(known, what, () => tryRecord(what).catch(() => undefined))
}

/** An owner who cannot leave, although one that signed up can: the hook may have made others in the team. */
async function tryOwner(pool: RecordPool, sender: Sender): Promise<string | undefined> {
  const leave = ({ password, ...own }: Identity) => createCaller(sender, own).deleteAccount({ password })
  const owner = await pool.account(sender, 'freeCaller', { team: {} })
  if (!owner.owner || owner.password === undefined) return undefined
  // Another trial finds a wrong password.
  if (![403, 409, 422].includes((await leave(owner)).response.status)) return undefined
  if (!isAccepted(await leave(await pool.signUp(sender)))) return undefined
  return 'the hook makes others in the team of an owner'
}

/** Open incidents of each type that their team cannot resolve. */
async function tryIncidents(pool: RecordPool, sender: Sender): Promise<string | undefined> {
  const { teamId, ...writer } = await pool.sharedCaller(sender, 'writer')
  const seen: Exchange[] = []
  for (const type of ['manual', 'auto']) {
    const { id } = await pool.make('incident', { teamId, type, status: 'open' })
    seen.push(await createCaller(sender, writer).resolve(id))
  }
  if (!seen.every(({ response }) => [404, 409, 410].includes(response.status))) return undefined
  const summary = seen.map(summarizeResponse)[0]
  return `the writer cannot resolve the hook's open incidents: ${summary}; does the target find them by \`id\`, and \`status\` open?`
}

/** A password that the target does not take, although it takes that of an account that signed up. */
async function tryPassword(pool: RecordPool, sender: Sender, role: Role): Promise<string | undefined> {
  if (roleFields[role].fields.password === null) return undefined
  const logIn = ({ email, password }: Identity) => createCaller(sender, {}).logIn({ email, password })
  const owner = await pool.account(sender, role)
  if (owner.email === undefined || owner.password === undefined) return undefined
  const exchange = await logIn(owner)
  const { status } = exchange.response
  if (status < 400 || status >= 500) return undefined
  if (!isAccepted(await logIn(await pool.sharedUser(sender)))) return undefined
  return `the hook's ${role} cannot log in with its \`password\`: ${summarizeResponse(exchange)}`
}

/** A monitor that only the second one of its services has: the hook may have moved it. */
async function trySharedMonitor(pool: RecordPool, sender: Sender): Promise<string | undefined> {
  const { teamId, ...writer } = await pool.sharedCaller(sender, 'writer')
  const of = teamId === undefined ? {} : { teamId }
  const one = await pool.service(of, [['2024-02-28']])
  const other = await pool.service(of, [], one.monitors)
  const counts: unknown[] = []
  for (const { id } of [one, other])
    counts.push((await createCaller(sender, writer).resetService(id)).body?.deletedCount)
  return `${counts}` === '0,1' ? 'the hook links a monitor to one service only' : undefined
}
