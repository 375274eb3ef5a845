/** Provides fixtures through the implementer's HTTP hook: `POST {"state", "params"}` returns JSON. */

import type { Identity } from '../client/credentials.ts'
import { describeSendError, send } from '../client/driver.ts'
import type { Secrets } from '../client/redact.ts'
import { sendWithRetries } from '../client/retry.ts'
import { overdueDays } from '../verdict/grace-period.ts'
import { parseTime } from '../verdict/times.ts'
import { fromHook } from './origin.ts'
import {
  FixtureError,
  MalformedFixtureError,
  type Monitor,
  type Owner,
  type Provider,
  type StoredFields,
} from './provider.ts'

export interface HookSettings {
  url: string
  /** Sent as `Authorization: Bearer`. */
  secret?: string
}

type JsonObject = Record<string, unknown>

const identityFields = [
  'email',
  'password',
  'accessToken',
  'refreshToken',
  'adminKey',
  'verificationCode',
  'expiredAccessToken',
  'expiredVerificationCode',
  'deletionRequestedAt',
  'deletionScheduledAt',
]

export interface HookLimits {
  /** Time limit of a response, in milliseconds. */
  timeout: number
  /** Time limit of all retries of a request, in milliseconds. */
  patience: number
}

export function createHookProvider(
  { url, secret }: HookSettings,
  { timeout, patience }: HookLimits,
  secrets: Secrets,
): Provider {
  const post = async (body: string) => {
    const headers = { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) }
    // A connection that is kept may be closed by the hook just when it is used again.
    return { response: await send({ method: 'POST', url, headers, body, isFresh: true }, timeout) }
  }

  /**
   * Returns undefined for a state that the hook does not know.
   * @throws FixtureError
   */
  async function make(state: string, params: JsonObject): Promise<JsonObject | undefined> {
    const fail = (reason: string) => new FixtureError(`the hook at ${url} could not make ${state}: ${reason}`)
    const body = JSON.stringify({ state, params })
    const { exchange, isRateLimited } = await sendWithRetries(() => post(body), patience).catch((error) => {
      throw fail(describeSendError(error))
    })
    const { status, text } = exchange.response
    const seen = `it answered ${status}${excerpt(text)}`
    if (isRateLimited) throw fail(`${seen}; it asks to come back later: lower --jobs, or raise --patience`)
    if (status === 404) return undefined
    if (status === 401 || status === 403) {
      throw fail(`${seen}; ${secret ? 'is' : 'does it want'} --hook-secret (MC_HOOK_SECRET)${secret ? ' right' : ''}?`)
    }
    if (status < 200 || status >= 300) throw fail(seen)
    const made = parseObject(text)
    if (!made) throw fail(`it answered no JSON object${excerpt(text)}`)
    secrets.collect(made)
    return made
  }

  /** The states with wishes that the hook could not make. */
  const withoutWishes = new Set<string>()

  /** A hook that fails because of a wish is asked without it. */
  async function makeWishing(state: string, params: JsonObject, wishes: object = {}): Promise<JsonObject | undefined> {
    const name = `${state} ${Object.keys(wishes)}`
    if (Object.keys(wishes).length === 0 || withoutWishes.has(name)) return make(state, params)
    const wished = await make(state, { ...params, ...wishes }).catch((error) => {
      if (!(error instanceof FixtureError)) throw error
      return undefined
    })
    if (wished) return wished
    const made = await make(state, params)
    withoutWishes.add(name)
    return made
  }

  async function makeWithId(
    state: string,
    params: JsonObject,
    wishes?: object,
  ): Promise<({ id: string } & JsonObject) | undefined> {
    const made = await makeWishing(state, params, wishes)
    if (made && typeof made.id !== 'string') {
      const fields = Object.keys(made).join(', ') || 'no field'
      throw new MalformedFixtureError(state, `without an \`id\` that is text; the response has ${fields}`)
    }
    return made as ({ id: string } & JsonObject) | undefined
  }

  const provider: Provider = {
    async caller({ role, of, wishes }) {
      const team = of?.teamId === undefined ? {} : { teamId: of.teamId }
      const isMember = role === 'admin' || role === 'member'
      const made = await (isMember ? makeWishing('member', { ...team, role }, wishes) : makeWishing(role, team, wishes))
      if (made && typeof made.accessToken !== 'string' && typeof made.password !== 'string') {
        throw new FixtureError(`the hook made ${role} with neither an accessToken nor a password`)
      }
      const wrong = identityFields.find((name) => made && typeof (made[name] ?? '') !== 'string')
      if (wrong) throw new FixtureError(`the hook made ${role} with ${wrong} that is no text: put it in quotes`)
      return made && { ...(made as Identity), origin: fromHook(wishes) }
    },
    async incident({ of, type, resolved, displayed, serviceId, cause, wishes }) {
      const service = displayed && (await provider.service({ of, monitors: [['2024-01-01']] }))
      if (displayed && !service) return undefined
      const on = service ? { serviceId: service.id } : serviceId !== undefined && { serviceId }
      const params = { teamId: of.teamId, type, resolved, ...on, ...(cause && { cause }) }
      const made = await makeWithId('incident', params, wishes)
      return (
        made && {
          id: made.id,
          ...inTeamOf(of),
          ...on,
          ...(cause && made.cause === cause && { cause }),
          stored: storedOf(made),
        }
      )
    },
    async monitor({ of, days }) {
      const made = await makeWithId('monitor', { teamId: of.teamId, days })
      return made && { id: made.id, ...inTeamOf(of), days }
    },
    async service({ of, monitors, linked: ids = [] }) {
      const linked: Monitor[] = []
      for (const days of monitors) {
        const monitor = await provider.monitor({ of, days })
        if (!monitor) return undefined
        linked.push(monitor)
      }
      const made = await makeWithId('service', { teamId: of.teamId, monitors: [...linked.map(({ id }) => id), ...ids] })
      return made && { id: made.id, ...inTeamOf(of), monitors: linked }
    },
    async changePlan({ teamId }, plan) {
      const made = await make('plan', { teamId, plan })
      // It may name its own paid plan.
      const isChanged = typeof made?.plan === 'string' && (made.plan.toLowerCase() === 'free') === (plan === 'free')
      return isChanged || undefined
    },
    async completeDeletion({ email }) {
      const made = await make('deletion', { email, deletionRequestedDaysAgo: overdueDays })
      return typeof made?.isDeleted === 'boolean' ? made.isDeleted : undefined
    },
    async addRows({ teamId }, monitorId, days) {
      const made = await make('rows', { teamId, monitorId, days })
      return made && true
    },
    async changeRole({ email }, role) {
      const made = await make('role', { email, role })
      return typeof made?.role === 'string' ? made.role : undefined
    },
  }
  return provider
}

const inTeamOf = ({ teamId }: Owner) => (teamId === undefined ? {} : { teamId })

/** Fields that a hook returns beside the id may have another form than the API's. */
function storedOf({ monitorId, title, status, startedAt, resolvedAt, createdAt }: JsonObject): StoredFields {
  const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(parseTime(value))
  return {
    ...((typeof monitorId === 'string' || monitorId === null) && { monitorId }),
    ...((typeof title === 'string' || title === null) && { title }),
    ...(typeof status === 'string' && { status }),
    ...(isTime(startedAt) && { startedAt: startedAt as string }),
    ...(isTime(resolvedAt) && { resolvedAt: resolvedAt as string }),
    ...(isTime(createdAt) && { createdAt: createdAt as string }),
  }
}

const longestExcerpt = 80

/** The start of a response, without long words, which may be tokens. */
function excerpt(text: string): string {
  const line = text
    .replace(/[\w.+/=-]{20,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
  if (line === '') return ''
  return `: ${line.length > longestExcerpt ? `${line.slice(0, longestExcerpt)}…` : line}`
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
