/** The compiled schemas accept exactly the requests that express-openapi-validator accepts, by generated queries and bodies. */
import { contract } from '@monitoring-service/contract'
import {
  ApiError,
  createRouter,
  createValidator,
  type ParsedRequest,
  parseRequest,
  type Query,
} from '@monitoring-service/http'
import express, { type Request } from 'express'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runOpenApiValidator } from '../../server/http/openapi-validator.ts'
import { requestStateOf, setRequestState } from '../../server/http/request-state.ts'

/** To run more: `VALIDATOR_RUNS=100000 VALIDATOR_SEED=7 npx vitest run test/server/openapi-validator.test.ts`. */
const count = Number(process.env.VALIDATOR_RUNS ?? 3_000)
const seed = Number(process.env.VALIDATOR_SEED ?? 1)

const names = ['before', 'page', 'limit', '%62efore', 'Before', '', '__proto__', 'before[]']
const days = ['2025-01-01', '2025-02-30', '2025-01-01%20', '2025-01-01T00:00:00Z', '%00', '%FF', '%', '%26', 'é']
const numbers = ['1', '20', '100', '101', '0', '-0', '01', '+1', '1e0', '0x1', '%EF%BC%91', 'Infinity', '']
const pair = fc.tuple(fc.constantFrom(...names), fc.constantFrom('=', '', '=='), fc.constantFrom(...days, ...numbers))
const separator = fc.constantFrom('&', '&', '&', '&&', ';', '?', '&'.repeat(999), '&'.repeat(1_000))
const query = fc.array(fc.tuple(separator, pair), { maxLength: 3 }).map((parts) => parts.flat(2).join(''))

const fields = ['email', 'password', 'name', 'cause', 'verificationCode', 'role', '__proto__', 'Email', '']
const texts = ['a@b.example', 'A@B.example', 'a@b', 'ſ@b.example', 'password12', 'x'.repeat(73), 'é'.repeat(37), '\0']
const others = ['\ud800', '246810', '２４６８１０', '246810\n', '', 246810, 1, true, null, [], {}, ['a@b.example']]
const field = fc.tuple(fc.constantFrom(...fields), fc.constantFrom(...texts, ...others))
const written = (pairs: [string, unknown][]) =>
  `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`
const object = fc.uniqueArray(field, { maxLength: 4, selector: ([name]) => name }).map(written)
const right = fc.constantFrom(
  '{"email":"a@b.example","password":"password12"}',
  '{"password":"x"}',
  '{"verificationCode":"246810"}',
)
const body = fc.oneof(object, right, fc.constantFrom('', 'null', '[]', '1e0', '"x"', '{"__proto__":null}', ' {} '))

const request = fc.tuple(fc.constantFrom(...Object.values(contract.operations)), query, body)
const [route, validator] = [createRouter(contract), createValidator()]

/** The typed query, or undefined if the library rejects the request. */
async function validateByLibrary(parsed: ParsedRequest, method: string, url: string): Promise<Query | undefined> {
  const fields = { method, url, originalUrl: url, headers: { host: 'localhost' } }
  const request = Object.assign(Object.create(express.request), fields) as Request
  setRequestState(request, parsed)
  try {
    await runOpenApiValidator(request)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'VALIDATION_ERROR') return undefined
    throw error
  }
  return requestStateOf(request).typedQuery
}

it(`The compiled schemas and express-openapi-validator agree on ${count} requests, with seed ${seed}`, {
  tags: ['P54'],
  timeout: 30_000 + 10 * count,
}, async () => {
  let accepted = 0
  const property = fc.asyncProperty(request, async ([{ method, path, body: declared }, query, text]) => {
    const target = `${path.replace('{id}', 'x')}?${query.replaceAll('é', '%C3%A9')}`
    const bytes = Buffer.from(declared === null ? '' : text)
    const parsed = () => parseRequest(route(method, target), { 'content-type': 'application/json' }, bytes)
    const fast = validator.queryIfValid(parsed())
    expect(await validateByLibrary(parsed(), method, target)).toEqual(fast)
    if (fast) accepted += 1
  })
  await fc.assert(property, { seed, numRuns: count })
  expect(accepted).toBeGreaterThan(count * 0.05)
})
