/** The responses that the contract declares, by operation and caller. */
import { contract, type OperationEntry, type OperationId, operations } from '@monitoring-service/contract'
import { type Caller, callers, opensBearer } from './callers.ts'

/** Status and code, such as `403 INSUFFICIENT_SCOPE`. @throws Error if the contract declares none. */
export function expected(operationId: OperationId, caller: Caller): string {
  const { security, path, responses } = entryOf(operationId)
  const success = Object.keys(responses).find((status) => status.startsWith('2'))
  const refusal = (status: number, pattern = /./) => {
    const code = responses[status]?.find((code) => pattern.test(code))
    if (code === undefined) throw new Error(`${operationId} declares no ${status} ${pattern}`)
    return `${status} ${code}`
  }
  if (success === undefined) throw new Error(`${operationId} declares no success`)
  if (security === null) return success
  const isOpen = security.scheme === 'bearerAuth' ? opensBearer(caller) : caller.opens === security.scheme
  if (!isOpen) return refusal(401)
  if (security.scheme !== 'bearerAuth') return success
  const granted = caller.role === 'viewer' ? ['read'] : ['read', 'write']
  if (!security.scopes.every((scope) => granted.includes(scope))) return refusal(403, /SCOPE/)
  const isPaid = responses[403]?.includes('PLAN_UPGRADE_REQUIRED')
  if (isPaid && caller.plan === 'free') return refusal(403, /PLAN/)
  if (caller.isForeign && path.includes('{id}')) return refusal(404)
  return success
}

export function entryOf(operationId: OperationId): OperationEntry {
  return contract.operations[operationId] as OperationEntry
}

/** All cells as a Markdown table with one line per kind of caller. */
export function table(cell: (operationId: OperationId, name: string) => string): string {
  const ids = Object.keys(operations) as OperationId[]
  const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`
  const rows = Object.keys(callers).map((name) => line([name, ...ids.map((id) => cell(id, name))]))
  return [line(['', ...ids]), line(['', ...ids].map(() => '---')), ...rows].join('')
}

export const expectedTable = (): string => table((id, name) => expected(id, callers[name] ?? {}))

// For the documentation: node test/server/security/authorisation/expected.ts
if (import.meta.main) process.stdout.write(expectedTable())
