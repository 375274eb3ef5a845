/** The rung of the ladder where the implementer's hook makes each state: `POST {"state", "params"}` answers JSON. */
import type { Identity } from '../callers.ts'
import { askPatiently } from '../patience.ts'
import type { Secrets } from '../secrets.ts'
import { whyOf } from '../wire.ts'
import { type Monitor, type Provider, ProvisionError } from './provider.ts'

export interface HookSettings {
  url: string
  /** Sent as `Authorization: Bearer`. */
  secret?: string
}

type Answer = Record<string, unknown>

export interface HookWaits {
  /** How long an answer may take, in milliseconds. */
  timeout: number
  /** How long to wait, in all, for a hook that asks to come back later, in milliseconds. */
  patience: number
}

export function createHook(
  { url, secret }: HookSettings,
  { timeout, patience }: HookWaits,
  secrets: Secrets,
): Provider {
  const ask = async (body: string) => {
    const headers = { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) }
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeout) })
    const text = await response.text()
    return { response: { status: response.status, headers: Object.fromEntries(response.headers) }, text }
  }

  /** @throws ProvisionError if the hook fails; a state that it does not know is undefined. */
  async function make(state: string, params: Answer): Promise<Answer | undefined> {
    const fail = (why: string) => new ProvisionError(`the hook at ${url} could not make ${state}: ${why}`)
    const body = JSON.stringify({ state, params })
    const asked = await askPatiently(() => ask(body), patience).catch((error) => {
      throw fail(whyOf(error, timeout))
    })
    const { response, text } = asked.answered
    const { status } = response
    const seen = `it answered ${status}${startOf(text)}`
    if (asked.isTurnedAway) throw fail(`${seen}; it asks to come back later: lower --jobs, or raise --patience`)
    if (status === 404) return undefined
    if (status === 401 || status === 403) {
      throw fail(`${seen}; ${secret ? 'is' : 'does it want'} --hook-secret (MC_HOOK_SECRET)${secret ? ' right' : ''}?`)
    }
    if (status < 200 || status >= 300) throw fail(seen)
    const made = parse(text)
    if (!made) throw fail(`it answered no JSON object${startOf(text)}`)
    secrets.harvest(made)
    return made
  }

  async function makeWithId(state: string, params: Answer): Promise<{ id: string } | undefined> {
    const made = await make(state, params)
    if (made && typeof made.id !== 'string') {
      throw new ProvisionError(`the hook made ${state} without an id that is text${startOf(JSON.stringify(made))}`)
    }
    return made as { id: string } | undefined
  }

  const provider: Provider = {
    async caller({ role, of }) {
      const team = of?.teamId === undefined ? {} : { teamId: of.teamId }
      const isMember = role === 'admin' || role === 'member'
      const made = await (isMember ? make('member', { ...team, role }) : make(role, team))
      if (made && typeof made.accessToken !== 'string' && typeof made.password !== 'string') {
        throw new ProvisionError(`the hook made ${role} with neither an accessToken nor a password`)
      }
      return made as Identity | undefined
    },
    async incident({ of, type, resolved, displayed }) {
      const service = displayed && (await provider.service({ of, monitors: [['2024-01-01']] }))
      if (displayed && !service) return undefined
      const on = service && { serviceId: service.id }
      const made = await makeWithId('incident', { teamId: of.teamId, type, resolved, ...on })
      return made && { id: made.id, ...on }
    },
    async monitor({ of, days }) {
      const made = await makeWithId('monitor', { teamId: of.teamId, days })
      return made && { id: made.id, days }
    },
    async service({ of, monitors }) {
      const linked: Monitor[] = []
      for (const days of monitors) {
        const monitor = await provider.monitor({ of, days })
        if (!monitor) return undefined
        linked.push(monitor)
      }
      const made = await makeWithId('service', { teamId: of.teamId, monitors: linked.map(({ id }) => id) })
      return made && { id: made.id, monitors: linked }
    },
  }
  return provider
}

const longest = 80

/** The beginning of an answer, behind what is wrong with it; long words may be tokens. */
function startOf(text: string): string {
  const line = text
    .replace(/[\w.+/=-]{20,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
  if (line === '') return ''
  return `: ${line.length > longest ? `${line.slice(0, longest)}…` : line}`
}

function parse(text: string): Answer | undefined {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
