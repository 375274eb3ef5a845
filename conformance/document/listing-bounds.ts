/** The defaults and bounds of the query parameters of the listing in openapi.yaml; an implementation may have others. */
import { operations } from '@monitoring-service/contract'
import { dereference, listOperations } from '@monitoring-service/contract/document'
import { readContract } from '@monitoring-service/contract/files'

const contract = readContract()

export const { page: firstPage, limit: defaultLimit } = operations.listDeletionRequests.defaults
export const [largestPage, largestLimit] = [maximumOf('page'), maximumOf('limit')]

function maximumOf(name: string): number {
  const listing = listOperations(contract).find(({ operation }) => operation.operationId === 'listDeletionRequests')
  for (const reference of listing?.operation.parameters ?? []) {
    const parameter = dereference(contract, reference)
    if (parameter.name === name) return Number(dereference(contract, parameter.schema).maximum)
  }
  throw new Error(`the listing has no parameter ${name}`)
}
