/** Judges responses by the schemas of openapi.yaml alone. */

import type { ReceivedResponse } from '../../../conformance/client/driver.ts'
import type { Driver } from '../../../conformance/client/http.ts'
import { compileSchemas } from '../../../conformance/verdict/schemas.ts'

const schemas = compileSchemas()

/** @returns a driver that sends by the other, and the violations in its responses. */
export function createSchemaOracle(send: Driver): { driver: Driver; violations: Set<string> } {
  const violations = new Set<string>()
  const driver: Driver = async (request, timeout) => {
    const response = await send(request, timeout)
    const { operationId } = request
    const declared = operationId && schemas.profile(operationId, response.status)
    const seen = declared ? listViolations(declared, response) : ['is not declared']
    for (const violation of seen) violations.add(`${operationId} ${response.status} ${violation}`)
    return response
  }
  return { driver, violations }
}

function listViolations({ validateBody }: NonNullable<ReturnType<typeof schemas.profile>>, { text }: ReceivedResponse) {
  if (!validateBody) return text === '' ? [] : ['has a body']
  try {
    return validateBody(JSON.parse(text)).map(({ at, rule }) => `${at} ${rule}`)
  } catch {
    return ['is not JSON']
  }
}
