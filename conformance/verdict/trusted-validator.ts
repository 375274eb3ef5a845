/** Verifies that the validators are those that the kit was made for: another copy, found higher up, may judge otherwise. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

const cases: [schema: object, value: unknown, isValid: boolean][] = [
  [{ format: 'date-time' }, '2024-02-29T23:59:59.5+02:00', true],
  [{ format: 'date-time' }, '2023-02-29T00:00:00Z', false],
  [{ format: 'date-time' }, '2024-02-29T00:00:00', false],
  [{ format: 'date' }, '2024-02-30', false],
  [{ format: 'email' }, 'two@ats@example.com', false],
  [{ oneOf: [{ type: 'integer' }, { const: 1 }] }, 1, false],
  [{ properties: { a: true }, unevaluatedProperties: false }, { b: 1 }, false],
]

/** @throws Error if a validator answers otherwise. */
export function assertTrustedValidator(): void {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const wrong = cases.find(([schema, value, isValid]) => ajv.validate(schema, value) !== isValid)
  if (!wrong) return
  const [schema, value] = wrong
  throw new Error(
    `its validators are not the ones that it was made for (${JSON.stringify(schema)} of ${JSON.stringify(value)}): install the kit in a folder of its own`,
  )
}
