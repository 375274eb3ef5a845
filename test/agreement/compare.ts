/** Compares a recorded exchange with the contract's scenario. */
import { isDeepStrictEqual } from 'node:util'
import { type ErrorCode, type ErrorEntry, errors, type Scenario } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { createSchemaValidator } from '../../contract/lint/schema-validator.ts'
import { dereference } from '../../contract/openapi/document.ts'
import { type LocatedResponse, listResponses } from '../../contract/openapi/locate.ts'
import type { Exchange } from './exchange.ts'

const document = readContract()
const responses = new Map(listResponses(document).map((place) => [`${place.operationId} ${place.status}`, place]))

/** The validator shares no code with the server's and the mock's, both of which use Ajv. */
const judge = await createSchemaValidator(document, [...responses.values()].flatMap(schemasOf))

function schemasOf(response: LocatedResponse): string[][] {
  const headers = Object.keys(response.node.headers ?? {}).map((name) => headerSchema(response, name))
  return response.node.content ? [bodySchema(response), ...headers] : headers
}

function bodySchema({ pointer }: LocatedResponse): string[] {
  return [...pointer, 'content', 'application/json', 'schema']
}

function headerSchema({ node, pointer }: LocatedResponse, name: string): string[] {
  const header = node.headers?.[name]
  if (!header) throw new Error(`no header ${name}`)
  return '$ref' in header ? [...header.$ref.slice(2).split('/'), 'schema'] : [...pointer, 'headers', name, 'schema']
}

/** Describes each difference between the contract and the exchange. */
export function compare(scenario: Scenario, { request, response }: Exchange): string[] {
  const declared = responses.get(`${scenario.operationId} ${response.status}`)
  if (!declared || response.status !== scenario.status)
    return [`status ${response.status} instead of ${scenario.status}`]
  const body = response.body === '' ? undefined : JSON.parse(response.body)
  return [
    ...(body?.error?.code === scenario.code ? [] : [`code ${body?.error?.code} instead of ${scenario.code}`]),
    ...compareHeaders(declared, request.headers, response.headers),
    ...compareChallenge(scenario, response.headers),
    ...(declared.node.content ? judge(bodySchema(declared), body) : []),
    ...compareBody(scenario, body),
  ]
}

function compareHeaders(
  declared: LocatedResponse,
  sent: Exchange['request']['headers'],
  got: Exchange['response']['headers'],
): string[] {
  const problems = Object.keys(declared.node.headers ?? {}).flatMap((name) => {
    const text = got[name.toLowerCase()]
    if (text === undefined) return [`no header ${name}`]
    const { schema } = dereference(document, declared.node.headers?.[name] as { schema: { type: string } })
    return judge(headerSchema(declared, name), schema.type === 'integer' ? Number(text) : text).map(
      (why) => `${name}: ${why}`,
    )
  })
  if (got['x-request-id'] !== sent['x-request-id']) problems.push('X-Request-Id is not the one that was sent')
  const type = got['content-type']
  if (declared.node.content && !/^application\/json(; charset=utf-8)?$/.test(type ?? ''))
    problems.push(`content type ${type}`)
  return problems
}

/** The headers of an error depend on its code, and some on the state of the credential. */
function compareChallenge({ code, credential }: Scenario, got: Exchange['response']['headers']): string[] {
  const { headers = {}, invalidCredentialHeaders }: Partial<ErrorEntry> = errors[code as ErrorCode] ?? {}
  const expected = { ...headers, ...(credential !== 'valid' && invalidCredentialHeaders) }
  return Object.entries(expected)
    .filter(([name, value]) => got[name.toLowerCase()] !== value)
    .map(([name, value]) => `${name} is not ${value}`)
}

/** Compares a body with its example verbatim, except for ids and tokens that are new each time. */
function compareBody({ operationId, response }: Scenario, body: unknown): string[] {
  const isSession = operationId === 'signup' || operationId === 'login'
  const stable = (value: unknown) => (isSession ? withoutNewValues(value, operationId === 'signup') : value)
  if (isDeepStrictEqual(stable(body), stable(response))) return []
  return [`body ${JSON.stringify(body)} instead of ${JSON.stringify(response)}`]
}

function withoutNewValues(value: unknown, newUser: boolean): unknown {
  const { user, accessToken, refreshToken, ...rest } = value as Record<string, Record<string, unknown>>
  if (!user) return value
  const { id, teamId, ...fixed } = user
  return { ...rest, user: newUser ? fixed : user, tokens: [typeof accessToken, typeof refreshToken] }
}
