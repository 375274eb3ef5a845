/** Builds the overrides of steps that faults and variants consist of. */
import { readCredential } from './implementation/authenticate.ts'
import type { User } from './implementation/memory-store.ts'
import type { Operation } from './implementation/operations.ts'
import { type ErrorCode, type ErrorEntry, ServiceError } from './implementation/service-error.ts'
import type { Json, Override, ServiceCall, Steps } from './implementation/steps.ts'

type Step = (...args: never[]) => unknown
type StepName = { [Name in keyof Steps]: Steps[Name] extends Step ? Name : never }[keyof Steps]
type Result<Name extends StepName> = ReturnType<Extract<Steps[Name], Step>>
/** The arguments of a step, then the records and the steps before the override. */
type Context<Name extends StepName> = [...Parameters<Extract<Steps[Name], Step>>, base: Steps]
type Change<Name extends StepName> = (result: Result<Name>, ...context: Context<Name>) => Result<Name>
/** Whether a fault applies to a run of the step. */
type When<Name extends StepName> = (...context: Context<Name>) => unknown
type Fields<Name extends StepName> = Partial<Awaited<Result<Name>>>
/** Runs the step, with other first arguments if there are some. */
type Run<Name extends StepName> = (...first: unknown[]) => Result<Name>

/** The ways to override a step, in the calls of one operation or in all. */
export function step<Name extends StepName>(name: Name, operation?: Operation) {
  const around =
    (wrap: (run: Run<Name>, ...context: Context<Name>) => unknown): Override =>
    (base) => {
      const original = base[name] as Run<Name>
      const changed = (...args: unknown[]) => {
        const run: Run<Name> = (...first) => original(...first, ...args.slice(first.length))
        // The call is the last argument of the steps that are overridden for one operation.
        const isMeant = operation === undefined || (args.at(-1) as ServiceCall).operation === operation
        return isMeant ? wrap(run, ...([...args, base] as Context<Name>)) : run()
      }
      return { [name]: changed }
    }
  return {
    /** Does anything with the step. */
    around,
    /** Changes the result. */
    changing: (change: Change<Name>) => around((run, ...context) => change(run(), ...context)),
    /** Sets fields of the result; an undefined one is left out of a response. */
    setting: (fields: Fields<Name> | ((result: Result<Name>, ...context: Context<Name>) => Fields<Name>)) =>
      around((run, ...context) => {
        const result = run()
        return { ...(result as object), ...(typeof fields === 'function' ? fields(result, ...context) : fields) }
      }),
    /** Replaces the first arguments. */
    passing: (change: (...context: Context<Name>) => unknown[]) =>
      around((run, ...context) => run(...change(...context))),
    /** Leaves out a check or a write. */
    skipping: (when: When<Name>) => around((run, ...context) => (when(...context) ? undefined : run())),
    /** Returns true without running the step. */
    accepting: (when: When<Name>) => around((run, ...context) => Boolean(when(...context)) || run()),
    /** Throws an error in place of running the step. */
    refusing: (code: ErrorCode, message?: string) => (when: When<Name>) =>
      around((run, ...context) => {
        if (when(...context)) throw new ServiceError(code, message)
        return run()
      }),
    /** Returns the first result again for the same key, if there is one. */
    keeping: (keyOf: (...context: Context<Name>) => string | string[] | false | undefined) =>
      around((run, ...context) => {
        const [key, { notes }] = [keyOf(...context), context.at(-1) as Steps]
        const result = (key ? notes.get(`${key}`) : undefined) ?? run()
        if (key) notes.set(`${key}`, result)
        return result
      }),
    /** Does something else first. */
    before: (act: When<Name>) =>
      around((run, ...context) => {
        act(...context)
        return run()
      }),
    /** Does something else afterwards. */
    after: (act: When<Name>) =>
      around((run, ...context) => {
        const result = run()
        act(...context)
        return result
      }),
  }
}

export function omit<T extends object, Key extends keyof T>(object: T, ...keys: Key[]): Omit<T, Key> {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key as Key))) as Omit<T, Key>
}

/** Several overrides of different steps. */
export const all =
  (...overrides: Override[]): Override =>
  (base) =>
    Object.assign({}, ...overrides.map((override) => override(base)))

/** Changes an entry of the table of errors. */
export const settingError =
  (code: ErrorCode, fields: Partial<ErrorEntry>): Override =>
  ({ errors }) => ({ errors: { ...errors, [code]: { ...errors[code], ...fields } } })

/** Ignores the validation errors of body or query that match. */
export const ignoring = (name: 'bodyError' | 'queryError', pattern: RegExp, operation?: Operation): Override =>
  step(name as 'bodyError', operation).changing((error) =>
    error !== undefined && pattern.test(error) ? undefined : error,
  )

/** Changes the user that sign-up creates. */
export const signingUp = (change: (user: User, input: Json, base: Steps) => Partial<User>) =>
  step('createAccount').setting(({ user }, input, base) => ({ user: { ...user, ...change(user, input, base) } }))

/** The value noted before, in this start of the implementation. */
export const recall = <Value>({ notes }: Steps, key = '') => notes.get(key) as Value | undefined

/** Counts the calls with a key, from 1. */
export function count(base: Steps, key = ''): number {
  base.notes.set(key, (recall<number>(base, key) ?? 0) + 1)
  return recall<number>(base, key) ?? 0
}

/** Notes something of each token when it is issued. */
export const notingTokens = (create: (user: User, call: ServiceCall, base: Steps) => unknown) =>
  step('issueToken').changing((token, user, _use, call, base) => {
    base.notes.set(token, create(user, call, base))
    return token
  })

/** The user whose address is in the body. */
export const userNamed = (call: ServiceCall, base: Steps) =>
  base.userByEmail(base.normalizeEmail(String(call.body?.email)), call)

/** The token of a call. */
export const tokenOf = ({ headers }: ServiceCall, { transport }: Steps) => readCredential(headers, transport.token)

/** The token of a deleted user stays valid. */
export const keepingDeletedUsers = all(
  step('completeDeletion').before((user, { notes }) => notes.set(user.id, user)),
  step('userOfToken').changing(
    (user, token, _, base) => user ?? recall<User>(base, base.tokens.get(token ?? '')?.userId),
  ),
)

/** A family of overrides, each made from an item, such as the condition under which a write is lost. */
export const family = <Item>(override: (item: Item) => Override, items: Record<string, NoInfer<Item>>) =>
  Object.fromEntries(Object.entries(items).map(([heading, item]) => [heading, override(item)]))
