/** Generates the parts of an operation's request: valid ones, and odd ones, most of which are invalid. */
import { type OperationId, operations } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import fc, { type Arbitrary } from 'fast-check'
import { oddBody, validBody } from './bodies.ts'
import { oddKey, oddToken, validCredentials } from './credentials.ts'
import * as odd from './odd-texts.ts'
import { escapeAll, escapeText, type Headers, type RawRequest } from './request.ts'
import { doubtfulValue, mostly, parametersOf, pick, validValue } from './values.ts'

export type Part = Exclude<keyof RawRequest, 'operationId'>
export type Generators = { [Name in Part]: Arbitrary<RawRequest[Name]> }

const kinds = ['incidents', 'services', 'monitors', 'teams', 'users'] as const
const idsOf = (kind: (typeof kinds)[number]) => demoData[kind].map(({ id }) => id)
const anyId = pick('unknown', ...kinds.flatMap((kind) => idsOf(kind).slice(0, 8)))

export function validParts(operationId: OperationId): Generators {
  const { method, path } = operations[operationId]
  return {
    method: fc.constant(method),
    path: path.includes('{') ? validPath(path) : fc.constant(path),
    query: validQuery(operationId),
    credentials: validCredentials(operationId),
    type: pick<Headers>(
      ...['application/json', 'application/json; charset=utf-8', 'Application/JSON ;charset="UTF-8"'].map(
        (value): Headers => [['Content-Type', value]],
      ),
    ),
    others: fc.subarray(odd.harmlessHeaders, { maxLength: 3 }),
    body: validBody(operationId),
  }
}

export function oddParts(operationId: OperationId): Generators {
  const { path, security } = operations[operationId]
  return {
    method: pick(...odd.words('GET POST PUT DELETE PATCH HEAD OPTIONS TRACE QUERY PURGE post FOO'), '', 'G\0T'),
    path: oddPath(path),
    query: oddQuery(operationId),
    credentials: security?.scheme === 'adminApiKey' ? oddKey : oddToken,
    type: fc.oneof(
      pick(...odd.oddTypes).map((value): Headers => [['Content-Type', value]]),
      fc.constant<Headers>([]),
    ),
    others: fc.array(oddHeader, { minLength: 1, maxLength: 3 }),
    body: oddBody(operationId),
  }
}

/** With an id of the right kind, of any team, or another one, and escaped in different ways. */
function validPath(path: string): Arbitrary<string> {
  const own = pick(...idsOf(kinds.find((kind) => path.includes(`/${kind}/{`)) ?? 'incidents'))
  const other = fc.oneof(anyId, fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }))
  return fc
    .tuple(mostly(own, other), mostly(pick(escapeText), pick(escapeAll)))
    .map(([id, write]) => fill(path, write(id)))
}

const fill = (path: string, id: string) => path.replace(/\{\w+\}/, () => id)

function oddPath(template: string): Arbitrary<string> {
  const path = fill(template, idsOf('incidents')[0] ?? '')
  const near = [
    ...[`${path}/`, `/${path}`, `/v2${path}`, `/..${path}`, `//localhost${path}`, `http://localhost${path}`],
    ...[`${path}x`, `${path}%20`, `${path};v=1`, `${path}#x`, `${path}%3Fx=1`, path.slice(0, -1), path.slice(1)],
    ...[path.toUpperCase(), path.replace('/', '/./'), path.replaceAll('/', '//'), path.replace('/', '/x/../')],
    ...[path.replace(/\/[^/]*$/, ''), path.replace(/[a-z]/, escapeAll)],
  ]
  const elsewhere = pick(...near, ...odd.words('/ // * /docs /openapi.json /favicon.ico /api /api/v1/incidents /auth'))
  const bytes = fc.array(fc.nat(255), { minLength: 1, maxLength: 6 }).map((all) => Buffer.from(all).toString('latin1'))
  const text = fc.oneof(
    pick(...odd.oddParts),
    pick(500, 17_000).map((length) => 'x'.repeat(length)),
    bytes.map(escapeAll),
  )
  const ids = fc.tuple(text, fc.boolean()).map(([id, alone]) => fill(template, alone ? id : `x${id}y`))
  return path === template ? elsewhere : fc.oneof(elsewhere, ids)
}

// An object is sent as JSON, since it may have a property `toString`.
const pair = (name: string, value: unknown) =>
  `${escapeText(name)}=${escapeText(typeof value === 'object' ? JSON.stringify(value) : String(value))}`

/** Some of the declared parameters; undefined without a question mark. */
function validQuery(operationId: OperationId): Arbitrary<string | undefined> {
  const pairs = parametersOf(operationId).map(({ name, schema }) =>
    fc
      .option(validValue(schema, name), { nil: undefined, freq: 2 })
      .map((value) => value !== undefined && pair(name, value)),
  )
  return fc.tuple(...pairs).map((pairs) => pairs.filter(Boolean).join('&') || undefined)
}

function oddQuery(operationId: OperationId): Arbitrary<string> {
  const right = validQuery(operationId).map((query = '') => query)
  const ofParameters = parametersOf(operationId).flatMap(({ name, schema }) => {
    const value = validValue(schema, name).map((value) => escapeText(String(value)))
    const around = fc.tuple(pick('', 'value'), pick(...odd.oddParts), value, fc.boolean())
    return [
      { arbitrary: doubtfulValue(schema).map((value) => pair(name, value)), weight: 4 },
      fc.tuple(value, value).map((values) => values.map((value) => `${name}=${value}`).join('&')),
      around.map(([has, part, value, first]) => `${name}=${has ? (first ? part + value : value + part) : part}`),
    ]
  })
  const name = fc.oneof(pick(...odd.oddNames), fc.string({ maxLength: 6 })).map(escapeText)
  const wrong = fc.oneof(
    ...ofParameters,
    pick(...odd.oddQueries),
    fc.tuple(name, pick('', '=', '=x')).map((all) => all.join('')),
  )
  const beside = fc.tuple(right, wrong).map((pairs) => pairs.join('&'))
  return fc.oneof({ withCrossShrink: true }, wrong, beside)
}

const oddHeader = fc.oneof(
  ...odd.oddHeaders.map(([names, values]) => fc.tuple(pick(...odd.words(names)), pick(...values))),
)
