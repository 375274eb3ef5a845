/** The calls of a run in the order in which they started, each with the records that it is about. */
import { operations } from '@monitoring-service/contract'
import { findCredentials, type Transport } from '../../client/credentials.ts'
import type { Exchange } from '../../client/http.ts'
import type { CheckRun } from '../check.ts'

/** The values of a record by name, those of its parts included; of a list, its length. */
export type Fields = Map<string, unknown>

export interface RunCall {
  run: CheckRun
  exchange: Exchange
  /** Its index in the check. */
  step: number
  order: number
  /** The id in the path as it was given. */
  id?: string | undefined
  object?: Fields | undefined
  /** Its e-mail, or credential. */
  callerKey?: string | undefined
  caller?: Fields | undefined
  /** The ids that belong to the object, such as that of its monitor. */
  related: ReadonlySet<string>
}

export const isAccepted = ({ response }: Exchange) => response.status < 300

export function createRunCalls(runs: Iterable<CheckRun>, auth: Transport): Map<Exchange, RunCall> {
  const [users, objects, related] = [
    new Map<string, Fields>(),
    new Map<string, Fields>(),
    new Map<string, Set<string>>(),
  ]
  const unordered = new Map<Exchange, { run: CheckRun; step: number }>()
  const relate = (id: string, other: string) => related.set(id, (related.get(id) ?? new Set()).add(other))

  function learn(thing: unknown, owner?: string): void {
    if (typeof thing !== 'object' || thing === null) return
    const fields = fieldsOf(thing)
    const { id, email, accessToken } = thing as { [name: string]: unknown }
    if (typeof accessToken === 'string') {
      for (const key of [accessToken, email]) users.set(`${key}`, fields)
      return
    }
    const own = typeof id === 'string' ? id : undefined
    if (own !== undefined) objects.set(own, fields)
    for (const other of [owner, fields.get('monitorId'), fields.get('serviceId')]) {
      if (own === undefined || typeof other !== 'string') continue
      relate(own, other)
      relate(other, own)
    }
    for (const part of Object.values(thing)) learn(part, own ?? owner)
  }

  function learnSession({ body, request, response }: Exchange): void {
    const { accessToken, user } = (body ?? {}) as { accessToken?: unknown; user?: { email?: unknown } | null }
    if (response.status >= 300 || typeof accessToken !== 'string' || typeof user?.email !== 'string') return
    const known = users.get(user.email) ?? fieldsOf(parse(request.body) ?? {})
    const session: Fields = new Map([...known, ...fieldsOf(user), ['session', request.operationId]])
    for (const key of [accessToken, user.email]) users.set(key, session)
  }

  for (const run of runs) {
    learn(run.record.made)
    // The check that has a sequence comes before the sequence.
    for (const [step, exchange] of run.record.steps.entries())
      if (!unordered.has(exchange)) unordered.set(exchange, { run, step })
  }
  const inOrder = [...unordered].sort(([one], [other]) => one.started.getTime() - other.started.getTime())
  return new Map(
    inOrder.map(([exchange, place], order): [Exchange, RunCall] => {
      const { headers, body } = exchange.request
      const { email } = (parse(body) ?? {}) as { email?: string }
      const credential = findCredentials(auth, headers)[0]?.[1] ?? email
      const id = idIn(exchange)
      learnSession(exchange)
      const [object, caller] = [objects.get(`${id}`), users.get(`${credential}`)]
      const callerKey = (caller?.get('email') as string | undefined) ?? credential
      return [
        exchange,
        { ...place, exchange, order, id, object, callerKey, caller, related: related.get(`${id}`) ?? new Set() },
      ]
    }),
  )
}

function fieldsOf(thing: object): Fields {
  const fields: Fields = new Map()
  for (const [name, value] of Object.entries(thing)) {
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isNested) for (const [key, part] of fieldsOf(value)) fields.set(key, fields.get(key) ?? part)
    else if (value !== undefined && typeof value !== 'function')
      fields.set(name, Array.isArray(value) ? value.length : value)
    if (Array.isArray(value) && typeof value[0] === 'string') fields.set(`last of ${name}`, value.at(-1))
  }
  return fields
}

/** Undefined if it is no object. */
export function parse(text = ''): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function idIn({ request: { operationId, path } }: Exchange): string | undefined {
  const [before, after] = operationId ? operations[operationId].path.split('{id}') : []
  const [plain = ''] = path.split('?')
  if (before === undefined || after === undefined || !plain.startsWith(before)) return undefined
  return plain.slice(before.length, plain.length - after.length)
}
