/** Formats a scenario as a Python program that sends its request by the package requests. */
import type { Contract } from '../derive/contract.ts'
import type { OperationEntry } from '../derive/operations.ts'
import type { Scenario } from '../derive/scenarios.ts'
import { credentialSourceOf, isSendable, type SampleOptions } from './credential-source.ts'
import { toRequest } from './scenario-request.ts'

/** @returns undefined for an address that the package changes. */
export function toPythonProgram(scenario: Scenario, contract: Contract, options: SampleOptions): string | undefined {
  const source = credentialSourceOf(scenario, contract.operations[scenario.operationId] as OperationEntry, options)
  const credential = source && ('key' in source ? { adminKey: source.key } : { token: '' })
  const { method, target, headers, body } = toRequest(scenario, contract, credential ?? {})
  if (!isSendable(target)) return undefined
  const { 'Content-Type': _, ...others } = headers
  // `json=None` sends no body.
  const isJson = scenario.body !== null && body !== undefined && body === JSON.stringify(scenario.body)
  const sent = Object.entries(isJson ? others : headers).map(([name, value]) => {
    return `${toLiteral(name)}: ${name === 'Authorization' ? '"Bearer " + token' : toLiteral(value)}`
  })
  const input = body === undefined ? [] : isJson ? [`json=${toLiteral(scenario.body)}`] : [`data=${toData(body)}`]
  const parts = [toLiteral(method), `base_url + ${toLiteral(target)}`]
  if (sent.length > 0) parts.push(`headers={${sent.join(', ')}}`)
  return [
    'import requests',
    '',
    `base_url = ${toLiteral(options.baseUrl)}`,
    ...tokenLines(source),
    'response = requests.request(',
    ...[...parts, ...input].map((part) => `    ${part},`),
    ')',
    'print(response.status_code, response.text)',
  ].join('\n')
}

function tokenLines(source: ReturnType<typeof credentialSourceOf>): string[] {
  if (!source || 'key' in source) return []
  if ('token' in source) return [`token = ${toLiteral(source.token)}`]
  return [
    `session = requests.post(base_url + "/auth/login", json=${toLiteral(source.login)}).json()`,
    `token = session["${source.property}"]`,
  ]
}

/** A body that is not the JSON of a value; a long run of one letter is not written out. */
function toData(body: string): string {
  const [, filler] = /^(.)\1{999,}$/.exec(body) ?? []
  return filler ? `"${filler}" * ${body.length}` : toLiteral(body)
}

/** A value of JSON as Python. */
function toLiteral(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${toLiteral(key)}: ${toLiteral(item)}`)
    .join(', ')}}`
}
