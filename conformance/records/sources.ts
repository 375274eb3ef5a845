/** Where records come from: the hook, then the lists. */

import { elseListed, InapplicableError, MissingRecordError, UnverifiedError } from './errors.ts'
import { describeAsked, differingField, type Fields, type Kind, type StoredRecord } from './kinds.ts'
import type { Role } from './roles.ts'

/** Returns undefined for what it cannot make. */
export interface Hook {
  make(kind: Kind, fields: Fields, need: Need): Promise<StoredRecord | undefined>
  change(kind: Kind, id: string, fields: Fields): Promise<Fields | undefined>
  /** Its likely fault, if it made nothing. */
  readonly advice: string | undefined
}

/** Returns undefined for what is not listed. */
export interface Lists {
  account(role: Role, isDisposable: boolean): Fields | undefined
  /** An incident, or a monitor. */
  make(kind: Kind, fields: Fields): StoredRecord | undefined
  service(teamId: unknown, monitorDays: string[][]): Service | undefined
}

export interface Sources {
  hook?: Hook | undefined
  lists?: Lists | undefined
}

export interface Monitor {
  id: string
  teamId?: string
  /** The account of a role whose team it belongs to, if it is one. */
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

/** @throws UnverifiedError or InapplicableError if a record of the hook came back otherwise. */
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
export async function makeRecord({ hook, lists }: Sources, kind: Kind, fields: Fields, need: Need) {
  const made = (await hook?.make(kind, fields, need)) ?? (need === undefined ? undefined : lists?.make(kind, fields))
  if (!made) throw unavailable(need, hook?.advice, describeAsked(kind, fields))
  return made
}

/** A service with new monitors, each with rows for these days, and with further ones, which only a hook links. */
export async function makeService(
  { hook, lists }: Sources,
  teamId: string | undefined,
  monitorDays: string[][],
  linked: Monitor[],
  need: Need,
): Promise<Service> {
  const team = teamId === undefined ? {} : { teamId }
  async function makeAll(): Promise<Service> {
    const monitors: Monitor[] = []
    for (const days of monitorDays) {
      const { id } = await makeRecord({ hook }, 'monitor', { teamId, days }, need)
      monitors.push({ id, ...team, days })
    }
    monitors.push(...linked)
    const { id } = await makeRecord({ hook }, 'service', { teamId, monitorIds: monitors.map(({ id }) => id) }, need)
    return { id, ...team, monitors }
  }
  return elseListed(makeAll(), () => (need === undefined ? undefined : lists?.service(teamId, monitorDays)))
}
