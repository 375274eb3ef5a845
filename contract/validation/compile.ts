/** Compiles a contract's schemas by Ajv: to code for the generated validators, or at run time for other contracts. */

import { _, Ajv2020, type CodeOptions } from 'ajv/dist/2020.js'
import type { ContractSchemas } from '../derive/schemas.ts'
import { nodeAt } from '../openapi/document.ts'
import { formats } from './formats.ts'
import type { Validate, ValidationError, Validators } from './validator-types.ts'

const strictness = { strict: false, strictNumbers: true, useDefaults: true, validateSchema: false, formats }

/** A compiler for paths and queries, which converts texts, and one for JSON values. */
export function createCompilers(schemas: ContractSchemas, code: CodeOptions = {}): { texts: Ajv2020; values: Ajv2020 } {
  // Generated code imports the formats.
  const codeOptions = { ...code, formats: _`require("./formats.ts").formats` }
  const create = (coerceTypes: boolean) =>
    new Ajv2020({ ...strictness, coerceTypes, code: codeOptions }).addSchema(schemas, 'contract')
  return { texts: create(true), values: create(false) }
}

/** The address of a schema; a bare reference has the address of its target, so that each target is compiled once. */
export function addressOf({ operations }: ContractSchemas, ...keys: string[]): string {
  const { $ref, ...others } = nodeAt(operations, keys) as { $ref?: string }
  return `contract${$ref && Object.keys(others).length === 0 ? $ref : `#/operations/${keys.join('/')}`}`
}

/** Compiles each schema on its first use. */
export function compileValidators(schemas: ContractSchemas): Validators {
  const { texts, values } = createCompilers(schemas)
  const lazily = (ajv: Ajv2020, ...keys: string[]): Validate => {
    const check: Validate = (value) => {
      const validate = ajv.getSchema(addressOf(schemas, ...keys))
      if (!validate) throw new Error(`the contract has no schema at ${keys.join('/')}`)
      const isValid = validate(value) as boolean
      check.errors = validate.errors as ValidationError[] | null
      return isValid
    }
    return check
  }
  return Object.fromEntries(
    Object.entries(schemas.operations).map(([id, { responses }]) => [
      id,
      {
        parameters: lazily(texts, id, 'parameters'),
        body: lazily(values, id, 'body'),
        responses: Object.fromEntries(
          Object.keys(responses).map((status) => [status, lazily(values, id, 'responses', status)]),
        ),
      },
    ]),
  )
}
