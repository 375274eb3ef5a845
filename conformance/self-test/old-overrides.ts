/** Builds the overrides of steps that faults and variants consist of. */
import type { User } from './implementation/memory-store.ts'
import type { Operation } from './implementation/operations.ts'
import type { ErrorCode, ErrorEntry } from './implementation/service-error.ts'
import type { Json, Override, ServiceCall, Steps } from './implementation/steps.ts'

type Step = (...args: never[]) => unknown
type StepName = { [Name in keyof Steps]: Steps[Name] extends Step ? Name : never }[keyof Steps]
type Change<S> = S extends (...args: infer Args) => infer R ? (result: R, ...args: Args) => R : never

/** Changes the result of a step. */
export function changing<Name extends StepName>(name: Name, change: Change<Steps[Name]>): Override {
  return (base) => {
    const step = base[name] as (...args: unknown[]) => unknown
    return { [name]: (...args: unknown[]) => (change as (...args: unknown[]) => unknown)(step(...args), ...args) }
  }
}

type Serializer = { [Name in StepName]: ReturnType<Steps[Name]> extends Json ? Name : never }[StepName]

/** Sets fields in the objects of a serializer. */
export function setting(name: Serializer, fields: object): Override {
  return changing(name, ((object: Json) => ({ ...object, ...fields })) as Change<Steps[typeof name]>)
}

/** Removes a field from the objects of a serializer. */
export function removing(name: Serializer, field: string): Override {
  return changing(name, ((object: Json) => omit(object, field)) as Change<Steps[typeof name]>)
}

export function omit<T extends object, Key extends keyof T>(object: T, ...keys: Key[]): Omit<T, Key> {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key as Key))) as Omit<T, Key>
}

/** Restricts an override to the calls of one operation; its steps have the call as the last argument. */
export function only(operation: Operation, override: Override): Override {
  return (base, store) => {
    const steps = Object.entries(override(base, store)) as [StepName, (...args: unknown[]) => unknown][]
    const restrict = ([name, step]: (typeof steps)[number]) => {
      const original = base[name] as typeof step
      const chosen = (...args: unknown[]) => ((args.at(-1) as ServiceCall).operation === operation ? step : original)
      return [name, (...args: unknown[]) => chosen(...args)(...args)]
    }
    return Object.fromEntries(steps.map(restrict))
  }
}

/** Several overrides of different steps. */
export function all(...overrides: Override[]): Override {
  return (base, store) => Object.assign({}, ...overrides.map((override) => override(base, store)))
}

type Handler = Steps['handlers'][Operation]

/** Replaces the handler of an operation. */
export function handling(operation: Operation, wrap: (handle: Handler, ...context: Parameters<Override>) => Handler) {
  const override: Override = (base, store) => ({
    handlers: { ...base.handlers, [operation]: wrap(base.handlers[operation], base, store) },
  })
  return override
}

/** Changes an entry of the table of errors. */
export function settingError(code: ErrorCode, fields: Partial<ErrorEntry>): Override {
  return ({ errors }) => ({ errors: { ...errors, [code]: { ...errors[code], ...fields } } })
}

/** Ignores the validation errors of body or query that match. */
export function ignoring(name: 'bodyError' | 'queryError', pattern: RegExp): Override {
  return changing(name, (error) => (error !== undefined && pattern.test(error) ? undefined : error))
}

/** Changes the user that sign-up creates. */
export function signingUp(change: (user: User, input: Json) => Partial<User>): Override {
  return changing('createAccount', ({ user, team }, input) => ({ user: { ...user, ...change(user, input) }, team }))
}

/** Changes headers of all responses. */
export function settingHeaders(headers: Record<string, string>): Override {
  return changing('responseHeaders', (previous) => ({ ...previous, ...headers }))
}

/** The token of a deleted user stays valid. */
export const keepingDeletedUsers: Override = (base, store) => {
  const users = new Map<string, User>()
  return {
    completeDeletion(user) {
      users.set(user.id, user)
      base.completeDeletion(user)
    },
    userOfToken: (token, call) =>
      base.userOfToken(token, call) ?? users.get(store.tokens.get(token ?? '')?.userId ?? ''),
  }
}
