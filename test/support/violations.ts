/** Finds what a response violates in the contract, with a validator that neither the server nor the mock uses. */
import { demo } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { dereference, type Header, type Response } from '../../contract/openapi/document.ts'
import { type LocatedResponse, listResponses, locate } from '../../contract/openapi/locate.ts'
import { createSchemaValidator } from './schema-validator.ts'

const document = readContract()
const shared = (status: string, name: string): LocatedResponse => ({
  operationId: '',
  status,
  ...locate<Response>(document, { $ref: `#/components/responses/${name}` }, []),
})
/** Of each operation, and of requests that belong to none. */
const declared = [...listResponses(document), shared('404', 'NotFound'), shared('405', 'MethodNotAllowed')]

function bodySchema({ pointer }: LocatedResponse): string[] {
  return [...pointer, 'content', 'application/json', 'schema']
}

function headerSchema({ node, pointer }: LocatedResponse, name: string): string[] {
  const header = node.headers?.[name] as Header | { $ref: string }
  return '$ref' in header ? [...header.$ref.slice(2).split('/'), 'schema'] : [...pointer, 'headers', name, 'schema']
}

const findErrors = await createSchemaValidator(
  document,
  declared.flatMap((place) => [
    ...(place.node.content ? [bodySchema(place)] : []),
    ...Object.keys(place.node.headers ?? {}).map((name) => headerSchema(place, name)),
  ]),
)

export interface ReceivedResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** @param operationId undefined if the request belongs to no operation, or to an unknown one. */
export function findViolations(operationId: string | undefined, response: ReceivedResponse, method = ''): string[] {
  const isPossible = (place: LocatedResponse) =>
    place.status === String(response.status) && [operationId ?? place.operationId, ''].includes(place.operationId)
  const found = declared.filter(isPossible).map((place) => compare(place, response, method))
  const [fewest] = found.toSorted((one, other) => one.length - other.length)
  return fewest ?? [`status ${response.status} is not declared`]
}

/** The demo's secrets, and stack traces. */
const secrets = [demo.tokenSecret, demo.adminApiKey, demo.password]
const internals = new RegExp([...secrets, '\\\\n +at ', 'node_modules', 'node:internal', '\\.[jt]s:\\d+'].join('|'))

function compare(place: LocatedResponse, { headers, text }: ReceivedResponse, method: string): string[] {
  const ofHeaders = Object.entries(place.node.headers ?? {}).flatMap(([name, header]) => {
    const value = headers[name.toLowerCase()]
    if (value === undefined) return [`no header ${name}`]
    const isNumber = dereference<Header>(document, header).schema.type === 'integer'
    return findErrors(headerSchema(place, name), isNumber ? Number(value) : value).map((why) => `${name}: ${why}`)
  })
  if (internals.test(text)) return ['exposes internals', ...ofHeaders]
  if (!place.node.content) return text === '' ? ofHeaders : ['a body where none is declared', ...ofHeaders]
  const type = headers['content-type']
  const ofType = type === 'application/json; charset=utf-8' ? [] : [`content type ${type}`]
  return [...ofHeaders, ...ofType, ...(method === 'HEAD' && text === '' ? [] : compareBody(place, text))]
}

function compareBody(place: LocatedResponse, text: string): string[] {
  try {
    return findErrors(bodySchema(place), JSON.parse(text))
  } catch {
    return ['the body is no JSON']
  }
}
