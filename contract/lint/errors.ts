/** The rule that every error response has the error object of the service document (part 7); redocly.yaml has the rule of headers. */
import { codeSchemaOf, errorCodesOf } from '../derive/operations.ts'
import type { Document, LocatedOperation, Schema } from '../openapi/document.ts'
import { listOperations } from '../openapi/document.ts'
import type { LocatedResponse } from '../openapi/locate.ts'
import { listResponses, locate } from '../openapi/locate.ts'
import { distinct, type LintError } from './lint-error.ts'

const planLimit = 'PLAN_UPGRADE_REQUIRED'

export function lintErrors(document: Document): LintError[] {
  const responses = listResponses(document)
  const errorResponses = responses.filter(({ status }) => status >= '4')
  return distinct([
    ...missingResponses(document),
    ...listOperations(document).flatMap((located) => undatedDeprecations(document, located)),
    ...errorResponses.flatMap((response) => invalidBodies(document, response)),
    ...errorResponses.flatMap((response) => missingOutcomes(document, response)),
    ...inconsistentCodes(document, errorResponses),
    ...errorResponses.flatMap((response) => codesWithoutExample(document, response)),
    ...codesWithoutText(document, errorResponses),
    ...textsWithoutCode(document, errorResponses),
  ])
}

function error(pointer: string[], message: string): LintError {
  return { rule: 'errors', message, pointer }
}

/** The error responses of operations that require a credential; redocly.yaml names those of every operation. */
function missingResponses(document: Document): LintError[] {
  return listOperations(document).flatMap(({ method, path, operation }) => {
    // Undefined if the operation needs no credential; empty if any valid one is enough.
    const [scopes] = (operation.security ?? []).flatMap((requirement) => Object.values(requirement))
    const needed = [...(scopes ? [401] : []), ...(scopes?.length ? [403] : [])]
    const pointer = ['paths', path, method.toLowerCase(), 'responses']
    return needed
      .filter((status) => !operation.responses[status])
      .map((status) => error(pointer, `the operation must declare ${status}; see components/responses`))
  })
}

/** Clients learn from a response since when the operation is deprecated (RFC 9745), and until when it can be used (RFC 8594). */
function undatedDeprecations(document: Document, { operation }: LocatedOperation): LintError[] {
  if (!operation.deprecated) return []
  return listResponses(document)
    .filter(({ operationId, status }) => operationId === operation.operationId && status < '3')
    .flatMap(({ node, pointer }) =>
      ['Deprecation', 'Sunset']
        .filter((name) => !node.headers?.[name])
        .map((name) => error(pointer, `the success of a deprecated operation must have the header ${name}`)),
    )
}

function invalidBodies(document: Document, { status, node, pointer }: LocatedResponse): LintError[] {
  const media = node.content?.['application/json']
  if (!media) return [error(pointer, 'an error response must have a body of application/json')]
  const body = locate<Schema>(document, media.schema, [...pointer, 'content', 'application/json', 'schema'])
  if (!isClosed(body.node, ['error']))
    return [error(body.pointer, 'the body must be a closed object with the only property `error`')]
  const errorSchema = property(document, body.node, 'error')
  const at = [...body.pointer, 'properties', 'error']
  const codes = errorCodesOf(document, node)
  const fields = ['code', 'message', 'status', ...(codes.includes(planLimit) ? ['upgradeUrl'] : [])]
  if (!isClosed(errorSchema, fields)) return [error(at, `\`error\` must be a closed object of ${fields.join(', ')}`)]
  const {
    code,
    message,
    status: number,
    upgradeUrl,
  } = Object.fromEntries(fields.map((field) => [field, property(document, errorSchema, field)]))
  const messages = [
    typeof code?.const !== 'string' && !code?.enum?.length && '`code` must be a const or an enum',
    message?.type !== 'string' && '`message` must be a string',
    number?.const !== Number(status) && `\`status\` must be the constant ${status}`,
    upgradeUrl && upgradeUrl.type !== 'string' && '`upgradeUrl` must be a string',
    upgradeUrl && codes.length > 1 && `\`upgradeUrl\` is allowed for ${planLimit} only`,
  ]
  return messages.filter((message) => typeof message === 'string').map((message) => error(at, message))
}

/** A client needs to know whether a failed write was done. Below 500, nothing was. */
function missingOutcomes(document: Document, { status, node, pointer }: LocatedResponse): LintError[] {
  const outcomes = codeSchemaOf(document, node)?.['x-outcome'] ?? {}
  return errorCodesOf(document, node)
    .filter((code) => (status >= '5' ? !/^(nothing|unknown)$/.test(outcomes[code] ?? '') : code in outcomes))
    .map((code) =>
      error(pointer, `x-outcome of ${code} must be ${status >= '5' ? '`nothing` or `unknown`' : 'absent below 500'}`),
    )
}

function property(document: Document, schema: Schema, name: string): Schema {
  return locate<Schema>(document, schema.properties?.[name] ?? {}, []).node
}

/** Whether an object has exactly these properties, all required. */
function isClosed(schema: Schema, names: string[]): boolean {
  const same = (keys: unknown) => JSON.stringify([...(keys as string[])].sort()) === JSON.stringify([...names].sort())
  return (
    schema.type === 'object' &&
    schema.additionalProperties === false &&
    same(schema.required ?? []) &&
    same(Object.keys(schema.properties ?? {}))
  )
}

function inconsistentCodes(document: Document, errorResponses: LocatedResponse[]): LintError[] {
  const first = new Map<string, { status: string; headers: string }>()
  return errorResponses.flatMap(({ status, node, pointer }) =>
    errorCodesOf(document, node).flatMap((code) => {
      const headers = JSON.stringify(Object.entries(node.headers ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
      const known = first.get(code) ?? { status, headers }
      first.set(code, known)
      if (known.status !== status) return [error(pointer, `${code} has the status ${known.status} in another response`)]
      return known.headers === headers ? [] : [error(pointer, `${code} has other headers in another response`)]
    }),
  )
}

/** A code that no example has is returned by no scenario, so that nothing compares server and mock with it. */
function codesWithoutExample(document: Document, { node, pointer }: LocatedResponse): LintError[] {
  const examples = Object.values(node.content?.['application/json']?.examples ?? {})
  const shown = examples.map(({ value }) => Object(Object(value).error).code)
  return errorCodesOf(document, node)
    .filter((code) => !shown.includes(code))
    .map((code) => error(pointer, `no example of this response has the code ${code}`))
}

function codesWithoutText(document: Document, errorResponses: LocatedResponse[]): LintError[] {
  const texts = document['x-errors'] ?? {}
  return errorResponses.flatMap(({ node, pointer }) =>
    errorCodesOf(document, node)
      .filter((code) => !(code in texts))
      .map((code) => error(pointer, `x-errors must say when ${code} is returned, and whether to repeat the request`)),
  )
}

function textsWithoutCode(document: Document, errorResponses: LocatedResponse[]): LintError[] {
  const codes = errorResponses.flatMap(({ node }) => errorCodesOf(document, node))
  const texts = Object.keys(document['x-errors'] ?? {})
  return texts
    .filter((code) => !codes.includes(code))
    .map((code) => error(['x-errors', code], `no response has the code ${code}`))
}
