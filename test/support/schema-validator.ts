/** Validates values by the schemas of a document, formats included, with a validator that neither the server nor the mock uses. */
import '@hyperjump/json-schema/formats-lite'
import {
  registerSchema,
  type SchemaObject,
  setShouldValidateFormat,
  unregisterSchema,
  type Validator,
  validate,
} from '@hyperjump/json-schema/openapi-3-1'
import type { Document } from '../../contract/openapi/document.ts'
import { toFragment } from '../../contract/openapi/locate.ts'

/** The errors of a value by the schema at a location; empty if the value is valid. */
export type SchemaValidator = (schema: string[], value: unknown) => string[]

let documents = 0

/** Compiles the schemas at these locations beforehand, because compiling is asynchronous. */
export async function createSchemaValidator(document: Document, schemas: string[][]): Promise<SchemaValidator> {
  setShouldValidateFormat(true)
  const uri = `https://contract.example/${documents++}`
  registerSchema(document as unknown as SchemaObject, uri, 'https://spec.openapis.org/oas/3.1/schema-base')
  const validators = new Map<string, Validator>()
  for (const fragment of new Set(schemas.map(toFragment))) {
    validators.set(fragment, await validate(uri + encodeURI(fragment)))
  }
  unregisterSchema(uri)
  return (schema, value) => {
    const validator = validators.get(toFragment(schema))
    if (!validator) throw new Error(`No schema was compiled for ${toFragment(schema)}`)
    return errorsOf(validator, value)
  }
}

function errorsOf(validator: Validator, value: unknown): string[] {
  if (value === undefined) return ['there is no value']
  const output = validator(value as Parameters<Validator>[0], 'BASIC')
  if (output.valid) return []
  return (output.errors ?? []).map(
    ({ instanceLocation, absoluteKeywordLocation }) =>
      `${instanceLocation} violates ${decodeURI(absoluteKeywordLocation.replace(/^[^#]*/, ''))}`,
  )
}
