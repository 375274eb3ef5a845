/** One cell of the matrix: who asks for what, and the records that both need, which no other cell touches. */
import { type OperationId, operations } from '@monitoring-service/contract'
import { ulid } from 'ulid'
import { type Data, emptyData } from '../../../../server/store/records.ts'
import { account, incident, scheduled, user } from '../../../../server/store/suite/sample-data.ts'
import { type RawResponse, transmit } from '../../../support/raw-http.ts'
import { type Caller, callers, credentialsOf } from './callers.ts'
import { entryOf } from './expected.ts'

export interface Cell {
  /** Tells its records from those of all others. */
  mark: string
  operationId: OperationId
  name: string
  caller: Caller
}

export const cells: Cell[] = (Object.keys(operations) as OperationId[]).flatMap((operationId) =>
  Object.entries(callers).map(([name, caller], nth) => ({ mark: `${operationId}-${nth}`, operationId, name, caller })),
)

const password = 'a-good-password'
const bystanderOf = (mark: string) => `bystander-${mark}@example.com`.toLowerCase()

/** What the operations with a body get, all of it right. */
const bodies: Partial<Record<OperationId, (mark: string) => object>> = {
  signup: (mark) => ({ email: `new-${mark}@example.com`, password }),
  login: (mark) => ({ email: bystanderOf(mark), password }),
  scheduleAccountDeletion: () => ({ password }),
}

/** Those whose success leaves everything as it was. */
export const readers: OperationId[] = ['login', 'listDeletionRequests']

/** @param hash of the password. */
export function recordsOf({ mark, caller }: Cell, passwordHash: string): Data {
  const { role = 'owner', plan = 'pro', isForeign, isPurged } = caller
  const [bystander, bystanders] = account(`bystander-${mark}`, {
    // A view of a user is held to the contract, which asks for a ULID.
    id: ulid(),
    email: bystanderOf(mark),
    passwordHash,
  })
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
      // A team without members goes with all it has.
      ...(isForeign || isPurged ? [{ ...colleague, teamId }] : []),
    ],
    services: [{ id: `services-${mark}`, teamId, monitorIds: [`linked-${mark}`] }],
    monitors: ['linked', 'monitors'].map((kind) => ({ id: `${kind}-${mark}`, teamId })),
    incidents: [incident({ id: `incidents-${mark}`, teamId })],
    dailyStats: ['linked', 'monitors'].map((kind) => ({ monitorId: `${kind}-${mark}`, date: '2025-01-01' })),
  }
}

/** Sends the request, right in all but what the caller is. */
export async function ask(url: string, { mark, operationId, caller }: Cell): Promise<RawResponse> {
  const { method, path, body } = entryOf(operationId)
  const content = bodies[operationId]?.(mark)
  if (body?.required && !content) throw new Error(`the matrix has no body for ${operationId}`)
  const target = path.replace(/(\w+)\/\{id\}/, `$1/$1-${mark}`)
  return transmit(url, method, target, await credentialsOf(caller, `caller-${mark}`), content)
}
