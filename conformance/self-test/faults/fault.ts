/** What a fault is: one small deviation, hung in at named steps, from something that the document or the contract says. */
import type { Json, Operation, Override, ServiceResponse } from '../implementation/steps.ts'

export interface Fault {
  id: string
  /** The section of the document that it violates, or that leaves open what the contract decided. */
  section: string
  title: string
  /** `documented` breaks a statement of the document; `profile` only what the contract adds to it. */
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

/** A step, with a change to what it returns. */
export function after<Args extends unknown[], Result>(
  step: (...args: Args) => Result,
  change: (result: Result, ...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => change(step(...args), ...args)
}

export function omit<T extends object, Key extends keyof T>(object: T, ...keys: Key[]): Omit<T, Key> {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key as Key))) as Omit<T, Key>
}

/** A change to the refusals of one operation. */
export function refusing(operation: Operation, change: (answer: ServiceResponse) => ServiceResponse): Override {
  return (base) => ({
    refused: after(base.refused, (answer, _, call) => (call.operation === operation ? change(answer) : answer)),
  })
}

/** A change to the successes of one operation. */
export function accepting(operation: Operation, change: (answer: ServiceResponse) => ServiceResponse): Override {
  return (base) => ({
    accepted: after(base.accepted, (answer, _, call) => (call.operation === operation ? change(answer) : answer)),
  })
}

/** A change to what is inside of an error body. */
export function inError(change: (error: Json) => Json): Override {
  return (base) => ({ error: after(base.error, change) })
}

/** The operation's place in the document. */
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
