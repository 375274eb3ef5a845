/** Looks whether the target is there, and whether the tokens that were listed open anything, before anybody is judged. */
import { createCaller } from './callers.ts'
import { ulid } from './checks/unknown.ts'
import { type Config, UsageError } from './config.ts'
import type { Run } from './runner.ts'
import { roles } from './states/provider.ts'
import { type Exchange, NoAnswer } from './wire.ts'

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

function codeOf({ body }: Exchange): unknown {
  return (body as { error?: { code?: unknown } } | undefined)?.error?.code
}

function whyOf({ message }: NoAnswer): string {
  return message.replace(/^.* was not answered: /, '')
}
