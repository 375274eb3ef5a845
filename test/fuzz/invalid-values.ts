/** Generates values that violate a schema of the contract, mostly in one place. */
import fc, { type Arbitrary } from 'fast-check'
import type { Reference, Schema } from '../../contract/openapi/document.ts'
import { words } from './escapes.ts'
import { examplesOf } from './examples.ts'
import { type Shape, shapeOf, textOf, validValue } from './valid-values.ts'

type Of<Kind extends Shape['kind']> = Extract<Shape, { kind: Kind }>

export function invalidValue(schema: Schema | Reference, name = ''): Arbitrary<unknown> {
  const shape = shapeOf(schema)
  if (shape.kind === 'any') return fc.oneof(...shape.of.map((branch) => invalidValue(branch)), together(shape))
  if (shape.kind === 'object') return fc.oneof(...brokenObjects(shape, schema), confused)
  const broken = shape.kind === 'integer' ? brokenIntegers(shape) : brokenTexts(shape)
  return fc.oneof(...broken, fc.constantFrom('', ...examplesOf(name, false)), confused)
}

/** One object with the properties of all alternatives. */
function together({ of }: Of<'any'>): Arbitrary<unknown> {
  return fc.tuple(...of.map((branch) => validValue(branch))).map((values) => Object.assign({}, ...values))
}

/** Values of other types. */
const confused: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 42, -1.5, 1e308, '', 'null', '42', [], {}, [[]], [null], {
    length: 1,
  }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Names with a meaning in JavaScript, in JSON or in form parsers. */
export const strangeNames = [
  ...words('role id __proto__ constructor prototype toJSON toString hasOwnProperty then length é Email email[] $ref 0'),
  ...['', '\ud800', '\0', ' email', 'email '],
]

function brokenObjects({ properties, required }: Of<'object'>, schema: Schema | Reference): Arbitrary<unknown>[] {
  const whole = validValue(schema) as Arbitrary<Record<string, unknown>>
  const without = required.map((gone) =>
    whole.map((value) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== gone))),
  )
  const strange = fc.oneof(fc.constantFrom(...strangeNames), fc.string())
  // In an object literal, `__proto__` would not become a property.
  const withMore = fc
    .tuple(whole, strange, fc.oneof(fc.constant('x'), confused))
    .map(([value, name, more]) => Object.fromEntries([...Object.entries(value), [name, more]]))
  const withBroken = properties.map(([name, inner]) =>
    fc.tuple(whole, invalidValue(inner, name)).map(([value, broken]) => ({ ...value, [name]: broken })),
  )
  return [...without, withMore, ...withBroken]
}

function brokenIntegers({ least, most }: Of<'integer'>): Arbitrary<unknown>[] {
  const near = fc.constantFrom<unknown>(least - 1, most + 1, least + 0.5, '1e2', 2 ** 53, `${most}0`)
  // Beyond the largest number of JavaScript, texts become Infinity.
  const infinite = fc.constantFrom('9'.repeat(309), `-${'9'.repeat(309)}`)
  return [near, infinite, fc.integer({ max: least - 1 }), fc.integer({ min: most + 1 }), fc.double()]
}

function brokenTexts(shape: Of<'text'>): Arbitrary<unknown>[] {
  const { format, pattern, least, most, schema } = shape
  const bytes = schema['x-max-bytes']
  const withMore = fc.tuple(textOf(shape), fc.string({ minLength: 1, maxLength: 2 })).map((parts) => parts.join(''))
  return [
    fc.constantFrom('\ud800 lone', 'lone \udc00 too', 'a NUL \0 within', '\0\0\0\0\0\0\0\0', '\ufeffwith a mark'),
    ...(least > 0 ? [fc.string({ maxLength: least - 1 })] : []),
    ...(most < Infinity ? [around(most, format === 'email' ? '@long.example' : '')] : []),
    ...(bytes ? [around(Math.floor(bytes / 2), '', 'é'), around(Math.floor(bytes / 4), '', '😀')] : []),
    ...(format || pattern ? [withMore] : []),
    ...(format === 'email' ? [fc.constantFrom(...nearlyEmails)] : []),
    ...(format === 'date' ? [fc.constantFrom(...nearlyDates)] : []),
  ]
}

/** Texts just below, at and above a maximum length. */
function around(most: number, tail = '', letter = 'a'): Arbitrary<string> {
  return fc.integer({ min: most - 1, max: most + 2 }).map((length) => letter.repeat(length - tail.length) + tail)
}

const nearlyEmails = [
  ...words(`
    ada @ ada@ @new.example ada@new ada@@new.example ada@new..example .ada@new.example ada.@new.example ada@-new.example
    a..da@new.example ada@new.example. ada@[127.0.0.1] ada@localhost äda@new.example ada@nëw.example ada+tag@new.example
    ada(comment)@new.example o'hara@new.example ada@new_host.example ada@xn--nw-eka.example ADA@NEW.EXAMPLE ada@1.2
  `),
  ...['ada @new.example', ' ada@new.example', 'ada@new.example ', '"ada lovelace"@new.example', 'ada@new.example\n'],
  ...['\0ada@new.example', 'ada@new.example\0', `${'a'.repeat(65)}@new.example`, `ada@${'x'.repeat(64)}.example`],
]

const nearlyDates = [
  ...words(`
    2025-02-29 2024-02-29 1900-02-29 2000-02-29 2025-02-30 2025-13-01 2025-00-10 2025-01-00 2025-04-31 0000-01-01
    0001-01-01 9999-12-31 10000-01-01 -2025-01-01 +2025-01-01 2025-1-1 20250101 2025/01/01 2025-01-01T00:00:00Z
    2025‐01‐01 ٢٠٢٥-01-01 today 1735689600
  `),
  ...['2025-01-01 ', ' 2025-01-01', '2025-01-01\n', '2025-01-01\0'],
]
