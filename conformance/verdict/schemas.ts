/** The schemas that responses are validated against, compiled from what the service document states, and from openapi.yaml. */
import { isDeepStrictEqual } from 'node:util'
import type { OperationId } from '@monitoring-service/contract'
import {
  type Document,
  dereference,
  listOperations,
  type Reference,
  type Response,
  type Schema,
} from '@monitoring-service/contract/document'
import { documented } from '@monitoring-service/contract/documented'
import { readContract } from '@monitoring-service/contract/files'
import { formats } from '@monitoring-service/contract/formats'
import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'

import type { Violation } from './finding.ts'

/** @returns each violation, with the requirement of the document that it is against, if the schema names one. */
export type Validate = (value: unknown) => (Violation & { requirement?: string })[]

export interface Schemas {
  /** The documented response of an operation's success. */
  documented(operationId: OperationId): DecidedResponse
  /** Part 7 of the document. */
  refusal: Validate
  profile(operationId: OperationId, status: number): DecidedResponse | undefined
  /** The status of an operation's success in openapi.yaml. */
  success(operationId: OperationId): number
}

export interface DecidedResponse {
  requirement: string | undefined
  /** Undefined if there is no body. */
  validateBody: Validate | undefined
  /** By name in lower case. */
  headers: Record<string, Validate>
}

type Formats = typeof fullFormats
const { validate: isDateTime } = fullFormats['date-time'] as { validate: (text: string) => boolean }
/** An offset of RFC 3339 has minutes and a colon; ajv-formats takes others, too. */
const statedFormats: Formats = {
  ...fullFormats,
  'date-time': (text) => isDateTime(text) && /(?:z|[+-]\d\d:\d\d)$/i.test(text),
}

export function compileSchemas(contract: Document = readContract()): Schemas {
  const stated = compileDocument(documented, 'documented', statedFormats)
  const decided = compileDocument(contract, 'profile', formats)
  const operations = [...decided.keys()].map((key) => key.split(' ') as [OperationId, string])
  const refusal = [...stated].find(([key]) => key.endsWith(' 4XX'))?.[1].validateBody
  if (!refusal) throw new Error('openapi.yaml describes no refusal')
  return {
    documented: (operationId) => stated.get(`${operationId} 2XX`) as DecidedResponse,
    refusal,
    profile: (operationId, status) => decided.get(`${operationId} ${status}`),
    success: (id) => Number(operations.find(([operationId, status]) => operationId === id && status < '3')?.[1]),
  }
}

/** Compiles every response of a contract, by `operationId status`. */
function compileDocument(document: Document, name: string, formats: Formats): Map<string, DecidedResponse> {
  // The contract's lint validates the schemas.
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, validateSchema: false, formats })
  ajv.addSchema(document as AnySchemaObject, name)
  const compile = (path: string[], requirementOf: (error: ErrorObject) => string | undefined): Validate => {
    const validator = ajv.getSchema(`${name}#/${path.map(escapePointer).join('/')}`)
    if (!validator) throw new Error(`openapi.yaml has no schema at ${path.join('/')}`)
    return (value) => listViolations(validator, value, formats, requirementOf)
  }
  const compiled = new Map<string, DecidedResponse>()
  for (const { method, path, operation } of listOperations(document)) {
    for (const [status, reference] of Object.entries(operation.responses)) {
      const response: Response = dereference(document, reference)
      const at =
        '$ref' in reference ? pathOf(reference.$ref) : ['paths', path, method.toLowerCase(), 'responses', status]
      const headers = Object.entries(response.headers ?? {}).map(([header, node]) => {
        const headerPath = '$ref' in node ? pathOf(node.$ref) : [...at, 'headers', header]
        const { type } = dereference(document, node).schema
        return [
          header.toLowerCase(),
          validateHeader(
            compile([...headerPath, 'schema'], () => undefined),
            type,
          ),
        ]
      })
      const { 'x-requirement': requirement, content } = response
      const body = content?.['application/json']?.schema
      const requirementOf = (error: ErrorObject) => (body && requirementAt(document, body, error)) ?? requirement
      compiled.set(`${operation.operationId} ${status}`, {
        requirement,
        validateBody: content && compile([...at, 'content', 'application/json', 'schema'], requirementOf),
        headers: Object.fromEntries(headers),
      })
    }
  }
  return compiled
}

/** Header values are text, also where the schema says integer. */
function validateHeader(validate: Validate, type: unknown): Validate {
  return (value) => validate(type === 'integer' && value !== undefined ? Number(value) : value)
}

function pathOf(reference: string): string[] {
  return reference.slice(2).split('/')
}

function escapePointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** The requirement of the innermost schema around what an error is about; that of a text's form is about nothing else. */
function requirementAt(document: Document, body: Schema | Reference, error: ErrorObject): string | undefined {
  const { instancePath, schemaPath, keyword, params } = error
  const whole = dereference(document, body)
  const [, dependent = ''] = /[/]dependentSchemas[/](\w+)/.exec(schemaPath) ?? []
  let schema = (whole.dependentSchemas as Record<string, Schema> | undefined)?.[dependent] ?? whole
  let requirement = schema['x-requirement']
  for (const key of [...instancePath.split('/').slice(1), params.missingProperty ?? []].flat()) {
    const part = schema.properties?.[key] ?? schema.items
    if (!part) break
    schema = dereference(document, part as Schema | Reference)
    const isOfForm = 'pattern' in schema || 'format' in schema
    const own = schema['x-requirement'] ?? (part as Schema)['x-requirement']
    if (!isOfForm || ['pattern', 'format'].includes(keyword)) requirement = own ?? requirement
  }
  return requirement as string | undefined
}

function listViolations(
  validator: ValidateFunction,
  value: unknown,
  formats: Formats,
  requirementOf: (error: ErrorObject) => string | undefined,
): ReturnType<Validate> {
  if (value === undefined) return [{ at: '', rule: 'absent' }]
  if (validator(value)) return []
  const all = (validator.errors ?? []).map((error) => {
    const requirement = requirementOf(error)
    return { ...toViolation(error, formats), ...(requirement && { requirement }) }
  })
  const kindOf = ({ seen: _, ...kind }: Violation) => kind
  return all.filter((one, index) => all.findIndex((other) => isDeepStrictEqual(kindOf(one), kindOf(other))) === index)
}

const ulidPattern = /0-9A-HJKMNP-TV-Z.*\{2[56]\}/

function toViolation(error: ErrorObject, formats: Formats): Violation {
  const { instancePath, keyword, message = 'does not fit', params, data: seen } = error
  // The same violation of several records is one.
  const at = instancePath
    .slice(1)
    .replaceAll('/', '.')
    .replace(/^data\.\d+/, 'data.*')
  if (typeof params.pattern === 'string' && ulidPattern.test(params.pattern)) return { at, rule: 'ulid', seen }
  if (params.format === 'date-time' && formats !== statedFormats) return { at, rule: 'utc', seen }
  const allowed: unknown[] | undefined = 'allowedValue' in params ? [params.allowedValue] : params.allowedValues
  if (allowed) return { at, rule: keyword, allowed, seen }
  const extra: string | undefined = params.additionalProperty ?? params.unevaluatedProperty
  const missing: string | undefined = params.missingProperty
  return {
    at,
    rule: keyword,
    message,
    ...(extra !== undefined && { extra }),
    ...(missing !== undefined && { missing }),
    ...(extra === undefined && missing === undefined && { seen }),
  }
}
