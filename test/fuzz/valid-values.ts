/** Generates values that fit a schema of the contract. */
import { readContract } from '@monitoring-service/contract/files'
import fc, { type Arbitrary } from 'fast-check'
import { dereference, type Reference, type Schema } from '../../contract/openapi/document.ts'
import { examplesOf } from './examples.ts'

const document = readContract()

/** A schema of one of the kinds that requests use. */
export type Shape =
  | { kind: 'any'; of: Schema[] }
  | { kind: 'object'; properties: [name: string, schema: Schema | Reference][]; required: string[] }
  | { kind: 'integer'; least: number; most: number }
  | { kind: 'text'; format?: string; pattern?: string; least: number; most: number; schema: Schema }

/** @throws Error for types that no request uses yet. */
export function shapeOf(given: Schema | Reference): Shape {
  const schema = dereference<Schema>(document, given)
  const { type, oneOf, properties = {}, required = [], format, pattern, minLength = 0, maxLength = Infinity } = schema
  if (oneOf) return { kind: 'any', of: oneOf as Schema[] }
  if (type === 'object') return { kind: type, properties: Object.entries(properties), required: required as string[] }
  if (type === 'integer') return { kind: type, least: schema.minimum as number, most: schema.maximum as number }
  if (type !== 'string') throw new Error(`no values are generated for the type ${type} yet`)
  const bounds = { least: minLength as number, most: maxLength as number }
  return {
    kind: 'text',
    schema,
    ...bounds,
    ...((format ? { format } : {}) as object),
    ...(pattern ? { pattern: pattern as string } : {}),
  }
}

/** Values that fit; mostly examples, if the contract has examples for the name. */
export function validValue(schema: Schema | Reference, name = ''): Arbitrary<unknown> {
  const shape = shapeOf(schema)
  if (shape.kind === 'any') return fc.oneof(...shape.of.map((branch) => validValue(branch)))
  if (shape.kind === 'object') {
    const properties = shape.properties.map(([name, inner]) => [name, validValue(inner, name)])
    return fc.record(Object.fromEntries(properties), { requiredKeys: shape.required as never[], noNullPrototype: true })
  }
  const made = shape.kind === 'integer' ? fc.integer({ min: shape.least, max: shape.most }) : textOf(shape)
  const examples = examplesOf(name, true)
  if (examples.length === 0) return made
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constantFrom(...examples), weight: 3 },
    { arbitrary: made, weight: 1 },
  )
}

const days = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }

export function textOf({ format, pattern, least, most }: Extract<Shape, { kind: 'text' }>): Arbitrary<string> {
  if (format === 'date') return fc.date(days).map((date) => date.toISOString().slice(0, 10))
  if (format === 'email') {
    const known = examplesOf('email', true).map((email) => String(email).toUpperCase())
    return fc.oneof(fc.emailAddress(), fc.constantFrom(...known))
  }
  if (pattern && most === Infinity) return fc.stringMatching(new RegExp(pattern))
  const size = { minLength: least, maxLength: Math.min(most, 40) }
  const text = fc.oneof(fc.string(size), fc.string({ ...size, unit: 'grapheme', maxLength: Math.max(least, 12) }))
  return pattern ? text.filter((value) => new RegExp(pattern, 'u').test(value)) : text
}
