/** What the rest of the project knows of the contract. */
import scenarioList from './generated/scenarios.json' with { type: 'json' }
import type { Scenario } from './scenarios.ts'

export { demo } from './demo.ts'
export type { Document } from './document.ts'
export { contractFile, readContract } from './document.ts'
export type { ErrorCode, OperationId } from './generated/table.ts'
export { errors, everyResponse, limits, operations } from './generated/table.ts'
export type { Scenario } from './scenarios.ts'

/** Every scenario of the contract. */
export const scenarios = scenarioList as Scenario[]
