/** The properties of calls, as numbers that are the same for equal ones. */
import { isAccepted } from '../../client/exchange.ts'
import { day } from '../days.ts'
import type { Aspect, Property } from './note.ts'
import { parse, type RunCall } from './run-calls.ts'

export type Properties = ReturnType<typeof createProperties>

type Add = (property: Property, measure?: number) => void

/** Longer values are ids, secrets or texts. */
const longestValue = 20
/** Fields that are right for one account only, but for those of a new one. */
export const proofs = /password|email|token|code/i
/** Fields of a record that differ from one to another. */
export const identities = /password|email|token|code|name|id$/i

/** @param calls in their order. */
export function createProperties(calls: Iterable<RunCall>) {
  const [known, ids] = [[] as Property[], new Map<string, number>()]
  const all = new Map<RunCall, Map<number, number | true>>()
  const sent = new Set<string>()
  for (const call of calls) {
    const own = new Map<number, number | true>()
    const add: Add = (property, measure) => {
      const key = `${property.of}|${property.field}|${property.is}|${property.has}|${measure === undefined}`
      const id = ids.get(key) ?? known.push(property) - 1
      ids.set(key, id)
      own.set(id, measure ?? true)
    }
    addRequest(call, add)
    for (const [field, value] of partsOf(call).body ?? []) {
      const text = JSON.stringify([call.exchange.request.operationId, field, value])
      if (sent.has(text)) add({ of: 'body', field, has: 'a value that was sent before' })
      sent.add(text)
    }
    all.set(call, own)
  }
  return {
    /** Those of a call; with a number, if it is a length, an age or a count. */
    of: (call: RunCall): ReadonlyMap<number, number | true> => all.get(call) ?? new Map(),
    at: (id: number) => known[id] as Property,
  }
}

/** The fields of a call's parts, by name. */
export function partsOf({ exchange: { request }, object, caller }: RunCall): {
  [A in Aspect]?: ReadonlyMap<string, unknown>
} {
  const query = [...new URLSearchParams(request.path.split(/\?(.*)/s)[1])]
  return {
    body: new Map(Object.entries(parse(request.body) ?? {})),
    query: new Map(query.map(([name, text]) => [name, /^-?\d+$/.test(text) ? Number(text) : text])),
    header: new Map(Object.entries(request.headers)),
    ...(caller && { caller }),
    ...(object && { object }),
  }
}

function addRequest(call: RunCall, add: Add): void {
  const { exchange, id, object, caller, callerKey } = call
  const { request, response, isAtOnce, started } = exchange
  const body = parse(request.body)
  for (const [of, values] of Object.entries(partsOf(call)))
    for (const [field, value] of values) addValue(of as Aspect, field, value, started, add)
  if (isAtOnce) add({ of: 'request', field: 'simultaneous calls' })
  if (request.operationId) add({ of: 'request', field: 'operation', is: request.operationId })
  if (request.body === undefined) add({ of: 'request', field: 'no body' })
  else if (!body || Object.keys(body).length === 0)
    add({ of: 'request', field: body ? 'body "{}"' : 'a body that is no object' })
  const { description } = request.invalidCredential ?? {}
  if (description !== undefined) add({ of: 'request', field: 'a wrong credential', is: description })
  else if (callerKey === undefined) add({ of: 'request', field: 'no credential' })
  if (id !== undefined && !object) add({ of: 'object', field: 'an id of no record' })
  const [own, team] = [caller?.get('teamId'), object?.get('teamId')]
  if (own !== undefined && team !== undefined && own !== team) add({ of: 'object', field: 'another team' })
  const { error } = (exchange.body ?? {}) as { error?: { code?: unknown } | null }
  add({ of: 'response', field: isAccepted(exchange) ? 'success' : 'an error' })
  add({ of: 'response', field: 'status', is: response.status })
  if (typeof error?.code === 'string') add({ of: 'response', field: 'code', is: error.code })
}

/** The field, its value if it is short, and what is unusual in a text. */
function addValue(of: Aspect, field: string, value: unknown, now: Date, add: Add): void {
  if (value === undefined || typeof value === 'function') return
  add({ of, field })
  if (typeof value === 'number') add({ of, field }, value)
  if (value === null || typeof value === 'boolean' || typeof value === 'number') add({ of, field, is: value })
  if (typeof value !== 'string' || of === 'header' || (of !== 'body' && of !== 'query' && identities.test(field)))
    return
  if (value.length <= longestValue && !proofs.test(field)) add({ of, field, is: value })
  if (/^\d{4}-\d\d-\d\d/.test(value))
    add({ of, field, has: 'days ago' }, Math.floor((+now - Date.parse(value)) / day) || 0)
  if (of !== 'body' && of !== 'query') return
  add({ of, field, has: 'characters' }, [...value].length)
  add({ of, field, has: 'bytes' }, Buffer.byteLength(value))
  for (const [has, pattern] of Object.entries(classes)) if (pattern.test(value)) add({ of, field, has })
  for (const has of value.match(/[!-/:-@[-`{-~]/g) ?? []) add({ of, field, has })
}

const classes = {
  'capital letters': /[A-Z]/,
  'space around': /^\s|\s$/,
  'characters beyond ASCII': /[^\0-\x7f]/,
  'characters beyond U+FFFF': /[\u{10000}-\u{10ffff}]/u,
  'control characters': /\p{Cc}/u,
}
