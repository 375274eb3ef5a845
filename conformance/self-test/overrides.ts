/** Builds the overrides of steps that faults and variants consist of. */
import { readCredential } from './implementation/authenticate.ts'
import type { Store, User } from './implementation/memory-store.ts'
import type { Operation } from './implementation/operations.ts'
import { type ErrorCode, type ErrorEntry, ServiceError } from './implementation/service-error.ts'
import type { Json, Override, ServiceCall, Steps } from './implementation/steps.ts'

type Step = (...args: never[]) => unknown
export type StepName = { [Name in keyof Steps]: Steps[Name] extends Step ? Name : never }[keyof Steps]
type Result<Name extends StepName> = ReturnType<Extract<Steps[Name], Step>>
/** The records, and the steps before the override. */
export type Base = Steps & Store
/** The arguments of a step, then the base. */
type Context<Name extends StepName> = [...Parameters<Extract<Steps[Name], Step>>, base: Base]
export type Change<Name extends StepName> = (result: Result<Name>, ...context: Context<Name>) => Result<Name>
/** Whether a fault applies to a run of the step. */
export type When<Name extends StepName> = (...context: Context<Name>) => unknown

/** The ways to override a step, in the calls of one operation or in all. */
export function step<Name extends StepName>(name: Name, operation?: Operation) {
  type Run = (...first: unknown[]) => Result<Name>
  const wrapping = (wrap: (run: Run, context: Context<Name>) => unknown): Override => {
    const override: Override = (steps, store) => {
      const original = steps[name] as Run
      const base: Base = { ...steps, ...store }
      return {
        [name]: (...args: unknown[]) =>
          wrap((...first) => original(...first, ...args.slice(first.length)), [...args, base] as Context<Name>),
      }
    }
    return operation ? only(operation, override) : override
  }
  return {
    /** Changes the result. */
    changing: (change: Change<Name>) => wrapping((run, context) => change(run(), ...context)),
    /** Sets fields of the result; an undefined one is left out of a response. */
    setting: (fieldsOf: (...given: Parameters<Change<Name>>) => Partial<Result<Name>>) =>
      wrapping((run, context) => {
        const result = run()
        return { ...(result as object), ...fieldsOf(result, ...context) }
      }),
    /** Replaces the first arguments. */
    passing: (change: (...context: Context<Name>) => unknown[]) =>
      wrapping((run, context) => run(...change(...context))),
    /** Leaves out a check or a write. */
    skipping: (when: When<Name>) => wrapping((run, context) => (when(...context) ? undefined : run())),
    /** Returns true without running the step. */
    accepting: (when: When<Name>) => wrapping((run, context) => Boolean(when(...context)) || run()),
    /** Throws an error in place of running the step. */
    refusing: (code: ErrorCode, message?: string) => (when: When<Name>) =>
      wrapping((run, context) => {
        if (when(...context)) throw new ServiceError(code, message)
        return run()
      }),
    /** Does something else first. */
    before: (act: When<Name>) =>
      wrapping((run, context) => {
        act(...context)
        return run()
      }),
    /** Does something else afterwards. */
    after: (act: When<Name>) =>
      wrapping((run, context) => {
        const result = run()
        act(...context)
        return result
      }),
  }
}

/** Changes the result of a step. */
export const changing = <Name extends StepName>(name: Name, change: Change<Name>) => step(name).changing(change)

type Serializer = { [Name in StepName]: Result<Name> extends Json ? Name : never }[StepName]

/** Sets fields in the objects of a serializer; an undefined field is left out. */
export const setting = (name: Serializer, fields: object): Override => step(name as 'user').setting(() => fields)

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
export const handling =
  (operation: Operation) =>
  (wrap: (handle: Handler, base: Base) => Handler): Override =>
  (base, store) => ({
    handlers: { ...base.handlers, [operation]: wrap(base.handlers[operation], { ...base, ...store }) },
  })

/** Changes an entry of the table of errors. */
export function settingError(code: ErrorCode, fields: Partial<ErrorEntry>): Override {
  return ({ errors }) => ({ errors: { ...errors, [code]: { ...errors[code], ...fields } } })
}

/** Ignores the validation errors of body or query that match. */
export const ignoring = (name: 'bodyError' | 'queryError', pattern: RegExp): Override =>
  step(name as 'bodyError').changing((error) => (error !== undefined && pattern.test(error) ? undefined : error))

/** Changes the user that sign-up creates. */
export const signingUp = (change: (user: User, input: Json, base: Base) => Partial<User>) =>
  step('createAccount').changing(({ user, team }, input, base) => ({
    user: { ...user, ...change(user, input, base) },
    team,
  }))

/** Changes headers of all responses. */
export const settingHeaders = (headers: Record<string, string>): Override =>
  step('responseHeaders').setting(() => headers)

/** Keeps a value for each token, from when it was issued. */
export const keptPerToken = <Value>(
  create: (user: User, call: ServiceCall, base: Base) => Value,
  override: (kept: (token: string | undefined) => Value | undefined) => Override,
) =>
  remembering<Value>((values) => [
    step('issueToken').changing((token, user, _, call, base) => {
      values.set(token, create(user, call, base))
      return token
    }),
    override((token = '') => values.get(token)),
  ])

/** The token of a call. */
export const tokenOf = ({ headers }: ServiceCall, { transport }: Steps) => readCredential(headers, transport.token)

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

/** Overrides that share a memory, which is empty at each start. */
export const remembering =
  <Value>(overrides: (memory: Map<string, Value>) => Override | Override[]): Override =>
  (base, store) =>
    all(...[overrides(new Map())].flat())(base, store)

/** The overrides of a family, by heading. */
export const ofFamily = <Item>(family: (item: Item) => Override, items: Record<string, Item>) =>
  Object.fromEntries(Object.entries(items).map(([heading, item]) => [heading, family(item)]))
