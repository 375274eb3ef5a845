/** Holds requests and answers to a contract: to its schemas, compiled, and to its fine print. */
import type { Contract, OperationId, ValidationError, Validators } from '@monitoring-service/contract'
import { contract as ours } from '@monitoring-service/contract'
import { validators as compiled } from '@monitoring-service/contract/validators'
import { ApiError } from './api-error.ts'
import { findExtraViolation } from './extra-rules.ts'
import { formatViolations, type Violation } from './format-violation.ts'
import type { ParsedRequest } from './parse-request.ts'
import { readQuery } from './router.ts'

export type Query = Record<string, unknown>

export interface Validator {
  /** The query of a request that is right in every way, as the contract types it, with its defaults; else undefined. */
  queryIfValid(admitted: ParsedRequest): Query | undefined
  /**
   * Reads a request, and says what is wrong with it.
   * @throws ApiError VALIDATION_ERROR, which names the place.
   */
  checkRequest(admitted: ParsedRequest): Query
  /** Why an operation may not answer so, in words that name no values; undefined if it may. */
  findResponseViolation(operationId: OperationId, status: number, body: unknown): string | undefined
}

/** @param validators are those of the contract's schemas; our own by default, which are compiled already. */
export function createValidator({ operations }: Pick<Contract, 'operations'> = ours, validators = compiled): Validator {
  function read({ operationId, path, query: text, body }: ParsedRequest) {
    const { parameters, body: content } = validators[operationId] as Validators[string]
    const query: Query = text === '' ? {} : Object.fromEntries(readQuery(text))
    // What comes as text is turned into what the contract says that it is, in copies.
    const fits = parameters({ path: { ...path }, query })
    return { query, wrong: [fits ? undefined : parameters.errors, content({ body }) ? undefined : content.errors] }
  }

  return {
    queryIfValid(admitted) {
      if (findExtraViolation(admitted) !== undefined) return undefined
      const { query, wrong } = read(admitted)
      return wrong.every((errors) => errors === undefined) ? query : undefined
    },
    checkRequest(admitted) {
      const complaint = findExtraViolation(admitted)
      if (complaint !== undefined) throw new ApiError('VALIDATION_ERROR', { message: complaint })
      const { query, wrong } = read(admitted)
      const errors = wrong.flatMap((errors) => errors ?? [])
      if (errors.length > 0)
        throw new ApiError('VALIDATION_ERROR', { message: formatViolations(errors.map(asViolation)) })
      return query
    },
    findResponseViolation(operationId, status, body) {
      if (!Object.hasOwn(operations[operationId]?.responses ?? {}, status)) return 'no such status is declared'
      const { responses } = validators[operationId] as Validators[string]
      const check = Object.hasOwn(responses, status) ? responses[status] : undefined
      if (!check) return body === undefined ? undefined : 'no body is declared'
      if (body === undefined) return 'a body is declared, and there is none'
      return check(body) ? undefined : (check.errors ?? []).map(tell).join(', ')
    },
  }
}

/** The validators for a contract: those that are compiled already if its schemas are our own. */
export async function loadValidators({ schemas }: Pick<Contract, 'schemas'>): Promise<Validators> {
  if (JSON.stringify(schemas) === JSON.stringify(ours.schemas)) return compiled
  return (await import('@monitoring-service/contract/compile')).compileValidators(schemas)
}

function asViolation({ instancePath, params, message = '' }: ValidationError): Violation {
  const name = params.missingProperty ?? params.additionalProperty
  return { path: name === undefined ? instancePath : `${instancePath}/${name}`, message }
}

function tell(complaint: ValidationError): string {
  const { path, message } = asViolation(complaint)
  return `/response${path} ${message}`
}
