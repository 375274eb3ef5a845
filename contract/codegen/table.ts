/** Generates `table.ts`: what the code of all packages reads of the contract, as constants. */
import type { Contract } from '../derive/contract.ts'

export function generateTable(contract: Contract): string {
  return [
    constant('Method, path, security, inputs and responses of every operation.', 'operations', contract.operations),
    constant('Status, message and headers of every error code.', 'errors', contract.errors),
    constant('The limits that JSON Schema cannot express.', 'limits', contract.limits),
    constant('The headers that every response has with the same value.', 'commonHeaders', contract.commonHeaders),
    constant(
      'The request header with the credential of each security scheme.',
      'credentialHeaders',
      contract.credentialHeaders,
    ),
    constant('The pattern of a request id.', 'requestIdPattern', contract.requestIdPattern),
    constant('The pattern of the id of a user.', 'userIdPattern', contract.userIdPattern),
    constant('The hash of the schemas from which the validators are made.', 'schemasHash', contract.schemasHash),
    'export type OperationId = keyof typeof operations',
    'export type ErrorCode = keyof typeof errors',
    '/** The names of the scenarios of each operation. */',
    `export interface ScenarioNames {\n${Object.keys(contract.operations)
      .map((id) => scenarioNames(contract, id))
      .join('\n')}\n}`,
    '',
  ].join('\n')
}

/** @param type the type of the constant; that of its value if absent. */
export function constant(comment: string, name: string, value: unknown, type?: string): string {
  const text = JSON.stringify(value, null, 2)
  return `/** ${comment} */\nexport const ${name}${type ? `: ${type} = ${text}` : ` = ${text} as const`}\n`
}

function scenarioNames({ scenarios }: Contract, operationId: string): string {
  const own = scenarios.filter((scenario) => scenario.operationId === operationId)
  return `  ${operationId}: ${own.map(({ name }) => JSON.stringify(name)).join(' | ') || 'never'}`
}
