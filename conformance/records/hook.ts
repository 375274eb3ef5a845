/** The implementer's HTTP hook: `POST {"kind", "fields"}` makes a record, with `"id"` it changes one. */

import type { Clock } from '../client/clock.ts'
import { describeSendError, send } from '../client/driver.ts'
import type { LeftBehind } from '../client/footprint.ts'
import type { Secrets } from '../client/redact.ts'
import { parseJson } from '../client/response-limits.ts'
import { sendWithRetries } from '../client/retry.ts'
import { RecordError } from './errors.ts'
import { any, describeAsked, type Fields, type Kind, type StoredRecord } from './kinds.ts'
import { assertAsAsked, type Hook, type Need, unavailable } from './sources.ts'

export interface HookSettings {
  url: string
  /** Sent as `Authorization: Bearer`. */
  secret?: string
}

const credentials = ['email', 'password', 'accessToken', 'verificationCode', 'teamId']

/** @param times in milliseconds, for a response and for all retries of a request. */
export function createHook(
  { url, secret }: HookSettings,
  { timeout, patience }: { timeout: number; patience: number },
  secrets: Secrets,
  clock: Clock,
  left: LeftBehind,
): Hook {
  /** Checks use these records up, so that each is a new one. */
  const usedUp = new Set<string>()
  /** Whether it made anything so far; undefined before the first response. */
  let isKnown: boolean | undefined

  const post = async (body: string) => {
    const headers = { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) }
    // A connection that is kept may be closed by the hook just when it is used again.
    return { response: await send({ method: 'POST', url, headers, body, isFresh: true }, timeout) }
  }

  /** @throws RecordError */
  async function request(kind: Kind, fields: Fields, id?: string): Promise<Fields | undefined> {
    const fail = (reason: string) => new RecordError(`the hook at ${url} could not make ${kind}: ${reason}`)
    const body = JSON.stringify({ kind, ...(id !== undefined && { id }), fields })
    const { exchange, isRateLimited } = await sendWithRetries(() => post(body), patience).catch((error) => {
      throw fail(describeSendError(error))
    })
    const { status, text } = exchange.response
    const seen = `it answered ${status}${excerpt(text)}`
    if (isRateLimited) throw fail(`${seen}; it asks to come back later: lower --jobs, or raise --patience`)
    if (status === 401 || status === 403) {
      throw fail(`${seen}; ${secret ? 'is' : 'does it want'} --hook-secret (MC_HOOK_SECRET)${secret ? ' right' : ''}?`)
    }
    isKnown ||= status !== 404
    if (status === 404 || status === 422) return undefined
    if (status < 200 || status >= 300) throw fail(seen)
    const { body: made } = parseJson(text)
    if (!isObject(made)) throw fail(`it answered no JSON object${excerpt(text)}`)
    const wrong = credentials.find((name) => typeof (made[name] ?? '') !== 'string')
    if (wrong) throw new RecordError(`the hook made ${kind} with ${wrong} that is no text: put it in quotes`)
    secrets.collect(made)
    if (id === undefined) left.records[kind] = (left.records[kind] ?? 0) + 1
    return made
  }

  /** An incident that is displayed on any service gets one without monitors. */
  async function withService({ serviceId, ...fields }: Fields): Promise<Fields | undefined> {
    if (serviceId !== any) return serviceId === undefined ? fields : { ...fields, serviceId }
    const service = await request('service', { teamId: fields.teamId, monitorIds: [] })
    return service && { ...fields, serviceId: service.id }
  }

  async function make(kind: Kind, fields: Fields, need: Need): Promise<StoredRecord | undefined> {
    const asked = byClock(fields, clock)
    const sent = await withService(asked)
    const record = sent && (await request(kind, sent))
    if (!record) return undefined
    assertAsAsked(kind, asked, record, need)
    // An id may be that of another team's, and come back once its record is deleted with its team.
    const key = `${kind} ${asked.teamId} ${record.id}`
    if (record.deleted === true) usedUp.clear()
    if (usedUp.has(key)) {
      const reason = `the hook's ${describeAsked(kind, asked)} came back with the \`id\` of an earlier one`
      throw unavailable(need, reason, kind)
    }
    // The id of an incident may be used again once that is deleted.
    if (kind === 'monitor' || kind === 'service') usedUp.add(key)
    return record
  }

  async function change(kind: Kind, id: string, fields: Fields): Promise<StoredRecord | undefined> {
    const asked = byClock(fields, clock)
    const changed = await request(kind, asked, id)
    if (!changed) return undefined
    const record = { id, ...changed }
    assertAsAsked(kind, asked, record, undefined)
    if (record.deleted === true) usedUp.clear()
    return record
  }

  return {
    get advice() {
      return isKnown === false ? `the hook at ${url} answered 404 to every kind: is the address right?` : undefined
    },
    make,
    change,
  }
}

/** Times are sent by the target's clock. */
const byClock = (fields: Fields, { offset }: Clock): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) =>
      /At$/.test(name) ? [name, new Date(Date.parse(`${value}`) + offset).toISOString()] : [name, value],
    ),
  )

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
