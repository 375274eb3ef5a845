/** What a check may be given, and what a rung of the provisioning ladder can give. */
import type { Identity } from '../callers.ts'
import { NoAnswer, TurnedAway } from '../wire.ts'

/** The callers that eight operations cannot make, by role. */
export const roles = [
  'writer',
  'stranger',
  'freeCaller',
  'reader',
  'admin',
  'member',
  'ownerWithMember',
  'oauthUser',
] as const
export type Role = (typeof roles)[number]
/** Those whom checks share; each of the others is used up by one check. */
export const sharedRoles: readonly string[] = roles.filter((role) => role !== 'ownerWithMember' && role !== 'oauthUser')
/** Those who are of the writer's team. */
export const colleagues: readonly Role[] = ['reader', 'admin', 'member']

/** Whose team something belongs to. */
export interface Owner extends Identity {
  role: Role
}

export interface CallerDemand {
  role: Role
  /** Of whose team a colleague is. */
  of?: Owner
  /** It is used up, so it must be nobody whom other checks share. */
  disposable: boolean
}

export interface IncidentDemand {
  of: Owner
  type: 'manual' | 'auto'
  resolved: boolean
  /** Displayed on a service. */
  displayed?: true
}

export interface MonitorDemand {
  of: Owner
  /** The days it has a row for, YYYY-MM-DD; a list may offer others, at least as many. */
  days: string[]
}

export interface ServiceDemand {
  of: Owner
  /** The days of each monitor that is linked to it. */
  monitors: string[][]
}

export interface Incident {
  id: string
  /** The service that it is displayed on. */
  serviceId?: string
}

export interface Monitor {
  id: string
  /** In the order of time. */
  days: string[]
}

export interface Service {
  id: string
  monitors: Monitor[]
}

/** One rung of the ladder. It answers undefined where it has nothing to give. */
export interface Provider {
  caller(demand: CallerDemand): Promise<Identity | undefined>
  incident(demand: IncidentDemand): Promise<Incident | undefined>
  monitor(demand: MonitorDemand): Promise<Monitor | undefined>
  service(demand: ServiceDemand): Promise<Service | undefined>
}

/** A check cannot run for want of something. */
export class Unverified extends Error {}

/** What is said of something that none of the providers has. */
export function missing(what: string): string {
  return `no ${what}: list it under fixtures, or let the hook make it`
}

/** The implementation declares that it does not have such callers. */
export class Inapplicable extends Error {}

/** What stands at the place of something that was provided does not work. */
export class ProvisionError extends Error {}

/** An account that was provided cannot log in. */
export class LogInRefused extends ProvisionError {
  /** The answer in one line. */
  readonly seen: string
  constructor(role: Role, seen: string) {
    super(`the ${role} cannot log in: ${seen}`)
    this.seen = seen
  }
}

/** Whether it is for the checks to tell: that something is missing, late or not answered. */
export function isNoMatter(error: unknown): boolean {
  return [Unverified, Inapplicable, NoAnswer, TurnedAway].some((kind) => error instanceof kind)
}
