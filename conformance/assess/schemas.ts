/** The schemas that answers are judged by, compiled from openapi.yaml: as the document states them, and as decided. */
import type { OperationId } from '@monitoring-service/contract'
import { type Document, dereference, listOperations, type Response } from '@monitoring-service/contract/document'
import { documentedSubset } from '@monitoring-service/contract/documented-subset'
import { readContract } from '@monitoring-service/contract/files'
import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** What is wrong with a value, in words; nothing if it fits. */
export type Fit = (value: unknown) => string[]

export interface Schemas {
  /** What the document states of an operation's success; undefined where it has no body. */
  documented(operationId: OperationId): Fit | undefined
  /** Part 7 of the document. */
  refusal: Fit
  /** What openapi.yaml decided of an operation's response with this status. */
  profile(operationId: OperationId, status: number): DecidedResponse | undefined
  /** The status that openapi.yaml gives an operation's success. */
  success(operationId: OperationId): number
}

export interface DecidedResponse {
  /** Undefined where there is no body. */
  fit: Fit | undefined
  /** The headers, by name in lower case. */
  headers: Record<string, Fit>
}

export function compileSchemas(contract: Document = readContract()): Schemas {
  const stated = compileDocument(documentedSubset(contract), 'documented')
  const decided = compileDocument(contract, 'profile')
  const operations = [...decided.keys()].map((key) => key.split(' ') as [OperationId, string])
  const refusal = [...stated].find(([key]) => key.endsWith(' 4XX'))?.[1].fit
  if (!refusal) throw new Error('openapi.yaml describes no refusal')
  return {
    documented: (operationId) => stated.get(`${operationId} 2XX`)?.fit,
    refusal,
    profile: (operationId, status) => decided.get(`${operationId} ${status}`),
    success: (id) => Number(operations.find(([operationId, status]) => operationId === id && status < '3')?.[1]),
  }
}

/** Every response of a contract, by `operationId status`. */
function compileDocument(document: Document, name: string): Map<string, DecidedResponse> {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document as AnySchemaObject, name)
  const compile = (...pointer: string[]): Fit => {
    const validate = ajv.getSchema(`${name}#/${pointer.map(asPointer).join('/')}`)
    if (!validate) throw new Error(`openapi.yaml has no schema at ${pointer.join('/')}`)
    return (value) => fit(validate, value)
  }
  const compiled = new Map<string, DecidedResponse>()
  for (const { method, path, operation } of listOperations(document)) {
    for (const [status, reference] of Object.entries(operation.responses)) {
      const response: Response = dereference(document, reference)
      const at =
        '$ref' in reference ? pointerOf(reference.$ref) : ['paths', path, method.toLowerCase(), 'responses', status]
      const headers = Object.entries(response.headers ?? {}).map(([header, node]) => {
        const place = '$ref' in node ? pointerOf(node.$ref) : [...at, 'headers', header]
        return [header.toLowerCase(), fromText(compile(...place, 'schema'), dereference(document, node).schema.type)]
      })
      compiled.set(`${operation.operationId} ${status}`, {
        fit: response.content && compile(...at, 'content', 'application/json', 'schema'),
        headers: Object.fromEntries(headers),
      })
    }
  }
  return compiled
}

/** A header is text, whatever its schema says of its value. */
function fromText(fit: Fit, type: unknown): Fit {
  return (value) => fit(type === 'integer' && value !== undefined ? Number(value) : value)
}

function pointerOf(reference: string): string[] {
  return reference.slice(2).split('/')
}

function asPointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function fit(validate: ValidateFunction, value: unknown): string[] {
  if (value === undefined) return ['is absent']
  return validate(value) ? [] : [...new Set((validate.errors ?? []).map(inWords))]
}

/** Crockford's letters, 26 of them, as the contract writes them. */
const ulid = /0-9A-HJKMNP-TV-Z.*\{2[56]\}/

function inWords({ instancePath, message, params }: ErrorObject): string {
  const where = instancePath.slice(1).replaceAll('/', '.')
  const extra = params.additionalProperty ?? params.allowedValue
  if (typeof params.pattern === 'string' && ulid.test(params.pattern))
    return `${where} must match the pattern of a ULID`
  return `${where} ${message ?? 'does not fit'}${extra === undefined ? '' : ` (${extra})`}`.trim()
}
