/** Generates values for a schema of the contract: valid ones, and doubtful ones, most of which are invalid. */
import { demo, type OperationId, scenarios } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { readContract } from '@monitoring-service/contract/files'
import fc, { type Arbitrary } from 'fast-check'
import {
  dereference,
  listOperations,
  type Operation,
  type Parameter,
  type Reference,
  type Schema,
} from '../../contract/openapi/document.ts'
import { oddDates, oddEmails, oddNames } from './odd-texts.ts'

export const pick = <T>(...values: T[]) => fc.constantFrom(...values)

/** The usual values most of the time. */
export const mostly = <T>(usual: Arbitrary<T>, ...others: Arbitrary<T>[]) =>
  fc.oneof({ withCrossShrink: true }, { arbitrary: usual, weight: 5 * others.length }, ...others)

const document = readContract()
const declared = new Map(listOperations(document).map(({ operation }) => [operation.operationId, operation]))

export function bodyOf(operationId: OperationId): { required: boolean; schema: Schema | Reference } | undefined {
  const { required = false, content } = (declared.get(operationId) as Operation).requestBody ?? {}
  const media = content?.['application/json']
  return media && { required, schema: media.schema }
}

export function parametersOf(operationId: OperationId): Parameter[] {
  const parameters = (declared.get(operationId) as Operation).parameters ?? []
  return parameters
    .map((parameter) => dereference<Parameter>(document, parameter))
    .filter((parameter) => parameter.in === 'query')
}

/** Values of properties and parameters of a name in valid requests of the contract, and in the demo data. */
function examplesOf(name: string): unknown[] {
  const sent = scenarios
    .filter(({ status }) => status !== 400)
    .flatMap(({ query, body }) => [query, (body ?? {}) as Record<string, unknown>])
    .filter((values) => typeof values === 'object' && Object.hasOwn(values, name))
    .map((values) => values[name])
  const known = name === 'email' ? demoData.users.map(({ email }) => email) : name === 'password' ? [demo.password] : []
  return [...new Set([...known, ...sent])]
}

interface Bounds {
  least: number
  most: number
}

function boundsOf({ type, minimum, maximum, minLength = 0, maxLength = Infinity }: Schema): Bounds {
  return (type === 'integer' ? { least: minimum, most: maximum } : { least: minLength, most: maxLength }) as Bounds
}

/** Values that fit; mostly examples, if the contract has examples for the name. */
export function validValue(given: Schema | Reference, name = ''): Arbitrary<unknown> {
  const schema = dereference<Schema>(document, given)
  const { oneOf, type, properties = {}, required = [] } = schema
  if (oneOf) return fc.oneof(...(oneOf as Schema[]).map((branch) => validValue(branch)))
  if (type === 'object') {
    const values = Object.entries(properties).map(([name, inner]) => [name, validValue(inner, name)])
    return fc.record(Object.fromEntries(values), { requiredKeys: required as never[], noNullPrototype: true })
  }
  const { least, most } = boundsOf(schema)
  const made = type === 'integer' ? fc.integer({ min: least, max: most }) : validText(schema)
  const examples = examplesOf(name)
  if (examples.length === 0) return made
  return fc.oneof({ withCrossShrink: true }, { arbitrary: fc.constantFrom(...examples), weight: 3 }, made)
}

const days = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }

function validText(schema: Schema): Arbitrary<string> {
  const { format, pattern } = schema
  const { least, most } = boundsOf(schema)
  if (format === 'date') return fc.date(days).map((date) => date.toISOString().slice(0, 10))
  if (format === 'email') return fc.emailAddress()
  if (pattern && most === Infinity) return fc.stringMatching(new RegExp(String(pattern)))
  const size = { minLength: least, maxLength: Math.min(most, 12) }
  const longest = 'x'.repeat(Math.min(most, 20_000))
  const text = fc.oneof(fc.string(size), fc.string({ ...size, unit: 'grapheme' }), fc.constant(longest))
  const isMatch = new RegExp(String(pattern ?? ''), 'u')
  const isAllowed = (value: string) =>
    isMatch.test(value) && Buffer.byteLength(value) <= (schema['x-max-bytes'] ?? Infinity)
  // Names that fast-check likes to draw are common passwords, of which the mock has no list.
  return text.filter((value) => !/^(?:arguments|prototype)$/i.test(value) && isAllowed(value))
}

/** Values near a bound, of another type, or with a property too many or missing; some of them still fit. */
export function doubtfulValue(given: Schema | Reference): Arbitrary<unknown> {
  const schema = dereference<Schema>(document, given)
  const { oneOf, type } = schema
  if (oneOf) {
    const together = fc.tuple(...(oneOf as Schema[]).map((branch) => validValue(branch)))
    const merged = together.map((values) => Object.assign({}, ...values))
    return fc.oneof(...(oneOf as Schema[]).map((branch) => doubtfulValue(branch)), merged)
  }
  if (type === 'object') return fc.oneof({ arbitrary: doubtfulObject(schema), weight: 9 }, otherType)
  const doubtful = type === 'integer' ? doubtfulInteger(boundsOf(schema)) : doubtfulText(schema)
  return fc.oneof({ arbitrary: doubtful, weight: 4 }, otherType)
}

const otherType: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 42, -1.5, 1e308, '', 'null', '42', [], {}, [[]], [null], {
    length: 1,
  }),
  fc.jsonValue({ maxDepth: 3 }),
)

function doubtfulObject(schema: Schema): Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema
  const whole = validValue(schema) as Arbitrary<Record<string, unknown>>
  // In an object literal, `__proto__` would not become a property.
  const replace = (name: Arbitrary<string>, value: Arbitrary<unknown>) =>
    fc.tuple(whole, name, value).map(([whole, ...entry]) => Object.fromEntries([...Object.entries(whole), entry]))
  const without = (required as string[]).map((name) => whole.map(({ [name]: _, ...others }) => others))
  const changed = Object.entries(properties).map(([name, inner]) => replace(fc.constant(name), doubtfulValue(inner)))
  const odd = fc.oneof(fc.constantFrom(...oddNames), fc.string())
  return fc.oneof(...without, ...changed, ...changed, replace(odd, fc.oneof(fc.constant('x'), otherType)))
}

function doubtfulInteger({ least, most }: Bounds): Arbitrary<unknown> {
  const beyond = fc.constantFrom(least - 1, most + 1)
  // Beyond the largest number of JavaScript, texts become Infinity.
  const odd = fc.constantFrom<unknown>(least + 0.5, '1e2', 2 ** 53, '9'.repeat(309), `-${'9'.repeat(309)}`, '1e400')
  return fc.oneof({ arbitrary: beyond, weight: 3 }, odd, fc.integer({ max: least - 1 }), fc.integer({ min: most + 1 }))
}

function doubtfulText(schema: Schema): Arbitrary<unknown> {
  const { format, 'x-max-bytes': bytes = 0 } = schema
  const { least, most } = boundsOf(schema)
  const tail = format === 'email' ? '@long.example' : ''
  const ofLength = (bound: number, letter = 'a') => ({
    arbitrary: fc
      .integer({ min: -1, max: 1 })
      .map((more) => letter.repeat(Math.max(0, bound + more - tail.length)) + tail),
    weight: 3,
  })
  const almost = fc.tuple(validText(schema), fc.string({ maxLength: 2 })).map((parts) => parts.join(''))
  return fc.oneof(
    fc.constantFrom(
      '\ud800 lone',
      'lone \udc00 too',
      'a NUL \0 within',
      '\0'.repeat(8),
      '\ufeffwith a mark',
      ' '.repeat(9),
    ),
    ...(least > 0 ? [ofLength(least)] : []),
    ...(most < Infinity ? [ofLength(most)] : []),
    ...(bytes > 0 ? [ofLength(bytes / 2, 'é'), ofLength(bytes / 4, '😀')] : []),
    ...(format || schema.pattern ? [almost] : []),
    ...(format === 'email' ? [fc.constantFrom(...oddEmails)] : []),
    ...(format === 'date' ? [fc.constantFrom(...oddDates)] : []),
  )
}
