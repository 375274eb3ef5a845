/** Looks whether the target is there, and whether the tokens that were listed open anything, before anybody is judged. */
import { createCaller, type Identity } from './callers.ts'
import { ulid } from './checks/unknown.ts'
import { type Config, UsageError } from './config.ts'
import type { Run } from './runner.ts'
import { roles } from './states/provider.ts'
import { type Exchange, NoAnswer, TurnedAway } from './wire.ts'

/** The target cannot be reached at all. */
export class Unreachable extends Error {}

/** @throws Unreachable, UsageError */
export async function preflight({ wire, settings }: Run, { target, fixtures }: Config): Promise<void> {
  if (target.url === '')
    throw new UsageError('no target: give its base address, as in `conformance https://their.host`')
  try {
    await wire.warm(1)
  } catch (error) {
    if (error instanceof NoAnswer) throw new Unreachable(`${target.url} cannot be tested: ${whyOf(error)}`)
    throw error
  }
  const sender = { send: wire.send, transport: settings.transport }
  // An incident that is not there: neither a right token nor a wrong one changes anything.
  const ask = (accessToken?: string) => createCaller(sender, accessToken ? { accessToken } : {}).deleteIncident(ulid())
  for (const role of roles) {
    for (const identity of [fixtures[role] ?? []].flat()) {
      if (identity.accessToken === undefined || identity.password !== undefined) continue
      const [own, none] = [await ask(identity.accessToken), await ask()]
      if (own.response.status === 401 && codeOf(own) === codeOf(none)) {
        throw new UsageError(
          `the access token of fixtures.${role} opens nothing: the target refuses it as it refuses none`,
        )
      }
    }
  }
}

/**
 * Looks whether the admin API key opens the listing; a wrong one would fail every check that needs it.
 * @throws UsageError if the target refuses it as it refuses none.
 */
export async function checkAdminKey({ wire, settings }: Run, { auth }: Config): Promise<void> {
  if (auth.adminKey === undefined) return
  const sender = { send: wire.send, transport: settings.transport }
  const ask = (identity: Identity) => createCaller(sender, identity).listDeletionRequests()
  let own: Exchange
  let none: Exchange
  try {
    own = await ask({ adminKey: auth.adminKey })
    none = await ask({})
  } catch (error) {
    // A listing that does not answer is for its checks to tell.
    if (error instanceof NoAnswer || error instanceof TurnedAway) return
    throw error
  }
  const { status } = own.response
  if ((status === 401 || status === 403) && status === none.response.status && codeOf(own) === codeOf(none)) {
    const how = 'is it the right key, and does it travel as --admin-header and --admin-value say?'
    throw new UsageError(
      `the admin API key opens nothing: the target answers ${status}, as it does without a key; ${how}`,
    )
  }
}

function codeOf({ body }: Exchange): unknown {
  return (body as { error?: { code?: unknown } } | undefined)?.error?.code
}

function whyOf({ message }: NoAnswer): string {
  return message.replace(/^.* was not answered: /, '')
}
