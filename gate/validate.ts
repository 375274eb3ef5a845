/** Holds requests and answers to the schemas of a contract, compiled on first use. */
import type { Contract, OperationId } from '@monitoring-service/contract'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Admitted } from './admit.ts'
import { ApiError } from './errors.ts'
import { explain, type Violation } from './explain.ts'
import { finePrint } from './fine-print.ts'
import { readQuery } from './route.ts'

export interface Validator {
  /**
   * Holds a request to its schemas and to what they cannot say.
   * @returns the query as the contract types it, with its defaults.
   * @throws ApiError VALIDATION_ERROR, which names the place.
   */
  checkRequest(admitted: Admitted): Record<string, unknown>
  /** Whether an operation may answer so. */
  isAnswer(operationId: OperationId, status: number, body: unknown): boolean
}

/** Takes formats as strictly as the server's validator: there is no 30 February. */
const strictness = { strict: false, useDefaults: true, validateSchema: false }

export function createValidator({ schemas, operations }: Pick<Contract, 'schemas' | 'operations'>): Validator {
  const [texts, values] = [{ ...strictness, coerceTypes: true }, strictness].map((options) => {
    const ajv = new Ajv2020(options)
    // The package's default export is not one for Node.
    formats.default(ajv, { mode: 'full' })
    return ajv.addSchema(schemas, 'contract')
  }) as [Ajv2020, Ajv2020]
  const compiled = (ajv: Ajv2020, ...place: string[]): ValidateFunction => {
    const validate = ajv.getSchema(`contract#/operations/${place.join('/')}`)
    if (!validate) throw new Error(`the contract has no schema at ${place.join('/')}`)
    return validate
  }
  return {
    checkRequest(admitted) {
      const { operationId, path, body } = admitted
      const complaint = finePrint(admitted)
      if (complaint) throw complaint
      const query: Record<string, unknown> = Object.fromEntries(readQuery(admitted.query))
      const checks = [
        [compiled(texts, operationId, 'parameters'), { path: { ...path }, query }],
        [compiled(values, operationId, 'body'), { body }],
      ] as const
      const errors = checks.flatMap(([validate, value]) => (validate(value) ? [] : (validate.errors ?? [])))
      if (errors.length === 0) return query
      throw new ApiError('VALIDATION_ERROR', { message: explain(errors.map(asViolation)) })
    },
    isAnswer(operationId, status, body) {
      if (!Object.hasOwn(operations[operationId]?.responses ?? {}, status)) return false
      const hasBody = Object.hasOwn(schemas.operations[operationId]?.answers ?? {}, status)
      if (!hasBody) return body === undefined
      return body !== undefined && compiled(values, operationId, 'answers', String(status))(body)
    },
  }
}

function asViolation({ instancePath, params, message = '' }: ErrorObject): Violation {
  const name: string | undefined = params.missingProperty ?? params.additionalProperty
  return { path: name === undefined ? instancePath : `${instancePath}/${name}`, message }
}
