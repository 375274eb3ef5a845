/** Everything that is looked up in a contract at run time. */

import type { limits } from '../generated/table.ts'
import type { Document } from '../openapi/document.ts'
import { readTable, type Table } from './operations.ts'
import { readScenarios, type Scenario } from './scenarios.ts'
import { readSchemas, type Schemas } from './schemas.ts'

export interface Contract extends Table {
  limits: Record<keyof typeof limits, number>
  scenarios: Scenario[]
  schemas: Schemas
}

/** What the generated files hold of openapi.yaml, of another document. */
export function deriveContract(document: Document): Contract {
  const { limits, ...table } = readTable(document)
  const scenarios = readScenarios(document)
  return { ...table, limits: limits as Contract['limits'], scenarios, schemas: readSchemas(document) }
}
