/** Generates requests from the contract: one third valid, one third with one error, one third with any errors. */
import { type OperationId, operations } from '@monitoring-service/contract'
import fc, { type Arbitrary } from 'fast-check'
import { rightBody, wrongBody } from './bodies.ts'
import { type Headers, rightCredentials, wrongCredentials } from './credentials.ts'
import { listOf } from './escapes.ts'
import { harmless, odds, rightHost, rightType, wrongHost, wrongType } from './headers.ts'
import { rightPath, wrongPath } from './paths.ts'
import { rightQuery, wrongQuery } from './queries.ts'
import type { Body, RawRequest } from './raw-request.ts'

interface Parts {
  method: string
  path: string
  query: string | undefined
  host: Headers
  credentials: Headers
  others: Headers
  body: Body | undefined
  type: Headers
}

/** Valid and invalid generators of each part, and the weight of the part in requests with one error. */
type Choices = {
  [Name in keyof Parts]: { right: Arbitrary<Parts[Name]>; wrong: Arbitrary<Parts[Name]>; weight: number }
}

function choicesOf(operationId: OperationId): Choices {
  const { method } = operations[operationId]
  return {
    method: { right: fc.constant(method), wrong: otherMethod, weight: 1 },
    path: { right: rightPath(operationId), wrong: wrongPath(operationId), weight: 3 },
    query: { right: rightQuery(operationId), wrong: wrongQuery(operationId), weight: 4 },
    host: { right: fc.constant(rightHost), wrong: wrongHost, weight: 1 },
    credentials: { right: rightCredentials(operationId), wrong: wrongCredentials(operationId), weight: 3 },
    others: { right: harmless, wrong: odds, weight: 2 },
    body: { right: rightBody(operationId), wrong: wrongBody(operationId), weight: 5 },
    type: { right: rightType, wrong: wrongType, weight: 1 },
  }
}

const oddMethods = listOf('TRACE | CONNECT | QUERY | PROPFIND | M-SEARCH | PURGE | post | Get | FOO |  | G\0T | PRI')
const otherMethod = fc.oneof(
  { arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'), weight: 4 },
  { arbitrary: fc.constantFrom(...oddMethods), weight: 1 },
)

function requestsOf(operationId: OperationId): Arbitrary<RawRequest> {
  const choices = choicesOf(operationId)
  const names = Object.keys(choices) as (keyof Parts)[]
  const record = (choose: (name: keyof Parts) => Arbitrary<unknown>) =>
    fc.record(Object.fromEntries(names.map((name) => [name, choose(name)]))) as unknown as Arbitrary<Parts>
  const right = record((name) => choices[name].right)
  const withOneFault = names.map((wrong) => ({
    arbitrary: record((name) => choices[name][name === wrong ? 'wrong' : 'right']),
    weight: choices[wrong].weight,
  }))
  // With withCrossShrink, a difference shrinks towards valid parts.
  const hostile = record((name) =>
    fc.oneof({ withCrossShrink: true }, choices[name].right as Arbitrary<unknown>, choices[name].wrong),
  )
  return fc
    .oneof({ withCrossShrink: true }, right, fc.oneof(...withOneFault), hostile)
    .map((parts) => assemble(operationId, parts))
}

function assemble(
  operationId: OperationId,
  { method, path, query, host, credentials, others, body, type }: Parts,
): RawRequest {
  const target = query === undefined ? path : `${path}?${query}`
  return { operationId, method, target, headers: [...host, ...credentials, ...(body ? type : []), ...others], body }
}

export const requests = fc.oneof(...(Object.keys(operations) as OperationId[]).map(requestsOf))
