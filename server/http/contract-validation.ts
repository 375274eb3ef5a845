/** Holds requests and answers to the contract; on whatever is not right at once, express-openapi-validator decides. */
import type { ServerResponse } from 'node:http'
import { contract, type ErrorCode, type OperationId, operations } from '@monitoring-service/contract'
import { ApiError, createValidator, toErrorResponse } from '@monitoring-service/http'
import { send } from '@monitoring-service/http/node'
import type { NextFunction, Request, Response } from 'express'
import { decide } from './openapi-validator.ts'
import { requestStateOf } from './request-state.ts'

const validator = createValidator()

/**
 * Lets requests pass that are right. The compiled schemas only ever take one: what they do not take is refused, or
 * served, by the validator.
 */
export function validateRequest(request: Request, response: Response, next: NextFunction): void {
  const passage = requestStateOf(request)
  passage.query = validator.readRequest(passage.admitted)
  if (passage.query) next()
  else decide(request, response).then(() => next(), next)
}

/**
 * Sends what an operation answers, if it is what the contract promises.
 * @throws ApiError INTERNAL_ERROR
 */
export function respond(response: ServerResponse, operationId: OperationId, status: number, body?: object): void {
  const breach = validator.findViolation(operationId, status, body)
  if (breach !== undefined) throw broken(operationId, status, breach)
  response.statusCode = status
  if (body !== undefined) response.setHeader('Content-Type', 'application/json; charset=utf-8')
  send(response, body && JSON.stringify(body))
}

/** A refusal, if it is what the contract promises; one of an unknown path is held to any operation's. */
export function validateErrorResponse(error: ApiError, operationId = homes.get(error.code)): ApiError {
  const { status, body } = toErrorResponse(error, contract)
  const breach = operationId ? validator.findViolation(operationId, status, body) : 'no operation declares it'
  return breach === undefined ? error : broken(operationId, status, breach, error)
}

function broken(operationId: OperationId | undefined, status: number, breach: string, error?: ApiError): ApiError {
  const message = `${operationId} must not answer ${status} so: ${breach}`
  return new ApiError('INTERNAL_ERROR', { cause: new Error(message, { cause: error }) })
}

/** An operation that declares each code. */
const homes = new Map(
  Object.entries(operations).flatMap(([id, { responses }]) =>
    Object.values<readonly ErrorCode[]>(responses).flatMap((codes) => codes.map((code) => [code, id as OperationId])),
  ),
)
