/** What the rest of the project knows of the contract. */
import scenarioList from './generated/scenarios.json' with { type: 'json' }
import type { OperationId } from './generated/table.ts'
import type * as read from './scenarios.ts'

export { demo } from './demo.ts'
export type { Document } from './document.ts'
export { contractFile, readContract } from './document.ts'
export type { ErrorCode, OperationId } from './generated/table.ts'
export { credentials, errors, everyResponse, limits, operations, requestId } from './generated/table.ts'

export type { TextRule } from './table.ts'

export type Scenario = read.Scenario & { operationId: OperationId }

/** Every scenario of the contract. */
export const scenarios = scenarioList as Scenario[]
