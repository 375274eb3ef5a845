/** Validates examples by the schemas of a document. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { Document } from '../openapi/document.ts'
import { keysOfPointer, toFragment } from '../openapi/locate.ts'

/** The errors of a value by the schema at a location; empty if the value is valid. */
export type SchemaValidator = (schema: string[], value: unknown) => string[]

/** Compiles each schema on its first use. */
export function createSchemaValidator(document: Document): SchemaValidator {
  const ajv = new Ajv2020({ strict: false, logger: false, formats: fullFormats })
  ajv.addSchema(document, 'contract', undefined, false)
  return (schema, value) => {
    const validate = ajv.getSchema(`contract${encodeURI(toFragment(schema))}`)
    return !validate || validate(value) ? [] : (validate.errors ?? []).map(formatError)
  }
}

/** The keys that lead to an error; if a key is invalid, to that key. */
export function keysOf({ instancePath, propertyName }: ErrorObject): string[] {
  const keys = keysOfPointer(instancePath)
  return propertyName === undefined ? keys : [...keys, propertyName]
}

export function formatError(error: ErrorObject): string {
  const { message = 'is invalid', params, parentSchema } = error
  // An index in an array does not name the subject.
  const subject = error.propertyName ?? keysOf(error).findLast((key) => !/^\d{1,2}$/.test(key)) ?? 'the document'
  const description: string | undefined = parentSchema?.description
  if (description) return `${subject} must ${description}`
  const details = [params.allowedValues ?? params.allowedValue ?? params.additionalProperty ?? []].flat().join(', ')
  return `${subject} ${message}${details && `: ${details}`}`
}
