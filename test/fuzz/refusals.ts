/** Which refusal each part of a request must get, by the document alone, without code of the server or the mock. */
import { limits, type OperationId, operations } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { readContract } from '@monitoring-service/contract/files'
import { listOperations } from '../../contract/openapi/document.ts'
import { createSchemaValidator } from '../support/schema-validator.ts'
import type { Part } from './parts.ts'
import { readQueryAlone } from './read-query.ts'
import type { RawRequest } from './request.ts'

/** In the order in which a server refuses. */
const stages = ['path', 'method', 'size', 'type', 'syntax', 'credential', 'scope', 'schema'] as const
type Stage = (typeof stages)[number]

const document = readContract()
const bodySchemas = new Map(
  listOperations(document)
    .filter(({ operation }) => operation.requestBody)
    .map(({ method, path, operation }) => [
      operation.operationId,
      ['paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'],
    ]),
)
const findErrors = await createSchemaValidator(document, [...bodySchemas.values()])

/** What is certain about a part of a request: the stage that refuses it, or undefined if that is not certain. */
const certain: Record<Part, (request: RawRequest) => Stage | undefined> = {
  method: ({ operationId, method }) => (/^(?:PATCH|TRACE)$/.test(method) && operationId ? 'method' : undefined),
  path: ({ operationId, path }) => stageOfPath(operations[operationId].path, path),
  query: stageOfQuery,
  credentials: stageOfCredentials,
  type: ({ body, type }) => (body && !/json/i.test(type.join()) ? 'type' : undefined),
  others: () => undefined,
  body: stageOfBody,
}

/** Other targets are no HTTP, or are normalized. */
const isPlain = (text: string) => /^[!-"$-~]*$/.test(text)

function stageOfPath(template: string, path: string): Stage | undefined {
  if (!isPlain(path) || !/^\/(?!\/)/.test(path)) return undefined
  const pattern = (text: string) => new RegExp(`^${text.replace(/\{\w+\}/, '[^/]+')}$`)
  if (!Object.values(operations).some((one) => pattern(one.path).test(path))) return 'path'
  return pattern(template).test(path) && /%(?![\da-f]{2})/i.test(path) ? 'syntax' : undefined
}

function stageOfQuery({ operationId, query = '' }: RawRequest): Stage | undefined {
  return readQueryAlone(operationId, query) || !isPlain(query) ? undefined : 'schema'
}

function stageOfCredentials({ operationId, credentials }: RawRequest): Stage | undefined {
  const { security } = operations[operationId]
  if (!security) return undefined
  const isKey = security.scheme === 'adminApiKey'
  const own = credentials.filter(([name]) => name.toLowerCase() === (isKey ? 'x-admin-api-key' : 'authorization'))
  // Larger headers are refused before all else.
  if (own.join().length > 16_000) return undefined
  if (own.length !== 1 || /<(?:expired|refresh|tampered)/.test(own.join())) return 'credential'
  const [, email] = /^Bearer +<valid (.*)>$/i.exec(own[0]?.[1] ?? '') ?? []
  const isReader = demoData.users.some((user) => user.email === email && user.role === 'viewer')
  return isReader && (security.scopes as readonly string[]).includes('write') ? 'scope' : undefined
}

function stageOfBody({ operationId, body }: RawRequest): Stage | undefined {
  const schema = bodySchemas.get(operationId)
  if (!body?.bytes) return undefined
  if (body.bytes.length > limits.bodyBytes) return 'size'
  if (!schema) return 'type'
  const value = parse(body.bytes)
  if (value === undefined) return 'syntax'
  // The validator is recursive, and no schema is nested so deep.
  if (/[[{]{1000}/.test(body.bytes)) return 'schema'
  // A property that is sent twice is malformed, and lone surrogates are no text to the validator.
  const isDoubtful = /\\ud|"([^"]*)".*"\1"\s*:/i.test(body.bytes)
  return !isDoubtful && findErrors(schema, value).length > 0 ? 'schema' : undefined
}

function parse(bytes: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1')))
  } catch {
    return undefined
  }
}

const refusals: Record<Stage, (operationId: OperationId) => string> = {
  path: () => '404 NOT_FOUND',
  method: () => '405 METHOD_NOT_ALLOWED',
  size: () => '413 PAYLOAD_TOO_LARGE',
  type: () => '415 UNSUPPORTED_MEDIA_TYPE',
  syntax: () => '400 VALIDATION_ERROR',
  credential: (id) =>
    operations[id].security?.scheme === 'adminApiKey' ? '401 INVALID_ADMIN_KEY' : '401 UNAUTHENTICATED',
  scope: () => '403 INSUFFICIENT_SCOPE',
  schema: () => '400 VALIDATION_ERROR',
}

/** What the response to a request must be, as far as that is certain. */
export function isExpected(request: RawRequest, spoiled: Part[], status: string): boolean {
  const reached = [...new Set<Part>([...spoiled, 'credentials'])].map((part) => certain[part](request))
  const found = stages.filter((stage) => reached.includes(stage))
  const isCertain = spoiled.every((part) => certain[part](request))
  if (!isCertain) return true
  const [first] = found
  const all = stages.map((stage) => refusals[stage](request.operationId))
  return first ? status === refusals[first](request.operationId) : !all.includes(status)
}
