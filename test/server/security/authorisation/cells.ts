/** The cells of the authorisation matrix: an operation, a caller, and records of their own. */
import { type OperationId, operations, scenarios } from '@monitoring-service/contract'
import { ulid } from 'ulid'
import { type Data, emptyData } from '../../../../server/store/records.ts'
import { account, incident, scheduled, user } from '../../../../server/store/suite/sample-data.ts'
import { type RawResponse, transmit } from '../../../support/raw-http.ts'
import { type Caller, callers, credentialsOf } from './callers.ts'
import { entryOf } from './expected.ts'

export interface Cell {
  /** Part of the id of each record of this cell. */
  mark: string
  operationId: OperationId
  name: string
  caller: Caller
}

export const cells: Cell[] = (Object.keys(operations) as OperationId[]).flatMap((operationId) =>
  Object.entries(callers).map(([name, caller], nth) => ({ mark: `${operationId}-${nth}`, operationId, name, caller })),
)

export const password = 'a-good-password'
const bystanderOf = (mark: string) => `bystander-${mark}@example.com`.toLowerCase()

/** Bodies that refer to a cell's records; other operations get the body of an example of the contract. */
const bodies: Partial<Record<OperationId, (mark: string) => object>> = {
  signup: (mark) => ({ email: `new-${mark}@example.com`, password }),
  login: (mark) => ({ email: bystanderOf(mark), password }),
  scheduleAccountDeletion: () => ({ password }),
}

/** Whether a success of the operation leaves all records as they were. */
export function isReader(operationId: OperationId): boolean {
  return entryOf(operationId).method === 'GET' || operationId === 'login'
}

export function recordsOf({ mark, caller }: Cell, passwordHash: string): Data {
  const { role = 'owner', plan = 'pro', isForeign, isPurged } = caller
  // The login response must have a ULID.
  const [bystander, bystanders] = account(`bystander-${mark}`, { id: ulid(), email: bystanderOf(mark), passwordHash })
  const [colleague, owners] = account(`colleague-${mark}`)
  const due = isPurged ? scheduled('2025-06-15T12:00:00.000Z') : {}
  const own = { ...owners, id: `own-${mark}`, plan }
  const teamId = isForeign ? owners.id : own.id
  return {
    ...emptyData(),
    teams: [bystanders, own, ...(isForeign ? [{ ...owners, plan }] : [])],
    users: [
      bystander,
      user({ id: `caller-${mark}`, teamId: own.id, role, passwordHash, ...due }),
      // A team without members would be deleted with all its records.
      ...(isForeign || isPurged ? [{ ...colleague, teamId }] : []),
    ],
    services: [{ id: `services-${mark}`, teamId, monitorIds: [`linked-${mark}`] }],
    monitors: ['linked', 'monitors'].map((kind) => ({ id: `${kind}-${mark}`, teamId })),
    incidents: [incident({ id: `incidents-${mark}`, teamId })],
    dailyStats: ['linked', 'monitors'].map((kind) => ({ monitorId: `${kind}-${mark}`, date: '2025-01-01' })),
  }
}

/** Sends a request that is valid except for its caller. */
export async function ask(url: string, { mark, operationId, caller }: Cell): Promise<RawResponse> {
  const { method, path, body } = entryOf(operationId)
  const example = scenarios.find((scenario) => scenario.operationId === operationId && scenario.status < 300)
  const content = bodies[operationId]?.(mark) ?? (body?.required ? example?.body : undefined)
  const target = path.replace(/(\w+)\/\{id\}/, `$1/$1-${mark}`)
  return transmit(url, method, target, await credentialsOf(caller, `caller-${mark}`), content)
}
