/** Compiles the schemas of a contract by Ajv: our own ones beforehand, into a file, and others when they come. */

import { _, Ajv2020, type CodeOptions } from 'ajv/dist/2020.js'
import type { Contract } from '../derive/contract.ts'
import { formats } from './formats.ts'
import type { Validate, Validators } from './validator-types.ts'

type Schemas = Contract['schemas']

const strictness = { strict: false, useDefaults: true, validateSchema: false, formats }

/** Compilers for what comes as text, which paths and queries do, and for values of JSON. */
export function createCompilers(schemas: Schemas, code: CodeOptions = {}): { texts: Ajv2020; values: Ajv2020 } {
  // Compiled code that is written down takes the formats from here.
  const written = { ...code, formats: _`require("./formats.ts").formats` }
  const create = (coerceTypes: boolean) =>
    new Ajv2020({ ...strictness, coerceTypes, code: written }).addSchema(schemas, 'contract')
  return { texts: create(true), values: create(false) }
}

/** Where the schema at a place is: what is only a reference is compiled once for all who refer to it. */
export function addressOf({ operations }: Schemas, ...place: string[]): string {
  const schema = place.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], operations)
  const { $ref, ...others } = schema as { $ref?: string }
  return `contract${$ref && Object.keys(others).length === 0 ? $ref : `#/operations/${place.join('/')}`}`
}

/** Compiles each schema when it is first asked for. */
export function compileValidators(schemas: Schemas): Validators {
  const { texts, values } = createCompilers(schemas)
  const lazily = (ajv: Ajv2020, ...place: string[]): Validate => {
    const check: Validate = (value) => {
      const validate = ajv.getSchema(addressOf(schemas, ...place))
      if (!validate) throw new Error(`the contract has no schema at ${place.join('/')}`)
      const fits = validate(value) as boolean
      check.errors = validate.errors as never
      return fits
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
