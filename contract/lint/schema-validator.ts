/** Judges values by the contract's schemas, formats included. */
import '@hyperjump/json-schema/formats-lite'
import {
  registerSchema,
  type SchemaObject,
  setShouldValidateFormat,
  unregisterSchema,
  type Validator,
  validate,
} from '@hyperjump/json-schema/openapi-3-1'
import type { Document } from '../openapi/document.ts'
import { toFragment } from './locate.ts'

/** What is wrong with a value, by the schema at a place; nothing if it fits. */
export type SchemaValidator = (schema: string[], value: unknown) => string[]

type Json = Parameters<Validator>[0]

let documents = 0

/** Compiles the schemas at these places beforehand, so that judging itself need not wait. */
export async function createSchemaValidator(document: Document, schemas: string[][]): Promise<SchemaValidator> {
  setShouldValidateFormat(true)
  const uri = `https://contract.example/${documents++}`
  registerSchema(document as unknown as SchemaObject, uri, 'https://spec.openapis.org/oas/3.1/schema-base')
  const validators = new Map<string, Validator>()
  for (const place of new Set(schemas.map(toFragment))) validators.set(place, await validate(uri + encodeURI(place)))
  unregisterSchema(uri)
  return (schema, value) => {
    const validator = validators.get(toFragment(schema))
    if (!validator) throw new Error(`No schema was compiled for ${toFragment(schema)}`)
    return complaints(validator, value)
  }
}

function complaints(validator: Validator, value: unknown): string[] {
  if (value === undefined) return ['there is no value']
  const output = validator(value as Json, 'BASIC')
  if (output.valid) return []
  return (output.errors ?? []).map(
    ({ instanceLocation, absoluteKeywordLocation }) =>
      `${instanceLocation} breaks ${decodeURI(absoluteKeywordLocation.replace(/^[^#]*/, ''))}`,
  )
}
