/** Validates requests and responses against the contract. */
import type { ServerResponse } from 'node:http'
import { contract, type ErrorCode, type OperationId, operations } from '@monitoring-service/contract'
import { ApiError, createValidator, toErrorResponse } from '@monitoring-service/http'
import { send } from '@monitoring-service/http/node'
import type { NextFunction, Request, Response } from 'express'
import type { AnyOutput } from '../operation-types.ts'
import { runOpenApiValidator } from './openapi-validator.ts'
import { requestStateOf } from './request-state.ts'

const contractValidator = createValidator()

/** The compiled schemas accept a valid request quickly; express-openapi-validator decides about every other one. */
export async function validateRequest(request: Request, _response: Response, next: NextFunction): Promise<void> {
  const state = requestStateOf(request)
  state.typedQuery = contractValidator.queryIfValid(state)
  if (!state.typedQuery) await runOpenApiValidator(request)
  next()
}

/**
 * Sends an operation's result.
 * @throws ApiError INTERNAL_ERROR if the contract does not declare it.
 */
export function respond(
  response: ServerResponse,
  operationId: OperationId,
  { status, body }: AnyOutput,
  validator = contractValidator,
): void {
  const violation = validator.findResponseViolation(operationId, status, body)
  if (violation !== undefined) throw invalidResponse(operationId, status, violation)
  response.statusCode = status
  if (body !== undefined) response.setHeader('Content-Type', 'application/json; charset=utf-8')
  send(response, body === undefined ? undefined : JSON.stringify(body))
}

/**
 * Returns the error if the contract declares it for the operation, or INTERNAL_ERROR.
 * An error without an operation, such as one for an unknown path, must be declared for any operation.
 */
export function toDeclaredError(error: ApiError, operationId = declaringOperations.get(error.code)): ApiError {
  const { status, body } = toErrorResponse(error, contract)
  const violation = operationId
    ? contractValidator.findResponseViolation(operationId, status, body)
    : 'no operation declares the code'
  return violation === undefined ? error : invalidResponse(operationId, status, violation, error)
}

function invalidResponse(id: OperationId | undefined, status: number, violation: string, cause?: ApiError): ApiError {
  const message = `${id} must not respond with this ${status}: ${violation}`
  return new ApiError('INTERNAL_ERROR', { cause: new Error(message, { cause }) })
}

/** An operation that declares each code. */
const declaringOperations = new Map(
  Object.entries(operations).flatMap(([id, { responses }]) =>
    Object.values<readonly ErrorCode[]>(responses).flatMap((codes) => codes.map((code) => [code, id as OperationId])),
  ),
)
