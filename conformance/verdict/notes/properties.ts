/** The properties of calls, as numbers that are equal for equal ones: of the request, its caller, its object, and earlier calls. */
import type { Aspect, Before, Property, Scalar } from './note.ts'
import { isAccepted, parse, type RunCall } from './run-calls.ts'

export interface Properties {
  has(call: RunCall): ReadonlySet<number>
  /** Lengths, ages, counts and the like, by property. */
  measures(call: RunCall): ReadonlyMap<number, number>
  at(id: number): Property
}

/** Longer values are ids, secrets or texts. */
const longestValue = 20
const day = 86_400_000

/** They differ from user to user. */
const identities = /password|email|token|code|name|id$/i

type Add = (property: Property, measure?: number) => void

/** @param calls in their order. */
export function createProperties(calls: Iterable<RunCall>): Properties {
  const [known, ids] = [[] as Property[], new Map<string, number>()]
  const all = new Map<RunCall, { has: Set<number>; measures: Map<number, number> }>()
  const addHistory = createHistory()
  for (const call of calls) {
    const [has, measures] = [new Set<number>(), new Map<number, number>()]
    const add: Add = (property, measure) => {
      const key = `${property.of}|${property.field}|${property.is}|${property.has}`
      const id = ids.get(key) ?? known.push(property) - 1
      ids.set(key, id)
      if (measure === undefined) has.add(id)
      else measures.set(id, measure)
    }
    addRequest(call, add)
    addHistory(call, add)
    all.set(call, { has, measures })
  }
  return {
    has: (call) => all.get(call)?.has ?? new Set(),
    measures: (call) => all.get(call)?.measures ?? new Map(),
    at: (id) => known[id] as Property,
  }
}

function addRequest({ exchange, order, id, object, caller, callerKey }: RunCall, add: Add): void {
  const { request, response, isAtOnce, started } = exchange
  const body = parse(request.body)
  const fields = Object.entries(body ?? {})
  const query = new URLSearchParams(request.path.split(/\?(.*)/s)[1])
  const addAll = (of: Aspect, values: Iterable<[string, unknown]>) => {
    for (const [field, value] of values) addValue(of, field, value, started, add)
  }
  if (isAtOnce) add({ of: 'request', field: 'simultaneous' })
  if (request.operationId) add({ of: 'request', field: 'operation', is: request.operationId })
  if (fields.length === 0)
    add({ of: 'request', field: 'body', is: request.body === undefined ? 'absent' : body ? 'empty' : 'other' })
  addAll(
    'query',
    [...query].map(([name, text]) => [name, /^-?\d+$/.test(text) ? Number(text) : text]),
  )
  addAll('body', fields)
  addAll('header', Object.entries(request.headers))
  addAll('caller', caller ?? [])
  addAll('object', object ?? [])
  const credential = request.invalidCredential?.description ?? (callerKey === undefined ? null : undefined)
  if (credential !== undefined) add({ of: 'caller', field: 'credential', is: credential })
  if (id !== undefined && !object) add({ of: 'object', field: 'id', is: null })
  const [own, team] = [caller?.get('teamId'), object?.get('teamId')]
  if (own !== undefined && team !== undefined && own !== team) add({ of: 'object', field: 'team', is: 'another' })
  add({ of: 'response', field: 'answer', is: response.status < 300 ? 'a success' : 'an error' })
  add({ of: 'response', field: 'answer', is: response.status })
  const { error } = (exchange.body ?? {}) as { error?: { code?: Scalar } | null }
  if (typeof error?.code === 'string') add({ of: 'response', field: 'answer', is: error.code })
  add({ of: 'run', field: 'call' }, order + 1)
}

/** The field, its value if it is short, and what is unusual in a text. */
function addValue(of: Aspect, field: string, value: unknown, now: Date, add: Add): void {
  add({ of, field })
  if (typeof value === 'number') add({ of, field }, value)
  if (typeof value !== 'string') {
    add({ of, field, is: typeof value === 'object' && value ? 'object' : (value as Scalar) })
    return
  }
  if (of === 'caller' && identities.test(field)) return
  if (value.length <= longestValue) add({ of, field, is: value })
  if (/^\d{4}-\d\d-\d\d/.test(value))
    add({ of, field, has: 'days' }, Math.floor((now.getTime() - Date.parse(value)) / day) || 0)
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

interface History {
  has: Map<string, Omit<Property, 'of'>>
  accepted: number
  refused: number
  last: number
}

function createHistory(): (call: RunCall, add: Add) => void {
  const seen = new Map<string, History>()
  return ({ exchange, id, callerKey, run, related }, add) => {
    const own = id === undefined ? [] : [`object ${id}`]
    const ofCaller = callerKey === undefined ? [] : [`caller ${run.check.id} ${callerKey}`]
    const scopes: [of: Before, keys: string[]][] = [
      ['object before', own],
      ['related before', [...related].map((other) => `object ${other}`)],
      ['caller before', ofCaller],
    ]
    const started = exchange.started.getTime()
    for (const [of, keys] of scopes) {
      const before = keys.flatMap((key) => seen.get(key) ?? [])
      for (const { has } of before) for (const property of has.values()) add({ of, ...property })
      for (const is of ['accepted', 'refused'] as const)
        add(
          { of, field: 'calls', is },
          before.reduce((sum, one) => sum + one[is], 0),
        )
      if (before.length > 0)
        add({ of, field: 'time', has: 'ms' }, started - Math.max(...before.map(({ last }) => last)))
    }
    const { operationId: field = '', body } = exchange.request
    const is = isAccepted(exchange) ? 'accepted' : 'refused'
    for (const key of [...own, ...ofCaller]) {
      const { has, ...before } = seen.get(key) ?? { has: new Map(), accepted: 0, refused: 0 }
      for (const sent of [undefined, ...(is === 'accepted' ? Object.keys(parse(body) ?? {}) : [])])
        has.set(`${field} ${is} ${sent}`, { field, is, ...(sent && { has: sent }) })
      seen.set(key, { has, ...before, [is]: before[is] + 1, last: started })
    }
  }
}
