/** Tries records of the hook once: those that the target does not know as they came back are held against no target. */

import { createCaller, type Sender } from '../client/callers.ts'
import type { Identity } from '../client/credentials.ts'
import type { Exchange } from '../client/exchange.ts'
import { summarizeResponse } from '../verdict/format.ts'
import { cast, type Role } from './cast.ts'
import type { Probe, RecordPool } from './pool.ts'
import { createOnce } from './shared-accounts.ts'

/** @param pool makes records for these probes only. */
export function createProbe(pool: RecordPool, sender: Sender): Probe {
  const known = new Map<Role | 'incident', Promise<string | undefined>>()
  // A record that cannot be made is reported by the checks that need it.
  return (what) =>
    createOnce(known, what, () =>
      (what === 'incident' ? tryIncidents(pool, sender) : tryPassword(pool, sender, what)).catch(() => undefined),
    )
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
  if (cast[role].fields.password === null) return undefined
  const logIn = ({ email, password }: Identity) => createCaller(sender, {}).logIn({ email, password })
  const owner = await pool.account(sender, role)
  if (owner.email === undefined || owner.password === undefined) return undefined
  const exchange = await logIn(owner)
  const { status } = exchange.response
  if (status < 400 || status >= 500) return undefined
  if ((await logIn(await pool.sharedUser(sender))).response.status >= 300) return undefined
  return `the hook's ${role} cannot log in with its \`password\`: ${summarizeResponse(exchange)}`
}
