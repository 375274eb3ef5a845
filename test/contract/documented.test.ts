/** The documented subset contains everything that the service document states, and no decided element. */
import { type SchemaObject, validate } from '@hyperjump/json-schema/openapi-3-1'
import { describe, expect, test } from 'vitest'
import { deriveScenarios } from '../../contract/derive/scenarios.ts'
import { createSchemaValidator } from '../../contract/lint/schema-validator.ts'
import type { Operation, Response, Schema } from '../../contract/openapi/document.ts'
import { dereference, listOperations } from '../../contract/openapi/document.ts'
import { documentedSubset } from '../../contract/openapi/documented-subset.ts'
import { readContract } from '../../contract/openapi/files.ts'
import { errorFields, operations, resources } from './documented/stated.ts'

const contract = readContract()
const result = documentedSubset(contract)
const text = JSON.stringify(result)

function find(operationId: string): Operation {
  const located = listOperations(result).find(({ operation }) => operation.operationId === operationId)
  if (!located) throw new Error(`There is no ${operationId}`)
  return located.operation
}

/** The schema of a body, or of the property at a path in it; `*` means the items of a list. */
function schemaOf(operationId: string, status: string, ...names: string[]): Schema {
  const response = find(operationId).responses[status] as Response
  const body = response.content?.['application/json']?.schema
  if (!body) throw new Error(`${operationId} has no body for ${status}`)
  return names.reduce<Schema>(
    (schema, name) => dereference<Schema>(result, (name === '*' ? schema.items : schema.properties?.[name]) as Schema),
    dereference<Schema>(result, body),
  )
}

/** The fields of an object in the notation of the service document's tables: type, `or null`, format. */
function fieldsOf(schema: Schema): Record<string, string> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, reference]) => {
    const { type, format } = dereference<Schema>(result, reference)
    return [name, [type].flat().join(' or ') + (format ? `, ${format}` : '')]
  })
  return Object.fromEntries(fields)
}

describe('the documented subset', () => {
  test('is a valid OpenAPI document', { tags: ['P33'] }, async () => {
    const output = await validate(
      'https://spec.openapis.org/oas/3.1/schema-base',
      result as unknown as SchemaObject,
      'BASIC',
    )
    expect(output).toEqual({ valid: true })
  })

  test('has no reference without a target and no component without a reference', () => {
    const references = new Set([...text.matchAll(/"\$ref":"#\/components\/(.*?)"/g)].map(([, name]) => name))
    const components = Object.entries(result.components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind}/${name}`),
    )
    expect([...references].sort()).toEqual(components.sort())
  })

  test('has the eight operations of part 4', () => {
    expect(listOperations(result).map(({ method, path }) => `${method} ${path}`)).toEqual(operations)
  })

  for (const { name, operationId, at, fields } of resources) {
    test(`has the fields of ${name} with their types`, () => {
      expect(fieldsOf(schemaOf(operationId, '2XX', ...at))).toEqual(fields)
    })
  }

  test('has no content where a manual incident is deleted (4.4)', () => {
    expect((find('deleteIncident').responses['2XX'] as Response).content).toBeUndefined()
  })

  test('has only the status ranges 2XX and 4XX', () => {
    for (const { operation } of listOperations(result)) expect(Object.keys(operation.responses)).toEqual(['2XX', '4XX'])
  })

  for (const { operation } of listOperations(result)) {
    test(`has the error object of part 7 for ${operation.operationId}`, () => {
      const error = schemaOf(operation.operationId, '4XX', 'error')
      expect(fieldsOf(error)).toEqual(errorFields)
      expect(error.required).toEqual(['code', 'message', 'status'])
    })
  }

  test('states who may call an operation (part 5), but not how credentials are sent', () => {
    const callers = listOperations(result).map(({ operation }) =>
      JSON.stringify(Object(operation)['x-security'] ?? null),
    )
    expect(callers).toEqual([
      'null',
      'null',
      '[{"bearerAuth":["write"]}]',
      '[{"bearerAuth":["write"]}]',
      '[{"bearerAuth":[]}]',
      '[{"adminApiKey":[]}]',
      '[{"bearerAuth":[]}]',
      '[{"bearerAuth":[]}]',
    ])
    expect(result.components).not.toHaveProperty('securitySchemes')
  })

  test('has the six digits of the verification code (4.5) and the grace period (part 8)', () => {
    expect(result.components.schemas.VerificationCodeProof?.properties?.verificationCode).toEqual({
      type: 'string',
      pattern: '^[0-9]{6}$',
    })
    expect(result['x-limits']).toEqual({ gracePeriodDays: 30 })
  })

  for (const word of [
    'x-decided',
    '409',
    'WWW-Authenticate',
    'Retry-After',
    'X-Request-Id',
    'X-Admin-Api-Key',
    '1000000',
    'minimum',
    'minLength',
    'maxLength',
    'default":20',
    'additionalProperties',
    'RATE_LIMITED',
    'TEAM_HAS_OTHER_MEMBERS',
    'INSUFFICIENT_SCOPE',
  ]) {
    test(`does not contain ${word}, unlike the contract`, () => {
      expect(JSON.stringify(contract)).toContain(word)
      expect(text).not.toContain(word)
    })
  }

  test('does not change the contract itself', () => expect(contract).toEqual(readContract()))
})

describe('the documented subset allows', async () => {
  const scenarios = deriveScenarios(contract)
  const media = ['content', 'application/json', 'schema']
  const located = listOperations(result).map(({ method, path, operation }) => {
    const at = ['paths', path, method.toLowerCase()]
    const own = scenarios.filter(({ operationId }) => operationId === operation.operationId)
    const responses = own.filter(({ response, status }) => response !== undefined && status < 500)
    const bodies = own.filter(
      ({ body, status, send }) => body !== undefined && status !== 400 && !('contentType' in send),
    )
    return {
      operationId: operation.operationId,
      responses: responses.map(({ response, status }) => ({
        location: [...at, 'responses', `${String(status)[0]}XX`, ...media],
        value: response,
      })),
      requests: bodies.map(({ body }) => ({ location: [...at, 'requestBody', ...media], value: body })),
    }
  })
  const values = located.flatMap(({ responses, requests }) => [...responses, ...requests])
  const validate = await createSchemaValidator(
    result,
    values.map(({ location }) => location),
  )

  for (const { operationId, responses, requests } of located) {
    test(`the contract's responses of ${operationId}`, () => {
      expect(responses.flatMap(({ location, value }) => validate(location, value))).toEqual([])
    })
    if (requests.length === 0) continue
    test(`the contract's bodies of ${operationId}`, () => {
      expect(requests.flatMap(({ location, value }) => validate(location, value))).toEqual([])
    })
  }
})
