/** The builder of the records that a check asks for: each names the fields that matter to the check. */
import { limits } from '@monitoring-service/contract'
import { type Caller, createCaller, type Sender } from '../client/callers.ts'
import { day } from '../verdict/days.ts'
import type { CheckRecord } from '../verdict/record.ts'
import { parseTime } from '../verdict/times.ts'
import type { AccountRequest } from './accounts.ts'
import { InapplicableError, ifAvailable, UnverifiedError } from './errors.ts'
import type { Fields, StoredFields } from './kinds.ts'
import type { RecordPool } from './pool.ts'
import type { Owner, Role } from './roles.ts'
import type { Monitor, Need, Service } from './sources.ts'

export interface RecordContext {
  sender: Sender
  pool: RecordPool
  record: CheckRecord
}

export interface Recipe<T> {
  /** The names of its prerequisites, as `list` and `doctor` print them. */
  needs: readonly string[]
  listed?: ListedRecord
  make(context: RecordContext): Promise<T>
}

/** The entries of a list for it, as `template` prints it. */
export interface ListedRecord {
  kind: 'account' | 'incident' | 'monitor' | 'service'
  /** Its role, or that of the account whose team it belongs to. */
  of: Role
  fields?: Fields
  /** Of a service: the days of each monitor. */
  monitorDays?: string[][]
  /** One check uses the account up. */
  isDisposable?: boolean
}

export type AccountRecord = Caller & Owner

export interface IncidentRecord {
  id: string
  teamId?: string
  type: 'manual' | 'auto'
  resolved: boolean
  /** The account of a role whose team it belongs to, if it is one. */
  ofRole?: Role
  /** If it was asked for. */
  cause?: string
  serviceId?: string
  stored: StoredFields
  /** As it is stored now; undefined if it is not there, or a hook shows none. */
  read(): Promise<Fields | undefined>
}

type InTeam = { teamId?: string }
export type Builder = ReturnType<typeof createBuilder>

/** @param need the name of what the check cannot do without; without it, what is unavailable makes the check inapplicable. */
export function recipe<T>(needs: readonly string[], make: (builder: Builder) => Promise<T>, need?: string): Recipe<T> {
  return { needs, make: (context) => make(createBuilder(context, need)) }
}

/** The first of these that is available: lists need not contain what only a hook makes easily. */
export function firstOf<T>(...recipes: [...Recipe<T>[], Recipe<T>]): Recipe<T> {
  const last = recipes.at(-1) as Recipe<T>
  return {
    ...last,
    async make(context) {
      for (const one of recipes.slice(0, -1)) {
        const made = await ifAvailable(one.make(context))
        if (made !== undefined) return made
      }
      return last.make(context)
    },
  }
}

/** Undefined if it is unavailable: the check goes without it. */
export const optional = <T>(wanted: Recipe<T>) => recipe([], (builder) => ifAvailable(wanted.make(builder)))

/** The fields of an account whose deletion was requested so many days ago. */
export function deletionRequested(daysAgo: number): Fields {
  const at = new Date(Date.now() - daysAgo * day)
  const scheduled = new Date(at.getTime() + limits.gracePeriodDays * day)
  return { deletionRequestedAt: at.toISOString(), deletionScheduledAt: scheduled.toISOString() }
}

/**
 * @param deleted as the hook says of an account that is due, after the job that deletes such accounts.
 * @throws UnverifiedError if it is still there, InapplicableError if the hook does not say.
 */
export function assertDeleted(deleted: unknown): void {
  if (deleted === false)
    throw new UnverifiedError(
      'an account that is due is not deleted, as the hook says or a log-in shows: does the job delete it?',
    )
  if (deleted !== true) throw new InapplicableError('no list completes the deletion of an account; a hook can')
}

/** The functions by which recipes make records. */
function createBuilder(context: RecordContext, need: Need) {
  const { sender, pool } = context
  return {
    ...context,
    signUp: (more?: { name?: string }) => pool.signUp(sender, more),
    async shared(role: Role): Promise<Caller & Owner> {
      const owner = await pool.sharedCaller(sender, role)
      return { ...createCaller(sender, owner), ...owner }
    },
    async account(role: Role, request?: AccountRequest): Promise<AccountRecord> {
      const owner = await pool.account(sender, role, { isDisposable: true, need, ...request })
      return { ...createCaller(sender, owner), ...owner }
    },
    /** Open and manual, unless the fields say otherwise. */
    async incident({ teamId }: InTeam, fields: Fields = {}): Promise<IncidentRecord> {
      const asked = { type: 'manual', status: 'open', ...fields }
      const made = await pool.make('incident', { teamId, ...asked }, need)
      return { ...toIncident(asked, made), read: () => pool.read('incident', made.id, { teamId }) }
    },
    async monitor({ teamId }: InTeam, days: string[]): Promise<Monitor> {
      const { id, days: made } = await pool.make('monitor', { teamId, days }, need)
      return { id, ...(teamId !== undefined && { teamId }), days: (made as string[]).toSorted() }
    },
    service: (of: InTeam, monitorDays: string[][], linked?: Monitor[]): Promise<Service> =>
      pool.service(of, monitorDays, linked, need),
  }
}

/** Fields that a hook returns may have another form than the API's. */
function toIncident(asked: Fields, made: Fields & { id: string }): Omit<IncidentRecord, 'read'> {
  const { id, teamId, serviceId } = made
  const texts = ['monitorId', 'title', 'status'].filter((name) => typeof made[name] === 'string')
  const times = ['startedAt', 'resolvedAt', 'createdAt'].filter((name) => !Number.isNaN(parseTime(`${made[name]}`)))
  const nulls = ['monitorId', 'title'].filter((name) => made[name] === null)
  return {
    id,
    ...(typeof teamId === 'string' && { teamId }),
    type: asked.type as IncidentRecord['type'],
    resolved: asked.status === 'resolved',
    ...(typeof asked.cause === 'string' && { cause: asked.cause }),
    ...(asked.serviceId !== undefined && { serviceId: String(serviceId) }),
    stored: Object.fromEntries([...texts, ...times, ...nulls].map((name) => [name, made[name]])),
  }
}
