/** Formats a scenario as a JavaScript program that sends its request by the SDK. */
import type { OperationEntry } from '../derive/operations.ts'
import type { Scenario } from '../derive/scenarios.ts'
import { credentialSourceOf, type SampleOptions } from './credential-source.ts'
import { hasPreconditions } from './scenario-request.ts'

/** @returns undefined for a request that the SDK cannot send, such as one with malformed JSON. */
export function toSdkProgram(
  scenario: Scenario,
  operation: OperationEntry,
  options: SampleOptions,
): string | undefined {
  const { code, status, send, name } = scenario
  const { beyondSchema: _, ...unusual } = send
  if (Object.keys(unusual).length > 0) return undefined
  const isInvalid = code === 'VALIDATION_ERROR'
  const inputs = [...Object.values(scenario.path).map(toLiteral), ...inputOf(scenario, operation)]
  const call = `monitoring.${operation.sdk}(${[
    ...inputs,
    ...(hasPreconditions(scenario) ? [`{ headers: { Prefer: 'example=${name}' } }`] : []),
  ].join(', ')})`
  const ignored = isInvalid && inputs.length > 0 ? ['  // @ts-ignore: the input is invalid on purpose.'] : []
  const outcome = code
    ? [
        'try {',
        ...ignored,
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
    ...outcome,
  ].join('\n')
}

/** The body or the query; empty if a later argument needs its place. */
function inputOf(scenario: Scenario, { body, query }: OperationEntry): string[] {
  const hasQuery = Object.keys(scenario.query).length > 0
  if (body && scenario.body !== undefined) return [toLiteral(scenario.body)]
  if (!body && hasQuery) return [toLiteral(scenario.query)]
  const hasInput = body !== null || Object.keys(query).length > 0
  return hasInput && hasPreconditions(scenario) ? ['{}'] : []
}

function clientOf(scenario: Scenario, operation: OperationEntry, options: SampleOptions): string[] {
  const source = credentialSourceOf(scenario, operation, options)
  const retries = scenario.status < 429 ? '' : ', maxRetries: 0'
  const client = (more = '') => `const monitoring = createMonitoring({ baseUrl${more}${retries} })`
  const baseUrl = `const baseUrl = ${toLiteral(options.baseUrl)}`
  if (!source) return [baseUrl, client()]
  if ('key' in source) return [baseUrl, client(`, adminKey: ${toLiteral(source.key)}`)]
  const withToken = client(', session: { token: () => accessToken }')
  if ('token' in source) return [baseUrl, `const accessToken = ${toLiteral(source.token)}`, withToken]
  const taken = source.property === 'refreshToken' ? '{ refreshToken: accessToken }' : '{ accessToken }'
  const login = `auth.login(${toLiteral(source.login)})`
  return [baseUrl, `const ${taken} = await createMonitoring({ baseUrl }).${login}`, withToken]
}

/** A value as JavaScript. */
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
