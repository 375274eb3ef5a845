/** Validates a response by the contract: declared status, headers, and a body that fits its schema. */
import { demo, operations } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { createSchemaValidator } from '../../contract/lint/schema-validator.ts'
import { dereference, type Response, type Schema } from '../../contract/openapi/document.ts'
import { type LocatedResponse, listResponses, locate } from '../../contract/openapi/locate.ts'
import type { RawResponse } from './parse-response.ts'
import type { RawRequest } from './raw-request.ts'

const document = readContract()

/** A response to requests that belong to no operation. */
const shared = (status: string, name: string): LocatedResponse => ({
  operationId: '',
  status,
  ...locate<Response>(document, { $ref: `#/components/responses/${name}` }, []),
})

const declared = new Map(listResponses(document).map((place) => [`${place.operationId} ${place.status}`, place]))
const notFound = shared('404', 'NotFound')
const notAllowed = shared('405', 'MethodNotAllowed')
// Malformed HTTP gets the same response as an invalid request.
const notHttp = declared.get('login 400') as LocatedResponse

const places = [...declared.values(), notFound, notAllowed]
const fits = await createSchemaValidator(
  document,
  places
    .flatMap((place) => [
      bodySchema(place),
      ...Object.keys(place.node.headers ?? {}).map((name) => headerSchema(place, name)),
    ])
    .filter((schema) => schema !== undefined),
)

function bodySchema({ node, pointer }: LocatedResponse): string[] | undefined {
  return node.content && [...pointer, 'content', 'application/json', 'schema']
}

function headerSchema({ node, pointer }: LocatedResponse, name: string): string[] {
  const header = node.headers?.[name]
  return header && '$ref' in header
    ? [...header.$ref.slice(2).split('/'), 'schema']
    : [...pointer, 'headers', name, 'schema']
}

/** Matches the demo's secrets and stack traces. */
const betrays = new RegExp(
  [
    demo.tokenSecret,
    demo.adminApiKey,
    demo.password,
    '\\\\n +at ',
    'node_modules',
    'node:internal',
    '\\.[jt]s:\\d+',
  ].join('|'),
)

/** Describes each violation of the contract. */
export function validateResponse(request: RawRequest, answer: RawResponse): string[] {
  if (answer.status === 204 && isPreflight(request)) return answer.body === undefined ? [] : ['a preflight has a body']
  const place = expected(request, answer)
  if (!place) return [`status ${answer.status} is not declared here`]
  return judgeBy(place, request.method, answer)
}

/** Validates a response to an unknown request: the contract must declare it somewhere. */
export function validateAnyResponse(answer: RawResponse): string[] {
  const somewhere = [notFound, notAllowed, ...declared.values()].filter(
    ({ status }) => status === String(answer.status),
  )
  if (somewhere.length === 0) return [`status ${answer.status} is not declared anywhere`]
  const verdicts = somewhere.map((place) => judgeBy(place, answer.body === undefined ? 'HEAD' : '', answer))
  return verdicts.toSorted((a, b) => a.length - b.length)[0] ?? []
}

/** Finds the declared response by path segments, independently of the router. */
function expected({ method, target }: RawRequest, { status, headers }: RawResponse): LocatedResponse | undefined {
  if (status === 400 && headers.connection === 'close') return notHttp
  // Spaces at the end belong to the request line (RFC 9112, 3).
  const [path = ''] = target.replace(/^https?:\/\/[\w.:]+(?=\/)| +$/gi, '').split('?', 1)
  const here = Object.entries(operations).filter(([, operation]) => matches(operation.path, path))
  if (here.length === 0) return status === 404 ? notFound : undefined
  const operationId = here.find(([, operation]) => operation.method === method.replace('HEAD', 'GET'))?.[0]
  if (operationId === undefined) return status === 405 ? notAllowed : undefined
  return status === 405 ? undefined : declared.get(`${operationId} ${status}`)
}

function matches(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((segment, i) => (segment.startsWith('{') ? given[i] !== '' : segment === given[i]))
  )
}

function isPreflight({ method, headers }: RawRequest): boolean {
  const names = headers.map(([name]) => name.toLowerCase())
  return method === 'OPTIONS' && names.includes('origin') && names.includes('access-control-request-method')
}

function judgeBy(place: LocatedResponse, method: string, answer: RawResponse): string[] {
  const { status, headers, body } = answer
  // The contract declares 5xx, but nothing is unavailable during this test, so it is a defect.
  if (status >= 500) return [`status ${status}, which no request can be the reason of`]
  if (betrays.test(body ?? '')) return [`exposes internals: ${body}`]
  const problems = Object.keys(place.node.headers ?? {}).flatMap((name) => {
    const text = headers[name.toLowerCase()]
    if (text === undefined) return [`no header ${name}`]
    const { schema } = dereference(document, place.node.headers?.[name] as { schema: Schema })
    return fits(headerSchema(place, name), schema.type === 'integer' ? Number(text) : text).map(
      (why) => `${name}: ${why}`,
    )
  })
  const schema = bodySchema(place)
  if (!schema) return body === undefined ? problems : [...problems, 'a body where none is declared']
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    problems.push(`content type ${headers['content-type']}`)
  if (method === 'HEAD') return problems
  if (body === undefined) return [...problems, 'no body']
  return [...problems, ...judgeBody(schema, status, body)]
}

/** Caches the result for error bodies, which often repeat. */
const judged = new Map<string, string[]>()

function judgeBody(schema: string[], status: number, body: string): string[] {
  const key = `${schema.join('/')} ${body}`
  const known = judged.get(key)
  if (known) return known
  const problems = judgeText(schema, status, body)
  if (status >= 400 && judged.size < 10_000) judged.set(key, problems)
  return problems
}

function judgeText(schema: string[], status: number, body: string): string[] {
  try {
    const value = JSON.parse(body)
    return [
      ...fits(schema, value),
      ...(status >= 400 && value.error?.status !== status ? [`error.status is ${value.error?.status}`] : []),
    ]
  } catch {
    return [`no JSON: ${JSON.stringify(body.slice(0, 100))}`]
  }
}
