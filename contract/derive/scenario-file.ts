/** How `generated/scenarios.json` holds a scenario: without the values that most have, and without an error that only has its code. */
import type { ErrorEntry } from './operations.ts'
import type { Scenario } from './scenarios.ts'

type Errors = Record<string, Pick<ErrorEntry, 'status' | 'message'>>

export function complete(stored: Partial<Scenario>, errors: Errors): Scenario {
  const { code = '' } = stored
  const error = errors[code]
  return {
    credential: 'valid',
    given: {},
    send: {},
    path: {},
    query: {},
    ...(error && { response: { error: { code, message: error.message, status: error.status } } }),
    ...stored,
  } as Scenario
}

/** Leaves out the values that `complete` adds. */
export function shorten(scenario: Scenario, errors: Errors): Partial<Scenario> {
  const { operationId, name, summary, caller, status, code, ...others } = scenario
  const usual: Record<string, unknown> = { ...complete({ ...(code && { code }) }, errors) }
  const isOwn = ([key, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(usual[key])
  const own = Object.fromEntries(Object.entries(others).filter(isOwn))
  return { operationId, name, summary, caller, status, ...(code && { code }), ...own }
}
