/** Formats a scenario as a TypeScript program that sends its request by the SDK. */
import { accounts } from '../demo/accounts.ts'
import { demo } from '../demo/credentials.ts'
import type { OperationEntry } from '../derive/operations.ts'
import type { Scenario } from '../derive/scenarios.ts'
import { hasPreconditions } from './scenario-request.ts'

export interface ProgramOptions {
  baseUrl: string
  adminKey: string
}

/** @returns undefined for a request that the SDK cannot send, such as one with malformed JSON. */
export function toSdkProgram(
  scenario: Scenario,
  operation: OperationEntry,
  options: ProgramOptions,
): string | undefined {
  const { code, status, send, name } = scenario
  const { beyondSchema: _, ...unusual } = send
  if (Object.keys(unusual).length > 0) return undefined
  const isInvalid = code === 'VALIDATION_ERROR'
  const inputs = [...Object.values(scenario.path).map(toLiteral), ...inputOf(scenario, operation)]
  const call = `monitoring.${operation.sdk}(${[
    ...inputs.map((input, index) => (isInvalid && index === inputs.length - 1 ? `${input} as never` : input)),
    ...(hasPreconditions(scenario) ? [`{ headers: { Prefer: 'example=${name}' } }`] : []),
  ].join(', ')})`
  const outcome = code
    ? [
        'try {',
        `  await ${call}`,
        '} catch (error) {',
        `  if (!(error instanceof ApiError && error.code === '${code}')) throw error`,
        '  console.log(error.status, error.message)',
        '}',
      ]
    : [status === 204 ? `await ${call}` : `console.log(await ${call})`]
  return [
    `import { ${code ? 'ApiError, ' : ''}createMonitoring } from '@monitoring-service/sdk'`,
    '',
    ...clientOf(scenario, operation, options),
    ...(isInvalid && inputs.length > 0 ? ['// `as never` passes invalid input through the types.'] : []),
    ...outcome,
  ].join('\n')
}

/** The body or the query; empty if a later argument needs its place. */
function inputOf(scenario: Scenario, { body, query }: OperationEntry): string[] {
  const value = body ? scenario.body : Object.keys(scenario.query).length > 0 ? scenario.query : undefined
  if (value !== undefined) return [toLiteral(value)]
  const hasInput = body !== null || Object.keys(query).length > 0
  return hasInput && hasPreconditions(scenario) ? ['{}'] : []
}

function clientOf(scenario: Scenario, { security }: OperationEntry, options: ProgramOptions): string[] {
  const { caller, credential, status } = scenario
  const retries = status < 429 ? '' : ', maxRetries: 0'
  const create = (more = '') => `createMonitoring({ baseUrl${more}${retries} })`
  const baseUrl = `const baseUrl = ${toLiteral(options.baseUrl)}`
  const client = (more?: string) => `const monitoring = ${create(more)}`
  if (!security || caller === 'anonymous') return [baseUrl, client()]
  if (caller === 'operator') {
    const key = credential === 'valid' ? options.adminKey : 'not-the-admin-key'
    return [baseUrl, client(`, adminKey: ${toLiteral(key)}`)]
  }
  const [given, withToken] = ['const accessToken = ', client(', session: { token: () => accessToken }')]
  if (credential === 'tampered' || credential === 'expired') {
    return [baseUrl, `${given}'a token that is ${credential}'`, withToken]
  }
  // Users who come by OAuth have no password.
  if (!accounts.some(([email]) => email === caller))
    return [baseUrl, `${given}'the access token of ${caller}'`, withToken]
  const taken = credential === 'refresh' ? '{ refreshToken: accessToken }' : '{ accessToken }'
  const login = `auth.login({ email: '${caller}', password: '${demo.password}' })`
  return [baseUrl, `const ${taken} = await createMonitoring({ baseUrl }).${login}`, withToken]
}

/** A value as TypeScript. */
function toLiteral(value: unknown): string {
  if (typeof value === 'string') {
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  }
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([key, item]) => {
    return `${/^[\w$]+$/.test(key) ? key : toLiteral(key)}: ${toLiteral(item)}`
  })
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}'
}
