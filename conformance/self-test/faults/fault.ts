/** A fault: overrides named steps so that the implementation violates one rule of the document or the contract. */
import type { Json, Operation, Override, ServiceResponse } from '../implementation/steps.ts'

export interface Fault {
  id: string
  /** The section of the document that it violates, or that leaves the rule to the contract. */
  section: string
  title: string
  /** `documented` breaks a requirement of the document; `profile` a rule that only the contract has. */
  level: 'documented' | 'profile'
  override: Override
}

type Maker = (section: string, id: string, title: string, override: Override) => Fault

export const documented: Maker = (section, id, title, override) => ({
  id,
  section,
  title,
  level: 'documented',
  override,
})
export const profile: Maker = (section, id, title, override) => ({ id, section, title, level: 'profile', override })

/** Wraps a step and changes its result. */
export function after<Args extends unknown[], Result>(
  step: (...args: Args) => Result,
  change: (result: Result, ...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => change(step(...args), ...args)
}

export function omit<T extends object, Key extends keyof T>(object: T, ...keys: Key[]): Omit<T, Key> {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key as Key))) as Omit<T, Key>
}

/** Changes the errors of one operation. */
export function refusing(operation: Operation, change: (response: ServiceResponse) => ServiceResponse): Override {
  return (base) => ({
    refused: after(base.refused, (response, _, call) => (call.operation === operation ? change(response) : response)),
  })
}

/** Changes the successful responses of one operation. */
export function accepting(operation: Operation, change: (response: ServiceResponse) => ServiceResponse): Override {
  return (base) => ({
    accepted: after(base.accepted, (response, _, call) => (call.operation === operation ? change(response) : response)),
  })
}

/** Changes the error object of every error body. */
export function inError(change: (error: Json) => Json): Override {
  return (base) => ({ error: after(base.error, change) })
}

/** The section of the document that describes the operation. */
export const sectionOf: Record<Operation, string> = {
  signup: '4.1',
  login: '4.2',
  resolveIncident: '4.3',
  deleteIncident: '4.4',
  scheduleAccountDeletion: '4.5',
  listDeletionRequests: '4.6',
  resetServiceStats: '4.7',
  resetMonitorStats: '4.8',
}
