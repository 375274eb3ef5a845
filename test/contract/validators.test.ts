/** What was compiled from the contract beforehand says what would be said by compiling it now. */
import { contract, type OperationId, scenarios } from '@monitoring-service/contract'
import { validators } from '@monitoring-service/contract/validators'
import { createValidator, loadValidators } from '@monitoring-service/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileValidators } from '../../contract/validation/compile.ts'
import { formats } from '../../contract/validation/formats.ts'
import { wrongBody } from '../whole/fuzz/bodies.ts'

const beforehand = createValidator()
const now = createValidator(contract, compileValidators(contract.schemas))

describe('The compiled validators', () => {
  it.each(scenarios.map((scenario) => [`${scenario.operationId} ${scenario.name}`, scenario] as const))(
    'take the answer of %s, and no other status',
    (_, { operationId, status, response }) => {
      for (const validator of [beforehand, now]) {
        expect(validator.findResponseViolation(operationId, status, response)).toBeUndefined()
        expect(validator.findResponseViolation(operationId, 418, response)).toBeDefined()
      }
      const spoilt = [undefined, null, {}, [response], { ...(response as object), more: 1 }]
      for (const body of spoilt) {
        expect(beforehand.findResponseViolation(operationId, status, body)).toBe(
          now.findResponseViolation(operationId, status, body),
        )
      }
    },
  )

  it.each(Object.keys(contract.operations))('say the same of bodies made up for %s', (id) => {
    const operationId = id as OperationId
    const operation = contract.operations[operationId]
    fc.assert(
      fc.property(wrongBody(operationId), (made) => {
        let body: unknown
        try {
          body = made && JSON.parse(made.bytes)
        } catch {
          return
        }
        const admitted = { operationId, operation: operation as never, path: { id: 'x' }, query: '', body }
        const tell = (validator: typeof now) => {
          try {
            return validator.checkRequest(admitted)
          } catch (error) {
            return (error as Error).message
          }
        }
        expect(tell(beforehand)).toEqual(tell(now))
        expect(beforehand.queryIfValid(admitted) === undefined).toBe(typeof tell(beforehand) === 'string')
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  it('are for our own schemas only', async () => {
    expect(await loadValidators(structuredClone(contract))).toBe(validators)
    const changed = structuredClone(contract)
    changed.schemas.operations.login = { ...changed.schemas.operations.signup } as never
    expect(await loadValidators(changed)).not.toBe(validators)
  })
})

it('A time is taken if the calendar has it', () => {
  const number = (most: number, digits = 2) => fc.nat(most).map((value) => String(value).padStart(digits, '0'))
  const parts = fc.tuple(number(9999, 4), number(14), number(33), number(25), number(61), number(59), number(999, 3))
  const { validate } = formats['date-time']
  fc.assert(
    fc.property(parts, ([year, month, day, hour, minute, second, rest]) => {
      const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.${rest}Z`
      const time = new Date(text)
      expect(validate(text)).toBe(!Number.isNaN(time.getTime()) && time.toISOString() === text)
      for (const odd of [text.slice(0, -1), ` ${text}`, `${text}\n`, text.slice(0, 10)])
        expect(validate(odd)).toBe(false)
    }),
    { seed: 1, numRuns: 20_000 },
  )
})
