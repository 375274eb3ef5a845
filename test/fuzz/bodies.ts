/** Generates bodies: valid ones in several notations, and odd ones. */
import { type OperationId, scenarios } from '@monitoring-service/contract'
import fc, { type Arbitrary } from 'fast-check'
import { oddBodies, oddBytes, spoilings } from './odd-texts.ts'
import { type Body, utf8 } from './request.ts'
import { bodyOf, doubtfulValue, mostly, pick, validValue } from './values.ts'

/** Different notations of the same JSON. */
const notations: ((text: string) => string)[] = [
  (text) => text,
  (text) => ` \r\n\t${text.replaceAll('":', '" : ')}\n`,
  (text) => text.replace(/[a-z]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
]

export function validBody(operationId: OperationId): Arbitrary<Body | undefined> {
  const declared = bodyOf(operationId)
  if (!declared) return fc.constant(undefined)
  const ours = scenarios.filter((scenario) => scenario.operationId === operationId && scenario.status !== 400)
  const examples = ours.map(({ body }) => body).filter((body) => body !== undefined)
  const value = fc.oneof({ withCrossShrink: true }, pick(...examples), validValue(declared.schema))
  const text = fc.tuple(value, pick(...notations)).map(([value, write]) => utf8(write(JSON.stringify(value))))
  return declared.required ? framed(text) : fc.option(framed(text), { nil: undefined, freq: 2 })
}

export function oddBody(operationId: OperationId): Arbitrary<Body | undefined> {
  const schema = bodyOf(operationId)?.schema
  const right = (schema ? validValue(schema) : fc.constant({})).map((value) => JSON.stringify(value))
  const doubtful = (schema ? doubtfulValue(schema) : fc.constant(null)).map((value) => utf8(JSON.stringify(value)))
  const insert = fc.tuple(right, fc.nat(60), pick(...oddBytes)).map(([text, place, bytes]) => {
    const at = place % (text.length + 1)
    return utf8(text.slice(0, at)) + bytes + utf8(text.slice(at))
  })
  const spoiled = fc.tuple(right, pick(...spoilings)).map(([text, spoil]) => utf8(spoil(text)))
  const bytes = fc.oneof({ arbitrary: doubtful, weight: 8 }, insert, spoiled, pick(...oddBodies))
  return fc.oneof({ arbitrary: framed(bytes), weight: 12 }, fc.constant(undefined))
}

/** Sometimes in chunks. Large bodies in tiny chunks would be slow. */
function framed(bytes: Arbitrary<string>): Arbitrary<Body> {
  const chunk = mostly(pick<number | undefined>(undefined), pick(1_000_000, 1_000, 7, 1))
  return fc.tuple(bytes, chunk).map(([bytes, size]) => {
    const chunk = size && Math.max(size, Math.ceil(bytes.length / 200))
    return { bytes, chunk }
  })
}
