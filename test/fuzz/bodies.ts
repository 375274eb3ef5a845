/** Generates bodies of an operation: valid, nearly valid and hostile. */
import { limits, type OperationId, scenarios } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import fc, { type Arbitrary } from 'fast-check'
import { listOperations, type Reference, type Schema } from '../../contract/openapi/document.ts'
import { invalidValue } from './invalid-values.ts'
import { oddBodies, spoiling } from './malformed-json.ts'
import { type Body, utf8 } from './raw-request.ts'
import { validValue } from './valid-values.ts'

const document = readContract()

function declaredBody(operationId: OperationId): { required: boolean; schema: Schema | Reference } | undefined {
  const found = listOperations(document).find(({ operation }) => operation.operationId === operationId)
  const { required = false, content } = found?.operation.requestBody ?? {}
  const media = content?.['application/json']
  return media && { required, schema: media.schema }
}

export function rightBody(operationId: OperationId): Arbitrary<Body | undefined> {
  const declared = declaredBody(operationId)
  if (!declared) return fc.constant(undefined)
  const ours = scenarios.filter((scenario) => scenario.operationId === operationId && scenario.status !== 400)
  const examples = ours.map(({ body }) => body).filter((body) => body !== undefined)
  const value = fc.oneof({ withCrossShrink: true }, fc.constantFrom(...examples), validValue(declared.schema))
  const text = fc.tuple(value, fc.constantFrom(...spellings)).map(([value, spell]) => spell(JSON.stringify(value)))
  const body = framed(text.map(utf8))
  return declared.required ? body : fc.option(body, { nil: undefined, freq: 2 })
}

/** Different notations of the same JSON. */
const spellings: ((text: string) => string)[] = [
  (text) => text,
  (text) => ` \r\n\t${text.replaceAll('":', '" : ')}\n`,
  (text) => text.replace(/[a-z]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  (text) => text + ' '.repeat(limits.bodyBytes - Buffer.byteLength(text)),
]

export function wrongBody(operationId: OperationId): Arbitrary<Body | undefined> {
  const declared = declaredBody(operationId)
  const right = (declared ? validValue(declared.schema) : fc.constant({})).map((value) => JSON.stringify(value))
  const broken = (declared ? invalidValue(declared.schema) : fc.constant(null)).map((value) => JSON.stringify(value))
  const bytes = fc.oneof(
    { arbitrary: broken.map(utf8), weight: 6 },
    { arbitrary: fc.tuple(right, spoiling).map(([text, spoil]) => spoil(text)), weight: 2 },
    { arbitrary: fc.constantFrom(...oddBodies), weight: 2 },
    { arbitrary: large(right.map(utf8)), weight: 1 },
    {
      arbitrary: fc.array(fc.nat(255), { maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
      weight: 1,
    },
    { arbitrary: right.map(utf8), weight: 1 },
  )
  return fc.oneof({ arbitrary: framed(bytes), weight: 12 }, { arbitrary: fc.constant(undefined), weight: 1 })
}

/** Bodies just below, at and above the maximum size. */
function large(right: Arbitrary<string>): Arbitrary<string> {
  const most = limits.bodyBytes
  const size = fc.constantFrom(most - 1, most, most + 1, 2 * most)
  return fc.oneof(
    fc.tuple(right, size).map(([text, size]) => text + ' '.repeat(Math.max(0, size - text.length))),
    size.map((size) => JSON.stringify('x'.repeat(size - 2))),
    size.map((size) => '['.repeat(size / 2) + ']'.repeat(size / 2)),
  )
}

function framed(bytes: Arbitrary<string>): Arbitrary<Body> {
  const chunk = fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(undefined), weight: 5 },
    { arbitrary: fc.constantFrom(1_000_000, 1_000, 7, 1), weight: 1 },
  )
  // Large bodies in tiny chunks are slow and test nothing new.
  const least = (bytes: string) => Math.max(1, Math.ceil(bytes.length / 200))
  return fc.tuple(bytes, chunk).map(([bytes, chunk]) => ({ bytes, chunk: chunk && Math.max(chunk, least(bytes)) }))
}
