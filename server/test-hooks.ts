/** The conformance kit's test hooks: `POST {"kind", "fields"}` makes a record, with `"id"` changes one, and returns it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import { listen, type RunningServer, readBody } from '@monitoring-service/http/node'
import * as v from 'valibot'
import type { Passwords } from './auth/passwords.ts'
import type { Tokens } from './auth/tokens.ts'
import { makeCode } from './auth/verification-code.ts'
import { DeletionsHeldError } from './domain/clock.ts'
import { newTeam, newUser, newVerification } from './domain/new-records.ts'
import { scheduleDeletion } from './domain/rules.ts'
import { defaultPurgeMax, purge } from './jobs/purge.ts'
import { DuplicateKeyError } from './store/integrity.ts'
import { newId } from './store/new-id.ts'
import { type Data, emptyData, roles, type User } from './store/records.ts'
import type { Store } from './store/store.ts'
import { forOwnNames } from './trial.ts'

export interface TestHooksContext {
  store: Store
  tokens: Tokens
  passwords: Passwords
  now(): Date
}

/** Each account has a password of its own, so that none opens another. */
const passwordOf = (id: string) => `kit-${id}`
/** How long a connection may be idle, in milliseconds. */
const idleTimeout = 40_000

/**
 * Listens on the loopback interface only, because every caller can create users.
 * @param port 0 for a free port.
 * @throws Error with code EADDRINUSE or EACCES if the port is not available.
 */
export async function startTestHooks(context: TestHooksContext, port: number): Promise<RunningServer> {
  const hooks = createHooks(context)
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const [status, body] = await handle(hooks, request, response).catch(
      (error) => [error instanceof FieldsError ? 422 : 400, { error: messageOf(error) }] as const,
    )
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const { url, close } = await listen(forOwnNames(serve), port, '127.0.0.1', { idleTimeout })
  return { url, close: () => close(0) }
}

/** The message of an error that is meant to be read; others are of the language. */
function messageOf(error: Error): string {
  const meant = [FieldsError, ApiError, DuplicateKeyError, DeletionsHeldError]
  const isMeant = error.constructor === Error || meant.some((type) => error instanceof type)
  return isMeant ? error.message : 'the body must be JSON with a kind and the fields that it needs'
}

async function handle(
  hooks: Hooks,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<readonly [status: number, body: object]> {
  // A web page cannot send this media type to another origin without a preflight, which is not answered.
  const isJson = request.method === 'POST' && request.headers['content-type']?.startsWith('application/json')
  if (!isJson) return [415, { error: 'send a POST with application/json' }]
  const body = JSON.parse(String(await readBody(request, response, limits.bodyBytes)))
  const { kind, id, fields } = v.parse(requestSchema, body)
  const make = Object.hasOwn(hooks, kind) ? hooks[kind] : undefined
  if (!make)
    return [404, { error: `unknown kind ${JSON.stringify(kind)}; the kinds are ${Object.keys(hooks).join(', ')}` }]
  const made = id !== undefined && !changeable.has(kind) ? undefined : await make(fields, id)
  return made ? [200, made] : [422, { error: `no ${kind} with this id` }]
}

const requestSchema = v.object({ kind: v.string(), id: v.optional(v.string()), fields: v.unknown() })

/** A record of this kind cannot have these fields. */
class FieldsError extends Error {}

type Hook = (fields: unknown, id?: string) => Promise<object | undefined>
type Hooks = Record<string, Hook>

/** @param entries the fields that are read; others may have any value. */
const createHook =
  <Entries extends v.ObjectEntries>(
    entries: Entries,
    make: (fields: v.InferOutput<v.ObjectSchema<Entries, undefined>>, id?: string) => Promise<object | undefined>,
  ): Hook =>
  async (fields, id) => {
    const { success, output, issues } = v.safeParse(v.object(entries), fields)
    if (success) return make(output, id)
    throw new FieldsError(`${v.getDotPath(issues[0])}: ${issues[0].message}`)
  }

const text = v.nullish(v.string())
const flag = v.nullish(v.boolean())
/** A missing one is refused by the store, which names what it belongs to. */
const owner = v.optional(v.string(), '')
const list = v.optional(v.array(v.string()), [])
const plan = v.optional(v.picklist(['free', 'paid', 'highest']))

/** The kinds whose records can be changed or shown. */
const changeable = new Set(['team', 'account', 'incident'])

const plans = { free: 'free', paid: 'pro', highest: 'enterprise' } as const

function createHooks({ store, tokens, passwords, now }: TestHooksContext): Hooks {
  const load = (records: Partial<Data>) => store.load({ ...emptyData(), ...records })
  return {
    team: createHook({ plan, name: text }, async ({ plan, name = 'Made for the kit' }, id) => {
      if (id !== undefined) return store.changeTeam(id, (team) => ({ ...team, ...(plan && { plan: plans[plan] }) }))
      const team = { ...newTeam(plans[plan ?? 'paid'], now()), name }
      await load({ teams: [team] })
      return team
    }),
    account: createAccountHook({ store, tokens, passwords, now }),
    token: createHook({ accountId: owner, expired: flag }, async ({ accountId, expired }) => {
      const { accessToken } = await tokens.issue(accountId, [], expired ? hourBefore(now()) : now())
      return { accountId, expired, accessToken }
    }),
    incident: createHook(incidentFields, async (fields, id) => {
      if (id !== undefined) return (await store.dump()).incidents.find((one) => one.id === id)
      const { teamId, type, status, cause = null, monitorId = null, serviceId, startedAt, resolvedAt } = fields
      const createdAt = startedAt ?? now().toISOString()
      const incident: Data['incidents'][number] = {
        id: newId(),
        monitorId,
        teamId,
        cause,
        title: 'Made for the kit',
        type: type === 'auto' ? 'auto' : 'manual',
        status: status === 'resolved' ? 'resolved' : 'open',
        startedAt: createdAt,
        resolvedAt: status === 'resolved' ? (resolvedAt ?? createdAt) : null,
        ...(serviceId && { serviceId }),
        createdAt,
      }
      await load({ incidents: [incident] })
      return incident
    }),
    monitor: createHook({ teamId: owner, days: list }, async ({ teamId, days }) => {
      const id = newId()
      await load({ monitors: [{ id, teamId }], dailyStats: days.map((date) => ({ monitorId: id, date })) })
      return { id, teamId, days }
    }),
    rows: createHook({ monitorId: owner, days: list }, async ({ monitorId, days }) => {
      await load({ dailyStats: days.map((date) => ({ monitorId, date })) })
      return { monitorId, days }
    }),
    service: createHook({ teamId: owner, monitorIds: list }, async ({ teamId, monitorIds }) => {
      const service = { id: newId(), teamId, monitorIds }
      await load({ services: [service] })
      return service
    }),
  }
}

const incidentFields = {
  teamId: owner,
  ...v.entriesFromList(['type', 'status', 'cause', 'monitorId', 'serviceId', 'startedAt', 'resolvedAt'], text),
}

const accountFields = {
  teamId: owner,
  role: v.nullish(v.picklist(roles)),
  ...v.entriesFromList(['owner', 'verificationCodeExpired'], flag),
  ...v.entriesFromList(['scope', 'password', 'verificationCode', 'deletionRequestedAt'], text),
}
type AccountFields = v.InferOutput<v.ObjectSchema<typeof accountFields, undefined>>

const hourBefore = (time: Date) => new Date(time.getTime() - 3_600_000)

function createAccountHook({ store, tokens, passwords, now }: TestHooksContext): Hook {
  /** The fields of a user that these change. */
  async function changesOf({ role, scope, owner, password: given, ...fields }: AccountFields, code: string) {
    const { verificationCode, verificationCodeExpired, deletionRequestedAt } = fields
    const hasCode = given === null && verificationCode !== null
    const issuedAt = verificationCodeExpired ? hourBefore(now()) : now()
    return {
      ...((role || scope || owner) && { role: role ?? (scope === 'read' ? ('viewer' as const) : ('owner' as const)) }),
      ...(given === null && { passwordHash: null }),
      ...(hasCode && { verification: newVerification(await passwords.hash(code), issuedAt) }),
      ...(deletionRequestedAt && deletionOf(new Date(deletionRequestedAt))),
    }
  }

  /** As stored, with credentials; an account that is due is deleted. */
  async function shown(user: User, verificationCode: string, { verificationCodeExpired }: AccountFields) {
    const { id, email, teamId, role, deletionRequestedAt, deletionScheduledAt, passwordHash, verification } = user
    const { accessToken } = await tokens.issue(id)
    if (deletionScheduledAt !== null && deletionScheduledAt <= now().toISOString())
      await purge(store, now(), { max: defaultPurgeMax })
    return {
      id,
      email,
      teamId,
      role,
      accessToken,
      deletionRequestedAt,
      deletionScheduledAt,
      owner: role === 'owner',
      scope: role === 'viewer' ? 'read' : 'write',
      password: passwordHash && passwordOf(id),
      ...(verification && { verificationCode, verificationCodeExpired }),
      deleted: (await store.findMember(id)) === undefined,
    }
  }

  return createHook(accountFields, async (fields, id) => {
    const { teamId, verificationCode, deletionRequestedAt } = fields
    const code = verificationCode ?? makeCode()
    const changes = await changesOf(fields, code)
    if (id !== undefined) {
      const changed = await store.changeUser(id, (user) => ({ ...user, ...changes }))
      return changed && shown(changed, code, fields)
    }
    const createdAt = deletionRequestedAt ? new Date(deletionRequestedAt) : now()
    const email = `${newId()}@fixtures.example`
    const made = newUser({ email, teamId, role: 'owner', passwordHash: null }, createdAt)
    const user = { ...made, passwordHash: await passwords.hash(passwordOf(made.id)), ...changes }
    await store.load({ ...emptyData(), users: [user] })
    return shown(user, code, fields)
  })
}

function deletionOf(at: Date) {
  const leaving = scheduleDeletion(newUser({ email: '', teamId: '', role: 'owner', passwordHash: null }, at), 0, at)
  const { deletionRequestedAt, deletionScheduledAt } = leaving
  return { deletionRequestedAt, deletionScheduledAt }
}
