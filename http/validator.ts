/** Validates requests and responses by a contract's compiled schemas and its extra rules. */
import type { Contract, OperationId, ValidationError, Validators } from '@monitoring-service/contract'
import { contract as ownContract } from '@monitoring-service/contract'
import { validators as compiled } from '@monitoring-service/contract/validators'
import { ApiError } from './api-error.ts'
import { formatViolations, type Violation } from './format-violation.ts'
import type { ParsedRequest } from './parse-request.ts'
import { findQueryOrTextViolation } from './query-and-text-rules.ts'
import { readQuery } from './router.ts'

export type Query = Record<string, unknown>

export interface Validator {
  /** The typed query of a valid request, with defaults; undefined if the request is invalid. */
  queryIfValid(request: ParsedRequest): Query | undefined
  /**
   * The typed query of a request, with defaults.
   * @throws ApiError VALIDATION_ERROR with the location of the violation.
   */
  checkRequest(request: ParsedRequest): Query
  /** Why the contract does not allow the response, without any values; undefined if it does. */
  findResponseViolation(operationId: OperationId, status: number, body: unknown): string | undefined
}

/** @param validators the compiled schemas of the contract. */
export function createValidator(
  { operations }: Pick<Contract, 'operations'> = ownContract,
  validators = compiled,
): Validator {
  function validate({ operationId, path, query: text, body }: ParsedRequest) {
    const { parameters, body: content } = validators[operationId] as Validators[string]
    const query: Query = text === '' ? {} : Object.fromEntries(readQuery(text))
    // Ajv converts texts in place, hence the copy.
    const isValid = parameters({ path: { ...path }, query })
    return { query, errors: [isValid ? undefined : parameters.errors, content({ body }) ? undefined : content.errors] }
  }

  return {
    queryIfValid(request) {
      if (findQueryOrTextViolation(request) !== undefined) return undefined
      const { query, errors } = validate(request)
      return errors.every((list) => list === undefined) ? query : undefined
    },
    checkRequest(request) {
      const message = findQueryOrTextViolation(request)
      if (message !== undefined) throw new ApiError('VALIDATION_ERROR', { message })
      const { query, errors } = validate(request)
      const violations = errors.flatMap((list) => list ?? []).map(toViolation)
      if (violations.length > 0) throw new ApiError('VALIDATION_ERROR', { message: formatViolations(violations) })
      return query
    },
    findResponseViolation(operationId, status, body) {
      if (!Object.hasOwn(operations[operationId]?.responses ?? {}, status)) return 'no such status is declared'
      const { responses } = validators[operationId] as Validators[string]
      const check = Object.hasOwn(responses, status) ? responses[status] : undefined
      if (!check) return body === undefined ? undefined : 'no body is declared'
      if (body === undefined) return 'a body is declared, and there is none'
      return check(body) ? undefined : (check.errors ?? []).map(formatResponseError).join(', ')
    },
  }
}

function toViolation({ instancePath, params, message = '' }: ValidationError): Violation {
  const name = params.missingProperty ?? params.additionalProperty
  return { path: name === undefined ? instancePath : `${instancePath}/${name}`, message }
}

function formatResponseError(error: ValidationError): string {
  const { path, message } = toViolation(error)
  return `/response${path} ${message}`
}
