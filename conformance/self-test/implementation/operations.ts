/** The eight operations, in the order of the document. */
import { contract, type OperationEntry, type OperationId } from '@monitoring-service/contract'

export type Operation = OperationId

const entries = Object.entries(contract.operations) as [Operation, OperationEntry][]

export const operations: Operation[] = entries.map(([id]) => id)

const byId = <T>(column: (entry: OperationEntry, index: number) => T) =>
  Object.fromEntries(entries.map(([id, entry], index) => [id, column(entry, index)])) as Record<Operation, T>

/** The section of the document that describes the operation. */
export const sectionOf = byId((_, index) => `4.${index + 1}`)

type Security = 'public' | 'user' | 'writer' | 'admin'

export const security = byId(({ security }): Security => {
  if (!security) return 'public'
  return security.scheme === 'adminApiKey' ? 'admin' : security.scopes.includes('write') ? 'writer' : 'user'
})

/** The status of success. */
export const statuses = byId(({ responses }) => Number(Object.keys(responses)[0]))

export const routes = entries.map(([operation, { method, path }]) => ({
  operation,
  method,
  path: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`),
}))
