/** Derives from a document the data that is used at run time. */
import type { limits } from '../generated/table.ts'
import type { Document } from '../openapi/document.ts'
import { deriveTable, type Table } from './operations.ts'
import { deriveScenarios, type Scenario } from './scenarios.ts'
import { hashSchemas } from './schemas.ts'

export { deriveSchemas } from './schemas.ts'

export interface Contract extends Table {
  limits: Record<keyof typeof limits, number>
  scenarios: Scenario[]
  /** Two contracts with the same one have the same validators. */
  schemasHash: string
}

/** The same data that the generated files contain for openapi.yaml. */
export function deriveContract(document: Document): Contract {
  const { limits, ...table } = deriveTable(document)
  const scenarios = deriveScenarios(document)
  return { ...table, limits: limits as Contract['limits'], scenarios, schemasHash: hashSchemas(document) }
}
