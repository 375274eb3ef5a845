/** The documented contract says all that the service document states, and nothing that was decided beyond it. */
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

/** The schema of a body, or of what lies in it at the named properties; `*` stands for the items of a list. */
function schemaOf(operationId: string, status: string, ...names: string[]): Schema {
  const response = find(operationId).responses[status] as Response
  const body = response.content?.['application/json']?.schema
  if (!body) throw new Error(`${operationId} has no body for ${status}`)
  return names.reduce<Schema>(
    (schema, name) => dereference<Schema>(result, (name === '*' ? schema.items : schema.properties?.[name]) as Schema),
    dereference<Schema>(result, body),
  )
}

/** The fields of an object as the document's tables write them: type, then `or null`, then the format. */
function fieldsOf(schema: Schema): Record<string, string> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, reference]) => {
    const { type, format } = dereference<Schema>(result, reference)
    return [name, [type].flat().join(' or ') + (format ? `, ${format}` : '')]
  })
  return Object.fromEntries(fields)
}

describe('The documented contract', () => {
  test('is a valid OpenAPI document.', { tags: ['P33'] }, async () => {
    const output = await validate(
      'https://spec.openapis.org/oas/3.1/schema-base',
      result as unknown as SchemaObject,
      'BASIC',
    )
    expect(output).toEqual({ valid: true })
  })

  test('refers to nothing that is not there, and keeps no component that nothing refers to.', () => {
    const references = new Set([...text.matchAll(/"\$ref":"#\/components\/(.*?)"/g)].map(([, name]) => name))
    const components = Object.entries(result.components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind}/${name}`),
    )
    expect([...references].sort()).toEqual(components.sort())
  })

  test('has the eight operations of part 4.', () => {
    expect(listOperations(result).map(({ method, path }) => `${method} ${path}`)).toEqual(operations)
  })

  for (const { name, operationId, at, fields } of resources) {
    test(`has the fields of ${name}, each with its type.`, () => {
      expect(fieldsOf(schemaOf(operationId, '2XX', ...at))).toEqual(fields)
    })
  }

  test('gives no content where a manual incident is deleted (4.4).', () => {
    expect((find('deleteIncident').responses['2XX'] as Response).content).toBeUndefined()
  })

  test('tells of statuses only whether they are a success or a refusal.', () => {
    for (const { operation } of listOperations(result)) expect(Object.keys(operation.responses)).toEqual(['2XX', '4XX'])
  })

  for (const { operation } of listOperations(result)) {
    test(`refuses ${operation.operationId} with the error object of part 7.`, () => {
      const error = schemaOf(operation.operationId, '4XX', 'error')
      expect(fieldsOf(error)).toEqual(errorFields)
      expect(error.required).toEqual(['code', 'message', 'status'])
    })
  }

  test('says who may call an operation (part 5), but not how credentials travel.', () => {
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

  test('keeps the six digits of the verification code (4.5) and the grace period (part 8).', () => {
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
    test(`does not speak of ${word}, as the contract does.`, () => {
      expect(JSON.stringify(contract)).toContain(word)
      expect(text).not.toContain(word)
    })
  }

  test('leaves the contract itself as it was.', () => expect(contract).toEqual(readContract()))
})

describe('The documented contract allows what the contract', async () => {
  const scenarios = deriveScenarios(contract)
  const media = ['content', 'application/json', 'schema']
  const placed = listOperations(result).map(({ method, path, operation }) => {
    const at = ['paths', path, method.toLowerCase()]
    const own = scenarios.filter(({ operationId }) => operationId === operation.operationId)
    const answers = own.filter(({ response, status }) => response !== undefined && status < 500)
    const bodies = own.filter(
      ({ body, status, send }) => body !== undefined && status !== 400 && !('contentType' in send),
    )
    return {
      operationId: operation.operationId,
      answers: answers.map(({ response, status }) => ({
        place: [...at, 'responses', `${String(status)[0]}XX`, ...media],
        value: response,
      })),
      requests: bodies.map(({ body }) => ({ place: [...at, 'requestBody', ...media], value: body })),
    }
  })
  const values = placed.flatMap(({ answers, requests }) => [...answers, ...requests])
  const judge = await createSchemaValidator(
    result,
    values.map(({ place }) => place),
  )

  for (const { operationId, answers, requests } of placed) {
    test(`answers to ${operationId}.`, () => {
      expect(answers.flatMap(({ place, value }) => judge(place, value))).toEqual([])
    })
    if (requests.length === 0) continue
    test(`accepts as the body of ${operationId}.`, () => {
      expect(requests.flatMap(({ place, value }) => judge(place, value))).toEqual([])
    })
  }
})
