/** Where records come from: the hook, then the lists. */

import type { Role } from './cast.ts'
import { elseListed, InapplicableError, MissingRecordError, UnverifiedError } from './errors.ts'
import { describeAsked, differingField, type Fields, type Kind, type StoredRecord } from './kinds.ts'

/** Each method returns undefined for what it cannot make. */
export interface Source {
  make(kind: Kind, fields: Fields): Promise<Fields | undefined>
  /** The fields with all times by the target's clock; lists have none. */
  byClock?(fields: Fields): Fields
  /** Only a hook changes records. */
  change?(kind: Kind, id: string, fields: Fields): Promise<Fields | undefined>
  /** Only lists have accounts by the role; they have no other teams than those of these accounts. */
  account?(role: Role, isDisposable: boolean): Promise<Fields | undefined>
  /** Only lists have services with their monitors; a hook makes them one after the other. */
  service?(teamId: unknown, monitorDays: string[][]): Promise<Service | undefined>
  /** What may be wrong with it, if it made nothing. */
  readonly advice?: string | undefined
}

export interface Sources {
  hook?: Source | undefined
  lists?: Source | undefined
}

export interface Monitor {
  id: string
  teamId?: string
  /** The account whose team it belongs to, if that is one of the cast. */
  ofRole?: Role
  /** In ascending order. */
  days: string[]
}

export interface Service {
  id: string
  teamId?: string
  ofRole?: Role
  monitors: Monitor[]
}

/** The name of what a check cannot do without, as `list` and `doctor` print it; without it, the check is inapplicable. */
export type Need = string | undefined

export function unavailable(need: Need, reason: string | undefined, what: string): Error {
  if (need === undefined) return new InapplicableError(reason ?? `no list makes ${what}; a hook can`)
  return reason === undefined ? new MissingRecordError(need) : new UnverifiedError(reason)
}

/** @throws UnverifiedError or InapplicableError if a record came back otherwise. */
export function assertAsAsked(kind: Kind, asked: Fields, made: Fields, need: Need): asserts made is StoredRecord {
  // What is left of a deleted account is open.
  const field = made.deleted === true ? undefined : differingField(kind, asked, made)
  if (field === undefined) return
  const isOther = made[field] !== undefined && made[field] !== null
  const value = isOther && field !== 'id' ? `with another \`${field}\`` : `without \`${field}\``
  const reason = `the hook's ${describeAsked(kind, asked)} came back ${value}`
  throw unavailable(need, reason, kind)
}

/** A record of the hook, or else of the lists, which have only what checks cannot do without. */
export async function makeRecord(
  { hook, lists }: Sources,
  kind: Kind,
  fields: Fields,
  need?: Need,
): Promise<StoredRecord> {
  const asked = hook?.byClock?.(fields) ?? fields
  const made = await hook?.make(kind, asked)
  if (made) {
    assertAsAsked(kind, asked, made, need)
    return made
  }
  const listed = need === undefined ? undefined : await lists?.make(kind, fields)
  if (listed) return listed as StoredRecord
  throw unavailable(need, hook?.advice, describeAsked(kind, fields))
}

/** A service with new monitors, each with rows for these days, and with further ones, which only a hook links. */
export async function makeService(
  { hook, lists }: Sources,
  teamId: unknown,
  monitorDays: string[][],
  { linked = [], need }: { linked?: Monitor[]; need?: Need } = {},
): Promise<Service> {
  async function makeAll(): Promise<Service> {
    const monitors: Monitor[] = []
    for (const days of monitorDays) {
      const { id } = await makeRecord({ hook }, 'monitor', { teamId, days }, need)
      monitors.push({ id, teamId: String(teamId), days })
    }
    monitors.push(...linked)
    const { id } = await makeRecord({ hook }, 'service', { teamId, monitorIds: monitors.map(({ id }) => id) }, need)
    return { id, teamId: String(teamId), monitors }
  }
  return elseListed(makeAll(), async () => (need === undefined ? undefined : lists?.service?.(teamId, monitorDays)))
}
