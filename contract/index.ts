/** The contract of openapi.yaml as generated data; reads no files, so that it runs in browsers. */
import type { Contract } from './derive/contract.ts'
import { complete } from './derive/scenario-file.ts'
import type { Scenario as DerivedScenario } from './derive/scenarios.ts'
import scenarioList from './generated/scenarios.json' with { type: 'json' }
import * as table from './generated/table.ts'

export { demo } from './demo/credentials.ts'
export type { Contract } from './derive/contract.ts'
export type { ErrorEntry, OperationEntry, TextRule } from './derive/operations.ts'
export type { ErrorCode, OperationId, ScenarioNames } from './generated/table.ts'
export {
  commonHeaders,
  credentialHeaders,
  errors,
  limits,
  operations,
  requestIdPattern,
  userIdPattern,
} from './generated/table.ts'
export type { Document } from './openapi/document.ts'
export type { OperationValidators, Validate, ValidationError, Validators } from './validation/validator-types.ts'

export type Scenario = DerivedScenario & { operationId: table.OperationId }

export const scenarios = scenarioList.map((stored) => complete(stored as Partial<Scenario>, table.errors)) as Scenario[]

export const contract = { ...table, scenarios } as unknown as Contract
