/** The entry for tests: a client whose functions are doubles. It sends nothing, and its calls are real ones. */
import { createCalls } from './generated/calls.gen.ts'
import { errors, functions } from './generated/testing.gen.ts'
import type { ClientOptions, KnownErrorDetail, Monitoring } from './index.ts'
import type { Client } from './runtime/client.ts'
import type { CallRequest } from './runtime/exchange.ts'
import type { FetchedResponse } from './runtime/fetch.ts'
import { createClient } from './runtime/transport.ts'

type Code = keyof typeof errors

/** The fields that an error of a code has besides code, message and status. */
type Fields<C extends Code> = Omit<Extract<KnownErrorDetail, { code: C }>, 'code' | 'message' | 'status'> & {
  /** The header `Retry-After`, in whole seconds. */
  retryAfter?: number
}

/** Does the work of the service for one function: takes its inputs, and returns its data or throws. */
type Double<Function> = Function extends (...input: infer Input) => Promise<infer Data>
  ? (...input: Input) => Data | Promise<Data>
  : never

/** Doubles of some functions of the client. */
export type Doubles = {
  [Group in Exclude<keyof Monitoring, 'client'>]?: {
    [Name in keyof Monitoring[Group]]?: Double<Monitoring[Group][Name]>
  }
}

type AnyDouble = (...input: unknown[]) => unknown

class ServiceError extends Error {
  readonly detail: { code: Code; message: string; status: number }
  readonly retryAfter: number | undefined

  constructor(code: Code, { retryAfter, ...fields }: { retryAfter?: number }) {
    super(`the double answers ${code}`)
    this.detail = { code, message: code, ...errors[code], ...fields }
    this.retryAfter = retryAfter
  }
}

/**
 * An error for a double to throw: its call then rejects with an `ApiError` of this code, with the contract's status and
 * message.
 *
 * @param fields The fields that only errors of this code have, such as `upgradeUrl`, and `retryAfter`.
 */
export function serviceError<C extends Code>(
  code: C,
  // They may be left out unless a field of this code is required.
  ...[fields]: Record<never, never> extends Fields<C> ? [fields?: Fields<C>] : [fields: Fields<C>]
): Error {
  return new ServiceError(code, fields ?? {})
}

/**
 * Creates a client without a network. A call of a function runs its double and becomes data, or the error of a
 * {@link serviceError}; a `TypeError` of a double is a lost connection, as `fetch` means it, and any other exception passes as
 * it is. So does the call of a function that has no double. Calls are not retried, unless an option says so.
 *
 * @param doubles Functions with the inputs of the client's own, by their groups and names. A list's double is called for
 * each page, from the second with its number in the query.
 * @param options More options of the client, such as `onEvent` or `validate`.
 */
export function createTestMonitoring(doubles: Doubles, options: Partial<ClientOptions> = {}): Monitoring {
  const baseUrl = 'https://monitoring.example'
  const defaults = { baseUrl, session: { token: () => 'a token' }, adminKey: 'a key', maxRetries: 0 }
  // Refuses options that are not valid.
  createClient({ ...defaults, ...options })
  const send: Client['send'] = (request, own) => {
    const name = `${request.method} ${request.path}`
    const { name: double, status } = functions[name as keyof typeof functions]
    const [group, member] = double.split('.') as [string, string]
    const run = (doubles as Record<string, Record<string, AnyDouble> | undefined>)[group]?.[member]
    const fetch = async () => {
      if (!run) throw new Error(`there is no double of ${double}`)
      return respond(status, () => run(...inputsOf(request, own)))
    }
    return createClient({ ...defaults, ...options, fetch }).send(request, own)
  }
  return createCalls({ baseUrl: options.baseUrl ?? baseUrl, send })
}

/** The arguments of the function; of a list, the query of each page. */
function inputsOf({ params = {}, ...request }: CallRequest, own: unknown): unknown[] {
  const parts = (['body', 'query'] as const).filter((part) => part in request).map((part) => request[part])
  const inputs = [...Object.values(params), ...parts, own]
  while (inputs.length > 0 && inputs.at(-1) === undefined) inputs.pop()
  return inputs
}

/** Converts what a double returns or throws to a response. @throws errors that are no error of the service. */
async function respond(status: number, run: () => unknown): Promise<FetchedResponse> {
  try {
    return responseOf(status, await run())
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return responseOf(error.detail.status, { error: error.detail }, error.retryAfter)
  }
}

/** Not a `Response`, which Jest's jsdom, where components are tested, does not have. */
function responseOf(status: number, data: unknown, retryAfter?: number): FetchedResponse {
  const headers = new Headers([['content-type', 'application/json']])
  if (retryAfter !== undefined) headers.set('retry-after', `${retryAfter}`)
  return {
    ok: status < 400,
    status,
    headers,
    body: null,
    text: async () => JSON.stringify(data) ?? '',
  }
}
