/** The calls of a run in the order in which they started, each with the records that it is about. */
import { findCredentials, type Transport } from '../../client/credentials.ts'
import { type Exchange, isAccepted } from '../../client/exchange.ts'
import { parseJson } from '../../client/response-limits.ts'
import type { CheckRun } from '../check.ts'

/** The values of a record by name, those of its parts included; of a list, its length. */
type Fields = Map<string, unknown>

export interface RunCall {
  run: CheckRun
  exchange: Exchange
  /** Its index in the check. */
  step: number
  order: number
  /** Of the object in the path, with its kind: ids of different kinds may be equal. */
  id: string | undefined
  object: Fields | undefined
  /** Whether an earlier call of the check on the object was accepted. */
  isOnChanged: boolean
  /** Its e-mail or credential. */
  callerKey: string | undefined
  caller: Fields | undefined
}

export function createRunCalls(runs: readonly CheckRun[], auth: Transport): Map<Exchange, RunCall> {
  const [users, objects] = [new Map<string, Fields>(), new Map<string, Fields>()]

  function learn(thing: unknown): void {
    if (typeof thing !== 'object' || thing === null) return
    const fields = fieldsOf(thing)
    const { id, email, accessToken } = thing as { [name: string]: unknown }
    if (typeof accessToken === 'string') {
      for (const key of [accessToken, email]) users.set(`${key}`, fields)
      return
    }
    const kind = 'monitors' in thing ? 'services' : 'days' in thing ? 'monitors' : 'incidents'
    if (typeof id === 'string') objects.set(`${kind}/${id}`, fields)
    for (const part of Object.values(thing)) learn(part)
  }

  for (const { record } of runs) learn(record.made)
  // A sequence that a check has comes before the same sequence alone.
  const places = runs.flatMap((run) => run.record.steps.map((exchange, step) => ({ run, exchange, step })))
  const first = new Map(places.reverse().map((place) => [place.exchange, place]))
  const inOrder = [...first.values()].sort((a, b) => a.exchange.started.getTime() - b.exchange.started.getTime())
  const changed = new Set<string>()
  const calls = inOrder.map((place, order): RunCall => {
    const { headers, body, path } = place.exchange.request
    const { email } = (parse(body) ?? {}) as { email?: string }
    const credential = findCredentials(auth, headers)[0]?.[1] ?? email
    const [, id] = /\/((?:incidents|monitors|services)\/[^/?]+)/.exec(path) ?? []
    const caller = users.get(`${credential}`)
    const callerKey = (caller?.get('email') as string | undefined) ?? credential
    const own = `${place.run.check.id} ${id}`
    const isOnChanged = id !== undefined && changed.has(own)
    if (isAccepted(place.exchange)) changed.add(own)
    return { ...place, order, id, object: objects.get(`${id}`), isOnChanged, callerKey, caller }
  })
  return new Map(calls.map((call) => [call.exchange, call]))
}

function fieldsOf(thing: object): Fields {
  const entries = Object.entries(thing).flatMap(([name, value]): [string, unknown][] => {
    // The kit's own word for whose team an object is of.
    if (name === 'ofRole') return []
    if (Array.isArray(value)) return [[name, value.length]]
    return typeof value === 'object' && value !== null ? [...fieldsOf(value)] : [[name, value]]
  })
  return new Map(entries)
}

export function parse(text = ''): object | undefined {
  const { body } = parseJson(text)
  return typeof body === 'object' && body !== null ? body : undefined
}
