/** The generated validators give the same results as validators compiled at run time. */
import { contract, type OperationId, scenarios } from '@monitoring-service/contract'
import { deriveSchemas } from '@monitoring-service/contract/derive'
import { readContract } from '@monitoring-service/contract/files'
import { createValidator } from '@monitoring-service/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileValidators } from '../../contract/validation/compile.ts'
import { formats } from '../../contract/validation/formats.ts'
import { oddParts } from '../fuzz/parts.ts'

const generated = createValidator()
const atRunTime = createValidator(contract, compileValidators(deriveSchemas(readContract())))

describe('the generated validators', () => {
  it.each(scenarios.map((scenario) => [`${scenario.operationId} ${scenario.name}`, scenario] as const))(
    'accept the response of %s, and no other status',
    (_, { operationId, status, response }) => {
      for (const validator of [generated, atRunTime]) {
        expect(validator.findResponseViolation(operationId, status, response)).toBeUndefined()
        expect(validator.findResponseViolation(operationId, 418, response)).toBeDefined()
      }
      const invalid = [undefined, null, {}, [response], { ...(response as object), more: 1 }]
      for (const body of invalid) {
        expect(generated.findResponseViolation(operationId, status, body)).toBe(
          atRunTime.findResponseViolation(operationId, status, body),
        )
      }
    },
  )

  it.each(Object.keys(contract.operations))('give the same results for generated bodies of %s', (id) => {
    const operationId = id as OperationId
    const operation = contract.operations[operationId]
    fc.assert(
      fc.property(oddParts(operationId).body, (made) => {
        let body: unknown
        try {
          body = made && JSON.parse(made.bytes)
        } catch {
          return
        }
        const request = { operationId, operation: operation as never, path: { id: 'x' }, query: '', body }
        const outcome = (validator: typeof atRunTime) => {
          try {
            return validator.checkRequest(request)
          } catch (error) {
            return (error as Error).message
          }
        }
        expect(outcome(generated)).toEqual(outcome(atRunTime))
        expect(generated.queryIfValid(request) === undefined).toBe(typeof outcome(generated) === 'string')
      }),
      { seed: 1, numRuns: 200 },
    )
  })
})

it('a time is valid if it exists in the calendar', () => {
  const number = (most: number, digits = 2) => fc.nat(most).map((value) => String(value).padStart(digits, '0'))
  const parts = fc.tuple(number(9999, 4), number(14), number(33), number(25), number(61), number(59), number(999, 3))
  fc.assert(
    fc.property(parts, ([year, month, day, hour, minute, second, rest]) => {
      const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.${rest}Z`
      const time = new Date(text)
      expect(formats['date-time'](text)).toBe(!Number.isNaN(time.getTime()) && time.toISOString() === text)
      for (const odd of [
        text.slice(0, -1),
        ` ${text}`,
        `${text}\n`,
        text.slice(0, 10),
        `${text.slice(0, -1)}+00:00`,
        `${text.slice(0, 19)}Z`,
      ])
        expect(formats['date-time'](odd)).toBe(false)
    }),
    { seed: 1, numRuns: 20_000 },
  )
})
